import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isoDay } from '@/lib/formats/days';
import { coverageOf, dayOf, hasDays, isValidOn, spanOf, validityState, type Span } from './validity';
import { runs } from '@/test/runs';

const day = (text: string) => dayOf(text) ?? Number.NaN;
const span = (from: string | null, to: string | null) => spanOf(from, to);

describe('days', () => {
  test.each(['0001-01-01', '1969-12-31', '1970-01-01', '2024-02-29', '9999-12-31'])('%s', (text) => {
    expect(isoDay(day(text))).toBe(text);
  });

  test('a moment is on its day, and other text is none', () => {
    expect(dayOf('2026-11-25T23:59:59.9999999')).toBe(dayOf('2026-11-25'));
    expect(dayOf('soon')).toBeNull();
  });

  test('what is empty or far away is open', () => {
    expect(span(null, null)).toEqual({ from: null, to: null });
    expect(span('1900-01-01', '9999-12-31')).toEqual({ from: null, to: null });
    expect(span('2026-01-01', '2026-01-01')).toEqual({ from: 20_454, to: 20_454 });
  });

  test('a validity has ended after its last day, and is later before its first', () => {
    const year = span('2026-01-01', '2026-12-31');
    expect(
      ['2025-12-31', '2026-01-01', '2026-12-31', '2027-01-01'].map((text) => validityState(year, day(text))),
    ).toEqual(['later', 'valid', 'valid', 'ended']);
    expect(validityState(span(null, null), day('2026-01-01'))).toBe('valid');
  });
});

describe('gaps and overlaps', () => {
  test('one validity the day after the other has neither', () => {
    expect(coverageOf([span('2026-07-01', null), span('2026-01-01', '2026-06-30')])).toEqual({
      gaps: [],
      overlaps: [],
    });
  });

  test('days without a price, and days with two', () => {
    expect(
      coverageOf([
        span('2026-01-01', '2026-06-20'),
        span('2026-07-01', '2026-12-31'),
        span('2026-12-01', '9999-12-31'),
      ]),
    ).toEqual({
      gaps: [{ from: day('2026-06-21'), to: day('2026-06-30') }],
      overlaps: [{ from: day('2026-12-01'), to: day('2026-12-31') }],
    });
  });

  test('two that never end overlap for ever, and one that ends before it starts counts for nothing', () => {
    expect(
      coverageOf([span('2026-01-01', null), span('2026-03-01', null), span('2026-05-01', '2026-04-01')]),
    ).toEqual({
      gaps: [],
      overlaps: [{ from: day('2026-03-01'), to: null }],
    });
    expect(coverageOf([span(null, null), span(null, '2026-01-01')]).overlaps).toEqual([
      { from: null, to: day('2026-01-01') },
    ]);
  });

  test('are what counting the prices of each day finds', () => {
    const LAST = 30;
    const bound = fc.option(fc.integer({ min: 0, max: LAST }), { freq: 5 });
    const spans = fc.array(fc.record<Span>({ from: bound, to: bound }), { maxLength: 7 });
    fc.assert(
      fc.property(spans, (validities) => {
        const days = Array.from({ length: LAST + 3 }, (_, index) => index - 1);
        const counts = days.map(
          (each) => validities.filter((validity) => hasDays(validity) && isValidOn(validity, each)).length,
        );
        const [first, last] = [
          counts.findIndex((count) => count > 0),
          counts.findLastIndex((count) => count > 0),
        ];
        const { gaps, overlaps } = coverageOf(validities);
        const within = (pieces: readonly Span[]) =>
          days.map((each) => pieces.some((piece) => isValidOn(piece, each)));
        expect(within(gaps)).toEqual(
          counts.map((count, index) => count === 0 && index > first && index < last),
        );
        expect(within(overlaps)).toEqual(counts.map((count) => count > 1));
        // Gaps are as long as possible, and so are overlaps: no two gaps touch, and no two overlaps touch.
        for (const pieces of [gaps, overlaps]) {
          for (const [index, piece] of pieces.entries()) {
            const next = pieces[index + 1];
            if (next !== undefined)
              expect((next.from ?? -Infinity) - (piece.to ?? Infinity)).toBeGreaterThan(1);
          }
        }
      }),
      { numRuns: runs(2_000) },
    );
  });
});
