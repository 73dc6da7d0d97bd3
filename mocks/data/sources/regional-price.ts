import { sqlTypes } from '../column-record';
import { dictionaryField, numberField, serialField } from '../field';
import type { PriceSource } from '../price-source';
import { priceAt } from '../values';
import { articleNames } from '../vocabulary';
import { articleNameCode, articleNumber } from './articles';
import { fieldList, KEY, type FieldLine } from './field-list';

const TABLE = 'Item_RegionalPrice';
const COUNTRIES =
  'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK TR'.split(
    ' ',
  );
const TIERS = [1, 2, 3, 4, 5, 6];

const priceFields: FieldLine[] = COUNTRIES.flatMap((country, countryIndex) =>
  TIERS.map((tier): FieldLine => [
    `Value_${country}_${tier}`,
    sqlTypes.decimal(18, 4, '#,##0.00'),
    (record) => numberField(record, priceAt(1_000 + countryIndex * 100 + tier * 10, 6)),
    { isPriceColumn: true },
  ]),
);

/** Two hundred columns wide: a price by country and tier. */
export const regionalPrice: PriceSource = {
  name: 'RegionalPrice',
  displayName: 'Regional price matrix',
  description: 'One row by article, one column by country and quantity tier.',
  sourceTable: TABLE,
  baseRowCount: 5_000,
  isStatic: false,
  fields: fieldList(TABLE, [
    [
      'ItemNumber',
      sqlTypes.nvarchar(128),
      (record) => serialField(record, (id) => id, articleNumber, { isMonotone: true }),
      KEY,
    ],
    ['Name', sqlTypes.nvarchar(1000), (record) => dictionaryField(record, articleNames, articleNameCode)],
    ...priceFields,
  ]),
};
