import type { Locator, Page } from '@playwright/test';
import { expect } from './expect';
import axe, { type RunOptions } from 'axe-core';

const IS_LONG_RUN = process.env['TEST_RUNS'] === 'all';

/** Of a rule that passes, one element is enough. */
const VIOLATIONS_IN_FULL: RunOptions = { resultTypes: ['violations'] };

/**
 * All default rules, WCAG 2.2 A and AA and best practices, and two that axe leaves off by default: for WCAG 2.5.3, which it
 * calls experimental, and for 2.5.8.
 */
const ALL_RULES: RunOptions = {
  ...VIOLATIONS_IN_FULL,
  rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } },
};

/** All that a change of scheme changes; the rest is the same page. */
const RULES_OF_COLOUR: RunOptions = {
  ...VIOLATIONS_IN_FULL,
  runOnly: { type: 'rule', values: ['color-contrast'] },
};

/**
 * Scans the page as it is now by all default rules; a failure lists rule, reason and elements.
 * @param opened what has opened over a page that is scanned elsewhere: it is scanned alone
 */
export async function expectNoAxeViolations(page: Page, opened?: Locator): Promise<void> {
  await expectNothingFound(page, ALL_RULES, opened);
}

/** The same in both colour schemes; leaves the page in the light one. */
export async function expectAccessibleInBothSchemes(page: Page, opened?: Locator): Promise<void> {
  await showScheme(page, 'dark');
  await expectNothingFound(page, RULES_OF_COLOUR, opened);
  await showScheme(page, 'light');
  await expectNothingFound(page, ALL_RULES, opened);
}

/** The same, of what a journey of another subject comes by; in a long run alone. */
export async function expectAccessibleInLongRun(page: Page, opened?: Locator): Promise<void> {
  if (IS_LONG_RUN) await expectAccessibleInAllColours(page, opened);
}

/** The same in both colour schemes and, in a long run, in forced colours; leaves the page in the light one. */
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
  // A scan of the wrong scheme would pass as well.
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

async function expectNothingFound(page: Page, rules: RunOptions, opened?: Locator): Promise<void> {
  // Half a megabyte of script; it stays until the page is loaded again.
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
  // A scan of a blank page finds nothing to complain about either.
  expect(passedRules).toBeGreaterThan(0);
}
