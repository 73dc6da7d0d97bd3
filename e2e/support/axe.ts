import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Scans the page as it is now by WCAG 2.2 A and AA; a failure lists rule, reason and elements. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  const { violations, passes } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`).join('\n')}`,
  );
  expect(found).toEqual([]);
  // A scan of a blank page finds nothing to complain about either.
  expect(passes.length).toBeGreaterThan(0);
}
