import { beforeEach, expect, test, vi } from 'vitest';
import { itemTableEndpoint } from '@/contract/item-table.schema';
import { loadOwnDescription } from '@/app/load-own-description';
import { ANNA, BEN, createWorld, kindOf, ROBOT } from '@/test/session-world';
import { forgetWithSession, ownDescription } from './own-description';
import { createSession } from './session';

/** The stub service answers in an envelope, so reading by this description fails. */
const BARE = { version: 1, envelope: 'none', extraction: { size: { name: 'limit' } } };

beforeEach(() => localStorage.clear());

/** Signs in, stores a description, and loads the page again. */
async function loadAgainWith(request = ANNA) {
  const world = createWorld();
  const first = await world.signedInTab(request);
  ownDescription.store(sessionIdOf(first.session), BARE);
  const tab = world.open(first.storage);
  first.session.stop();
  tab.session.stop();
  const session = createSession({ ...tab.ports, ownDescription: loadOwnDescription({ custody: 'page' }) });
  forgetWithSession(session);
  await session.restored;
  return { world, session };
}

function sessionIdOf(session: ReturnType<typeof createSession>): string {
  const state = session.getState();
  return 'account' in state ? state.account.sessionId : '';
}

const sizeName = (session: ReturnType<typeof createSession>) =>
  session.client.dialect?.description.extraction.size.name ?? null;

test('a description is in use for its person after the next load, and is forgotten at the sign-out', async () => {
  const { session } = await loadAgainWith();
  expect(sizeName(session)).toBe('limit');
  expect(session.ownDescription()?.text).toBe(JSON.stringify(BARE));
  await session.signOut();
  expect(localStorage).toHaveLength(0);
  expect([sizeName(session), session.ownDescription()]).toEqual([null, null]);
  // The same person, too, begins without it.
  await session.signIn(ANNA);
  expect(sizeName(session)).toBeNull();
});

test('nothing of it reaches the next person, and the sign-in itself never follows it', async () => {
  const { session } = await loadAgainWith();
  // A sign-in with an API key reads the item table. The person whose description is in use is still signed in.
  await session.signIn(ROBOT);
  expect(localStorage).toHaveLength(0);
  expect(sizeName(session)).toBeNull();
  await session.signIn(BEN);
  expect(session.ownDescription()).toBeNull();
});

test('calls of the person follow it', async () => {
  const { world, session } = await loadAgainWith();
  const read = () => session.client.send(itemTableEndpoint, undefined);
  const reading = kindOf(read());
  await world.clock.advance(60_000);
  expect(await reading).toBe('malformed');
  await session.signIn(BEN);
  expect(await kindOf(read())).toBe('success');
});

test('a page that nobody has signed in to leaves the description of another tab alone', async () => {
  const world = createWorld();
  const first = await world.signedInTab();
  ownDescription.store(sessionIdOf(first.session), BARE);
  const other = createSession({ ...world.browser.openTab().ports, ownDescription: null });
  forgetWithSession(other);
  first.session.stop();
  await world.clock.advance(1_000);
  await other.restored;
  expect(other.getState().status).toBe('signed-out');
  expect(ownDescription.readStored()).not.toBeNull();
});

test('a description that this version cannot follow is left out and forgotten, and says why', () => {
  ownDescription.store('s1', { version: 1, extraction: { colour: 'red' } });
  expect(loadOwnDescription({ custody: 'page' })).toMatchObject({
    dialect: null,
    wrongKeys: ['extraction.colour'],
  });
  expect(localStorage).toHaveLength(0);
  for (const stored of ['', '{', '[]', '"x"', '{"sessionId":7}', 'null']) {
    localStorage.setItem('colonnade-own-description', stored);
    expect(loadOwnDescription({ custody: 'page' })).toBeNull();
    expect(localStorage).toHaveLength(0);
  }
});

test('addresses that a server with the sign-ins would not pass on are refused', () => {
  const description = { version: 1, priceColumns: { path: '/v2/columns' } };
  ownDescription.store('s1', description);
  expect(loadOwnDescription({ custody: 'page' })?.dialect).not.toBeNull();
  expect(loadOwnDescription({ custody: 'server' })).toMatchObject({
    dialect: null,
    wrongKeys: ['priceColumns.path'],
  });
  expect(localStorage).toHaveLength(0);
});

test('a browser that stores nothing says so', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => undefined,
  });
  expect(ownDescription.store('s1', BARE)).toBe(false);
  vi.unstubAllGlobals();
});
