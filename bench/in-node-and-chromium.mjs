import { chromium } from 'playwright';
import { browserLaunchOptions } from '../scripts/browser-launch-options.mjs';
import { builtProduct } from './built-product.mjs';

/**
 * @typedef {{ work: string, way: string, ms: number }} Figure
 */

/**
 * Runs the exported `figures(product)` of a file of cases in this Node and in Chromium, and prints what they say.
 * `product` has the exports of the product's modules, each as a build makes it.
 * @param {{ cases: string, modules: string[], unit: 'ms' | 'µs' }} what paths from the root of the repository
 */
export async function measureInNodeAndChromium({ cases, modules, unit }) {
  const codes = await Promise.all([[cases], modules].map((paths) => builtProduct(paths, 'es')));
  const addresses = codes.map((code) => `data:text/javascript,${encodeURIComponent(code)}`);
  report(`Node ${process.version}`, await figuresOf(addresses), unit);

  const browser = await chromium.launch(browserLaunchOptions());
  try {
    const page = await browser.newPage();
    report(`Chromium ${browser.version()}`, await page.evaluate(figuresOf, addresses), unit);
  } finally {
    await browser.close();
  }
}

/**
 * Runs in Node and, sent there as text, in the page.
 * @param {string[]} addresses
 * @returns {Promise<Figure[]>}
 */
async function figuresOf(addresses) {
  const [cases, product] = await Promise.all(addresses.map((address) => import(address)));
  return cases.figures(product);
}

/**
 * @param {string} where
 * @param {Figure[]} figures
 * @param {'ms' | 'µs'} unit
 */
function report(where, figures, unit) {
  console.log(`\n${where}`);
  for (const { work, way, ms } of figures) {
    const duration = (unit === 'ms' ? ms : ms * 1000).toFixed(2);
    console.log(`${work.padEnd(40)} ${way.padEnd(32)} ${duration.padStart(8)} ${unit}`);
  }
}
