import { averageDecimal, shiftDecimal } from '@/lib/formats/decimal';
import { middleMoment } from '@/lib/formats/iso-date';
import { EngineError, type AnalysisEngine } from '../engine/analysis-engine';
import { medianOfMiddles } from '../engine/median-sql';
import { readMixture } from '../engine/read-mixture';
import { identifier, type Sql } from '../engine/sql';
import type { AnalysedColumn, AnalysedTable } from '../engine/analysed-table';
import type { Distribution, ValueCount } from '../histograms/distribution';
import { frequentSql } from '../histograms/histogram-sql';
import { readRanges } from '../histograms/read-ranges';
import type { ColumnDetails, ColumnProfile, DaySpan, TextLengths } from './column-profile';
import * as profileSql from './profile-sql';
import type { Denominators } from '@/rows/price-rows/denominations';

export interface ProfileInput {
  readonly engine: AnalysisEngine;
  readonly table: AnalysedTable;
  readonly column: AnalysedColumn;
  /** The columns that hold the currency or unit of the column's numbers. */
  readonly denominators: Denominators;
  readonly isEstimate: boolean;
  readonly signal: AbortSignal;
}

const MEAN_EXTRA_DIGITS = 4;
const PICTURED_VALUES = 8;
const FREQUENT_VALUES = 50;
const MISFIT_EXAMPLES = 10;
const LENGTH_DIGITS = 1;
export const QUANTILE_PERCENTS = [1, 5, 25, 50, 75, 95, 99] as const;

/** Computes the figures of a column with a few queries, one after the other. */
export async function readColumnProfile(input: ProfileInput): Promise<ColumnProfile> {
  const { column, isEstimate } = input;
  const first = await readFigures(input);
  const [rowCount, valueCount, misfitCount] = [numberOf(first[0]), numberOf(first[1]), numberOf(first[2])];
  const emptyTextCount = column.type === 'text' ? numberOf(first[5]) : 0;
  const nullCount = rowCount - valueCount - misfitCount;
  const [least = null, greatest = null] = column.type === 'boolean' ? [] : first.slice(3, 5);
  const common = {
    rowCount,
    filledCount: rowCount - nullCount - emptyTextCount,
    nullCount,
    emptyTextCount,
    misfitCount,
    least,
    greatest,
    isEstimate,
  };
  const none = { sum: null, mean: null, median: null, mixture: null };
  switch (column.type) {
    case 'boolean': {
      const counts = { true: numberOf(first[3]), false: valueCount - numberOf(first[3]) };
      const values = [true, false].map((value) => ({ value, count: counts[`${value}`] }));
      const frequent = values.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
      const distribution = valueCount === 0 ? null : ({ kind: 'values', values, otherCount: 0 } as const);
      return { ...common, ...none, distinctCount: frequent.length, frequent, distribution };
    }
    case 'text': {
      const { frequent, distinctCount } = await readFrequent(input);
      const values = frequent.filter(({ value }) => value !== '');
      return {
        ...common,
        ...none,
        frequent,
        // The number of different values does not include the empty text.
        distinctCount: distinctCount - (emptyTextCount > 0 ? 1 : 0),
        distribution: valuesDistribution(values.slice(0, PICTURED_VALUES), valueCount - emptyTextCount),
      };
    }
    case 'number': {
      const sum = first[5] ?? null;
      return {
        ...common,
        sum,
        mean: sum === null ? null : averageDecimal(sum, valueCount, MEAN_EXTRA_DIGITS),
        median: medianOfMiddles(first[6] ?? null),
        ...(await readFrequent(input)),
        // The sum of a single number cannot mix currencies or units.
        mixture: valueCount < 2 ? null : await readMixture(input, column, input.denominators),
        distribution: await readCore(input, first[7], first[8]),
      };
    }
    case 'date': {
      const ends = await readDateEnds(input, first.slice(3, 7), valueCount);
      return {
        ...common,
        ...none,
        ...ends,
        ...(await readFrequent(input, numberOf(first[7]) >= DIFFERING_SHARE * valueCount)),
        distribution: await readCore(input, first[8], first[9]),
      };
    }
  }
}

/** Reads the figures of `figuresSql`. If the sum is too large for the engine, `wideFiguresSql` computes it in two parts. */
async function readFigures(input: ProfileInput): Promise<Row> {
  const { table, column } = input;
  try {
    const [row = []] = await rowsOf(input, profileSql.figuresSql(table, column), 1);
    return row;
  } catch (error) {
    const isTooLarge =
      column.type === 'number' && error instanceof EngineError && error.failure.kind === 'out-of-range';
    if (!isTooLarge) throw error;
    const [row = []] = await rowsOf(input, profileSql.wideFiguresSql(table, column), 1);
    const [high, low] = [BigInt(row[9] ?? 0), BigInt(row[10] ?? 0)];
    const units = high * 10n ** BigInt(profileSql.SUM_SPLIT) + low;
    return row.with(5, shiftDecimal(String(units), -(column.scale ?? 0)));
  }
}

/** Computes the figures that only the profile of a single column shows. */
export async function readColumnDetails(input: ProfileInput): Promise<ColumnDetails> {
  const { table, column, isEstimate } = input;
  const { misfitSqlName, type } = column;
  const misfitRows =
    misfitSqlName === null
      ? []
      : await rowsOf(input, profileSql.misfitsSql(table, misfitSqlName, MISFIT_EXAMPLES), MISFIT_EXAMPLES);
  const misfits = misfitRows.map(([value, count]) => ({ value: value ?? '', count: numberOf(count) }));
  const hasQuantiles = type === 'number' || type === 'date';
  const [counted = []] = hasQuantiles ? await rowsOf(input, profileSql.valueCountSql(table, column), 1) : [];
  const valueCount = numberOf(counted[0]);
  const values = hasQuantiles ? await readQuantiles(input, QUANTILE_PERCENTS, valueCount) : [];
  return {
    quantiles: values.map((value, index) => ({ percent: QUANTILE_PERCENTS[index] ?? 0, value })),
    lengths: type === 'text' ? await readLengths(input) : null,
    days: type === 'date' && valueCount > 0 ? await readDays(input) : null,
    misfits,
    isEstimate,
  };
}

type Reader = Pick<ProfileInput, 'engine' | 'signal'>;
type Row = readonly (string | null)[];

async function rowsOf({ engine, signal }: Reader, query: Sql, maxRows: number): Promise<readonly Row[]> {
  const { rows } = await engine.query(query, { signal, maxRows });
  return rows;
}

/** Converts a count to a number, which is exact because counts are below 2^53. */
function numberOf(text: string | null | undefined): number {
  return Number(text ?? 0);
}

function valueCountOf([value, count]: Row): { readonly value: string; readonly count: number } {
  return { value: value ?? '', count: numberOf(count) };
}

function valuesDistribution(values: readonly ValueCount[], total: number): Distribution | null {
  if (values.length === 0) return null;
  return { kind: 'values', values, otherCount: total - values.reduce((sum, { count }) => sum + count, 0) };
}

/** If the engine estimates that a greater share of the dates differ, they are grouped by timestamps. */
const DIFFERING_SHARE = 0.8;

/** Reads the frequent values and the number of different values in one query, because the grouping for both takes most of the time. */
async function readFrequent(
  input: ProfileInput,
  isByMoments = false,
): Promise<Pick<ColumnProfile, 'frequent' | 'distinctCount'>> {
  const { table, column } = input;
  const query = isByMoments
    ? profileSql.frequentMomentsSql(table, column, FREQUENT_VALUES)
    : frequentSql(identifier(table.sqlName), column, FREQUENT_VALUES);
  const rows = await rowsOf(input, query, FREQUENT_VALUES);
  return { frequent: rows.map(valueCountOf), distinctCount: numberOf(rows[0]?.[2]) };
}

/** Reads the distribution of the middle 98 % of the values, whose ends are given. */
async function readCore(
  { engine, table, column, signal }: ProfileInput,
  from: string | null = null,
  to: string | null = null,
): Promise<Distribution | null> {
  if (from === null || to === null) return null;
  return { kind: 'ranges', ...(await readRanges(engine, table, column, { from, to }, signal)) };
}

/** Returns quantiles. Each is the smallest value of the column that at least the given percentage of the values do not exceed. */
async function readQuantiles(
  input: ProfileInput,
  percents: readonly number[],
  valueCount: number,
): Promise<readonly string[]> {
  const { table, column } = input;
  if (valueCount === 0) return [];
  const shares = percents.map((percent) => percent / 100);
  const rows = await rowsOf(input, profileSql.quantilesSql(table, column, shares), shares.length);
  const values = rows.flatMap(([value]) => value ?? []);
  if (column.type !== 'date' || values.length < percents.length) return values;
  const ranks = percents.map((percent) => Math.ceil((percent * valueCount) / 100));
  return textsOfRanks(input, values, ranks, await readMomentTexts(input, values));
}

interface MomentText {
  readonly moment: string;
  readonly text: string;
  readonly count: number;
}

/** Returns the texts of timestamps, in order. A timestamp can have several texts, because texts can have one digit more. */
async function readMomentTexts(
  input: ProfileInput,
  moments: readonly string[],
): Promise<readonly MomentText[]> {
  const query = profileSql.momentTextsSql(input.table, input.column, [...new Set(moments)]);
  const rows = await rowsOf(input, query, MAX_MOMENT_TEXTS);
  return rows.map(([moment, text, count]) => ({
    moment: moment ?? '',
    text: text ?? '',
    count: numberOf(count),
  }));
}

/** The maximum number of texts that are read. At most seven timestamps are requested, each with ten last digits in a few notations. */
const MAX_MOMENT_TEXTS = 1_000;

/** Returns the texts of timestamps with 1-based ranks. If a timestamp has several texts, the number of earlier values decides which. */
async function textsOfRanks(
  input: ProfileInput,
  moments: readonly string[],
  ranks: readonly number[],
  texts: readonly MomentText[],
): Promise<readonly string[]> {
  const textsOf = moments.map((moment) => texts.filter((each) => each.moment === moment));
  const areCertain = textsOf.every(({ length }) => length < 2);
  const query = profileSql.earlierCountsSql(input.table, input.column, moments);
  const [earlier = []] = areCertain ? [] : await rowsOf(input, query, 1);
  return moments.map((moment, index) => {
    let seen = numberOf(earlier[index]);
    const found = textsOf[index]?.find(({ count }) => {
      seen += count;
      return areCertain || seen >= (ranks[index] ?? 0);
    });
    return found?.text ?? moment;
  });
}

/** Returns the texts of the first and the last timestamp of a date column, and of the median. */
async function readDateEnds(
  input: ProfileInput,
  moments: readonly (string | null)[],
  valueCount: number,
): Promise<Record<'least' | 'greatest' | 'median', string | null>> {
  const [low, high, lower, upper] = moments;
  if (low == null || high == null || lower == null || upper == null) {
    return { least: null, greatest: null, median: null };
  }
  const texts = await readMomentTexts(input, [low, high, lower, upper]);
  const ranks = [Math.ceil(valueCount / 2), Math.floor(valueCount / 2) + 1];
  const [one = lower, other = upper] = await textsOfRanks(input, [lower, upper], ranks, texts);
  return {
    least: texts.find(({ moment }) => moment === low)?.text ?? null,
    greatest: texts.findLast(({ moment }) => moment === high)?.text ?? null,
    median: middleMoment(one, other),
  };
}

async function readLengths(input: ProfileInput): Promise<TextLengths | null> {
  const [row = []] = await rowsOf(input, profileSql.lengthsSql(input.table, input.column), 1);
  const [shortest, longest, total, count] = row;
  if (shortest == null || longest == null || total == null) return null;
  return {
    shortest: Number(shortest),
    longest: Number(longest),
    mean: averageDecimal(total, numberOf(count), LENGTH_DIGITS),
  };
}

async function readDays(input: ProfileInput): Promise<DaySpan | null> {
  const [row = []] = await rowsOf(input, profileSql.daysSql(input.table, input.column), 1);
  const [dayCount, missingCount, longest, from, to] = row;
  if (dayCount == null) return null;
  const gapDays = numberOf(longest);
  return {
    dayCount: Number(dayCount),
    missingCount: numberOf(missingCount),
    longestGap: gapDays > 0 && from != null && to != null ? { from, to, dayCount: gapDays } : null,
  };
}
