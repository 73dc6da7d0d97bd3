import { sqlTypes } from '../column-record';
import { bitField, dateField, dictionaryField, NULL_PART, numberField, serialField } from '../field';
import { isOneIn, modulo, pick } from '../hash';
import type { PriceSource } from '../price-source';
import { dayAround, priceAt, skewedCode } from '../values';
import { AWKWARD_TEXTS, currencies, remarks } from '../vocabulary';
import { lazyDictionary } from '../text-dictionary';
import { fieldList, KEY } from './field-list';

const TABLE = 'Item_Promotion';
const awkwardTexts = lazyDictionary(() => AWKWARD_TEXTS);
const startsOn = dayAround(410, 60);

/** Small, and full of texts that are hard to show. */
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
      (record) => dictionaryField(record, awkwardTexts, (id) => modulo(id, AWKWARD_TEXTS.length)),
    ],
    [
      'Remark',
      sqlTypes.nvarchar(0),
      (record) =>
        dictionaryField(record, remarks, (id) =>
          isOneIn(id, 400, 3) ? -1 : pick(id, 401, remarks().entries.length),
        ),
    ],
    [
      'PromotionValue',
      sqlTypes.decimal(18, 4, '#,##0.00'),
      (record) => numberField(record, priceAt(420, 20)),
      { isPriceColumn: true },
    ],
    [
      'Factor',
      sqlTypes.decimal(18, 14),
      (record) => numberField(record, (id) => pick(id, 421, 1_000_000) * 9_000_000_000 + 1),
    ],
    [
      'Currency',
      sqlTypes.varchar(3),
      (record) =>
        dictionaryField(
          record,
          currencies,
          skewedCode(422, () => currencies().entries.length),
        ),
    ],
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
  ]),
};
