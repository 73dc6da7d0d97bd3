import { builtDirectories } from '../scripts/project-paths.mjs';
import { engineScript } from './built-product.mjs';
import { ACCOUNT, pageMemory, PAGE_SIZE } from './million-rows.mjs';
import { inProductPage } from './product-page.mjs';

/** Measures all checks of the rows read, including those that are off by default. @type {import('./analysis.mjs').Part} */
export async function measureChecks({ rowCount }) {
  return measure(rowCount, 'checks', { pattern: /^\d+ checks, ms$/, toReach: 3_000 });
}

/** Measures filters and computed columns (a refinement) on a snapshot that has been read. @type {import('./analysis.mjs').Part} */
export async function measureRefining({ rowCount }) {
  return measure(rowCount, 'refine', { pattern: /computed column, ms$/, toReach: 500 });
}

/** Measures joining columns of two other tables by two key columns. @type {import('./analysis.mjs').Part} */
export async function measureJoins({ rowCount }) {
  return measure(
    rowCount,
    'join',
    { pattern: /a tenth of them, ms$/, toReach: 500 },
    { pattern: /as many, ms$/, toReach: 1_200 },
  );
}

/**
 * @param {number} rowCount @param {'checks' | 'refine' | 'join'} part
 * @param {...{ pattern: RegExp, toReach: number }} bars @returns {Promise<import('./analysis.mjs').Figure[]>}
 */
async function measure(rowCount, part, ...bars) {
  return inProductPage({ script: 'bench/checks-in-page.ts', name: 'checking', rowCount }, async (browser) => {
    const memory = await pageMemory(browser);
    const checking = {
      script: engineScript(builtDirectories.production),
      account: ACCOUNT,
      pageSize: PAGE_SIZE,
      part,
    };
    const measured = await browser.evaluate((of) => globalThis.checking.measureInPage(of), checking);
    const peak = memory.peak();
    memory.end();
    return [
      ...Object.entries(measured).map(([what, figure]) => {
        const bar = bars.find(({ pattern }) => pattern.test(what));
        return { what, figure, ...(bar !== undefined && { toReach: bar.toReach }) };
      }),
      { what: 'peak MB above idle, with reading', figure: peak.privateMb },
    ];
  });
}
