import type { ColumnType } from '@/contract/column';
import { DAY_MS, utcDate } from '@/lib/formats/days';
import { addDecimals } from '@/lib/formats/decimal';
import type { RowSubset, SubsetCondition } from '../conditions/row-subset';
import { dateStepOf, type DateStep, type Grouping } from './pivot-spec';
import type { GroupKey } from '../engine/group-key';

/** Returns the conditions that select the rows of a group, or of the cell where a row group and a column group meet. */
export function groupRows(
  groupings: readonly Grouping[],
  keys: readonly GroupKey[],
  typeOf: (field: string) => ColumnType,
): RowSubset {
  return {
    conditions: groupings.flatMap((grouping, index) => {
      const key = keys[index];
      return key === undefined ? [] : [conditionOf(grouping, key, typeOf(grouping.field))];
    }),
  };
}

function conditionOf({ field: column, step }: Grouping, key: GroupKey, type: ColumnType): SubsetCondition {
  if (key.kind === 'misfit') return { kind: 'misfit', column };
  if (key.kind === 'null') return { kind: 'is', column, value: null };
  const { value } = key;
  if (type === 'boolean') return { kind: 'is', column, value: value === 'true' };
  if (step === null) return { kind: 'is', column, value };
  const dateStep = dateStepOf(step);
  const to = dateStep === undefined ? addDecimals(value, step) : endOfStep(value, dateStep);
  return { kind: 'between', column, from: value, to, includesEnd: false };
}

const DAYS = { day: 1, week: 7 } as const;
const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

/** Returns the first day after the step (such as a month) that starts on an ISO day; null after 9999, the last year of the service. */
export function endOfStep(start: string, step: DateStep): string | null {
  const [year = 0, month = 0, day = 0] = start.split('-').map(Number);
  const end =
    step === 'day' || step === 'week'
      ? utcDate(year, month, day + DAYS[step])
      : utcDate(year, month + MONTHS[step], 1);
  return end.getUTCFullYear() > 9999 ? null : end.toISOString().slice(0, 10);
}

/** Returns the ISO 8601 week that starts on the given ISO day, a Monday. The week belongs to the year of its Thursday. */
export function isoWeekOf(monday: string): { readonly year: string; readonly week: string } {
  const [y = 0, month = 0, day = 0] = monday.split('-').map(Number);
  const thursday = utcDate(y, month, day + 3);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - utcDate(year, 1, 1).getTime()) / DAY_MS / 7) + 1;
  return { year: String(year), week: String(week).padStart(2, '0') };
}
