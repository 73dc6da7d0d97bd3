import { builtDirectories } from '../scripts/project-paths.mjs';
import {
  appearsCoverage,
  forgetFrames,
  framesSeen,
  inWorkbench,
  showTab,
  watchFrames,
} from './analysis-screen.mjs';
import { engineScript } from './built-product.mjs';
import { ACCOUNT, pageMemory, PAGE_SIZE } from './million-rows.mjs';
import { inProductPage } from './product-page.mjs';

/** The goals. A figure has the first goal whose pattern matches the figure's name. */
const BARS = [
  { pattern: /^new prices by three rules/, toReach: 500 },
  { pattern: /checks before and after, ms$/, toReach: 3_500 },
  { pattern: /^a price beside a row/, toReach: 1.3 },
];

/** Measures new prices by three rules, and the frames while a rule is being typed. @type {import('./analysis.mjs').Part} */
export async function measureProposal({ rowCount }) {
  const page = { script: 'bench/proposal-in-page.ts', name: 'proposing', rowCount };
  const computed = await inProductPage(page, async (browser) => {
    const memory = await pageMemory(browser);
    const given = {
      script: engineScript(builtDirectories.production),
      account: ACCOUNT,
      pageSize: PAGE_SIZE,
    };
    const measured = await browser.evaluate((of) => globalThis.proposing.measureInPage(of), given);
    const peak = memory.peak();
    memory.end();
    return [
      ...Object.entries(measured).map(([what, figure]) => {
        const bar = BARS.find(({ pattern }) => pattern.test(what));
        return { what, figure, ...(bar !== undefined && { toReach: bar.toReach }) };
      }),
      { what: 'peak MB above idle, with reading', figure: peak.privateMb },
    ];
  });
  return [...computed, ...(await measureTyping(rowCount))];
}

/** @param {number} rowCount @returns {Promise<import('./analysis.mjs').Figure[]>} */
function measureTyping(rowCount) {
  return inWorkbench(['--tls', '--rows', String(rowCount)], async (browser) => {
    await browser.evaluate(showTab, 'Proposal');
    await browser.evaluate(appearsCoverage, 'All ');
    await browser.evaluate(watchFrames, null);
    await browser.evaluate(appearsAnswer, null);
    const opened = await browser.evaluate(framesSeen, null);
    await browser.evaluate(forgetFrames, null);
    const answers = [];
    for (const percent of ['3', '3.5', '-2', '12'])
      answers.push(await browser.evaluate(typePercent, percent));
    const { intervalsMs, longestTaskMs } = await browser.evaluate(framesSeen, null);
    return [
      { what: 'longest task while the first answer comes, ms', figure: opened.longestTaskMs },
      { what: 'longest frame while a rule is typed, ms', figure: Math.round(Math.max(...intervalsMs)) },
      { what: 'longest task while a rule is typed, ms', figure: longestTaskMs, toReach: 50 },
      { what: 'from a key to its answer, ms', figure: answers.map((ms) => Math.round(ms)).join(' / ') },
    ];
  });
}

/* The functions from here on run in the page. */

/** Waits until the counts of the new prices, the results of the checks, and rows are on screen. */
async function appearsAnswer() {
  const isThere = () =>
    document.querySelector('button[aria-label^="Rows: "]') !== null &&
    document.querySelector('[role="status"][aria-label="Checks before → after"] svg') !== null &&
    document.querySelector('[role="grid"][aria-label="Proposal"] [role="gridcell"]') !== null;
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 20));
  // The browser reports a long task only after its end, so this waits for the last report.
  await new Promise((resolve) => setTimeout(resolve, 500));
}

/** Types a percentage into the first rule, key by key. Resolves with the ms until the prices have changed. @param {string} text */
async function typePercent(text) {
  const input = [...document.querySelectorAll('input')].find(
    (each) => each.labels?.[0]?.textContent.startsWith('Percent') === true,
  );
  if (input === undefined) throw new Error('There is no rule with a percentage.');
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  const changed = () => document.querySelector('button[aria-label^="Changed: "]')?.closest('[aria-busy]');
  input.focus();
  for (let end = 1; end <= text.length; end += 1) {
    property?.set?.call(input, text.slice(0, end));
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  const startedMs = performance.now();
  while (changed() == null && performance.now() - startedMs < 1_000) await new Promise(requestAnimationFrame);
  while (changed() != null) await new Promise(requestAnimationFrame);
  return performance.now() - startedMs;
}
