import { sqlTypes } from '../column-record';
import { dateTimeField, dictionaryField, numberField, serialField } from '../field';
import { pick } from '../hash';
import type { PriceSource } from '../price-source';
import { historyMoment, price, priceAt, skewedCode } from '../values';
import { changeReasons, currencies, PRICE_LIST_CURRENCIES, priceLists } from '../vocabulary';
import { articleNumber } from './articles';
import { fieldList, KEY } from './field-list';

const TABLE = 'Item_PriceHistory';
const listOf = (id: number) => pick(id, 310, PRICE_LIST_CURRENCIES.length);
/** No index but those on number and moment: nothing else can be searched in a billion rows while somebody waits. */
const unindexed = { isFilterable: false, isSortable: false };

/** A billion rows, computed as they are asked for, in key order. */
export const priceHistory: PriceSource = {
  name: 'PriceHistory',
  displayName: 'Price history',
  description: 'Every change of a sales price since 1996. Searchable by entry number and moment only.',
  sourceTable: TABLE,
  baseRowCount: 1_000_000_000,
  isStatic: false,
  fields: fieldList(TABLE, [
    [
      'EntryNo',
      sqlTypes.bigint(),
      (record) => numberField(record, (id) => 1_000_000 + id, { isMonotone: true }),
      KEY,
    ],
    [
      'ChangedAt',
      sqlTypes.datetime2(),
      (record) => dateTimeField(record, historyMoment.dayAt, historyMoment.tickAt, { isMonotone: true }),
      { is_nullable: false },
    ],
    [
      'ItemNumber',
      sqlTypes.nvarchar(128),
      (record) => serialField(record, (id) => pick(id, 300, 250_000), articleNumber, unindexed),
    ],
    [
      'PriceList',
      sqlTypes.foreignKey('PriceList.Code'),
      (record) => dictionaryField(record, priceLists, listOf, unindexed),
    ],
    [
      'Currency',
      sqlTypes.varchar(3),
      (record) =>
        dictionaryField(record, currencies, (id) => PRICE_LIST_CURRENCIES[listOf(id)] ?? -1, unindexed),
    ],
    [
      'OldValue',
      sqlTypes.decimal(18, 4, '#,##0.00'),
      (record) => numberField(record, priceAt(320, 9), unindexed),
    ],
    [
      'NewValue',
      sqlTypes.decimal(18, 4, '#,##0.00'),
      (record) => numberField(record, (id) => price(id, 330, 0), unindexed),
      { isPriceColumn: true },
    ],
    [
      'Reason',
      sqlTypes.nvarchar(50),
      (record) =>
        dictionaryField(
          record,
          changeReasons,
          skewedCode(340, () => changeReasons().entries.length, 7),
          unindexed,
        ),
    ],
  ]),
};
