import { builtDirectories } from '../scripts/project-paths.mjs';
import { engineScript } from './built-product.mjs';
import { ACCOUNT, pageMemory, PAGE_SIZE, round } from './million-rows.mjs';
import { inProductPage } from './product-page.mjs';

/** The goals for a million rows, by the name of the measurement. */
const BARS = {
  'differences with counts, ms': 1_500,
  'first rows, ms': 300,
};

/** The measurements that add up to the time until the first rows are on screen. */
const WHOLE = ['both read, ms', 'differences with counts, ms', 'first rows, ms'];

/** Measures reading and comparing two versions of a snapshot. @type {import('./analysis.mjs').Part} */
export async function measureComparison({ rowCount }) {
  return inProductPage(
    { script: 'bench/comparison-in-page.ts', name: 'comparing', rowCount },
    async (browser, service) => {
      const take = () => browser.evaluate((account) => globalThis.comparing.takeSnapshot(account), ACCOUNT);
      const earlier = await take();
      await changeSourceData(service.address);
      const later = await take();
      const memory = await pageMemory(browser);
      const comparing = {
        script: engineScript(builtDirectories.production),
        account: ACCOUNT,
        cacheKeys: /** @type {[string, string]} */ ([earlier, later]),
        pageSize: PAGE_SIZE,
      };
      const measured = await browser.evaluate((of) => globalThis.comparing.measureInPage(of), comparing);
      const peak = memory.peak();
      const written = await browser.evaluate(() => globalThis.comparing.writeInPage(), null);
      const writingPeak = memory.peak();
      memory.end();
      const floorMs = await browser.evaluate((of) => globalThis.comparing.floorInPage(of), comparing);
      const whole = WHOLE.reduce((sum, what) => sum + (measured[what] ?? 0), 0);
      return [
        ...Object.entries(measured).map(([what, figure]) => ({
          what,
          figure,
          ...(what in BARS && { toReach: BARS[/** @type {keyof typeof BARS} */ (what)] }),
        })),
        { what: 'peak MB above idle', figure: peak.privateMb, toReach: 700 },
        { what: 'both fetched and thrown away, ms', figure: floorMs },
        { what: 'from nothing to the first rows, × that', figure: round(whole / floorMs), toReach: 2.2 },
        ...Object.entries(written).map(([what, figure]) => ({ what, figure })),
        { what: 'peak MB above idle while that is written', figure: writingPeak.privateMb },
      ];
    },
  );
}

/** @param {string} address the address of the service */
async function changeSourceData(address) {
  const response = await fetch(new URL('/__control', address), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ do: 'change-source-data' }),
  });
  if (!response.ok) throw new Error(await response.text());
}
