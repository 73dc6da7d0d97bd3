import { sqlTypes } from '../column-record';
import { articleNameCode, articleNames, articleNumber } from '../company/articles';
import { basePriceOf } from '../company/list-price';
import { CURRENCY, withEnding } from '../company/markets';
import { dateField, dictionaryField, NULL_PART, numberField, serialField } from '../field';
import { isOneIn } from '../hash';
import type { PriceSource } from '../price-source';
import { fieldList, KEY, type FieldLine } from './field-list';

const TABLE = 'Item_WidePrice';
const NAME = /^WidePrice(\d{1,5})$/;
/** The first day in fields with dates: 2026-01-01, in days since 1970. */
const FIRST_DAY = 20_454;

const made = new Map<number, PriceSource>();

/** Returns the wide source for a name such as `WidePrice4096`; null for any other name. */
export function wideSourceNamed(name: string): PriceSource | null {
  const count = NAME.exec(name)?.[1];
  return count === undefined ? null : widePrice(Number(count));
}

/** Returns a source with `fieldCount` fields (at least three), mostly prices. It is for tests and measurements of wide tables. */
export function widePrice(fieldCount: number): PriceSource {
  const source = made.get(fieldCount) ?? newWidePrice(fieldCount);
  made.set(fieldCount, source);
  return source;
}

function newWidePrice(fieldCount: number): PriceSource {
  return {
    name: `WidePrice${fieldCount}`,
    displayName: 'Wide price matrix',
    description: `${fieldCount} fields.`,
    sourceTable: TABLE,
    baseRowCount: 300,
    isStatic: true,
    fields: fieldList(TABLE, [
      [
        'ItemNumber',
        sqlTypes.nvarchar(128),
        (record) => serialField(record, (id) => id, articleNumber, { isMonotone: true }),
        KEY,
      ],
      ['Name', sqlTypes.nvarchar(1000), (record) => dictionaryField(record, articleNames, articleNameCode)],
      ...Array.from({ length: Math.max(1, fieldCount - 2) }, (_, index) => wideField(index + 1)),
    ]),
  };
}

function wideField(number: number): FieldLine {
  if (number % 8 === 0) {
    return [
      `Day_${number}`,
      sqlTypes.date(),
      (record) => dateField(record, (id) => FIRST_DAY + ((id + number) % 365)),
    ];
  }
  return [
    `Value_${number}`,
    sqlTypes.decimal(18, 4, '#,##0.00'),
    (record) =>
      numberField(record, (id) =>
        isOneIn(id, number, 12)
          ? NULL_PART
          : withEnding(basePriceOf(id) * (1 + number / 10_000), CURRENCY.EUR),
      ),
    { isPriceColumn: true },
  ];
}
