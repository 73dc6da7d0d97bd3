import type { Page } from '@playwright/test';

/** Records polite live-region announcements from now on. The returned function returns all announcements so far. */
export async function listen(page: Page): Promise<() => Promise<readonly string[]>> {
  const said = await page.evaluateHandle(() => {
    const words: string[] = [];
    new MutationObserver((changes) => {
      // A screen reader announces several simultaneous changes of a region once, with the last text.
      const regions = changes.map(({ target }) =>
        target instanceof Element ? target.closest('[aria-live="polite"]') : null,
      );
      for (const region of new Set(regions)) if (region !== null) words.push(region.textContent);
    }).observe(document.body, { childList: true, subtree: true });
    return words;
  });
  return () => said.evaluate((words) => [...words]);
}
