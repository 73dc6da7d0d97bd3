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
/** The number of articles with a price history. It equals that of a million sales prices, and each article is on every price list. */
const ARTICLES = 31_250;
const PRICES = ARTICLES * PRICE_LISTS.length;
/** The step between the prices of consecutive entries. It is coprime to `PRICES`, so each price occurs once before any recurs. */
const STRIDE = 87_651;
const ROUNDS = 4_000;

/** Returns the round of an entry. Each round changes every price once, and the last round ends with today's sales prices. */
const roundOf = (id: number) => Math.floor(id / PRICES);
const priceIndex = (id: number) => modulo(id * STRIDE, PRICES);
const articleAt = (id: number) => Math.floor(priceIndex(id) / PRICE_LISTS.length);
const listOf = (id: number) => modulo(priceIndex(id), PRICE_LISTS.length);

/** Options of fields without an index. They cannot be used in a query, because scanning a billion rows would take too long. */
const unindexed = { isFilterable: false, isSortable: false };

/** A source of a billion rows, computed on demand. The rows of an article are found by their place in each round. */
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

/** Returns an entry's price in a round: about half of today's price in the first round, then rising with ups and downs. */
function priceIn(id: number, round: number): number {
  const back = ROUNDS - 1 - round;
  if (back <= 0) return piecePrice(articleAt(id), listOf(id));
  const direction = round % 2 === 0 ? 1 : -1;
  const sway = (direction * (15 + pick(priceIndex(id) + round * 7, 330, 31))) / 1_000;
  return piecePrice(articleAt(id), listOf(id), (1 - (0.48 * back) / ROUNDS) * (1 + sway));
}
