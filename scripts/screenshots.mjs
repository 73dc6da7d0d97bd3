// Takes screenshots of the running product. `npm run screenshots` takes those of the README and the guide; with `-- readme`, `-- guide`, or
// names of the guide's screenshots, it takes only these.
import path from 'node:path';
import { installMissing } from './install-missing.mjs';
import { projectDirectory } from './project-paths.mjs';
import { runMain } from './user-error.mjs';

// The address of a shared link, which opens the workbench with its query. The filter leaves so many rows that there is a scrollbar.
const ADDRESS =
  '/prices/SalesPrice?v=1&fields=EntryNo,ItemNumber,Name,Value,Currency,PriceList,DiscountPercent,ValidFrom&filter=Currency~is-any-of~EUR~CHF;Value~between~10.00~500.00&sort=PriceList,-Value';

const asked = process.argv.slice(2);

await runMain(async () => {
  await installMissing();
  // These modules are imported only after their dependencies have been installed.
  const { chromium } = await import('playwright');
  const { browserLaunchOptions } = await import('./browser-launch-options.mjs');
  const { provideBuild } = await import('./build-product.mjs');
  const { serve } = await import('../server/serve.mjs');
  const { takeGuidePictures } = await import('./guide-pictures.mjs');
  const { origin, close } = await serve({ directory: await provideBuild('demo') });
  const browser = await chromium.launch(browserLaunchOptions());
  try {
    if (!asked.includes('readme')) {
      await takeGuidePictures(
        browser,
        origin,
        asked.filter((name) => name !== 'guide'),
      );
    }
    if (asked.length > 0 && !asked.includes('readme')) return;
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const page = await browser.newPage({
        colorScheme,
        locale: 'en-GB',
        reducedMotion: 'reduce',
        viewport: { width: 1180, height: 640 },
      });
      await page.goto(origin + ADDRESS);
      await page.getByRole('button', { name: 'Pricing manager' }).click();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('grid', { name: 'Results' }).locator('[aria-rowindex="12"]').waitFor();
      await page
        .getByRole('grid', { name: 'Results' })
        .locator('[aria-busy="true"]')
        .waitFor({ state: 'detached' });
      const file = path.join('docs', `workbench-${colorScheme}.png`);
      await page.screenshot({ path: path.join(projectDirectory, file) });
      console.log(file);
      await page.close();
    }
  } finally {
    await browser.close();
    await close();
  }
});
