import { sqlTypes } from '../column-record';
import {
  bitField,
  dateTimeField,
  dictionaryField,
  NULL_PART,
  numberField,
  serialField,
  wideNumberField,
} from '../field';
import { isOneIn, pick } from '../hash';
import type { PriceSource } from '../price-source';
import { modified, priceAt, skewedCode, wideAmount } from '../values';
import { articleNames, currencies, priceGroups, suppliers } from '../vocabulary';
import { articleNameCode, articleNumber } from './articles';
import { COST, fieldList, KEY } from './field-list';

const TABLE = 'Item';
const cost = wideAmount(210, 500);
const calculated = modified(240);
const byName = (id: number) => articleNameCode(id);

/** The item's cost, which not everybody may see. */
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
    ['Name', sqlTypes.nvarchar(1000), (record) => dictionaryField(record, articleNames, byName)],
    [
      'cd_PriceGroup',
      sqlTypes.foreignKey('PriceGroup.Code'),
      (record) =>
        dictionaryField(
          record,
          priceGroups,
          skewedCode(200, () => priceGroups().entries.length, 30),
        ),
    ],
    [
      'Supplier',
      sqlTypes.nvarchar(200),
      (record) =>
        dictionaryField(
          record,
          suppliers,
          skewedCode(205, () => suppliers().entries.length, 25),
        ),
    ],
    [
      'CostForPricing',
      sqlTypes.decimal(18, 4, '#,##0.00'),
      (record) => wideNumberField(record, cost.majorAt, cost.minorAt),
      { ...COST, isPriceColumn: true },
    ],
    [
      'FreightCost',
      sqlTypes.decimal(9, 4, '#,##0.0000'),
      (record) => numberField(record, (id) => (isOneIn(id, 220, 5) ? NULL_PART : pick(id, 221, 500_000))),
      COST,
    ],
    [
      'Currency',
      sqlTypes.varchar(3),
      (record) =>
        dictionaryField(
          record,
          currencies,
          skewedCode(222, () => currencies().entries.length),
        ),
    ],
    ['ListValue', sqlTypes.decimal(18, 4, '#,##0.00'), (record) => numberField(record, priceAt(230, 15))],
    [
      'NeedsPrice',
      sqlTypes.bit(),
      (record) => bitField(record, (id) => pick(id, 231, 2)),
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
