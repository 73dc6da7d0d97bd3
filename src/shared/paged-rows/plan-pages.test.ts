import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  pagesByUrgency,
  pagesOfRows,
  planPages,
  type PageStanding,
  type PlanInput,
  type WantedRows,
} from './plan-pages';

const wantedOf = (rowStart: number, rowEnd: number, more: Partial<WantedRows> = {}): WantedRows => ({
  rowStart,
  rowEnd,
  direction: 'down',
  isFast: false,
  ...more,
});

function inputOf(wanted: WantedRows, standings: Record<number, PageStanding> = {}): PlanInput {
  return {
    wanted,
    rowCount: 1_000_000_000,
    pageSize: 100,
    pagesAhead: 2,
    maxConcurrent: 4,
    standingOf: (page) => standings[page],
    inFlight: Object.entries(standings)
      .filter(([, standing]) => standing === 'in-flight')
      .map(([page]) => Number(page)),
  };
}

describe('pagesOfRows', () => {
  it.each([
    [0, 30, 0, 1],
    [90, 120, 0, 2],
    [100, 200, 1, 2],
    [999_999_970, 1_000_000_000, 9_999_999, 10_000_000],
    [0, 0, 0, 0],
    [999_999_990, 1_000_000_500, 9_999_999, 10_000_000],
  ])('rows %i to %i are on pages %i to %i', (rowStart, rowEnd, pageStart, pageEnd) => {
    expect(pagesOfRows({ rowStart, rowEnd }, 1_000_000_000, 100)).toEqual({ pageStart, pageEnd });
  });
});

describe('pagesByUrgency', () => {
  it('has the visible pages first, then those ahead', () => {
    expect(pagesByUrgency(inputOf(wantedOf(1_090, 1_120)))).toEqual([10, 11, 12, 13]);
    expect(pagesByUrgency(inputOf(wantedOf(1_090, 1_120, { direction: 'up' })))).toEqual([11, 10, 9, 8]);
  });

  it('ends where the rows end', () => {
    expect(pagesByUrgency(inputOf(wantedOf(999_999_970, 1_000_000_000)))).toEqual([9_999_999]);
    expect(pagesByUrgency(inputOf(wantedOf(0, 30, { direction: 'up' })))).toEqual([0]);
  });
});

describe('planPages', () => {
  it('asks for what is missing only', () => {
    const plan = planPages(inputOf(wantedOf(1_090, 1_120), { 10: 'held', 11: 'in-flight', 12: 'failed' }));
    expect(plan).toEqual({ ask: [13], abort: [] });
  });

  it('asks for nothing while rows fly by, and aborts what they left behind', () => {
    const plan = planPages(
      inputOf(wantedOf(500_000, 500_030, { isFast: true }), { 10: 'in-flight', 5_000: 'in-flight' }),
    );
    expect(plan).toEqual({ ask: [], abort: [10] });
  });

  it('lets a page ahead give way to one in view', () => {
    const ahead = { 12: 'in-flight', 13: 'in-flight' } as const;
    const input = { ...inputOf(wantedOf(1_090, 1_120), ahead), maxConcurrent: 2 };
    expect(planPages(input)).toEqual({ ask: [10, 11], abort: [13, 12] });
  });

  it('keeps to its limits whatever the standing of pages', () => {
    const standings = fc.array(
      fc.constantFrom<PageStanding | undefined>('held', 'in-flight', 'failed', undefined),
      {
        minLength: 30,
        maxLength: 30,
      },
    );
    const wanted = fc.record({
      rowStart: fc.integer({ min: 0, max: 2_900 }),
      rows: fc.integer({ min: 1, max: 300 }),
      direction: fc.constantFrom('up' as const, 'down' as const),
      isFast: fc.boolean(),
    });
    fc.assert(
      fc.property(standings, wanted, fc.integer({ min: 1, max: 6 }), (known, seen, maxConcurrent) => {
        const rowEnd = Math.min(3_000, seen.rowStart + seen.rows);
        let flying = 0;
        const standing = known.map((one) => {
          if (one !== 'in-flight') return one;
          flying += 1;
          return flying > maxConcurrent ? undefined : one;
        });
        const input: PlanInput = {
          wanted: wantedOf(seen.rowStart, rowEnd, seen),
          rowCount: 3_000,
          pageSize: 100,
          pagesAhead: 2,
          maxConcurrent,
          standingOf: (page) => standing[page],
          inFlight: standing.flatMap((one, page) => (one === 'in-flight' ? [page] : [])),
        };
        const { ask, abort } = planPages(input);
        const urgency = pagesByUrgency(input);
        const visible = pagesOfRows(input.wanted, 3_000, 100);
        const isVisible = (page: number) => page >= visible.pageStart && page < visible.pageEnd;

        expect(new Set(ask).size).toBe(ask.length);
        expect(new Set(abort).size).toBe(abort.length);
        for (const page of ask) {
          expect(standing[page]).toBeUndefined();
          expect(urgency).toContain(page);
        }
        for (const page of abort) expect(input.inFlight).toContain(page);
        expect(input.inFlight.length - abort.length + ask.length).toBeLessThanOrEqual(maxConcurrent);
        if (seen.isFast) expect(ask).toEqual([]);
        // What is in view is never stopped, and never left waiting while something else is on its way.
        expect(abort.filter(isVisible)).toEqual([]);
        if (!seen.isFast) {
          const waiting = urgency.filter(
            (page) => isVisible(page) && standing[page] === undefined && !ask.includes(page),
          );
          const others = [...input.inFlight.filter((page) => !abort.includes(page)), ...ask].filter(
            (page) => !isVisible(page),
          );
          if (waiting.length > 0) expect(others).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });
});
