import type { Translator } from '@/ui/formats/words';
import { addDays, firstOfMonth, firstOfYear, isMoment } from './calendar';

/**
 * Days that follow the calendar, as operands of date conditions. Their texts are canonical: drafts, addresses and saved views hold them.
 * Which day they mean depends on the day on which the query runs.
 *
 *     today · in-7-days · 30-days-ago · start-of-month · end-of-month · start-of-year · end-of-year
 */

/** The limit of days before and after today. */
export const DAYS_LIMIT = 36_500;

/** The relative days without a count, in display order. */
export const RELATIVE_DAYS = [
  'today',
  'start-of-month',
  'end-of-month',
  'start-of-year',
  'end-of-year',
] as const;

type NamedDay = (typeof RELATIVE_DAYS)[number];

const COUNTED_DAY = /^(?:in-([1-9]\d{0,4})-days|([1-9]\d{0,4})-days-ago)$/;

export function isRelativeDay(value: string): boolean {
  return isNamed(value) || daysFromToday(value) !== null;
}

/** Whether the text is a canonical operand of a date condition: a moment or a relative day. */
export function isDateOperand(value: string): boolean {
  return isMoment(value) || isRelativeDay(value);
}

/** Returns the relative day that is `days` after today. A negative number means days before today. Returns null beyond `DAYS_LIMIT`. */
export function relativeDay(days: number): string | null {
  if (!Number.isInteger(days) || Math.abs(days) > DAYS_LIMIT) return null;
  if (days === 0) return 'today';
  return days > 0 ? `in-${days}-days` : `${-days}-days-ago`;
}

/** Returns the day that an operand means on `today`; null beyond the years 0001 to 9999. Other operands are returned unchanged. */
export function resolveDay(value: string, today: string): string | null {
  if (isNamed(value)) return NAMED_DAYS[value](today);
  const days = daysFromToday(value);
  return days === null ? value : addDays(today, days);
}

/** The function that translates the words of queries. */
export type QueryWords = Translator<'queryText'>;

/** Describes a relative day: `today + 7 days`. Other operands are returned unchanged. */
export function describeRelativeDay(value: string, t: QueryWords): string {
  if (isNamed(value)) return t(`day.${value}`);
  const days = daysFromToday(value);
  if (days === null) return value;
  const count = Math.abs(days);
  // The count is also passed as text without group separators, because users type these words.
  return t(days > 0 ? 'day.in-days' : 'day.days-ago', { days: count, count: String(count) });
}

/** Parses a text in the form of `describeRelativeDay`. The unit may be missing, as in `today - 30`. Returns null for any other text. */
export function parseRelativeDay(text: string, t: QueryWords): string | null {
  const typed = normalized(text);
  const named = RELATIVE_DAYS.find((day) => typed === normalized(t(`day.${day}`)));
  if (named !== undefined) return named;
  const [, word, sign, count = ''] = /^(.+?) ?([+-]) ?([1-9]\d{0,4})(?!\d)/.exec(typed) ?? [];
  if (word !== normalized(t('day.today'))) return null;
  const day = relativeDay(sign === '-' ? -Number(count) : Number(count));
  const accepted = [`${word} ${sign} ${count}`, day === null ? '' : describeRelativeDay(day, t)];
  return accepted.some((form) => withoutBlanks(form) === withoutBlanks(typed)) ? day : null;
}

function normalized(text: string): string {
  return text.toLowerCase().replaceAll(/[−–]/g, '-').replaceAll(/\s+/g, ' ').trim();
}

function withoutBlanks(text: string): string {
  return normalized(text).replaceAll(' ', '');
}

function isNamed(value: string): value is NamedDay {
  return RELATIVE_DAYS.some((day) => day === value);
}

function daysFromToday(value: string): number | null {
  const [, after, before] = COUNTED_DAY.exec(value) ?? [];
  const days = after === undefined ? -Number(before) : Number(after);
  return Math.abs(days) <= DAYS_LIMIT ? days : null;
}

const NAMED_DAYS: Record<NamedDay, (today: string) => string | null> = {
  today: (today) => today,
  'start-of-month': (today) => firstOfMonth(today, 0),
  'end-of-month': (today) => dayBefore(firstOfMonth(today, 1)),
  'start-of-year': (today) => firstOfYear(today, 0),
  'end-of-year': (today) => dayBefore(firstOfYear(today, 1)),
};

function dayBefore(day: string | null): string | null {
  return day === null ? null : addDays(day, -1);
}
