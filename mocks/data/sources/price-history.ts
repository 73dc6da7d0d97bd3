import { sqlTypes } from '../column-record';
import { articleNumber } from '../company/articles';
import { piecePrice } from '../company/list-price';
import { currencies, PRICE_LIST_CURRENCIES, PRICE_LISTS, priceLists } from '../company/markets';
import { changeReasons } from '../company/words';
import { dateTimeField, dictionaryField, NULL_PART, numberField, serialField } from '../field';
import { modulo, pick } from '../hash';
import type { PriceSource } from '../price-source';
import { historyMoment, skewedCode } from '../values';
import { fieldList, KEY } from './field-list';

const TABLE = 'Item_PriceHistory';
/** The articles of a million sales prices, each on every price list. */
const ARTICLES = 31_250;
const PRICES = ARTICLES * PRICE_LISTS.length;
/** Has no factor in common with the number of prices, so that every price occurs once before any price occurs again. */
const STRIDE = 87_651;
const ROUNDS = 4_000;

/** Entries form rounds, each of which changes every price once; the last round ends with today's sales prices. */
const roundOf = (id: number) => Math.floor(id / PRICES);
const priceIndex = (id: number) => modulo(id * STRIDE, PRICES);
const articleAt = (id: number) => Math.floor(priceIndex(id) / PRICE_LISTS.length);
const listOf = (id: number) => modulo(priceIndex(id), PRICE_LISTS.length);

/** For fields without an index. Only number, moment and article have one: a scan of a billion rows would take too long. */
const unindexed = { isFilterable: false, isSortable: false };

/** A billion rows in key order, computed on demand. The rows of an article are found by their place in each round. */
export const priceHistory: PriceSource = {
  name: 'PriceHistory',
  displayName: 'Price history',
  description:
    'Every change of a sales price since 1999. Searchable by entry number, moment and article only.',
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
      (record) => serialField(record, articleAt, articleNumber, { isSortable: false, period: PRICES }),
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
      (record) =>
        numberField(record, (id) => (roundOf(id) <= 0 ? NULL_PART : priceIn(id, roundOf(id) - 1)), unindexed),
    ],
    [
      'NewValue',
      sqlTypes.decimal(18, 4, '#,##0.00'),
      (record) => numberField(record, (id) => priceIn(id, roundOf(id)), unindexed),
      { isPriceColumn: true },
    ],
    [
      'Reason',
      sqlTypes.nvarchar(50),
      (record) =>
        dictionaryField(
          record,
          changeReasons,
          skewedCode(340, () => changeReasons().size, 7),
          unindexed,
        ),
    ],
  ]),
};

/** The price of an entry in a round: about half of today's price at first, then alternately higher and lower. */
function priceIn(id: number, round: number): number {
  const back = ROUNDS - 1 - round;
  if (back <= 0) return piecePrice(articleAt(id), listOf(id));
  const direction = round % 2 === 0 ? 1 : -1;
  const sway = (direction * (15 + pick(priceIndex(id) + round * 7, 330, 31))) / 1_000;
  return piecePrice(articleAt(id), listOf(id), (1 - (0.48 * back) / ROUNDS) * (1 + sway));
}
