import { dayNumber } from '../date-text';
import type { Calendar } from './families';

export const TERM = { before: 0, current: 1, next: 2 } as const;

/** The first and the last day of a term, in days since 1970. */
interface Term {
  readonly from: number;
  readonly to: number;
}

type Day = readonly [year: number, month: number, day: number];

/** Returns consecutive terms that begin on the given days. The last given day is the day after the last term. */
function terms(...days: readonly Day[]): readonly Term[] {
  const numbers = days.map((day) => dayNumber(...day));
  return numbers.slice(1).map((next, index) => ({ from: numbers[index] ?? next, to: next - 1 }));
}

/** The previous, the current and the next term for each calendar, seen from `LOADED_ON`. */
export const TERMS_BY_CALENDAR: Readonly<Record<Calendar, readonly Term[]>> = {
  year: terms([2025, 1, 1], [2026, 1, 1], [2027, 1, 1], [2028, 1, 1]),
  'half-year': terms([2026, 1, 1], [2026, 7, 1], [2027, 1, 1], [2027, 7, 1]),
  winter: terms([2026, 3, 1], [2026, 10, 1], [2027, 3, 1], [2027, 10, 1]),
  summer: terms([2026, 4, 1], [2026, 9, 15], [2027, 4, 1], [2027, 9, 15]),
};

/** The date that some systems store for a validity without an end, instead of leaving it empty. */
export const OPEN_END = dayNumber(9999, 12, 31);
