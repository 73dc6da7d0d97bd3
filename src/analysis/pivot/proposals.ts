import type { PriceField } from '@/contract/column';
import { isComputedField } from '../conditions/computed-field';
import { denominationKindsOf, denominationsOf } from '@/rows/price-rows/denominations';
import type { AnalysedColumn } from '../engine/analysed-table';
import { mainNumberField } from '@/rows/price-rows/field-meaning';
import { groupingBy, type Measure, type PivotSpec } from './pivot-spec';

const MOST_PROPOSALS = 4;

/**
 * Returns suggested pivots: count and average of the price, grouped by fields that characterize the rows. A computed percentage, such as a
 * margin, replaces the price: the user computed it for a purpose, and it has no currency. For percentages the median is used, because a few
 * rows of +10,000 % would distort the average. Columns with a single value, for example because of a condition, do not divide the rows, so
 * they are used only if there are no others.
 */
export function proposedPivots(
  columns: readonly AnalysedColumn[],
  fields: readonly PriceField[],
  hasOneValue: (column: string) => boolean = () => false,
): readonly PivotSpec[] {
  const percentage = fields.findLast(
    (field) => isComputedField(field) && (field.scale ?? 0) > 0 && denominationKindsOf(field).length === 0,
  );
  const price = percentage === undefined ? mainNumberField(columns, fields) : null;
  const measures: readonly Measure[] = [
    { fn: 'count', field: null },
    ...(percentage === undefined ? [] : [{ fn: 'median', field: percentage.name } as const]),
    ...(price === null ? [] : [{ fn: 'average', field: price } as const]),
  ];
  const denominations = denominationsOf(fields).map(({ field }) => field);
  const currency = columns.find(({ name }) => denominations.includes(name));
  const fieldOf = (name: string) => fields.find((field) => field.name === name);
  // A primary key or unique field would have as many groups as rows. Short texts and references to another table have few groups.
  const groups = columns
    .filter(({ name, type }) => {
      const field = fieldOf(name);
      if (field?.isPrimaryKey === true || field?.isUnique === true || name === currency?.name) return false;
      if (type === 'date' || type === 'boolean') return true;
      return type === 'text' && (field?.foreignKey != null || (field?.maxLength ?? Infinity) <= SHORT_TEXT);
    })
    .toSorted((a, b) => Number(a.type === 'date') - Number(b.type === 'date'));
  const several = groups.filter(({ name }) => !hasOneValue(name));
  const useful = several.length > 0 ? several : groups;
  const texts = useful.filter(({ type }) => type !== 'date').slice(0, MOST_PROPOSALS - 1);
  const dates = useful.filter(({ type }) => type === 'date').slice(0, 1);
  return [...texts, ...dates].map(({ name, type }) => ({
    rows: [groupingBy(name, type)],
    columns:
      price === null || currency === undefined || hasOneValue(currency.name)
        ? []
        : [groupingBy(currency.name, currency.type)],
    measures,
    sort: null,
    hasChart: false,
  }));
}

const SHORT_TEXT = 10;
