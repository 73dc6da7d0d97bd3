import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPageSizing, type ResponseMetrics } from './page-sizing';

const OPTIONS = {
  rowsPerBlock: 50,
  firstBlocks: 4,
  mostBlocksInView: 2,
  mostBlocks: 64,
  byteLimit: 384 * 1024,
};

/** The response times and row size of a simulated service. */
interface Service {
  readonly latencyMs: number;
  readonly transferMsPerRow: number;
  readonly readingMsPerRow: number;
  readonly bytesPerRow: number;
}

const QUICK: Service = { latencyMs: 20, transferMsPerRow: 0.01, readingMsPerRow: 0.01, bytesPerRow: 200 };

/** Returns the page sizes after a number of responses that have as many rows as requested. */
function sizesAfter(responses: number, service: Service) {
  const sizing = createPageSizing(OPTIONS);
  for (let response = 0; response < responses; response += 1) {
    sizing.learn(factsOf(service, sizing.policy().blocksAhead * OPTIONS.rowsPerBlock));
  }
  return sizing.policy();
}

function factsOf(service: Service, rows: number): ResponseMetrics {
  return {
    rows,
    bytes: rows * service.bytesPerRow,
    latencyMs: service.latencyMs,
    transferMs: rows * service.transferMsPerRow,
    readingMs: rows * service.readingMsPerRow,
  };
}

describe('page sizing', () => {
  it('begins with the first size', () => {
    expect(sizesAfter(0, QUICK)).toEqual({
      blocksInView: 2,
      blocksAhead: 4,
      leadBlocks: 4,
      aheadWaits: true,
    });
  });

  it.each([
    ['long waits and quick rows: larger', { ...QUICK, latencyMs: 600 }, 32],
    ['rows that trickle in: smaller', { ...QUICK, transferMsPerRow: 2 }, 1],
    ['rows that take long to read: smaller', { ...QUICK, readingMsPerRow: 0.15 }, 2],
    ['large rows: no more than the memory for one response', { ...QUICK, bytesPerRow: 4_000 }, 1],
    [
      'rows of next to nothing: no more than the most',
      { latencyMs: 600, transferMsPerRow: 0, readingMsPerRow: 0, bytesPerRow: 8 },
      64,
    ],
  ])('learns from %s', (_, service, ahead) => {
    expect(sizesAfter(20, service).blocksAhead).toBe(ahead);
    expect(sizesAfter(20, service).blocksInView).toBe(Math.min(2, ahead));
  });

  it('has as much ahead as passes by while one waits', () => {
    expect(sizesAfter(5, QUICK).leadBlocks).toBe(4);
    expect(sizesAfter(20, { ...QUICK, latencyMs: 1_000 }).leadBlocks).toBe(12);
  });

  it('lets what is ahead wait for what is in view only where that takes no time', () => {
    expect(sizesAfter(5, QUICK).aheadWaits).toBe(true);
    expect(sizesAfter(20, { ...QUICK, latencyMs: 1_000 }).aheadWaits).toBe(false);
  });

  it('takes one step at a time, and comes back when the service does', () => {
    const sizing = createPageSizing(OPTIONS);
    const slow = { ...QUICK, transferMsPerRow: 50 };
    sizing.learn(factsOf(slow, 200));
    expect(sizing.policy().blocksAhead).toBe(2);
    for (let response = 0; response < 40; response += 1) sizing.learn(factsOf(QUICK, 200));
    expect(sizing.policy().blocksAhead).toBe(32);
  });

  it('asks for a power of two within the limits, whatever it learns', () => {
    const facts = fc.record({
      rows: fc.integer({ min: 1, max: 10_000 }),
      bytes: fc.nat(10_000_000),
      latencyMs: fc.nat(60_000),
      transferMs: fc.nat(60_000),
      readingMs: fc.nat(5_000),
    });
    fc.assert(
      fc.property(fc.array(facts, { maxLength: 30 }), (responses) => {
        const sizing = createPageSizing(OPTIONS);
        for (const response of responses) {
          sizing.learn(response);
          const { blocksInView, blocksAhead } = sizing.policy();
          expect(Number.isInteger(Math.log2(blocksAhead)) && Number.isInteger(Math.log2(blocksInView))).toBe(
            true,
          );
          expect(blocksAhead).toBeLessThanOrEqual(OPTIONS.mostBlocks);
          expect(blocksInView).toBeLessThanOrEqual(OPTIONS.firstBlocks);
        }
      }),
    );
  });
});
