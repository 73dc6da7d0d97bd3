import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Scans the page as it is now by WCAG 2.2 A and AA; a failure lists rule, reason and elements. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await expectNothingFound(new AxeBuilder({ page }).withTags(TAGS));
}

/** The same in both colour schemes; leaves the page in the light one. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await showScheme(page, 'dark');
  // All that a scheme changes; the rest is the same page.
  await expectNothingFound(new AxeBuilder({ page }).withRules('color-contrast'));
  await showScheme(page, 'light');
  await expectNoAxeViolations(page);
}

async function showScheme(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // A scan of the wrong scheme would pass as well.
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

async function expectNothingFound(scan: AxeBuilder): Promise<void> {
  const { violations, passes } = await scan.analyze();
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`).join('\n')}`,
  );
  expect(found).toEqual([]);
  // A scan of a blank page finds nothing to complain about either.
  expect(passes.length).toBeGreaterThan(0);
}
