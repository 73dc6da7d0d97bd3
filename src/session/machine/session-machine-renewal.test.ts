import { describe, expect, test } from 'vitest';
import { grantOf, MINUTE_MS } from '@/test/session-parts';
import {
  active,
  running,
  refusedRunning,
  backingOff,
  ended,
  signedOut,
  apiKey,
  failed,
  core,
  testTransitions,
} from '@/test/session-states';
import { nextDueMs } from './session-machine';
import { usableGrant } from './session-transitions';

describe('renewing ahead of time', () => {
  testTransitions([
    {
      name: 'a tick just before 80 % of the lifetime',
      from: active,
      event: { type: 'tick', nowMs: 16 * MINUTE_MS - 1 },
      to: 'unchanged',
    },
    {
      name: 'a tick at 80 % of the lifetime',
      from: active,
      event: { type: 'tick', nowMs: 16 * MINUTE_MS },
      to: { renewal: { status: 'running' }, grant: grantOf(3) },
      effects: ['renew'],
    },
    {
      name: 'a tick long after, as after sleep',
      from: active,
      event: { type: 'tick', nowMs: 600 * MINUTE_MS },
      to: { renewal: { status: 'running' } },
      effects: ['renew'],
    },
    {
      name: 'a tick while renewing',
      from: running,
      event: { type: 'tick', nowMs: 600 * MINUTE_MS },
      to: 'unchanged',
    },
    {
      name: 'an API key is never renewed',
      from: apiKey,
      event: { type: 'tick', nowMs: 600 * MINUTE_MS },
      to: 'unchanged',
    },
    {
      name: 'woken while nothing is due: looks what other tabs did meanwhile',
      from: active,
      event: { type: 'woke', nowMs: MINUTE_MS },
      to: 'unchanged',
      effects: ['look-at-stored'],
    },
    {
      name: 'woken when it is due',
      from: active,
      event: { type: 'woke', nowMs: 17 * MINUTE_MS },
      to: { renewal: { status: 'running' } },
      effects: ['renew'],
    },
    {
      name: 'woken while backing off',
      from: backingOff,
      event: { type: 'woke', nowMs: 1_000 },
      to: { renewal: { status: 'running' } },
      effects: ['renew'],
    },
    {
      name: 'woken right after a failure',
      from: backingOff,
      event: { type: 'woke', nowMs: 999 },
      to: { renewal: { status: 'backing-off', notBeforeMs: 1_000, retryAtMs: 1_000 } },
      effects: ['look-at-stored'],
    },
    {
      name: 'woken after the end',
      from: ended,
      event: { type: 'woke', nowMs: 0 },
      to: 'unchanged',
      effects: ['look-at-stored'],
    },
    {
      name: 'the network went',
      from: active,
      event: { type: 'network', isUp: false, nowMs: 0 },
      to: { phase: 'active', isNetworkUp: false },
    },
    {
      name: 'the network came back while backing off',
      from: { ...backingOff, isNetworkUp: false },
      event: { type: 'network', isUp: true, nowMs: 2_000 },
      to: { isNetworkUp: true, renewal: { status: 'running' } },
      effects: ['renew'],
    },
  ]);
});

describe('credentials that do not serve', () => {
  testTransitions([
    {
      name: '401 for the grant in use',
      from: active,
      event: { type: 'credentials-refused', sessionId: 's1', generation: 3 },
      to: { grant: null, spentGeneration: 3, renewal: { status: 'running' } },
      effects: ['renew'],
    },
    {
      name: '401 for a grant that was replaced',
      from: active,
      event: { type: 'credentials-refused', sessionId: 's1', generation: 2 },
      to: 'unchanged',
    },
    {
      name: '401 for a grant of another session',
      from: active,
      event: { type: 'credentials-refused', sessionId: 's0', generation: 3 },
      to: 'unchanged',
    },
    {
      name: 'the second 401 for the same grant',
      from: refusedRunning,
      event: { type: 'credentials-refused', sessionId: 's1', generation: 3 },
      to: 'unchanged',
    },
    {
      name: '401 while already renewing ahead of time',
      from: running,
      event: { type: 'credentials-refused', sessionId: 's1', generation: 3 },
      to: { grant: null, spentGeneration: 3, renewal: { status: 'running' } },
    },
    {
      name: '401 for an API key: nothing to renew it with',
      from: apiKey,
      event: { type: 'credentials-refused', sessionId: 's1', generation: 3 },
      to: { phase: 'ended', spentGeneration: 3 },
      effects: ['store-ended', 'share-ended'],
    },
    {
      name: 'a request finds the grant expired',
      from: active,
      event: { type: 'credentials-needed', nowMs: 20 * MINUTE_MS },
      to: { renewal: { status: 'running' } },
      effects: ['renew'],
    },
    {
      name: 'a request finds the grant good',
      from: active,
      event: { type: 'credentials-needed', nowMs: 17 * MINUTE_MS },
      to: 'unchanged',
    },
    {
      name: 'a request cuts a back-off short',
      from: { ...backingOff, grant: null },
      event: { type: 'credentials-needed', nowMs: 2_000 },
      to: { renewal: { status: 'running' } },
      effects: ['renew'],
    },
  ]);
});

describe('how a renewal comes out', () => {
  testTransitions([
    {
      name: 'renewed',
      from: refusedRunning,
      event: { type: 'renewed', sessionId: 's1', grant: grantOf(4, 7_000) },
      to: { grant: grantOf(4, 7_000), renewal: { status: 'idle' }, failedRenewals: 0 },
      effects: ['share-grant'],
    },
    {
      name: 'renewed with other rights, of which those count',
      from: running,
      event: { type: 'renewed', sessionId: 's1', grant: { ...grantOf(4), rightIds: ['another'] } },
      to: { rightIds: ['another'] },
      effects: ['share-grant'],
    },
    {
      name: 'renewed for a session that is gone',
      from: signedOut,
      event: { type: 'renewed', sessionId: 's1', grant: grantOf(4) },
      to: 'unchanged',
    },
    {
      name: 'renewed for another session',
      from: active,
      event: { type: 'renewed', sessionId: 's0', grant: grantOf(4) },
      to: 'unchanged',
    },
    {
      name: 'refused',
      from: running,
      event: { type: 'renewal-refused', sessionId: 's1', generation: 3 },
      to: { phase: 'ended', core, spentGeneration: 3, rightIds: ['api-prices-extraction'] },
      effects: ['store-ended', 'share-ended'],
    },
    {
      name: 'refused, but signed in again elsewhere meanwhile',
      from: { ...running, grant: grantOf(4) },
      event: { type: 'renewal-refused', sessionId: 's1', generation: 3 },
      to: { phase: 'active', grant: grantOf(4), renewal: { status: 'idle' } },
    },
    {
      name: 'failed: the session stays, the grant too',
      from: running,
      event: failed,
      to: {
        phase: 'active',
        grant: grantOf(3),
        renewal: { status: 'backing-off', notBeforeMs: 6_000, retryAtMs: 15_000 },
        failedRenewals: 1,
      },
    },
    {
      name: 'failed, asked to wait longer',
      from: running,
      event: { ...failed, leastDelayMs: 30_000 },
      to: { renewal: { status: 'backing-off', notBeforeMs: 35_000, retryAtMs: 35_000 } },
    },
    { name: 'failed after all was settled', from: active, event: failed, to: 'unchanged' },
    {
      name: 'needless',
      from: { ...running, failedRenewals: 2 },
      event: { type: 'renewal-needless' },
      to: { renewal: { status: 'idle' }, failedRenewals: 0 },
    },
  ]);
});

describe('the grant in use', () => {
  test('serves until shortly before its end', () => {
    expect(usableGrant(active, 20 * MINUTE_MS - 10_001)).toBe(active.grant);
    expect(usableGrant(active, 20 * MINUTE_MS - 10_000)).toBeNull();
  });

  test('serves most of its life even when that is short', () => {
    const short = { ...active, grant: { ...grantOf(3), lifetimeMs: 1_000 } };
    expect(usableGrant(short, 949)).not.toBeNull();
    expect(usableGrant(short, 950)).toBeNull();
  });

  test('serves on while renewing it fails', () => {
    expect(usableGrant(backingOff, 17 * MINUTE_MS)).toBe(backingOff.grant);
  });

  test('is due at 80 % of its life, at the end of a back-off, and never while renewing', () => {
    expect(nextDueMs(active)).toBe(16 * MINUTE_MS);
    expect(nextDueMs(backingOff)).toBe(30_000);
    expect(nextDueMs(running)).toBeNull();
    expect(nextDueMs(apiKey)).toBeNull();
    expect(nextDueMs(ended)).toBeNull();
  });
});
