import { builtDirectories } from '../scripts/project-paths.mjs';
import {
  appearsCoverage,
  forgetFrames,
  framesSeen,
  inWorkbench,
  showTab,
  watchFrames,
} from './analysis-screen.mjs';
import { engineScript, workerScript } from './built-product.mjs';
import { quantiles } from './grid-measures.mjs';
import { ACCOUNT, PAGE_SIZE } from './million-rows.mjs';
import { inProductPage } from './product-page.mjs';

const COLUMNS = 16;
const FEW_COLUMNS = 8;
const MANY_ROWS = 5_000_000;
const MOVES = 240;
const FRAME_MS = 1000 / 60;

/** Measures the charts of columns: counting their bins, brushing their bars, and frames. @type {import('./analysis.mjs').Part} */
export async function measurePictures({ rowCount }) {
  const isLarge = rowCount > MANY_ROWS;
  const indexes = await measureIndexes(rowCount, isLarge);
  return isLarge ? indexes : [...indexes, ...(await measureFrames(rowCount))];
}

/** @param {number} rowCount @param {boolean} isLarge @returns {Promise<import('./analysis.mjs').Figure[]>} */
async function measureIndexes(rowCount, isLarge) {
  return inProductPage(
    { script: 'bench/pictures-in-page.ts', name: 'picturing', rowCount },
    async (browser) => {
      const measured = await browser.evaluate(
        (of) => /** @type {any} */ (globalThis).picturing.measureInPage(of),
        {
          script: engineScript(builtDirectories.production),
          indexScript: workerScript(builtDirectories.production, 'index-worker'),
          account: ACCOUNT,
          pageSize: PAGE_SIZE,
          columnCount: isLarge ? FEW_COLUMNS : COLUMNS,
        },
      );
      /** @type {Record<string, number>} */
      const toReach = { 'picture changed, median ms': isLarge ? 1_000 : 150, 'index bytes per row': 20 };
      return Object.entries(measured).map(([what, figure]) => ({
        what,
        figure,
        ...(toReach[what] !== undefined && { toReach: toReach[what] }),
      }));
    },
  );
}

/** Measures frames while the mouse drags over the bars. @param {number} rowCount @returns {Promise<import('./analysis.mjs').Figure[]>} */
async function measureFrames(rowCount) {
  return inWorkbench(['--tls', '--rows', String(rowCount)], async (browser) => {
    await browser.evaluate(showTab, 'Columns');
    await browser.evaluate(appearsCoverage, 'All ');
    await browser.evaluate(showPictures, null);
    const place = await browser.evaluate(placeOfPlot, null);
    await browser.evaluate(watchFrames, null);
    const mouse = (/** @type {string} */ type, /** @type {number} */ share) =>
      browser.send('Input.dispatchMouseEvent', {
        type,
        x: place.x + place.width * share,
        y: place.y + place.height / 2,
        button: 'left',
        buttons: type === 'mouseReleased' ? 0 : 1,
        clickCount: 1,
      });
    await mouse('mousePressed', 0.2);
    await mouse('mouseMoved', 0.5);
    await browser.evaluate(isSelected, null);
    await browser.evaluate(forgetFrames, null);
    for (let move = 0; move < MOVES; move += 1) {
      void mouse('mouseMoved', 0.5 + 0.4 * Math.sin(move / 10));
      await new Promise((resolve) => setTimeout(resolve, FRAME_MS));
    }
    const { intervalsMs, longestTaskMs } = await browser.evaluate(framesSeen, null);
    const others = await browser.evaluate(othersInTheSameFrame, place);
    await mouse('mouseReleased', 0.5);
    return [
      {
        what: 'frames while the pointer moves p50 / p95 / p99, ms',
        figure: quantiles(intervalsMs),
        toReach: 17,
      },
      { what: 'longest task meanwhile, ms', figure: longestTaskMs },
      { what: 'other pictures drawn in the next frame', figure: others },
    ];
  });
}

/* The functions from here on run in the page. */

async function showPictures() {
  const button = () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Pictures');
  while (button() === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
  button()?.click();
  const cards = () => [...document.querySelectorAll('section[data-column]')];
  const isDone = () =>
    cards().length > 0 &&
    cards().every(
      (card) => card.getBoundingClientRect().top > innerHeight || card.querySelector('[role="listbox"]'),
    );
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 50));
}

function placeOfPlot() {
  const plot = document.querySelector('[data-upright]');
  plot?.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = /** @type {Element} */ (plot).getBoundingClientRect();
  return { x, y, width, height };
}

async function isSelected() {
  const status = () => document.querySelector('[role="status"][aria-label="Selection"]');
  while (
    !/\d.*selected/.test(status()?.textContent ?? '') ||
    status()?.getAttribute('aria-busy') === 'true'
  ) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** @param {{ x: number, y: number, width: number, height: number }} place */
async function othersInTheSameFrame({ x, y, width, height }) {
  const list = document.querySelector('[data-upright]')?.closest('[role="listbox"]');
  const paths = () =>
    [...document.querySelectorAll('section[data-column]')]
      .filter((card) => !card.contains(list ?? null))
      .map((card) => [...card.querySelectorAll('path')].map((path) => path.getAttribute('d')).join());
  const before = paths();
  list?.querySelector('[data-code]')?.dispatchEvent(
    new PointerEvent('pointermove', {
      bubbles: true,
      clientX: x + width * 0.22,
      clientY: y + height / 2,
      buttons: 1,
      pointerId: 1,
    }),
  );
  // The callback runs just before the browser draws the next frame.
  await new Promise(requestAnimationFrame);
  return `${paths().filter((path, index) => path !== before[index]).length} of ${before.filter((path) => path !== '').length}`;
}
