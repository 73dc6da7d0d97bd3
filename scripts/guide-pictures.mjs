import path from 'node:path';
import { projectDirectory } from './project-paths.mjs';
import {
  DEMO_MESSAGES_FOLDER,
  LANGUAGE_TRAITS,
  LANGUAGES,
  readMessageFile,
  readMessages,
} from './read-messages.mjs';

/** @typedef {import('playwright').Page} Page */
/** @typedef {(key: string) => string} Translate */

const FIELDS =
  'EntryNo;ItemNumber;Name;cd_PriceGroup;PriceList;Currency;MinimumQuantity;PreviousValue;Value;ValidFrom';
const FEW_FIELDS = 'EntryNo;ItemNumber;PriceList;Currency;MinimumQuantity;Value';
const QUERY = `/prices/SalesPrice?v=1&fields=${FEW_FIELDS}&filter=Currency~is-any-of~EUR~CHF;Value~between~10.00~500.00&sort=PriceList,-Value`;
/** The address of a query with so few rows that all of them load at once. */
const BOLTS = `/prices/SalesPrice?v=1&fields=${FIELDS}&filter=cd_PriceGroup~is~FX-BOLT;PriceList~is~DE`;
/** The address of a query with a pasted list. The last number in the list belongs to no article. */
const LIST = `/prices/SalesPrice?v=1&fields=${FEW_FIELDS}&filter=ItemNumber~is-any-of~A-100012110~A-100024837~A-999999999&report=open`;
const PIVOT =
  '/prices/SalesPrice?v=1&fields=cd_PriceGroup;PriceList;Currency;MinimumQuantity;Value&filter=MinimumQuantity~equals~1;Currency~is~EUR;cd_PriceGroup~starts-with~FX&show=pivot&pivot=1;rows,cd_PriceGroup;columns,PriceList;measures,median~Value';

/** The screenshots, each with its address and the steps that come before it. */
const PICTURES = /** @type {const} */ ([
  { name: 'find', address: '/prices', prepare: findPrices },
  { name: 'ask', address: QUERY, prepare: runQuery },
  { name: 'list', address: LIST, prepare: lookUpList },
  { name: 'record', address: QUERY, prepare: showRecord },
  { name: 'columns', address: `${BOLTS}&show=columns`, prepare: profileColumns },
  { name: 'pivot', address: PIVOT, prepare: pivot },
  { name: 'checks', address: `${BOLTS}&show=checks`, prepare: runChecks },
  { name: 'changes', address: '/prices/PromotionPrice?v=1', prepare: seeChanges },
  { name: 'export', address: QUERY, prepare: openExport },
  { name: 'keep', address: BOLTS, prepare: keepCopy },
]);

/**
 * Takes screenshots of the running demo for the guide: those with the given names, or all.
 * @param {import('playwright').Browser} browser @param {string} origin @param {readonly string[]} names
 */
export async function takeGuidePictures(browser, origin, names) {
  /** @type {string[]} */
  const failed = [];
  for (const language of LANGUAGES) {
    const { locale, hasGuide } = LANGUAGE_TRAITS[language];
    if (!hasGuide) continue;
    const t = translatorOf(language);
    for (const { name, address, prepare } of PICTURES) {
      if (names.length > 0 && !names.includes(name)) continue;
      const context = await browser.newContext({
        colorScheme: 'light',
        locale,
        reducedMotion: 'reduce',
        viewport: { width: 1120, height: 600 },
      });
      const page = await context.newPage();
      const file = path.join('docs', 'guide', 'pictures', `${language}-${name}.png`);
      try {
        await page.goto(origin + address);
        await page.getByRole('button', { name: t('signIn.pricingManager') }).click();
        await prepare(page, t);
        await page.mouse.move(0, 0);
        const dialog = page.getByRole('dialog');
        const subject = (await dialog.isVisible()) ? dialog : page;
        await subject.screenshot({ path: path.join(projectDirectory, file), animations: 'disabled' });
        console.log(file);
      } catch (error) {
        // After a failure, the remaining screenshots are still taken.
        failed.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
      }
      await context.close();
    }
  }
  if (failed.length > 0) throw new Error(failed.join('\n'));
}

/** @param {string} language @returns {Translate} */
function translatorOf(language) {
  const messages = readMessages(language);
  const controls = readMessageFile(path.join(DEMO_MESSAGES_FOLDER, `${language}.json`));
  return (key) => {
    const [namespace = '', ...parts] = key.split('.');
    /** @type {unknown} */
    let value = namespace === 'controls' ? controls : messages[namespace];
    for (const part of parts) value = /** @type {Record<string, unknown>} */ (value)[part];
    if (typeof value !== 'string') throw new Error(`There is no text ${key}.`);
    return value;
  };
}

/** @param {Page} page */
async function findPrices(page) {
  await page.getByRole('table').getByRole('link').first().waitFor();
}

/** @param {Page} page @param {Translate} t */
async function run(page, t) {
  await page.getByRole('button', { name: t('workbench.query.run'), exact: true }).click();
}

/** @param {Page} page @param {Translate} t */
async function runQuery(page, t) {
  await run(page, t);
  const grid = page.getByRole('grid');
  await grid.locator('[aria-rowindex="4"]').waitFor();
  await grid.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** @param {Page} page @param {Translate} t */
async function lookUpList(page, t) {
  await run(page, t);
  const report = page.getByRole('region', { name: t('listReport.region') });
  await report.getByText(t('listReport.notFound')).first().waitFor();
}

/** @param {Page} page @param {Translate} t */
async function showRecord(page, t) {
  await runQuery(page, t);
  await page.getByRole('grid').locator('[aria-rowindex="3"] [role="gridcell"]').nth(2).click();
  await page.keyboard.press('F2');
  await page.getByRole('region', { name: t('resultsTools.record'), exact: true }).waitFor();
}

/** @param {Page} page @param {Translate} t */
async function profileColumns(page, t) {
  await run(page, t);
  await page
    .getByRole('table', { name: t('columns.title') })
    .getByRole('img')
    .first()
    .waitFor();
  // This button is enabled once all numbers of the view are computed.
  await page.locator('button:enabled', { hasText: t('tableExport.copy') }).waitFor();
}

/** @param {Page} page @param {Translate} t */
async function pivot(page, t) {
  await run(page, t);
  await page
    .getByRole('table', { name: t('pivot.label') })
    .getByRole('cell')
    .first()
    .waitFor();
}

/** @param {Page} page @param {Translate} t */
async function runChecks(page, t) {
  await run(page, t);
  const findings = page.getByRole('grid');
  await findings.locator('[aria-rowindex="3"]').waitFor();
  await findings.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** @param {Page} page @param {Translate} t */
async function seeChanges(page, t) {
  await runQuery(page, t);
  await page.getByRole('button', { name: t('shell.demoControls') }).click();
  await page.getByRole('button', { name: t('controls.changeSource') }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('results.seeChanges') }).click();
  await page
    .getByRole('grid', { name: t('changes.title') })
    .locator('[aria-rowindex="3"]')
    .waitFor();
}

/** @param {Page} page @param {Translate} t */
async function openExport(page, t) {
  await runQuery(page, t);
  await page.getByRole('button', { name: t('results.export'), exact: true }).click();
  await page.getByRole('radio', { name: t('export.formats.xlsx-refresh') }).check();
}

/** @param {Page} page @param {Translate} t */
async function keepCopy(page, t) {
  await runQuery(page, t);
  const tool = page.getByRole('button', { name: t('results.keepCopy'), exact: true });
  const more = page.getByRole('button', { name: t('results.moreTools'), exact: true });
  await tool.or(more).first().waitFor();
  if (await tool.isVisible()) await tool.click();
  else {
    await more.click();
    await page.getByRole('menuitem', { name: t('results.keepCopy'), exact: true }).click();
  }
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
}
