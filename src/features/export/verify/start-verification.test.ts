import { beforeEach, expect, test, vi } from 'vitest';
import type { Certificate } from '../model/certificate';
import { compareWithSnapshot, type ComparisonPorts } from './compare-with-snapshot';
import { startVerification, type VerificationState } from './start-verification';
import type { Verification } from './verify-export';
import { verifyInWorker } from './verify-in-worker';

vi.mock(import('./verify-in-worker'));
vi.mock(import('./compare-with-snapshot'));

const FILES = [new File([], 'prices.jsonl')];

const certificateOf = (written: number) => ({ rows: { written } }) as Certificate;
const unchanged = (written: number): Verification => ({
  kind: 'unchanged',
  certificate: certificateOf(written),
});

function start(verification: Verification | Error) {
  vi.mocked(verifyInWorker).mockImplementation(async (_files, onRows) => {
    onRows(1, 4);
    if (verification instanceof Error) throw verification;
    return verification;
  });
  const states: VerificationState[] = [];
  const running = startVerification(
    FILES,
    () => ({}) as ComparisonPorts,
    (state) => states.push(state),
  );
  return { running, states, statuses: () => states.map(({ status }) => status) };
}

beforeEach(() => {
  vi.mocked(compareWithSnapshot).mockReset();
  vi.mocked(compareWithSnapshot).mockImplementation(async (_certificate, _ports, { onRows, onHolding }) => {
    onRows(5);
    onHolding({ kind: 'unreachable' });
    return { kind: 'same' };
  });
});

test('what a certificate describes is compared with the snapshot before anything is told', async () => {
  const verification = unchanged(10);
  const { states, statuses } = start(verification);
  await expect.poll(() => statuses().at(-1)).toBe('told');
  expect(states).toEqual([
    { status: 'reading', share: 0.25 },
    { status: 'comparing', share: 0, isHolding: false },
    { status: 'comparing', share: 0.5, isHolding: false },
    { status: 'comparing', share: 0.5, isHolding: true },
    { status: 'told', found: { verification, changes: [], comparison: { kind: 'same' } } },
  ]);
});

test('more rows than are read unasked wait for the person', async () => {
  const { running, states } = start(unchanged(2_000_001));
  await expect
    .poll(() => states.at(-1))
    .toMatchObject({ status: 'told', found: { comparison: { kind: 'not-compared' } } });
  expect(compareWithSnapshot).not.toHaveBeenCalled();
  running.compare();
  await expect
    .poll(() => states.at(-1))
    .toMatchObject({ status: 'told', found: { comparison: { kind: 'same' } } });
});

test('stopping leaves it open, and whoever ends it is told nothing more', async () => {
  vi.mocked(compareWithSnapshot).mockImplementation(
    (_certificate, _ports, _events, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ kind: 'not-compared' }));
      }),
  );
  const { running, states, statuses } = start(unchanged(10));
  await expect.poll(() => statuses().at(-1)).toBe('comparing');
  running.stopComparing();
  await expect
    .poll(() => states.at(-1))
    .toMatchObject({ status: 'told', found: { comparison: { kind: 'not-compared' } } });
  running.compare();
  expect(statuses().at(-1)).toBe('comparing');
  const toldCount = states.length;
  running.end();
  await new Promise(setImmediate);
  running.compare();
  expect(states).toHaveLength(toldCount);
});

test('what does not fit its certificate, or is none of ours, is told without comparing', async () => {
  const changed: Verification = {
    kind: 'changed',
    certificate: certificateOf(10),
    rowCount: 10,
    parts: [],
    otherColumns: ['Other'],
    hasMoreCells: false,
  };
  for (const verification of [changed, { kind: 'not-ours' } as const]) {
    const { states } = start(verification);
    await expect.poll(() => states.at(-1)).toMatchObject({ status: 'told', found: { comparison: null } });
  }
  const { statuses } = start(new Error('The worker ended.'));
  await expect.poll(() => statuses().at(-1)).toBe('failed');
  expect(compareWithSnapshot).not.toHaveBeenCalled();
});
