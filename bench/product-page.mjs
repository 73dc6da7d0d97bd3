import { builtDirectories } from '../scripts/project-paths.mjs';
import { serve } from '../server/serve.mjs';
import { startServiceProcess } from '../scripts/service-process.mjs';
import { builtProduct } from './built-product.mjs';
import { signInIsShown, startPlainBrowser } from './plain-browser.mjs';

/**
 * Opens the build in front of a service and loads the exports of a script of bench/ into its page under a name, so that they are measured
 * under the page's policy. Closes everything afterwards.
 * @template Result
 * @param {{ script: string, name: string, rowCount: number }} given
 * @param {(browser: Awaited<ReturnType<typeof startPlainBrowser>>, service: Awaited<ReturnType<typeof startServiceProcess>>) =>
 * Promise<Result>} measure
 * @returns {Promise<Result>}
 */
export async function inProductPage({ script, name, rowCount }, measure) {
  const code = await builtProduct([script]);
  const service = await startServiceProcess(['--rows', String(rowCount)]);
  const served = await serve({
    directory: builtDirectories.production,
    service: service.upstream,
    config: { offline: false },
  });
  const browser = await startPlainBrowser();
  try {
    await browser.send('Page.navigate', { url: served.origin });
    await browser.evaluate(signInIsShown, null);
    // The debugger runs the script, because the page's policy allows only the page's own scripts.
    await browser.send('Runtime.evaluate', { expression: `${code};globalThis.${name} = product;` });
    return await measure(browser, service);
  } finally {
    await browser.close();
    await served.close();
    await service.close();
  }
}
