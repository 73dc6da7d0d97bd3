// @vitest-environment happy-dom
import vm from 'node:vm';
import { describe, expect, test } from 'vitest';
import german from '../src/ui/i18n/messages/de/old-browser.json';
import english from '../src/ui/i18n/messages/en/old-browser.json';
import { GUARD_NEEDS } from './browser-floor.mjs';
import { guardPage } from './guard-page.mjs';

// The page contains only the source text of the function, so the function must not use anything outside itself.
const SCRIPT = `(${guardPage.toString()})(window, needs, messages)`;

/** Runs the guard in a browser that has only the named features among those that the guard looks for. */
function guardedIn(language: string, has: readonly string[], isSecureContext = true) {
  const page = document.implementation.createHTMLDocument('Colonnade');
  page.body.innerHTML = '<div id="root"></div>';
  const owners = has
    .map((need) => need.split('.'))
    .map(([owner = '', member = '']) => [owner, { [member]: 1 }]);
  const listeners = new Map<string, () => void>();
  const addEventListener = (type: string, listener: () => void) => void listeners.set(type, listener);
  const window = {
    document: page,
    navigator: { language },
    isSecureContext,
    addEventListener,
    ...Object.fromEntries(owners),
  };
  vm.runInNewContext(SCRIPT, { window, needs: GUARD_NEEDS, messages: { en: english, de: german } });
  return { page, fire: (type: string) => listeners.get(type)?.() };
}

function pageGuardedIn(language: string, has: readonly string[]): Document {
  return guardedIn(language, has).page;
}

describe('in a browser that has all that is needed', () => {
  test('the guard leaves the page to the application', () => {
    const page = pageGuardedIn('en-GB', GUARD_NEEDS);
    expect(page.body.innerHTML).toBe('<div id="root"></div>');
  });

  test.each([
    ['nothing has started when all is loaded', 'load'],
    ['a part that is needed to show anything cannot be loaded', 'not-started'],
  ])('where %s, there is one sentence in place of a blank page', (_, type) => {
    const { page, fire } = guardedIn('de-AT', GUARD_NEEDS);
    fire(type);
    expect(page.title).toBe('Programm nicht geladen · Colonnade');
    expect(page.querySelector('main')?.textContent).toContain('Ein Teil des Programms fehlt');
    expect(page.getElementById('root')).toBeNull();
  });

  test('an application that has started is left alone', () => {
    const { page, fire } = guardedIn('en', GUARD_NEEDS);
    page.documentElement.dataset['started'] = '';
    fire('load');
    expect(page.getElementById('root')).not.toBeNull();
  });
});

describe.each(GUARD_NEEDS)('in a browser without %s', (missing) => {
  const has = GUARD_NEEDS.filter((need) => need !== missing);

  test.each([
    ['en-GB', 'en', 'Browser too old', 'This browser is too old'],
    ['de-AT', 'de', 'Browser zu alt', 'Dieser Browser ist zu alt'],
    ['sv-SE', 'en', 'Browser too old', 'This browser is too old'],
  ])('to %s there is one sentence in place of the application', (language, tag, title, text) => {
    const page = pageGuardedIn(language, has);
    expect(page.documentElement.lang).toBe(tag);
    expect(page.title).toContain(title);
    const main = page.querySelector('main');
    expect(main?.textContent).toContain(text);
    expect(page.getElementById('root')).toBeNull();
  });
});

test.each([
  ['en-GB', 'en', 'Open Colonnade over https', 'an address that begins with https'],
  ['de-AT', 'de', 'Colonnade über https öffnen', 'einer Adresse, die mit https beginnt'],
])(
  'over plain http there is one sentence to %s in place of the application',
  (language, tag, title, text) => {
    const { page, fire } = guardedIn(language, GUARD_NEEDS, false);
    expect(page.documentElement.lang).toBe(tag);
    expect(page.title).toBe(title);
    expect(page.querySelector('main')?.textContent).toContain(text);
    expect(page.getElementById('root')).toBeNull();
    expect(() => fire('load')).not.toThrow();
  },
);

test('a browser that has none of it reads the guard, too', () => {
  expect(pageGuardedIn('en-GB', []).querySelector('main')?.textContent).toContain('too old');
  // A browser that knows only ECMAScript 5 would fail at any later syntax.
  expect(SCRIPT).not.toMatch(/=>|`|\b(?:const|let|class|async|await)\b|\.\.\.|\?\.|\?\?/);
});
