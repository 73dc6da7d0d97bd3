import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeClock } from '@/test/fake-clock';
import { createFakeStorage } from '@/test/fake-storage';
import { coreOf, MINUTE_MS } from '@/test/session-parts';
import { createLastUse, createSessionLimits } from './session-limits';
import { runs } from '@/test/runs';

const IDLE_MS = 10 * MINUTE_MS;
const MAX_AGE_MS = 100 * MINUTE_MS;
/** The maximum delay until idleness is detected. */
const STEP_MS = 5_000;

const step = fc.oneof(
  fc.record({ do: fc.constant('use' as const), tab: fc.nat(2) }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 4 * MINUTE_MS }) }),
  // The clock is only set back: a clock that is set forward cannot be distinguished from sleep.
  fc.record({ do: fc.constant('set back' as const), ms: fc.integer({ min: 0, max: 60 * MINUTE_MS }) }),
);

test('for any use of any tabs: locked when it is time, and not before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const clock = createFakeClock();
      const storage = createFakeStorage();
      const lastUse = createLastUse(() => storage);
      const settings = { idleMs: IDLE_MS, maxAgeMs: MAX_AGE_MS };
      const tabs = [0, 1, 2].map(() => createSessionLimits(clock, settings, lastUse));
      const core = { ...coreOf('s1'), signedInAtMs: clock.wallMs() };
      for (const tab of tabs) tab.reached(core);
      let usedMs = 0;
      for (const next of steps) {
        if (next.do === 'use') {
          tabs[next.tab]?.noteUse(core);
          usedMs = clock.nowMs();
        }
        if (next.do === 'pass') await clock.advance(next.ms);
        if (next.do === 'set back') clock.setWall(-next.ms);
        const idleMs = clock.nowMs() - usedMs;
        const reached = tabs.map((tab) => tab.reached(core));
        if (clock.nowMs() >= MAX_AGE_MS) expect(reached).toEqual(tabs.map(() => 'too-old'));
        else if (idleMs >= IDLE_MS + STEP_MS) expect(reached).toEqual(tabs.map(() => 'idle'));
        else if (idleMs < IDLE_MS) expect(reached).toEqual(tabs.map(() => null));
        if (reached.some((limit) => limit !== null)) return;
      }
    }),
    { numRuns: runs(300) },
  );
});

test('a damaged note is none', () => {
  const storage = createFakeStorage(new Map([['colonnade-last-use', '{"sessionId":7}']]));
  expect(createLastUse(() => storage).read()).toBeNull();
  const refused = createLastUse(() => {
    throw new Error('refused');
  });
  refused.write({ sessionId: 's1', atMs: 1 });
  expect(refused.read()).toBeNull();
});
