import { sqlTypes } from '../column-record';
import { articleNameCode, articleNames, articleNumber } from '../company/articles';
import { basePriceOf } from '../company/list-price';
import { CURRENCY, withEnding } from '../company/markets';
import { dictionaryField, NULL_PART, numberField, serialField } from '../field';
import { isOneIn } from '../hash';
import type { PriceSource } from '../price-source';
import { agreedFactor } from '../values';
import { fieldList, KEY, type FieldLine } from './field-list';

const TABLE = 'Item_RegionalPrice';
const COUNTRIES =
  'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK TR'.split(
    ' ',
  );
/** The price level of each country in percent of the German price, in the order of `COUNTRIES`. */
const COUNTRY_PERCENTS = [
  102, 103, 84, 124, 97, 93, 100, 112, 92, 95, 108, 104, 106, 94, 91, 89, 107, 128, 98, 123, 90, 105, 91, 99,
  103, 126, 92, 94, 86, 110, 96, 93, 82,
];
const TIERS = [1, 2, 3, 4, 5, 6];
const PER_TIER_PERCENT = 4;

const priceFields: FieldLine[] = COUNTRIES.flatMap((country, countryIndex) =>
  TIERS.map((tier): FieldLine => {
    const salt = 1_000 + countryIndex * 100;
    const factor =
      ((COUNTRY_PERCENTS[countryIndex] ?? 100) / 100) * (1 - (PER_TIER_PERCENT * (tier - 1)) / 100);
    return [
      `Value_${country}_${tier}`,
      sqlTypes.decimal(18, 4, '#,##0.00'),
      (record) =>
        numberField(record, (id, version) =>
          // Some articles are not sold in a country, or not in a quantity tier, and have no price.
          isOneIn(id, salt, 12) || isOneIn(id, salt + tier, 9)
            ? NULL_PART
            : withEnding(basePriceOf(id) * factor * agreedFactor(id, salt + 50, version), CURRENCY.EUR),
        ),
      { isPriceColumn: true },
    ];
  }),
);

/** A source with about 200 columns: one price for each country and quantity tier. */
export const regionalPrice: PriceSource = {
  name: 'RegionalPrice',
  displayName: 'Regional price matrix',
  description: 'In euros: one row by article, one column by country and quantity tier.',
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
