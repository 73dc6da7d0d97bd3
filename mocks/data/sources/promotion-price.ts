import { sqlTypes } from '../column-record';
import { articleNumber, familyOf } from '../company/articles';
import { FAMILIES } from '../company/families';
import { piecePrice } from '../company/list-price';
import { currencies, GERMAN_LIST, PRICE_LIST_CURRENCIES, withEnding } from '../company/markets';
import { CAMPAIGNS, promotionTitles, remarks } from '../company/words';
import { bitField, dateField, dictionaryField, NULL_PART, numberField, serialField } from '../field';
import { isOneIn, pick } from '../hash';
import type { PriceSource } from '../price-source';
import { agreedFactor, dayAround, skewedCode } from '../values';
import { fieldList, KEY } from './field-list';

const TABLE = 'Item_Promotion';
const ARTICLES = 30_000;
const startsOn = dayAround(410, 60);
const currency = skewedCode(422, () => currencies().size);
const article = (id: number) => pick(id, 405, ARTICLES);
const campaign = (id: number) => pick(id, 406, CAMPAIGNS.length);
/** Returns the promotion price in percent of the usual price. */
const percent = (id: number) => 100 - (CAMPAIGNS[campaign(id)]?.percent ?? 0);

/** A small source, whose rows fit on a few screens. */
export const promotionPrice: PriceSource = {
  name: 'PromotionPrice',
  displayName: 'Promotion price',
  description: 'Prices of the running and coming promotions.',
  sourceTable: TABLE,
  baseRowCount: 240,
  isStatic: false,
  fields: fieldList(TABLE, [
    [
      'PromotionCode',
      sqlTypes.varchar(20),
      (record) =>
        serialField(
          record,
          (id) => 5_000 + id,
          (serial) => `PROMO-${String(serial).padStart(4, '0')}`,
          { isMonotone: true },
        ),
      KEY,
    ],
    [
      'Title',
      sqlTypes.nvarchar(1000),
      (record) =>
        dictionaryField(
          record,
          promotionTitles,
          (id) => campaign(id) * FAMILIES.length + familyOf(article(id)),
        ),
    ],
    [
      'Remark',
      sqlTypes.nvarchar(0),
      (record) =>
        dictionaryField(record, remarks, (id) => (isOneIn(id, 400, 3) ? -1 : pick(id, 401, remarks().size))),
    ],
    [
      'PromotionValue',
      sqlTypes.decimal(18, 4, '#,##0.00'),
      (record) =>
        numberField(record, (id, version) => (isOneIn(id, 421, 20) ? NULL_PART : valueAt(id, version))),
      { isPriceColumn: true },
    ],
    [
      'Factor',
      sqlTypes.decimal(18, 14),
      (record) => numberField(record, (id) => percent(id) * 1_000_000_000_000),
    ],
    ['Currency', sqlTypes.varchar(3), (record) => dictionaryField(record, currencies, currency)],
    ['StartsOn', sqlTypes.date(), (record) => dateField(record, startsOn), { is_nullable: false }],
    [
      'EndsOn',
      sqlTypes.date(),
      (record) => dateField(record, (id, version) => startsOn(id, version) + 7 + pick(id, 430, 30)),
    ],
    [
      'IsConfirmed',
      sqlTypes.bit(),
      (record) => bitField(record, (id) => (isOneIn(id, 440, 6) ? NULL_PART : pick(id, 441, 2))),
    ],
    [
      'ItemNumber',
      sqlTypes.nvarchar(128),
      (record) => serialField(record, article, articleNumber),
      { is_nullable: false },
    ],
  ]),
};

function valueAt(id: number, version: number): number {
  const code = currency(id, version);
  const factor = (percent(id) / 100) * agreedFactor(id, 450, version);
  const list = PRICE_LIST_CURRENCIES.indexOf(code);
  // For currencies without a price list, the amount of the German price is used without conversion.
  return list < 0
    ? withEnding(piecePrice(article(id), GERMAN_LIST) * factor, code)
    : piecePrice(article(id), list, factor);
}
