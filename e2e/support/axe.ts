import type { Locator, Page } from '@playwright/test';
import { expect } from './expect';
import axe, { type RunOptions } from 'axe-core';

const IS_LONG_RUN = process.env['TEST_RUNS'] === 'all';

/** With these options, axe reports all elements of violated rules, but only one element of other rules. */
const VIOLATIONS_IN_FULL: RunOptions = { resultTypes: ['violations'] };

/**
 * All default rules (WCAG 2.2 A and AA, best practices) and two rules that are off by default: one for WCAG 2.5.3, which axe calls
 * experimental, and one for WCAG 2.5.8.
 */
const ALL_RULES: RunOptions = {
  ...VIOLATIONS_IN_FULL,
  rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } },
};

/** The rules whose result depends on the color scheme. */
const RULES_OF_COLOUR: RunOptions = {
  ...VIOLATIONS_IN_FULL,
  runOnly: { type: 'rule', values: ['color-contrast'] },
};

/**
 * Scans the current page with all rules. A failure lists the rule, the reason and the elements.
 * @param opened an element that has opened over the page: only this element is scanned, because another scan covers the page
 */
export async function expectNoAxeViolations(page: Page, opened?: Locator): Promise<void> {
  await expectNothingFound(page, ALL_RULES, opened);
}

/** Scans the page in both color schemes, and leaves it in the light scheme. */
export async function expectAccessibleInBothSchemes(page: Page, opened?: Locator): Promise<void> {
  await showScheme(page, 'dark');
  await expectNothingFound(page, RULES_OF_COLOUR, opened);
  await showScheme(page, 'light');
  await expectNothingFound(page, ALL_RULES, opened);
}

/** Scans the page in all colors, but only in a long run. Journeys about another subject use it for screens that they visit. */
export async function expectAccessibleInLongRun(page: Page, opened?: Locator): Promise<void> {
  if (IS_LONG_RUN) await expectAccessibleInAllColours(page, opened);
}

/** Scans the page in both color schemes and, in a long run, in forced colors. Leaves the page in the light scheme. */
export async function expectAccessibleInAllColours(page: Page, opened?: Locator): Promise<void> {
  if (IS_LONG_RUN) {
    await page.emulateMedia({ forcedColors: 'active' });
    await expectNothingFound(page, RULES_OF_COLOUR, opened);
    await page.emulateMedia({ forcedColors: 'none' });
  }
  await expectAccessibleInBothSchemes(page, opened);
}

async function showScheme(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // The scheme is checked, because a scan of the wrong scheme would pass as well.
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

async function expectNothingFound(page: Page, rules: RunOptions, opened?: Locator): Promise<void> {
  // The script has half a megabyte and stays until the page is reloaded, so it is only added if it is missing.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const part = opened ?? page.locator(':root');
  const { found, passedRules } = await part.evaluate(async (element, options) => {
    const scanner = (globalThis as typeof globalThis & { axe: typeof axe }).axe;
    const { violations, passes } = await scanner.run(element, options);
    return {
      found: violations.map(
        ({ id, help, nodes }) =>
          `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`).join('\n')}`,
      ),
      passedRules: passes.length,
    };
  }, rules);
  expect(found).toEqual([]);
  // Some rule must have passed, because a scan of a blank page would have no violations either.
  expect(passedRules).toBeGreaterThan(0);
}
