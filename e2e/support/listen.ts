import type { Page } from '@playwright/test';

/** Hears what is said politely from now on; gives back all of it so far. */
export async function listen(page: Page): Promise<() => Promise<readonly string[]>> {
  const said = await page.evaluateHandle(() => {
    const words: string[] = [];
    new MutationObserver((changes) => {
      // Of several changes at once the last is what is said.
      const regions = changes.map(({ target }) =>
        target instanceof Element ? target.closest('[aria-live="polite"]') : null,
      );
      for (const region of new Set(regions)) if (region !== null) words.push(region.textContent);
    }).observe(document.body, { childList: true, subtree: true });
    return words;
  });
  return () => said.evaluate((words) => [...words]);
}
