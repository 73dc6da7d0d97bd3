import type { BrowserContext, Page } from '@playwright/test';

/** The storage key of the demo's service, which is not part of the console. */
const DEMO_STORAGE_KEY = 'colonnade-demo-service';

/** Returns everything that a page stores or shows as one text, to search for secrets. Extractable keys are marked in it. */
export async function everythingIn(page: Page): Promise<string> {
  return (await contentsOf(page)).map(({ place, text }) => `${place}: ${text}`).join('\n');
}

/** Returns all keys and values in IndexedDB as one text. */
export async function everythingInDatabases(page: Page): Promise<string> {
  const stores = (await contentsOf(page)).filter(({ place }) => place.includes('/'));
  return stores.map(({ place, text }) => `${place}: ${text}`).join('\n');
}

async function contentsOf(page: Page): Promise<{ place: string; text: string }[]> {
  return page.evaluate(async (demoStorageKey) => {
    const found: { place: string; text: string }[] = [];
    const note = (place: string, content: unknown) => found.push({ place, text: textOf(content) });

    function textOf(value: unknown): string {
      if (value instanceof CryptoKey) return value.extractable ? 'EXTRACTABLE KEY' : 'key';
      if (value instanceof ArrayBuffer) return textOf(new Uint8Array(value));
      if (value instanceof Uint8Array) return [...value].map((code) => String.fromCharCode(code)).join('');
      if (Array.isArray(value)) return value.map((item) => textOf(item)).join('\n');
      if (typeof value !== 'object' || value === null) return String(value);
      return Object.entries(value)
        .map(([key, item]) => `${key}=${textOf(item)}`)
        .join('\n');
    }

    for (const [place, storage] of Object.entries({ localStorage, sessionStorage })) {
      const entries = Object.entries(storage).filter(([storageKey]) => storageKey !== demoStorageKey);
      note(place, Object.fromEntries(entries));
    }
    for (const { name, version } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name, version);
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(opening.error));
      });
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        for (const reading of [store.getAll(), store.getAllKeys()]) {
          await new Promise((resolve) => {
            reading.addEventListener('success', resolve);
            reading.addEventListener('error', resolve);
          });
          note(`${name}/${storeName}`, reading.result);
        }
      }
      database.close();
    }
    for (const cacheName of await caches.keys()) note('cache', cacheName);
    note('cookie', document.cookie);
    note('name', name);
    note('address', location.href);
    note('history', JSON.stringify(history.state));
    note(
      'requests',
      performance.getEntriesByType('resource').map((entry) => entry.name),
    );
    note('document', document.documentElement.outerHTML);
    note(
      'inputs',
      [...document.querySelectorAll('input, textarea')].map((field) => ('value' in field ? field.value : '')),
    );
    return found;
  }, DEMO_STORAGE_KEY);
}

/** Collects the page's tokens from now on. It does so when the page decodes them, because the demo sends them over no network. */
export async function collectTokens(context: BrowserContext): Promise<readonly string[]> {
  const tokens: string[] = [];
  await context.exposeBinding('noteTokensForTest', (_, text: string) => {
    const response: Record<string, unknown> = JSON.parse(text);
    for (const member of ['access_token', 'refresh_token']) {
      const token = response[member];
      if (typeof token === 'string') tokens.push(token);
    }
  });
  await context.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called with its decoder below
    const { decode } = TextDecoder.prototype;
    const decoded = new WeakMap<TextDecoder, string>();
    TextDecoder.prototype.decode = function decodeAndNote(this: TextDecoder, ...input) {
      const text = decode.apply(this, input);
      const content = (decoded.get(this) ?? '') + text;
      const isStarted = input[0] !== undefined && content.startsWith('{"access_token"');
      if (isStarted) decoded.set(this, content);
      else if (decoded.delete(this)) void Reflect.get(window, 'noteTokensForTest')(content);
      return text;
    };
  });
  return tokens;
}
