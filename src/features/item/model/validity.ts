import { daysOf, readIsoDateTime } from '@/lib/formats/iso-date';

/** From the first to the last day, both included, in days since 1970; null for an open end. */
export interface Span {
  readonly from: number | null;
  readonly to: number | null;
}

/** Days on which no price of a lane applies, between two that do. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Days on which several prices of a lane apply. */
export type Overlap = Span;

/** What is wrong with the days of a lane: gaps and overlaps in order, each in as few pieces as possible. */
export interface Coverage {
  readonly gaps: readonly Gap[];
  readonly overlaps: readonly Overlap[];
}

/** The years by which systems mark a missing last or first day. */
const OPEN_YEARS = { last: '9999', first: ['0001', '1753', '1900'] } as const;

/** Returns the day of ISO text, without its time; null for other text, and for a day that its month does not have. */
export function dayOf(text: string): number | null {
  const day = readIsoDateTime(text.slice(0, 10));
  return day && daysOf(day);
}

/** Returns the days of a validity that the service sends. Empty ends, and those in years such as 9999, are open. */
export function spanOf(from: string | null, to: string | null): Span {
  const year = (text: string) => text.slice(0, 4);
  return {
    from: from === null || (OPEN_YEARS.first as readonly string[]).includes(year(from)) ? null : dayOf(from),
    to: to === null || year(to) === OPEN_YEARS.last ? null : dayOf(to),
  };
}

/** Whether a validity has a day at all. */
export function hasDays({ from, to }: Span): boolean {
  return from === null || to === null || from <= to;
}

export function isValidOn({ from, to }: Span, day: number): boolean {
  return (from === null || from <= day) && (to === null || day <= to);
}

/** Whether there is a day on which both apply. */
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

/** Returns the gaps between the validities of a lane, and the days on which several of them apply. */
export function coverageOf(spans: readonly Span[]): Coverage {
  // By day: the change in the number of prices that apply. A last day counts until its end.
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
    // The overlap continues with another number of prices.
    if (before >= 2 && last !== undefined)
      overlaps[overlaps.length - 1] = { from: last.from, to: overlap.to };
    else overlaps.push(overlap);
  }
  return { gaps, overlaps };
}
