import { sqlTypes } from '../column-record';
import { articleNameCode, articleNames, articleNumber, costOf, familyOf, makerOf } from '../company/articles';
import { priceGroups, suppliers } from '../company/families';
import { piecePrice } from '../company/list-price';
import { currencies, CURRENCY, GERMAN_LIST } from '../company/markets';
import { errorLottery, mistaken, type PlantedError } from '../company/planted';
import { bitField, dateTimeField, dictionaryField, NULL_PART, numberField, serialField } from '../field';
import { isOneIn, pick } from '../hash';
import type { PriceSource } from '../price-source';
import { agreedFactor, modified } from '../values';
import { COST, fieldList, KEY } from './field-list';

const TABLE = 'Item';
const calculated = modified(240);

/** Returns the intentional error of a row, if it has one. `tenth` is left out, because checks do not notice costs that are too small. */
export const costErrorOf: (id: number) => PlantedError | null = errorLottery(260, {
  missing: 300,
  zero: 50,
  'times-10': 60,
  'times-100': 80,
  'wrong-currency': 50,
  'below-cost': 250,
});

/** The source of the items' costs, which only accounts with a certain right may view. */
export const costForPricing: PriceSource = {
  name: 'CostForPricing',
  displayName: 'Cost for pricing',
  description: 'Landed cost by article, the base of every margin.',
  sourceTable: TABLE,
  baseRowCount: 40_000,
  isStatic: false,
  fields: fieldList(TABLE, [
    [
      'Number',
      sqlTypes.nvarchar(128),
      (record) => serialField(record, (id) => id, articleNumber, { isMonotone: true }),
      { ...KEY, is_unique: true },
    ],
    [
      'Name',
      sqlTypes.nvarchar(1000),
      (record) => dictionaryField(record, articleNames, (id) => articleNameCode(id)),
    ],
    [
      'cd_PriceGroup',
      sqlTypes.foreignKey('PriceGroup.Code'),
      (record) => dictionaryField(record, priceGroups, (id) => familyOf(id)),
    ],
    [
      'Supplier',
      sqlTypes.nvarchar(200),
      (record) => dictionaryField(record, suppliers, (id) => (isOneIn(id, 206, 25) ? -1 : makerOf(id))),
    ],
    [
      'CostForPricing',
      sqlTypes.decimal(18, 4, '#,##0.00'),
      (record) => numberField(record, costAt),
      { ...COST, isPriceColumn: true },
    ],
    [
      'FreightCost',
      sqlTypes.decimal(9, 4, '#,##0.0000'),
      (record) =>
        numberField(record, (id) =>
          isOneIn(id, 220, 5) ? NULL_PART : Math.round((costOf(id) * (15 + pick(id, 221, 45))) / 1_000),
        ),
      COST,
    ],
    [
      'Currency',
      sqlTypes.varchar(3),
      (record) =>
        dictionaryField(record, currencies, (id) =>
          costErrorOf(id) === 'wrong-currency' ? CURRENCY.USD : CURRENCY.EUR,
        ),
    ],
    ['ListValue', sqlTypes.decimal(18, 4, '#,##0.00'), (record) => numberField(record, listValueAt)],
    [
      'NeedsPrice',
      sqlTypes.bit(),
      (record) => bitField(record, (id) => (pick(id, 231, 8) === 0 ? 0 : 1)),
      { is_nullable: false },
    ],
    [
      'InsertDate',
      sqlTypes.datetime(),
      (record) => dateTimeField(record, calculated.dayAt, calculated.tickAt),
      { is_nullable: false, default_value: '(getdate())' },
    ],
  ]),
};

function costAt(id: number, version: number): number {
  const error = costErrorOf(id);
  const cost = Math.round((costOf(id) * agreedFactor(id, 210, version)) / 100) * 100;
  return error === 'below-cost' ? cost : mistaken(cost, error);
}

/** Returns the German list price of an article; null for some articles, which are not sold. */
function listValueAt(id: number): number {
  if (isOneIn(id, 230, 40)) return NULL_PART;
  if (costErrorOf(id) === 'below-cost')
    return Math.floor((costOf(id) * (75 + pick(id, 232, 20))) / 10_000) * 100;
  return piecePrice(id, GERMAN_LIST);
}
