import type { ColumnType } from '@/contract/column';
import type { Words } from '@/ui/formats/words';
import type { ChartKind, Measure, PivotSpec } from './pivot-spec';
import { measureType, type PivotSummary } from './read-pivot';
import { groupingText, measureText, type PivotTexts } from './pivot-texts';

/** The maximum number of groups in a bar chart. */
const MAX_BAR_GROUPS = 30;
/** The maximum number of dates in a line chart. */
const MAX_LINE_GROUPS = 400;
/** The maximum number of series: more cannot be told apart by colour and mark. */
const MAX_SERIES = 6;

/** A value of the chart, with the position of its table cell. */
export interface ChartValue {
  /** Index of the row group; -1 for all rows, in a pivot without row groups. */
  readonly row: number;
  /** Index of the column group; null for a pivot without column groups. */
  readonly column: number | null;
  readonly text: string;
  /** A double is precise enough for a drawing. */
  readonly value: number;
}

export interface ChartGroup {
  readonly row: number;
  readonly label: string;
  /** In the order of the series; without series that have no value here. */
  readonly values: readonly ChartValue[];
  /** The value of all rows in the group, for stacked bars. */
  readonly total: string;
  /** Milliseconds since 1970, for line charts. */
  readonly time: number;
}

export interface ChartData {
  readonly kind: ChartKind;
  readonly measure: Measure;
  /** The names of the column groups; empty for a pivot without them. */
  readonly series: readonly string[];
  readonly groups: readonly ChartGroup[];
  /** The minimum of all values and, for bars, of 0; for stacked bars the minimum sum of a group. */
  readonly least: number;
  readonly greatest: number;
  /** Whether the chart leaves out groups. */
  readonly isCut: boolean;
}

type TypeOf = (field: string) => ColumnType;

/** Returns the indexes of the measures that can be drawn. */
export function chartMeasures({ measures }: PivotSpec, typeOf: TypeOf): readonly number[] {
  return measures.flatMap((measure, index) => (measureType(measure, typeOf) === 'number' ? [index] : []));
}

/** Returns the kinds of chart that suit a measure of a pivot. */
export function chartKinds(spec: PivotSpec, measure: Measure, typeOf: TypeOf): readonly ChartKind[] {
  // Stacking is useful only if the parts of a bar add up to the whole.
  const canStack = spec.columns.length > 0 && ADDITIVE.has(measure.fn);
  return [
    'bars',
    ...(canStack ? ['stacked' as const] : []),
    ...(hasDates(spec, typeOf) ? ['lines' as const] : []),
  ];
}

const ADDITIVE: ReadonlySet<Measure['fn']> = new Set(['count', 'sum', 'share']);

/** Whether each row group is a date. */
export function hasDates({ rows }: Pick<PivotSpec, 'rows'>, typeOf: TypeOf): boolean {
  const [first, ...others] = rows;
  return first !== undefined && others.length === 0 && typeOf(first.field) === 'date';
}

/** Returns the chart to draw: that of the spec, or the nearest suitable one; null if no measure is a number. */
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
  // A group without a date has no position on the axis.
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

/** The name of the chart. */
export function chartTitle(words: Words, { rows }: PivotSpec, measure: Measure): string {
  const t = words.of('pivot');
  const name = measureText(words, measure);
  if (rows.length === 0) return t('chartOf', { measure: name });
  const groups = rows.map((grouping) => groupingText(words, grouping)).join(', ');
  return t('chartOfBy', { measure: name, groups });
}
