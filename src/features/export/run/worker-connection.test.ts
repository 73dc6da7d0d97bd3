import { describe, expect, test } from 'vitest';
import type { ExportJob } from '../model/export-job';
import type { ExportReport } from '../worker/serve-export';
import { flush } from '@/test/fake-clock';
import { createWorkerConnection, type ExportWorker } from './worker-connection';

const JOB = {} as ExportJob;
const PROGRESS: ExportReport = { kind: 'progress', nextPage: 1, rows: 0, bytes: 0, isCheckingKeys: false };

/** Creates a connection whose workers are controlled by the test. `last` holds the listeners of the latest worker. */
function createWorld({ isVersionGone = false } = {}) {
  const reports: unknown[] = [];
  let timers: (() => void)[] = [];
  let starts = 0;
  let last: Parameters<ExportWorker['listen']> = [() => undefined, () => undefined];
  const line = createWorkerConnection({
    startWorker: () => {
      starts += 1;
      return {
        send: () => undefined,
        listen: (...listeners) => {
          last = listeners;
        },
        terminate: () => undefined,
      };
    },
    hasWebAssembly: true,
    clock: {
      nowMs: () => 0,
      wallMs: () => 0,
      after: (_delayMs, callback) => {
        timers.push(callback);
        return () => {
          timers = timers.filter((timer) => timer !== callback);
        };
      },
    },
    random: () => 0,
    isVersionGone: () => Promise.resolve(isVersionGone),
    onReport: (report) => reports.push(report),
    onWaiting: (isWaiting) => reports.push(isWaiting ? 'waiting' : 'there'),
  });
  line.start(JOB, null);
  const passTime = () => {
    const due = timers;
    timers = [];
    for (const timer of due) timer();
  };
  return {
    reports,
    starts: () => starts,
    report: (report: ExportReport) => last[0](report),
    crash: (reason: 'fault' | 'not-loaded') => last[1](reason),
    passTime,
    tryNow: line.tryNow,
    end: () => void line.end('close'),
  };
}

describe('a worker that does not start', () => {
  test('is restarted, and reported as waiting, while its code cannot be loaded', () => {
    const { reports, starts, report, crash, passTime } = createWorld();
    crash('not-loaded');
    passTime();
    report({ kind: 'failed', failure: { kind: 'not-loaded' } });
    passTime();
    expect(starts()).toBe(3);
    report(PROGRESS);
    expect(reports).toEqual(['waiting', 'waiting', 'there', PROGRESS]);
  });

  test('is restarted at once, and once, where there is no need to wait longer', () => {
    const { starts, report, crash, passTime, tryNow, end } = createWorld();
    tryNow();
    expect(starts()).toBe(1);
    crash('not-loaded');
    tryNow();
    expect(starts()).toBe(2);
    tryNow();
    passTime();
    expect(starts()).toBe(2);
    report({ kind: 'failed', failure: { kind: 'not-loaded' } });
    end();
    tryNow();
    expect(starts()).toBe(2);
  });

  test('is given up at once if the code of its version is gone', async () => {
    const { reports, starts, crash, passTime } = createWorld({ isVersionGone: true });
    crash('not-loaded');
    await flush();
    expect(reports).toEqual(['waiting', { kind: 'failed', failure: { kind: 'not-loaded' } }]);
    passTime();
    expect(starts()).toBe(1);
  });

  test('is given up after a while, without blaming the service', () => {
    const { reports, crash, passTime } = createWorld();
    for (let start = 0; start < 9; start += 1) {
      crash('not-loaded');
      passTime();
    }
    expect(reports.at(-1)).toEqual({ kind: 'failed', failure: { kind: 'not-loaded' } });
  });

  test.each([
    ['throws', { kind: 'fault', detail: 'RangeError' }],
    ['has no room', { kind: 'no-space' }],
  ] as const)('is not started again where it %s', (_name, failure) => {
    const { reports, starts, report, passTime } = createWorld();
    report({ kind: 'failed', failure });
    passTime();
    expect(starts()).toBe(1);
    expect(reports).toEqual([{ kind: 'failed', failure }]);
  });

  test('is not restarted after an error of its own', () => {
    const { reports, starts, crash, passTime } = createWorld();
    crash('fault');
    passTime();
    expect(starts()).toBe(1);
    expect(reports).toEqual([{ kind: 'failed', failure: { kind: 'fault', detail: 'worker' } }]);
  });
});
