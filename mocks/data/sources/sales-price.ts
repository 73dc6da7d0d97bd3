import { sqlTypes } from '../column-record';
import {
  bitField,
  dateField,
  dateTimeField,
  dictionaryField,
  NULL_PART,
  numberField,
  serialField,
  wideNumberField,
} from '../field';
import { isOneIn, modulo, pick } from '../hash';
import { revisionOf, type PriceSource } from '../price-source';
import { dayAround, modified, price, skewedCode, validTo, wideAmount } from '../values';
import {
  articleNames,
  currencies,
  PRICE_LIST_CURRENCIES,
  PRICE_LISTS,
  priceGroups,
  priceLists,
  remarks,
  units,
} from '../vocabulary';
import { articleNameCode, articleNumber, articleOf } from './articles';
import { fieldList, KEY } from './field-list';

const TABLE = 'Item_PriceList_SalesPrice';
const article = articleOf(PRICE_LISTS.length);
const listOf = (id: number) => modulo(id, PRICE_LISTS.length);
const value = wideAmount(110, 4_000);
const validFrom = dayAround(130, 400);
const lastModified = modified(150);

/** The demo's main source: a million rows that filter and sort for real. */
export const salesPrice: PriceSource = {
  name: 'SalesPrice',
  displayName: 'Sales price',
  description: 'What an article costs on each price list, with validity and quantity scale.',
  sourceTable: TABLE,
  baseRowCount: 1_000_000,
  isStatic: false,
  fields: fieldList(TABLE, [
    [
      'EntryNo',
      sqlTypes.bigint(),
      (record) => numberField(record, (id) => 1_000_000 + id, { isMonotone: true }),
      KEY,
    ],
    [
      'ItemNumber',
      sqlTypes.nvarchar(128),
      (record) => serialField(record, article, articleNumber),
      { is_nullable: false },
    ],
    [
      'Name',
      sqlTypes.nvarchar(1000),
      (record) =>
        dictionaryField(record, articleNames, (id, version) => articleNameCode(article(id, version))),
    ],
    [
      'cd_PriceGroup',
      sqlTypes.foreignKey('PriceGroup.Code'),
      (record) =>
        dictionaryField(
          record,
          priceGroups,
          skewedCode(100, () => priceGroups().entries.length, 30),
        ),
    ],
    [
      'PriceList',
      sqlTypes.foreignKey('PriceList.Code'),
      (record) => dictionaryField(record, priceLists, listOf),
      { is_nullable: false },
    ],
    [
      'Currency',
      sqlTypes.varchar(3),
      (record) => dictionaryField(record, currencies, (id) => PRICE_LIST_CURRENCIES[listOf(id)] ?? -1),
    ],
    [
      'Value',
      sqlTypes.decimal(18, 4, '#,##0.00'),
      (record) => wideNumberField(record, value.majorAt, value.minorAt),
      { isPriceColumn: true },
    ],
    ['PreviousValue', sqlTypes.decimal(18, 4, '#,##0.00'), (record) => numberField(record, previousValue)],
    [
      'DiscountPercent',
      sqlTypes.decimal(5, 2, '0.00'),
      (record) =>
        numberField(record, (id) => (isOneIn(id, 120, 3) ? NULL_PART : pick(id, 121, 61) * 50 - 250)),
    ],
    [
      'MinimumQuantity',
      sqlTypes.int('#,##0'),
      (record) => numberField(record, (id) => [1, 1, 1, 10, 25, 100, 1000, 25000][pick(id, 122, 8)] ?? 1),
    ],
    [
      'Unit',
      sqlTypes.nvarchar(20),
      (record) =>
        dictionaryField(
          record,
          units,
          skewedCode(123, () => units().entries.length, 50),
        ),
    ],
    ['ValidFrom', sqlTypes.date(), (record) => dateField(record, validFrom), { is_nullable: false }],
    ['ValidTo', sqlTypes.date(), (record) => dateField(record, validTo(validFrom, 131))],
    [
      'NeedsPrice',
      sqlTypes.bit(),
      (record) => bitField(record, (id) => (isOneIn(id, 140, 12) ? NULL_PART : pick(id, 141, 2))),
    ],
    [
      'Remark',
      sqlTypes.nvarchar(0),
      (record) =>
        dictionaryField(record, remarks, (id) =>
          isOneIn(id, 142, 4) ? pick(id, 143, remarks().entries.length) : -1,
        ),
    ],
    [
      '_dtLastModifiedDate',
      sqlTypes.datetime2(),
      (record) => dateTimeField(record, lastModified.dayAt, lastModified.tickAt),
      { default_value: '(getdate())', canEdit: false },
    ],
  ]),
};

function previousValue(id: number, version: number): number {
  const revision = revisionOf(id, version);
  // Half of the prices of the first version had one before it.
  if (revision === 0) return isOneIn(id, 111, 2) ? NULL_PART : price(id, 112, 0);
  return price(id, 110, 0);
}
