import { sqlTypes, type ColumnRecord } from '../column-record';
import {
  articleNameCode,
  articleNames,
  articleNumber,
  articleOf,
  costOf,
  familyOf,
} from '../company/articles';
import { priceGroups, UNIT_CODES, units } from '../company/families';
import {
  firstDayOf,
  isSeasonal,
  lastDayOf,
  listPrice,
  PLAN,
  planOf,
  quantityOf,
  slotScale,
  SLOTS_PER_LIST,
  slotTerm,
  TERM_PERMILLES,
} from '../company/list-price';
import { currencies, CURRENCY, PRICE_LIST_CURRENCIES, PRICE_LISTS, priceLists } from '../company/markets';
import { errorLottery, mistaken, type PlantedError } from '../company/planted';
import {
  isAffected,
  lastRound,
  LAST_ROUND_BEFORE,
  PRICE_ROUNDS,
  roundsFactor,
} from '../company/price-rounds';
import { OPEN_END, TERM } from '../company/validity';
import { remarks } from '../company/words';

import {
  bitField,
  dateField,
  dateTimeField,
  dictionaryField,
  fieldOfMoments,
  NULL_PART,
  numberField,
  serialField,
  type FieldSource,
  type VersionMoments,
} from '../field';
import { isOneIn, modulo, pick } from '../hash';
import type { PriceSource } from '../price-source';
import { dayOfVersion, LOADED_ON, tickOfVersion, writtenBefore } from '../values';
import { fieldList, KEY } from './field-list';

const TABLE = 'Item_PriceList_SalesPrice';
const LISTS = PRICE_LISTS.length;

const article = articleOf(LISTS * SLOTS_PER_LIST);
const listOf = (id: number) => modulo(id, LISTS);
const slotIndex = (id: number) => modulo(Math.floor(id / LISTS), SLOTS_PER_LIST);
const ofArticle = (of: (article: number) => number) => (id: number, version: number) =>
  of(article(id, version));

const drawnError = errorLottery(901, {
  missing: 100,
  zero: 40,
  negative: 10,
  'times-10': 40,
  'times-100': 30,
  tenth: 25,
  hundredth: 15,
  'below-cost': 200,
  outlier: 30,
  overlap: 700,
  gap: 500,
  'wrong-currency': 30,
  doubled: 400,
});

/** Returns the intentional error of the row with this id; null if it has none. */
export function salesErrorOf(id: number): PlantedError | null {
  const error = drawnError(id);
  return error !== null && suits(error, id) ? error : null;
}

function suits(error: PlantedError, id: number): boolean {
  // Costs are in euros, so only prices in euros can be below them.
  if (error === 'below-cost') return PRICE_LIST_CURRENCIES[listOf(id)] === CURRENCY.EUR;
  // A term can overlap with the following term, or leave a gap before it, only if there is a following term.
  if (error === 'overlap' || error === 'gap') return isFollowed(id);
  return error !== 'doubled' || (slotIndex(id) === 3 && planOf(article(id, 0)) === PLAN.fourQuantities);
}

function isFollowed(id: number): boolean {
  return slotIndex(id) < 2 && planOf(article(id, 0)) !== PLAN.fourQuantities;
}

/** Returns which price of its article and list a row has (0 to 3). A row with the error `doubled` repeats the price before it. */
function slotAt(id: number): number {
  const slot = slotIndex(id);
  return slot === 3 && salesErrorOf(id) === 'doubled' ? 2 : slot;
}

const termAt = (id: number, version: number) => slotTerm(article(id, version), slotIndex(id));

/** The demo's main source. It has a million rows, which the engine scans to filter and sort them. */
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
      (record) => dictionaryField(record, articleNames, ofArticle(articleNameCode)),
    ],
    [
      'cd_PriceGroup',
      sqlTypes.foreignKey('PriceGroup.Code'),
      (record) => dictionaryField(record, priceGroups, ofArticle(familyOf)),
    ],
    [
      'PriceList',
      sqlTypes.foreignKey('PriceList.Code'),
      (record) => dictionaryField(record, priceLists, listOf),
      { is_nullable: false },
    ],
    ['Currency', sqlTypes.varchar(3), (record) => dictionaryField(record, currencies, currencyAt)],
    [
      'Value',
      sqlTypes.decimal(18, 4, '#,##0.00'),
      (record) => numberField(record, valueAt),
      { isPriceColumn: true },
    ],
    ['PreviousValue', sqlTypes.decimal(18, 4, '#,##0.00'), (record) => numberField(record, previousValueAt)],
    [
      'DiscountPercent',
      sqlTypes.decimal(5, 2, '0.00'),
      (record) => numberField(record, (id) => (isOneIn(id, 120, 3) ? NULL_PART : pick(id, 121, 13) * 250)),
    ],
    ['MinimumQuantity', sqlTypes.int('#,##0'), (record) => numberField(record, quantityAt)],
    [
      'Unit',
      sqlTypes.nvarchar(20),
      (record) =>
        dictionaryField(
          record,
          units,
          ofArticle((each) => UNIT_CODES[familyOf(each)] ?? -1),
        ),
    ],
    ['ValidFrom', sqlTypes.date(), (record) => dateField(record, validFromAt), { is_nullable: false }],
    ['ValidTo', sqlTypes.date(), (record) => dateField(record, validToAt)],
    [
      'NeedsPrice',
      sqlTypes.bit(),
      (record) =>
        bitField(record, (id) => (isOneIn(id, 140, 12) ? NULL_PART : pick(id, 141, 8) === 0 ? 0 : 1)),
    ],
    [
      'Remark',
      sqlTypes.nvarchar(0),
      (record) =>
        dictionaryField(record, remarks, (id) => (isOneIn(id, 142, 9) ? pick(id, 143, remarks().size) : -1)),
    ],
    [
      '_dtLastModifiedDate',
      sqlTypes.datetime2(),
      (record) => fieldOfMoments((moments) => modifiedField(record, moments)),
      { default_value: '(getdate())', canEdit: false },
    ],
  ]),
};

function currencyAt(id: number): number {
  const currency = PRICE_LIST_CURRENCIES[listOf(id)] ?? -1;
  if (salesErrorOf(id) !== 'wrong-currency') return currency;
  const used = CURRENCY.SEK + 1;
  return (currency + 1 + pick(id, 124, used - 1)) % used;
}

function valueAt(id: number, version: number): number {
  const error = salesErrorOf(id);
  const of = article(id, version);
  if (error === 'below-cost') {
    // Rounds down to the cent, so that the price is certainly below the cost.
    return Math.floor((costOf(of) * (75 + pick(id, 125, 20))) / 10_000) * 100;
  }
  const list = listOf(id);
  const slot = slotAt(id);
  // Prices of a past term no longer change.
  const factor = version === 0 || slotTerm(of, slot) === TERM.before ? 1 : roundsFactor(of, list, version);
  return mistaken(listPrice(of, list, slot, factor), error);
}

/** Returns the price before its last change by a price round, else the price of the previous term; null for new articles. */
function previousValueAt(id: number, version: number): number {
  const of = article(id, version);
  const list = listOf(id);
  const slot = slotAt(id);
  const revision = revisionAt(id, version);
  if (revision > 0) return listPrice(of, list, slot, roundsFactor(of, list, revision - 1));
  if (wasInLastRound(id, version)) return listPrice(of, list, slot, 1_000 / LAST_ROUND_PERMILLE);
  return isOneIn(of, 126, 5)
    ? NULL_PART
    : listPrice(of, list, slot, (TERM_PERMILLES[TERM.before] ?? 0) / 1_000);
}

const LAST_ROUND_PERMILLE = 1_000 + (PRICE_ROUNDS[LAST_ROUND_BEFORE]?.permille ?? 0);

function revisionAt(id: number, version: number): number {
  if (version === 0 || termAt(id, version) === TERM.before) return 0;
  return lastRound(article(id, version), listOf(id), version);
}

function wasInLastRound(id: number, version: number): boolean {
  return (
    isAffected(LAST_ROUND_BEFORE, article(id, version), listOf(id)) && termAt(id, version) !== TERM.before
  );
}

function quantityAt(id: number, version: number): number {
  const of = article(id, version);
  return quantityOf(of, slotScale(of, slotAt(id)));
}

function validFromAt(id: number, version: number): number {
  return firstDayOf(article(id, version), termAt(id, version));
}

function validToAt(id: number, version: number): number {
  const of = article(id, version);
  const to = lastDayOf(of, termAt(id, version));
  if (isFollowed(id)) {
    const error = salesErrorOf(id);
    if (error === 'overlap') return to + 8 + pick(id, 131, 40);
    return error === 'gap' ? to - 3 - pick(id, 132, 40) : to;
  }
  if (isSeasonal(of)) return to;
  return isOneIn(of, 133, 12) ? OPEN_END : NULL_PART;
}

/** Creates the field with the time of a price's last change: in a price round, or in the weeks before the price's term. */
function modifiedField(record: ColumnRecord, moments: VersionMoments): FieldSource {
  return dateTimeField(
    record,
    (id, version) => {
      const revision = revisionAt(id, version);
      if (revision > 0) return dayOfVersion(revision, moments);
      return wasInLastRound(id, version) ? LOADED_ON : writtenBefore(id, 150, validFromAt(id, version));
    },
    (id, version) => tickOfVersion(id, 151, revisionAt(id, version), moments),
  );
}
