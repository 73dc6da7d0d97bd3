import { builtDirectories } from '../scripts/project-paths.mjs';
import { serve } from '../server/serve.mjs';
import { startServiceProcess } from '../scripts/service-process.mjs';
import { builtProduct } from './built-product.mjs';
import { signInIsShown, startPlainBrowser } from './plain-browser.mjs';

/**
 * Opens the build in front of a service and gives its page the product's own modules, to be measured under its policy. Closes
 * all of it afterwards.
 * @template Result
 * @param {{ script: string, name: string, rowCount: number }} given a script of bench/, the name of its exports in the page, and the rows of the service
 * @param {(browser: Awaited<ReturnType<typeof startPlainBrowser>>, service: Awaited<ReturnType<typeof startServiceProcess>>) => Promise<Result>} measure
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
    // By the debugger: the page itself allows no script but its own.
    await browser.send('Runtime.evaluate', { expression: `${code};globalThis.${name} = product;` });
    return await measure(browser, service);
  } finally {
    await browser.close();
    await served.close();
    await service.close();
  }
}
