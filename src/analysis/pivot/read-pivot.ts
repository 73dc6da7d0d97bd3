import type { GroupKey } from '../engine/group-key';
import type { ColumnType } from '@/contract/column';
import { averageDecimal, compareDecimals, divideDecimals } from '@/lib/formats/decimal';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { medianOfMiddles } from '../engine/median-sql';
import type { AnalysedTable } from '../engine/analysed-table';
import { MAX_PIVOT_RECORDS, pivotSql, type MeasurePlace } from './pivot-sql';
import type { PivotSpec } from './pivot-spec';
import { ownMember } from '@/lib/base/own-member';
import type { MeasureMixture } from './mixed-figures';

/** A computed pivot and its spec. While another pivot is being computed, the hook still returns the previous one. */
export interface ComputedPivot {
  readonly spec: PivotSpec;
  readonly summary: PivotSummary;
  readonly mixtures: readonly MeasureMixture[];
}

/** The exact values, in the order of the measures: decimals, ISO dates or texts. Null if there is no value to compute it from. */
export type MeasureValues = readonly (string | null)[];

export interface Group {
  /** The values that define the group, in the order of the groupings. */
  readonly keys: readonly GroupKey[];
  readonly total: MeasureValues;
}

export interface PivotSummary {
  readonly rowGroups: readonly Group[];
  readonly columnGroups: readonly Group[];
  /** The number of all row groups. `rowGroups` holds fewer if there are too many to show. */
  readonly rowGroupCount: number;
  readonly columnGroupCount: number;
  readonly total: MeasureValues;
  /** Returns the values of the cell where a row group and a column group meet; null if no row belongs to both. */
  readonly cell: (rowGroup: number, columnGroup: number) => MeasureValues | null;
}

export interface PivotInput {
  readonly engine: AnalysisEngine;
  readonly table: AnalysedTable;
  /** The number of values that do not fit the type of their column, by column name. */
  readonly misfits: Readonly<Record<string, number>>;
  readonly signal?: AbortSignal | undefined;
}

/** The number of decimal places that an average has in addition to those of its field. */
const AVERAGE_EXTRA_DIGITS = 4;
/** The number of decimal places of a share, which is at most 1. */
export const SHARE_DIGITS = 6;

/** Computes a pivot. Rejects with EngineError. */
export async function readPivot(spec: PivotSpec, input: PivotInput): Promise<PivotSummary> {
  const { engine, table, misfits, signal } = input;
  const query = pivotSql(spec, table, {
    hasMisfits: ({ name, misfitSqlName }) => misfitSqlName !== null && (ownMember(misfits, name) ?? 0) > 0,
  });
  const { rows } = await engine.query(query.sql, { signal, maxRows: MAX_PIVOT_RECORDS });
  return summaryOf(rows, spec, query.places);
}

type PivotRecord = readonly (string | null)[];

function summaryOf(
  records: readonly PivotRecord[],
  spec: PivotSpec,
  places: readonly MeasurePlace[],
): PivotSummary {
  const groupingCount = spec.rows.length + spec.columns.length;
  const firstValue = 4 + 2 * groupingCount;
  const all = records.find(([rowAt, columnAt]) => rowAt === null && columnAt === null) ?? [];
  const read = (record: PivotRecord): MeasureValues =>
    places.map((place) => valueOf(place, record.slice(firstValue), all.slice(firstValue)));
  const rowGroups: Group[] = [];
  const columnGroups: Group[] = [];
  const cells = new Map<string, MeasureValues>();
  let rowGroupCount = 0;
  let columnGroupCount = 0;
  for (const record of records) {
    const [rowAt = null, columnAt = null, rowCount = null, columnCount = null] = record;
    if (rowAt !== null && columnAt !== null) {
      cells.set(`${Number(rowAt) - 1} ${Number(columnAt) - 1}`, read(record));
    } else if (rowAt !== null) {
      rowGroupCount = Number(rowCount);
      rowGroups[Number(rowAt) - 1] = { keys: keysOf(record, 0, spec.rows.length), total: read(record) };
    } else if (columnAt !== null) {
      columnGroupCount = Number(columnCount);
      const keys = keysOf(record, spec.rows.length, groupingCount);
      columnGroups[Number(columnAt) - 1] = { keys, total: read(record) };
    }
  }
  const order = exactOrder(rowGroups, spec, places);
  return {
    rowGroups: order.map(({ group }) => group),
    columnGroups,
    rowGroupCount,
    columnGroupCount,
    total: read(all),
    cell: (rowGroup, columnGroup) => cells.get(`${order[rowGroup]?.at ?? -1} ${columnGroup}`) ?? null,
  };
}

function keysOf(record: PivotRecord, start: number, end: number): GroupKey[] {
  return Array.from({ length: end - start }, (_, offset) => {
    const at = 4 + 2 * (start + offset);
    if (record[at + 1] === 'true') return { kind: 'misfit' };
    const value = record[at] ?? null;
    return value === null ? { kind: 'null' } : { kind: 'value', value };
  });
}

function valueOf(place: MeasurePlace, own: PivotRecord, all: PivotRecord): string | null {
  switch (place.kind) {
    case 'value':
      return own[place.at] ?? null;
    case 'median':
      return medianOfMiddles(own[place.at] ?? null);
    case 'average': {
      const sum = own[place.sumAt] ?? null;
      const count = Number(own[place.countAt] ?? 0);
      return sum === null || count === 0 ? null : averageDecimal(sum, count, AVERAGE_EXTRA_DIGITS);
    }
    case 'share': {
      const part = own[place.at] ?? null;
      const whole = all[place.at] ?? null;
      if (part === null || whole === null || !/[1-9]/.test(whole)) return null;
      return divideDecimals(part, whole, SHARE_DIGITS);
    }
  }
}

/** Orders groups by the exact value of a median or an average, because the engine compares these only as doubles. */
function exactOrder(
  groups: readonly Group[],
  { sort }: PivotSpec,
  places: readonly MeasurePlace[],
): readonly { readonly group: Group; readonly at: number }[] {
  const ordered = groups.map((group, at) => ({ group, at }));
  if (sort?.by !== 'measure') return ordered;
  const { index, isDescending } = sort;
  const kind = places[index]?.kind;
  if (kind !== 'average' && kind !== 'median') return ordered;
  return ordered.toSorted((a, b) => {
    const [x = null, y = null] = [a.group.total[index], b.group.total[index]];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return isDescending ? compareDecimals(y, x) : compareDecimals(x, y);
  });
}

/** Returns the type of a measure's values. */
export function measureType(
  { fn, field }: PivotSpec['measures'][number],
  typeOf: (field: string) => ColumnType,
): ColumnType {
  const isExtreme = fn === 'least' || fn === 'greatest';
  return isExtreme && field !== null ? typeOf(field) : 'number';
}
