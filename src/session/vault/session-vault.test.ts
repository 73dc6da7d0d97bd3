import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { openSealedStore } from '@/lib/storage/sealed-store';
import { createFakeStorage } from '@/test/fake-storage';
import { createMemoryVault } from './memory-vault';
import { createSealedVault } from './sealed-vault';
import { createSignOutMark, type SessionToStore, type SessionVault } from './session-vault';

const DAY_MS = 86_400_000;

function sessionOf(sessionId: string, refreshToken = 'r1'): SessionToStore {
  return {
    tabSecret: `secret of ${sessionId}`,
    isKept: false,
    content: {
      account: {
        serviceAddress: 'https://prices.test/papi',
        service: 'https://prices.test/papi',
        clientId: 'colonnade',
        userName: 'anna',
        displayName: 'Anna',
        method: 'password',
        sessionId,
      },
      configured: { serviceAddress: null, isFixed: false, upstreamAddress: null },
      signedInAtMs: 0,
      rightIds: ['a'],
      secret: { kind: 'refresh-token', refreshToken },
    },
  };
}

let databases = 0;

async function createSealed() {
  databases += 1;
  const time = { ms: 1_000_000 };
  const store = await openSealedStore(`vault-${databases}`);
  const storage = createFakeStorage();
  const signOutMark = createSignOutMark(() => storage);
  const vault = createSealedVault({ store, signOutMark, readWallMs: () => time.ms });
  return { vault, time, store, signOutMark };
}

const kinds: [string, () => Promise<SessionVault>][] = [
  ['sealed', async () => (await createSealed()).vault],
  ['in memory', () => Promise.resolve(createMemoryVault())],
];

describe.each(kinds)('a vault %s', (_, create) => {
  test('gives back what was stored, and counts generations', async () => {
    const vault = await create();
    expect(await vault.read('secret of s1')).toBeNull();
    expect(await vault.replace(sessionOf('s1'), 0)).toBe(1);
    expect(await vault.read('secret of s1')).toMatchObject({
      sessionId: 's1',
      generation: 1,
      status: 'live',
      isExpired: false,
      isKept: false,
      content: sessionOf('s1').content,
    });
    expect(await vault.replace(sessionOf('s1'), 0)).toBe(2);
    expect(await vault.replace(sessionOf('s2'), 0)).toBe(3);
    expect(await vault.replace(sessionOf('s2'), 40)).toBe(41);
  });

  test('advances the generation that stands there, once', async () => {
    const vault = await create();
    await vault.replace(sessionOf('s1'), 0);
    expect(await vault.advance(sessionOf('s1', 'r2'), 1)).toBe(true);
    expect(await vault.advance(sessionOf('s1', 'r3'), 1)).toBe(false);
    expect(await vault.advance(sessionOf('s2', 'r3'), 2)).toBe(false);
    expect((await vault.read('secret of s1'))?.content?.secret).toEqual({
      kind: 'refresh-token',
      refreshToken: 'r2',
    });
  });

  test('after a sign-out nothing advances, and nothing is left but the mark', async () => {
    const vault = await create();
    await vault.replace(sessionOf('s1'), 0);
    await vault.signOut();
    expect(await vault.advance(sessionOf('s1', 'r2'), 1)).toBe(false);
    await vault.markEnded(sessionOf('s1'), 1, 'service');
    expect(await vault.read('secret of s1')).toMatchObject({
      sessionId: 's1',
      status: 'signed-out',
      content: null,
    });
  });

  test('an end takes the secret away, from this generation alone', async () => {
    const vault = await create();
    const ended = { ...sessionOf('s1'), content: { ...sessionOf('s1').content, secret: null } };
    await vault.replace(sessionOf('s1'), 0);
    await vault.markEnded(ended, 9, 'service');
    expect(await vault.read('secret of s1')).toMatchObject({ status: 'live' });
    await vault.markEnded(ended, 1, 'service');
    expect(await vault.read('secret of s1')).toMatchObject({
      generation: 1,
      status: 'ended',
      content: { secret: null },
    });
    expect(await vault.advance(sessionOf('s1', 'r2'), 1)).toBe(false);
    expect(await vault.replace(sessionOf('s1', 'r2'), 1)).toBe(2);
  });
});

test('without the tab secret only that there is a session can be seen', async () => {
  const { vault } = await createSealed();
  await vault.replace(sessionOf('s1'), 0);
  expect(await vault.read(null)).toMatchObject({ sessionId: 's1', status: 'live', content: null });
  expect(await vault.read('another')).toMatchObject({ content: null });
});

test('five days after it was last stored it counts as expired', async () => {
  const { vault, time } = await createSealed();
  await vault.replace(sessionOf('s1'), 0);
  time.ms += 4 * DAY_MS;
  await vault.advance(sessionOf('s1', 'r2'), 1);
  time.ms += 5 * DAY_MS - 1;
  expect(await vault.read('secret of s1')).toMatchObject({ isExpired: false });
  time.ms += 1;
  expect(await vault.read('secret of s1')).toMatchObject({ isExpired: true });
});

test.each([
  ['no header', { a: 1 }, JSON.stringify(sessionOf('s1').content)],
  [
    'the content of another session',
    { sessionId: 's2', generation: 1, isKept: false, status: 'live', expiresAtMs: 9e15 },
    JSON.stringify(sessionOf('s1').content),
  ],
  [
    'content of another shape',
    { sessionId: 's1', generation: 1, isKept: false, status: 'live', expiresAtMs: 9e15 },
    '{"account":7}',
  ],
])('what is stored is checked: %s', async (_, header, body) => {
  const { vault, store } = await createSealed();
  await store.write(body, '', () => header);
  expect((await vault.read(''))?.content ?? null).toBeNull();
});

describe.each(kinds)('keys for data beside a vault %s', (_, create) => {
  const keyOf = (vault: SessionVault, sessionId: string, purpose = 'stage') =>
    vault.sealingKey({ sessionId, tabSecret: `secret of ${sessionId}` }, purpose);

  test('cannot be read out, and serve until somebody signs out', async () => {
    const vault = await create();
    await vault.replace(sessionOf('s1'), 0);
    const key = await keyOf(vault, 's1');
    expect(key?.extractable).toBe(false);
    await vault.advance(sessionOf('s1', 'r2'), 1);
    await vault.markEnded(
      { ...sessionOf('s1'), content: { ...sessionOf('s1').content, secret: null } },
      2,
      'service',
    );
    await vault.replace(sessionOf('s1', 'r3'), 2);
    expect(await isSameKey(key, await keyOf(vault, 's1'))).toBe(true);
    expect(await isSameKey(key, await keyOf(vault, 's1', 'another purpose'))).toBe(false);
    await vault.signOut();
    expect(await keyOf(vault, 's1')).toBeNull();
    await vault.replace(sessionOf('s1'), 0);
    expect(await isSameKey(key, await keyOf(vault, 's1'))).toBe(false);
  });

  test('go with a session that somebody else’s replaces', async () => {
    const vault = await create();
    await vault.replace(sessionOf('s1'), 0);
    const key = await keyOf(vault, 's1');
    await vault.replace(sessionOf('s2'), 0);
    expect(await keyOf(vault, 's1')).toBeNull();
    await vault.replace(sessionOf('s1'), 0);
    expect(await isSameKey(key, await keyOf(vault, 's1'))).toBe(false);
  });
});

async function isSameKey(a: CryptoKey | null, b: CryptoKey | null): Promise<boolean> {
  if (a === null || b === null) return false;
  const iv = new Uint8Array(12);
  const encrypted = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, a, new Uint8Array(8));
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv }, b, encrypted).then(
    () => true,
    () => false,
  );
}
