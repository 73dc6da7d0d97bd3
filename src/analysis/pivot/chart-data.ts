import type { ColumnType } from '@/contract/column';
import type { Words } from '@/ui/formats/words';
import type { ChartKind, Measure, PivotSpec } from './pivot-spec';
import { measureType, type PivotSummary } from './read-pivot';
import { groupingText, measureText, type PivotTexts } from './pivot-texts';

/** The maximum number of groups in a bar chart. */
const MAX_BAR_GROUPS = 30;
/** The maximum number of dates in a line chart. */
const MAX_LINE_GROUPS = 400;
/** The maximum number of series. More than these cannot be told apart by color and mark. */
const MAX_SERIES = 6;

/** A value in the chart. Row and column say which table cell has the same value. */
export interface ChartValue {
  /** The index of the row group; -1 for all rows, if the pivot has no row groups. */
  readonly row: number;
  /** The index of the column group; null if the pivot has no column groups. */
  readonly column: number | null;
  readonly text: string;
  /** The number as a double, which is precise enough for a drawing. */
  readonly value: number;
}

export interface ChartGroup {
  readonly row: number;
  readonly label: string;
  /** The values in the order of the series. A series without a value in this group is left out. */
  readonly values: readonly ChartValue[];
  /** The total of the group. Only stacked bars show it. */
  readonly total: string;
  /** The date of the group in milliseconds since 1970, for line charts; NaN for a group without a date. */
  readonly time: number;
}

export interface ChartData {
  readonly kind: ChartKind;
  readonly measure: Measure;
  /** The names of the column groups; empty if the pivot has none. */
  readonly series: readonly string[];
  readonly groups: readonly ChartGroup[];
  /** The smallest number on the value axis. Bars include 0, and stacked bars the negative sum of each group. */
  readonly least: number;
  readonly greatest: number;
  /** Whether the pivot has groups that the chart does not show. */
  readonly isCut: boolean;
}

type TypeOf = (field: string) => ColumnType;

/** Returns the indexes of the measures whose values are numbers, because only numbers can be drawn. */
export function chartMeasures({ measures }: PivotSpec, typeOf: TypeOf): readonly number[] {
  return measures.flatMap((measure, index) => (measureType(measure, typeOf) === 'number' ? [index] : []));
}

/** Returns the kinds of chart that suit a measure of a pivot. */
export function chartKinds(spec: PivotSpec, measure: Measure, typeOf: TypeOf): readonly ChartKind[] {
  // Stacked bars make sense only if the values of the column groups add up to the value of the row group.
  const canStack = spec.columns.length > 0 && ADDITIVE.has(measure.fn);
  return [
    'bars',
    ...(canStack ? ['stacked' as const] : []),
    ...(hasDates(spec, typeOf) ? ['lines' as const] : []),
  ];
}

const ADDITIVE: ReadonlySet<Measure['fn']> = new Set(['count', 'sum', 'share']);

/** Whether the rows are grouped only by a date, which can be the axis of a line chart. */
export function hasDates({ rows }: Pick<PivotSpec, 'rows'>, typeOf: TypeOf): boolean {
  const [first, ...others] = rows;
  return first !== undefined && others.length === 0 && typeOf(first.field) === 'date';
}

/** Returns the chart to draw: the one in the spec, or the most similar possible one; null if no measure is a number. */
export function drawnChart(
  spec: PivotSpec,
  typeOf: TypeOf,
): { readonly kind: ChartKind; readonly measure: number } | null {
  const possible = chartMeasures(spec, typeOf);
  const wanted = spec.chart?.measure ?? 0;
  const at = possible.includes(wanted) ? wanted : possible[0];
  const measure = at === undefined ? undefined : spec.measures[at];
  if (at === undefined || measure === undefined) return null;
  const kind = spec.chart?.kind ?? 'bars';
  return { kind: chartKinds(spec, measure, typeOf).includes(kind) ? kind : 'bars', measure: at };
}

/** Returns the data of a pivot's chart; null if none of its measures is a number. */
export function chartData(
  spec: PivotSpec,
  summary: PivotSummary,
  texts: PivotTexts,
  typeOf: TypeOf,
): ChartData | null {
  const drawn = drawnChart(spec, typeOf);
  const measure = drawn === null ? undefined : spec.measures[drawn.measure];
  if (drawn === null || measure === undefined) return null;
  const at = drawn.measure;
  const { rowGroups, columnGroups, total } = summary;
  const shownColumns = columnGroups.slice(0, MAX_SERIES);
  const valueOf = (row: number, column: number | null): readonly ChartValue[] => {
    const own =
      column === null
        ? (rowGroups[row]?.total ?? total)
        : row === -1
          ? (columnGroups[column]?.total ?? null)
          : summary.cell(row, column);
    const value = own?.[at] ?? null;
    return value === null
      ? []
      : [{ row, column, text: texts.valueText(measure, value), value: Number(value) }];
  };
  const groupOf = (row: number): ChartGroup => {
    const keys = rowGroups[row]?.keys ?? [];
    const [key] = keys;
    return {
      row,
      label: texts.groupText(spec.rows, keys),
      values:
        shownColumns.length === 0
          ? valueOf(row, null)
          : shownColumns.flatMap((_, column) => valueOf(row, column)),
      total: texts.valueText(measure, (rowGroups[row]?.total ?? total)[at] ?? null),
      time: key?.kind === 'value' ? timeOf(key.value) : NaN,
    };
  };
  const rows = spec.rows.length === 0 ? [-1] : rowGroups.map((_, index) => index);
  const isLine = drawn.kind === 'lines';
  // Line charts leave out the group of rows without a date, because it has no position on the time axis.
  const all = isLine ? rows.filter((row) => rowGroups[row]?.keys[0]?.kind === 'value') : rows;
  const inOrder = isLine ? all.toSorted((a, b) => dateOf(summary, a) - dateOf(summary, b)) : all;
  const groups = inOrder.slice(0, isLine ? MAX_LINE_GROUPS : MAX_BAR_GROUPS).map(groupOf);
  const heights = groups.flatMap(({ values }) => {
    const numbers = values.map(({ value }) => value);
    if (drawn.kind !== 'stacked') return numbers;
    const sumOf = (sign: number) => numbers.reduce((sum, each) => (each * sign > 0 ? sum + each : sum), 0);
    return [sumOf(1), sumOf(-1)];
  });
  return {
    kind: drawn.kind,
    measure,
    series: shownColumns.map((group) => texts.groupText(spec.columns, group.keys)),
    groups,
    least: Math.min(...(isLine ? [] : [0]), ...heights),
    greatest: Math.max(...(isLine ? [] : [0]), ...heights),
    isCut:
      groups.length < all.length ||
      rowGroups.length < summary.rowGroupCount ||
      columnGroups.length < summary.columnGroupCount ||
      columnGroups.length > MAX_SERIES,
  };
}

function dateOf({ rowGroups }: PivotSummary, row: number): number {
  const key = rowGroups[row]?.keys[0];
  return key?.kind === 'value' ? timeOf(key.value) : NaN;
}

function timeOf(isoDay: string): number {
  return Date.parse(isoDay.slice(0, 10));
}

/** Returns the title of the chart, such as `Sum of Value by Country`. */
export function chartTitle(words: Words, { rows }: PivotSpec, measure: Measure): string {
  const t = words.of('pivot');
  const name = measureText(words, measure);
  if (rows.length === 0) return t('chartOf', { measure: name });
  const groups = rows.map((grouping) => groupingText(words, grouping)).join(', ');
  return t('chartOfBy', { measure: name, groups });
}
