import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VisibleRows } from '@/lib/grid/grid-model';
import {
  blocksByUrgency,
  blocksOfRows,
  planPages,
  type BlockSpan,
  type BlockState,
  type PlanInput,
} from './plan-pages';
import { runs } from '@/test/runs';

const visibleOf = (rowStart: number, rowEnd: number, more: Partial<VisibleRows> = {}): VisibleRows => ({
  rowStart,
  rowEnd,
  direction: 'down',
  isFast: false,
  ...more,
});

const spanOf = (block: number) => ({ blockStart: block, blockEnd: block + 1 });
const pagesOf = (...blocks: number[]) => blocks.map((block) => ({ ...spanOf(block), blocksPerPage: 1 }));

function inputOf(visible: VisibleRows, standings: Record<number, BlockState> = {}): PlanInput {
  return {
    visible,
    rowCount: 1_000_000_000,
    rowsPerBlock: 100,
    policy: { blocksInView: 1, blocksAhead: 1, leadBlocks: 2, aheadWaits: false },
    maxConcurrent: 4,
    stateOf: (block) => standings[block],
    inFlight: Object.entries(standings)
      .filter(([, standing]) => standing === 'in-flight')
      .map(([block]) => spanOf(Number(block))),
  };
}

describe('blocksOfRows', () => {
  it.each([
    [0, 30, 0, 1],
    [90, 120, 0, 2],
    [100, 200, 1, 2],
    [999_999_970, 1_000_000_000, 9_999_999, 10_000_000],
    [0, 0, 0, 0],
    [999_999_990, 1_000_000_500, 9_999_999, 10_000_000],
  ])('rows %i to %i are on pages %i to %i', (rowStart, rowEnd, blockStart, blockEnd) => {
    expect(blocksOfRows({ rowStart, rowEnd }, 1_000_000_000, 100)).toEqual({ blockStart, blockEnd });
  });
});

describe('blocksByUrgency', () => {
  it('has the visible pages first, then those ahead', () => {
    expect(blocksByUrgency(inputOf(visibleOf(1_090, 1_120)))).toEqual([10, 11, 12, 13]);
    expect(blocksByUrgency(inputOf(visibleOf(1_090, 1_120, { direction: 'up' })))).toEqual([11, 10, 9, 8]);
  });

  it('ends where the rows end', () => {
    expect(blocksByUrgency(inputOf(visibleOf(999_999_970, 1_000_000_000)))).toEqual([9_999_999]);
    expect(blocksByUrgency(inputOf(visibleOf(0, 30, { direction: 'up' })))).toEqual([0]);
  });
});

describe('planPages', () => {
  it('asks for what is missing only', () => {
    const plan = planPages(inputOf(visibleOf(1_090, 1_120), { 10: 'cached', 11: 'in-flight', 12: 'failed' }));
    expect(plan).toEqual({ request: pagesOf(13), abort: [] });
  });

  it('asks for nothing while rows fly by, and aborts what they left behind', () => {
    const plan = planPages(
      inputOf(visibleOf(500_000, 500_030, { isFast: true }), { 10: 'in-flight', 5_000: 'in-flight' }),
    );
    expect(plan).toEqual({ request: [], abort: [spanOf(10)] });
  });

  it('lets a page ahead give way to one in view', () => {
    const ahead = { 12: 'in-flight', 13: 'in-flight' } as const;
    const input = { ...inputOf(visibleOf(1_090, 1_120), ahead), maxConcurrent: 2 };
    expect(planPages(input)).toEqual({ request: pagesOf(10, 11), abort: [spanOf(13), spanOf(12)] });
  });

  it('asks for nothing ahead until all that is in view is there, where the policy says so', () => {
    const waits = (standings: Record<number, BlockState>) => {
      const input = inputOf(visibleOf(1_090, 1_120), standings);
      return planPages({ ...input, policy: { ...input.policy, aheadWaits: true } }).request;
    };
    expect(waits({})).toEqual(pagesOf(10, 11));
    expect(waits({ 10: 'cached' })).toEqual(pagesOf(11));
    expect(waits({ 10: 'cached', 11: 'in-flight' })).toEqual([]);
    expect(waits({ 10: 'cached', 11: 'cached' })).toEqual(pagesOf(12, 13));
    expect(waits({ 10: 'cached', 11: 'failed' })).toEqual(pagesOf(12, 13));
  });

  it('asks for as much at once as it may, and for nothing of it twice', () => {
    const wide = { policy: { blocksInView: 4, blocksAhead: 8, leadBlocks: 8, aheadWaits: false } };
    const visible = visibleOf(1_090, 1_120);
    // Blocks 10 and 11 are in view. The blocks up to 19 are ahead.
    expect(planPages({ ...inputOf(visible), ...wide })).toEqual({
      request: [
        { blockStart: 8, blockEnd: 12, blocksPerPage: 4 },
        { blockStart: 12, blockEnd: 16, blocksPerPage: 4 },
        { blockStart: 16, blockEnd: 24, blocksPerPage: 8 },
      ],
      abort: [],
    });
    expect(planPages({ ...inputOf(visible, { 9: 'cached', 17: 'in-flight' }), ...wide }).request).toEqual([
      { blockStart: 10, blockEnd: 12, blocksPerPage: 2 },
      { blockStart: 12, blockEnd: 16, blocksPerPage: 4 },
      { blockStart: 16, blockEnd: 17, blocksPerPage: 1 },
    ]);
  });

  it('counts a page by its size even where the rows end before it', () => {
    const policy = { blocksInView: 8, blocksAhead: 8, leadBlocks: 8, aheadWaits: false };
    const input = { ...inputOf(visibleOf(950, 970)), rowCount: 980, policy };
    expect(planPages(input).request).toEqual([{ blockStart: 8, blockEnd: 10, blocksPerPage: 8 }]);
  });

  it('keeps to its limits whatever the standing of blocks', () => {
    const standings = fc.array(
      fc.constantFrom<BlockState | undefined>('cached', 'in-flight', 'failed', undefined),
      { minLength: 30, maxLength: 30 },
    );
    const visible = fc.record({
      rowStart: fc.integer({ min: 0, max: 2_900 }),
      rows: fc.integer({ min: 1, max: 300 }),
      direction: fc.constantFrom('up' as const, 'down' as const),
      isFast: fc.boolean(),
    });
    const size = fc.constantFrom(1, 2, 4, 8);
    const limits = fc.record({
      maxConcurrent: fc.integer({ min: 1, max: 6 }),
      policy: fc.record({
        blocksInView: size,
        blocksAhead: size,
        leadBlocks: fc.nat(12),
        aheadWaits: fc.boolean(),
      }),
    });
    fc.assert(
      fc.property(standings, visible, limits, (known, seen, { maxConcurrent, policy }) => {
        const rowEnd = Math.min(3_000, seen.rowStart + seen.rows);
        let flying = 0;
        const standing = known.map((one) => {
          if (one !== 'in-flight') return one;
          flying += 1;
          return flying > maxConcurrent ? undefined : one;
        });
        const input: PlanInput = {
          visible: visibleOf(seen.rowStart, rowEnd, seen),
          rowCount: 3_000,
          rowsPerBlock: 100,
          policy,
          maxConcurrent,
          stateOf: (block) => standing[block],
          inFlight: standing.flatMap((one, block) => (one === 'in-flight' ? [spanOf(block)] : [])),
        };
        const { request, abort } = planPages(input);
        const urgency = blocksByUrgency(input);
        const visible = blocksOfRows(input.visible, 3_000, 100);
        const isVisible = (block: number) => block >= visible.blockStart && block < visible.blockEnd;
        const asked = request.flatMap(blocksOf);

        expect(new Set(asked).size).toBe(asked.length);
        for (const block of asked) expect(standing[block]).toBeUndefined();
        for (const span of request) {
          expect(span.blockStart % span.blocksPerPage).toBe(0);
          expect(span.blockEnd).toBe(Math.min(30, span.blockStart + span.blocksPerPage));
          expect(blocksOf(span).some((block) => urgency.includes(block))).toBe(true);
        }
        for (const span of abort) expect(input.inFlight).toContain(span);
        expect(new Set(abort).size).toBe(abort.length);
        expect(input.inFlight.length - abort.length + request.length).toBeLessThanOrEqual(maxConcurrent);
        if (seen.isFast) expect(request).toEqual([]);
        // Requests for pages in view are never aborted and never wait for other pages.
        expect(abort.flatMap(blocksOf).filter(isVisible)).toEqual([]);
        if (!seen.isFast) {
          const waiting = urgency.filter(
            (block) => isVisible(block) && standing[block] === undefined && !asked.includes(block),
          );
          const others = [...input.inFlight.filter((span) => !abort.includes(span)), ...request].filter(
            (span) => !blocksOf(span).some(isVisible),
          );
          if (waiting.length > 0) expect(others).toEqual([]);
        }
      }),
      { numRuns: runs(500) },
    );
  });
});

function blocksOf({ blockStart, blockEnd }: BlockSpan): number[] {
  return Array.from({ length: blockEnd - blockStart }, (_, index) => blockStart + index);
}
