// Only this module may import Playwright's `expect`; all others import the one below.
// oxlint-disable-next-line no-restricted-imports
import { expect as playwrightExpect, type Locator, type Page } from '@playwright/test';

/** Long enough for most changes of a page, and short enough that Playwright checks every 100 ms (see `expect`). */
const SOON_MS = 2_400;

const soon = playwrightExpect.configure({ timeout: SOON_MS });

/** Matchers that a missing element can satisfy. */
const OF_ABSENCE: ReadonlySet<string | symbol> = new Set(['toBeHidden', 'toHaveCount']);

/**
 * Playwright's `expect`, but faster. Playwright checks at 0, 20, 70, 170 and 270 ms and then every half second, or every 100 ms
 * if the timeout is below 2.5 s. Whenever it finds no element, it describes the whole page for an error message, which takes
 * longer than the check. So this function waits for an element without a description, then expects with a short timeout, and
 * only then with the full timeout.
 */
export const expect = new Proxy(playwrightExpect, {
  apply: (target, self, args: Parameters<typeof playwrightExpect>) => {
    const [actual] = args;
    const matchers = Reflect.apply(target, self, args);
    return isOfPage(actual) ? attentive(actual, matchers, soon(actual), false) : matchers;
  },
  get: (target, name, receiver) =>
    name === 'poll' ? pollOften : (Reflect.get(target, name, receiver) as unknown),
});

const pollOften: typeof playwrightExpect.poll = (actual, options) =>
  playwrightExpect.poll(actual, { intervals: [50, 100], ...(typeof options === 'object' && options) });

function attentive(actual: Locator | Page, patient: object, early: object, isNot: boolean): object {
  return new Proxy(patient, {
    get: (_, name) => {
      const matcher: unknown = Reflect.get(patient, name);
      const earlyMatcher: unknown = Reflect.get(early, name);
      if (name === 'not') return attentive(actual, matcher as object, earlyMatcher as object, true);
      if (typeof matcher !== 'function' || typeof earlyMatcher !== 'function') return matcher;
      return async (...args: unknown[]) => {
        if (args.some(hasTimeout)) return Reflect.apply(matcher, undefined, args) as unknown;
        const expectsNothing = Array.isArray(args[0]) && args[0].length === 0;
        if ('waitFor' in actual && !isNot && !OF_ABSENCE.has(name) && !expectsNothing)
          await actual
            .first()
            .waitFor({ state: 'attached', timeout: SOON_MS })
            .catch(() => undefined);
        try {
          return (await Reflect.apply(earlyMatcher, undefined, args)) as unknown;
        } catch {
          return Reflect.apply(matcher, undefined, args) as unknown;
        }
      };
    },
  });
}

function hasTimeout(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'timeout' in options;
}

function isOfPage(actual: unknown): actual is Locator | Page {
  return typeof actual === 'object' && actual !== null && 'locator' in actual;
}
