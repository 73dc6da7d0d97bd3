import { beforeEach, expect, test, vi } from 'vitest';
import { ServiceError } from '@/ui/http/service-error';
import type { Certificate } from '@/rows/certificates/certificate';
import { compareWithSnapshot, type ComparisonPorts } from './compare-with-snapshot';
import { compareValues } from './same-values';
import { startVerification, type VerificationState } from './start-verification';
import type { Verification } from './verify-export';
import { verifyInWorker } from './background-verification';

vi.mock(import('./background-verification'));
vi.mock(import('./compare-with-snapshot'));
vi.mock(import('./same-values'), { spy: true });

const FILES = [new File([], 'prices.jsonl')];

const certificateOf = (written: number) =>
  ({ rows: { written }, file: { format: 'xlsx' }, snapshot: {} }) as Certificate;
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
  vi.mocked(compareWithSnapshot).mockImplementation(async (_certificate, _ports, { onRows, onRetrying }) => {
    onRows(5);
    onRetrying({ kind: 'unreachable' });
    return { kind: 'same' };
  });
});

test('a matching file is compared with the snapshot before the result is reported', async () => {
  const verification = unchanged(10);
  const { states, statuses } = start(verification);
  await expect.poll(() => statuses().at(-1)).toBe('verified');
  expect(states).toEqual([
    { status: 'reading', share: 0.25 },
    { status: 'comparing', share: 0, isRetrying: false },
    { status: 'comparing', share: 0.5, isRetrying: false },
    { status: 'comparing', share: 0.5, isRetrying: true },
    {
      status: 'verified',
      found: { verification, values: { kind: 'same' }, comparison: { kind: 'same' } },
    },
  ]);
});

test('the comparison of many rows has to be started', async () => {
  const { running, states } = start(unchanged(2_000_001));
  await expect
    .poll(() => states.at(-1))
    .toMatchObject({ status: 'verified', found: { comparison: { kind: 'not-compared' } } });
  expect(compareWithSnapshot).not.toHaveBeenCalled();
  running.compare();
  await expect
    .poll(() => states.at(-1))
    .toMatchObject({ status: 'verified', found: { comparison: { kind: 'same' } } });
});

test('a comparison that waits for the service tries again at once when told to', async () => {
  const tryNow = vi.fn();
  let end: () => void = () => undefined;
  vi.mocked(compareWithSnapshot).mockImplementation(async (_certificate, _ports, { onReading }) => {
    onReading(tryNow);
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    return { kind: 'same' };
  });
  const { running, statuses } = start(unchanged(10));
  await expect.poll(() => statuses().at(-1)).toBe('comparing');
  running.tryAgain();
  expect(tryNow).toHaveBeenCalledOnce();
  end();
  await expect.poll(() => statuses().at(-1)).toBe('verified');
  running.tryAgain();
  expect(compareWithSnapshot).toHaveBeenCalledOnce();
});

test('a look-up that fails although the service came into reach meanwhile is done again', async () => {
  let fail: (error: Error) => void = () => undefined;
  vi.mocked(compareValues)
    .mockImplementationOnce(
      () =>
        new Promise((_, reject) => {
          fail = reject;
        }),
    )
    .mockResolvedValueOnce({ kind: 'different' });
  const { running, states, statuses } = start({
    kind: 'changed',
    certificate: certificateOf(10),
    parts: [{ fileStart: 0, fileRowCount: 1, exportStart: 0, exportRowCount: 1, rows: [['A']] }],
    otherColumns: [],
    hasMoreCells: false,
  } as unknown as Verification);
  await expect.poll(() => statuses().at(-1)).toBe('looking-up');
  running.tryAgain();
  fail(new ServiceError({ kind: 'unreachable' }));
  await expect
    .poll(() => states.at(-1))
    .toMatchObject({ status: 'verified', found: { values: { kind: 'different' } } });
});

test('cancelling reports no comparison, and ending stops all reports', async () => {
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
    .toMatchObject({ status: 'verified', found: { comparison: { kind: 'not-compared' } } });
  running.compare();
  expect(statuses().at(-1)).toBe('comparing');
  const toldCount = states.length;
  running.end();
  await new Promise(setImmediate);
  running.compare();
  expect(states).toHaveLength(toldCount);
});

test('a file that differs from its certificate, or has none, is reported without a comparison', async () => {
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
    await expect.poll(() => states.at(-1)).toMatchObject({ status: 'verified', found: { comparison: null } });
  }
  const { statuses } = start(new Error('The worker ended.'));
  await expect.poll(() => statuses().at(-1)).toBe('failed');
  expect(compareWithSnapshot).not.toHaveBeenCalled();
});
