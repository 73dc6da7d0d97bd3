import { expect, test, vi } from 'vitest';
import { createFakeClock, flush } from '@/test/fake-clock';
import { createPageVersion, type PageVersionPorts, type VersionFinding } from './page-version';

const OWN = 'https://console.example/tools/assets/index-aaaa1111.js';
const CHECK_EVERY_MS = 10 * 60_000;

function pageWith(script: string): string {
  return `<!doctype html><html><head><script type="module" crossorigin src="${script}"></script></head></html>`;
}

function htmlOf(body: string, init: ResponseInit = {}): Response {
  return new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' }, ...init });
}

function setUp(respond: () => Response | Promise<Response>, ports: Partial<PageVersionPorts> = {}) {
  const clock = createFakeClock();
  const fetch = vi.fn(() => Promise.resolve().then(respond)) as unknown as typeof globalThis.fetch;
  let watcher: Parameters<PageVersionPorts['watch']>[0] | null = null;
  const version = createPageVersion({
    ownScript: OWN,
    pageAddress: '/tools/',
    fetch,
    clock,
    isOnline: () => true,
    isVisible: () => true,
    watch: (listeners) => {
      watcher = listeners;
      return () => {
        watcher = null;
      };
    },
    ...ports,
  });
  return { version, clock, fetch, watcher: () => watcher };
}

const OTHER = '/tools/assets/index-bbbb2222.js';

test.each<[string, () => Response, VersionFinding]>([
  ['the own script', () => htmlOf(pageWith('/tools/assets/index-aaaa1111.js')), 'same'],
  ['the own script by a relative address', () => htmlOf(pageWith('./index-aaaa1111.js')), 'same'],
  ['the own script by its whole address', () => htmlOf(pageWith(OWN)), 'same'],
  ['another script in its folder', () => htmlOf(pageWith(OTHER)), 'new'],
  ['no script', () => htmlOf('<!doctype html><p>Back soon</p>'), 'unknown'],
  ['the script of a proxy', () => htmlOf(pageWith('/proxy/sign-in.js')), 'unknown'],
  ['a script that is no address', () => htmlOf(pageWith('https://')), 'unknown'],
  ['an error page', () => htmlOf(pageWith(OTHER), { status: 502 }), 'unknown'],
  ['a missing page', () => new Response('Not found.', { status: 404 }), 'unknown'],
  ['something that is no page', () => new Response(pageWith(OTHER)), 'unknown'],
  ['a page far too long', () => htmlOf(pageWith(OTHER) + ' '.repeat(20_000)), 'unknown'],
])('a page with %s', async (_, respond, finding) => {
  const { version } = setUp(respond);
  expect(await version.check()).toBe(finding);
  expect(version.isNewHere()).toBe(finding === 'new');
});

test('a network that fails, or never responds, finds nothing', async () => {
  const failing = setUp(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await failing.version.check()).toBe('unknown');

  const clock = createFakeClock();
  const { version } = setUp(() => htmlOf(''), {
    clock,
    fetch: (_, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  });
  const found = version.check();
  await clock.advance(4_000);
  expect(await found).toBe('unknown');
});

test('nothing is asked while offline, nor on the development server', async () => {
  const offline = setUp(() => htmlOf(pageWith(OTHER)), { isOnline: () => false });
  expect(await offline.version.check()).toBe('unknown');
  expect(offline.fetch).not.toHaveBeenCalled();

  const development = setUp(() => htmlOf(pageWith(OTHER)), { ownScript: null });
  const stop = development.version.subscribe(() => {});
  expect(development.watcher()).toBe(null);
  expect(await development.version.check()).toBe('unknown');
  await development.clock.advance(2 * CHECK_EVERY_MS);
  expect(development.fetch).not.toHaveBeenCalled();
  stop();
});

test('a page in view looks now and then; one that comes back, only when that is long ago', async () => {
  let script = OWN;
  let isVisible = true;
  const { version, clock, fetch, watcher } = setUp(() => htmlOf(pageWith(script)), {
    isVisible: () => isVisible,
  });
  const listener = vi.fn();
  const stop = version.subscribe(listener);
  // The first check is not due yet, because the page has just been loaded.
  watcher()?.onReturn();
  expect(fetch).not.toHaveBeenCalled();
  await clock.advance(CHECK_EVERY_MS);
  expect(fetch).toHaveBeenCalledTimes(1);

  isVisible = false;
  await clock.advance(3 * CHECK_EVERY_MS);
  expect(fetch).toHaveBeenCalledTimes(1);
  isVisible = true;
  watcher()?.onReturn();
  watcher()?.onReturn();
  await flush();
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(listener).not.toHaveBeenCalled();

  script = OTHER;
  await clock.advance(CHECK_EVERY_MS);
  expect(version.isNewHere()).toBe(true);
  expect(listener).toHaveBeenCalledTimes(1);
  // Once a new version is known, the page stops asking.
  await clock.advance(3 * CHECK_EVERY_MS);
  expect(fetch).toHaveBeenCalledTimes(3);
  stop();
  expect(watcher()).toBe(null);
});

test('a file that could not be loaded is reason enough to look at once, once', async () => {
  const { version, fetch, watcher } = setUp(() => htmlOf(pageWith(OTHER)));
  const stop = version.subscribe(() => {});
  watcher()?.onMissing();
  watcher()?.onMissing();
  expect(await version.check()).toBe('new');
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(fetch).toHaveBeenCalledWith(
    '/tools/',
    expect.objectContaining({ cache: 'no-cache', mode: 'same-origin' }),
  );
  version.putOff();
  expect(version.isPutOff()).toBe(true);
  stop();
});
