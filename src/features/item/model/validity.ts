import { daysOf, readIsoDateTime } from '@/lib/formats/iso-date';

/** The first and last day of a validity, both inclusive, in days since 1970; null for an open end. */
export interface Span {
  readonly from: number | null;
  readonly to: number | null;
}

/** Days between two prices of a lane on which no price applies. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Days on which several prices of a lane apply. */
export type Overlap = Span;

/** The gaps and overlaps in a lane, in the order of time. Adjacent days form one gap or one overlap. */
export interface Coverage {
  readonly gaps: readonly Gap[];
  readonly overlaps: readonly Overlap[];
}

/** The years that systems write for a missing last or first day. */
const OPEN_YEARS = { last: '9999', first: ['0001', '1753', '1900'] } as const;

/** Returns the day in ISO text and ignores the time; null for other text, and for invalid days such as 30 February. */
export function dayOf(text: string): number | null {
  const day = readIsoDateTime(text.slice(0, 10));
  return day && daysOf(day);
}

/** Converts validity dates of the service. An end is open if it is empty or has a year such as 9999. */
export function spanOf(from: string | null, to: string | null): Span {
  const year = (text: string) => text.slice(0, 4);
  return {
    from: from === null || (OPEN_YEARS.first as readonly string[]).includes(year(from)) ? null : dayOf(from),
    to: to === null || year(to) === OPEN_YEARS.last ? null : dayOf(to),
  };
}

/** Whether a validity includes any day. */
export function hasDays({ from, to }: Span): boolean {
  return from === null || to === null || from <= to;
}

export function isValidOn({ from, to }: Span, day: number): boolean {
  return (from === null || from <= day) && (to === null || day <= to);
}

/** Whether the two validities have a day in common. */
export function haveCommonDay(one: Span, other: Span): boolean {
  const starts = (span: Span) => span.from ?? -Infinity;
  const ends = (span: Span) => span.to ?? Infinity;
  return starts(one) <= ends(other) && starts(other) <= ends(one);
}

export type ValidityState = 'ended' | 'valid' | 'later';

export function validityState(span: Span, day: number): ValidityState {
  if (span.to !== null && span.to < day) return 'ended';
  return span.from !== null && span.from > day ? 'later' : 'valid';
}

/** Returns the gaps between the validities of a lane, and the days that several of them share. */
export function coverageOf(spans: readonly Span[]): Coverage {
  // Maps each day to the change in the number of prices that apply. A price's last day is included, so its change is a day later.
  const changes = new Map<number, number>();
  const change = (day: number, by: number) => changes.set(day, (changes.get(day) ?? 0) + by);
  for (const { from, to } of spans.filter(hasDays)) {
    change(from ?? -Infinity, 1);
    if (to !== null) change(to + 1, -1);
  }
  const days = [...changes.keys()].toSorted((a, b) => a - b);
  const gaps: Gap[] = [];
  const overlaps: Overlap[] = [];
  let count = 0;
  for (const [index, start] of days.entries()) {
    const before = count;
    count += changes.get(start) ?? 0;
    const end = days[index + 1];
    if (count === 0 && end !== undefined) gaps.push({ from: start, to: end - 1 });
    if (count < 2) continue;
    const overlap = { from: Number.isFinite(start) ? start : null, to: end === undefined ? null : end - 1 };
    const last = overlaps.at(-1);
    // Only the number of overlapping prices changes, so the previous overlap continues.
    if (before >= 2 && last !== undefined)
      overlaps[overlaps.length - 1] = { from: last.from, to: overlap.to };
    else overlaps.push(overlap);
  }
  return { gaps, overlaps };
}
