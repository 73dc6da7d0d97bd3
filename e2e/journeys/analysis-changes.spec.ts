import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { expectAccessibleInAllColours, expectNoAxeViolations } from '../support/axe';
import {
  dividedHalfEven,
  expectChangeCounts,
  expectedChanges,
  expectedDifferences,
  expectedPercents,
  valuesByKey,
} from '../support/changes-oracle';
import { bytesOf, contentOf, downloadsOf } from '../support/exports';
import { Grid } from '../support/grid';
import { messagesOf } from '../support/message-catalogue';
import { expect, test } from '../support/test';

// Two snapshots of a price column, with a change of the source between, are compared row by row.

const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'View of the snapshot' }).getByRole('tab', { name, exact: true });

async function run(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
}

async function changeSource(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Demo controls' }).click();
  await page.getByRole('button', { name: 'Change source data' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Prices changed at/)).toBeVisible();
}

const cacheKeyOf = (page: Page) => new URL(page.url()).searchParams.get('cacheKey') ?? '';

/** Takes a snapshot, changes the source, and takes another. Returns the key of the first. */
async function takeTwo(page: Page): Promise<string> {
  await run(page);
  const earlier = cacheKeyOf(page);
  await changeSource(page);
  await run(page);
  await expect.poll(() => cacheKeyOf(page)).not.toBe(earlier);
  return earlier;
}

/** The view opens compared with the snapshot before. */
async function compareWithEarlier(page: Page): Promise<void> {
  await tab(page, 'Changes').click();
  await expect(page.getByRole('combobox', { name: 'Compare with' })).toHaveValue(/240 rows$/);
}

/** As many digits as the service has: computed from its rows by another program. */
const EXPECTED = expectedChanges('PromotionPrice', 'PromotionCode', [0, 1]);

const expectCounts = (page: Page) => expectChangeCounts(page, EXPECTED);

test('two snapshots are compared, row by row @promise', async ({ page, signIn }) => {
  await signIn({ at: '/prices/PromotionPrice' });
  await takeTwo(page);
  await compareWithEarlier(page);
  await expectCounts(page);
});

test('the link of a comparison compares again', async ({ page, signIn }) => {
  expect(Object.values(EXPECTED).every(({ length }) => length > 0)).toBe(true);
  await signIn({ at: '/prices/PromotionPrice' });
  const earlier = await takeTwo(page);
  await compareWithEarlier(page);
  await expectCounts(page);
  await expect(page.getByText(/^Earlier taken .*, 240 rows$/)).toBeVisible();
  await expect(page.getByText(/^Later taken .*, 245 rows$/)).toBeVisible();
  const search = new URL(page.url()).searchParams;
  expect([search.get('show'), search.get('with')]).toEqual(['changes', `snapshot~${earlier}`]);
  await expect(page.getByRole('img', { name: 'Distribution of Δ %' })).toBeVisible();
  await expectAccessibleInAllColours(page);

  await test.step('a reload opens the same comparison', async () => {
    await page.reload();
    await expectCounts(page);
    await expect(page.getByRole('combobox', { name: 'Price' })).toHaveValue('PromotionValue');
  });

  await test.step('another price applies at once, and its differences replace the others', async () => {
    const median = page.getByText(/ rows? .*: from .*, median /);
    const before = await median.textContent();
    await page.getByRole('combobox', { name: 'Price' }).click();
    await page.getByRole('option', { name: 'Factor' }).click();
    await expect(
      page.getByText('No price differs.').or(median.filter({ hasNotText: before ?? '' })),
    ).toBeVisible();
    await expect(page).toHaveURL(/price=Factor/);
    await page.goBack();
    await expect(median).toHaveText(before ?? '');
  });

  await test.step('sides without a difference', async () => {
    const shown = cacheKeyOf(page);
    await page.getByRole('button', { name: 'Refresh snapshot' }).click();
    // The new rows bring their set-up with them, and close a list of the one before.
    await expect.poll(() => cacheKeyOf(page)).not.toBe(shown);
    await expectCounts(page);
    await page.getByRole('combobox', { name: 'Compare with' }).click();
    await page.getByRole('option', { name: /245 rows$/ }).click();
    await expect(page.getByRole('heading', { name: 'No differences' })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.goBack();
    await page.goBack();
    await expectCounts(page);
  });

  await test.step('another view is looked at meanwhile, and nothing is compared again', async () => {
    await tab(page, 'Rows').click();
    await new Grid(page).expectRowLoaded(0);
    await tab(page, 'Changes').click();
    await expectCounts(page);
  });
});

test('the grid of changes is filtered, sorted, searched and copied, and its rows open', async ({
  page,
  signIn,
  context,
}) => {
  await signIn({ at: '/prices/PromotionPrice' });
  await takeTwo(page);
  await compareWithEarlier(page);
  await expectCounts(page);
  const grid = new Grid(page, 'Changes');
  const { added, removed, changed } = EXPECTED;
  const all = [...added, ...removed, ...changed];
  await grid.expectRowLoaded(0);
  const shownRows = page.getByRole('status', { name: 'Rows shown' });
  await expect(shownRows).toHaveText(`${all.length} rows`);
  const read = await grid.readRows(all.map((_, index) => index));
  expect(new Set(read.map((row) => row['PromotionCode']))).toEqual(new Set(all));

  await test.step('the picture and the table of columns lead to their rows', async () => {
    await expect(page.getByRole('img', { name: 'Distribution of Δ %' })).toBeVisible();
    const differing = expectedDifferences('PromotionPrice', 'PromotionCode', [0, 1], 'PromotionValue');
    const byColumn = page.getByRole('table', { name: 'Differences by column' });
    await expect(byColumn.getByRole('row', { name: /^PromotionValue/ })).toContainText(
      String(differing.length),
    );
    await byColumn.getByRole('button', { name: 'PromotionValue' }).click();
    await expect(shownRows).toHaveText(`${differing.length} rows`);
    await page.getByRole('group', { name: 'Rows by Δ %' }).getByRole('button').first().press('Enter');
    await expect(page.getByText(/^PromotionValue differs · Δ % from/)).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Show all again' }).click();
    await expect(shownRows).toHaveText(`${all.length} rows`);
  });

  await test.step('only removed rows', async () => {
    await page.getByRole('button', { name: /^Added/ }).click();
    await page.getByRole('button', { name: /^Changed/ }).click();
    await expect(shownRows).toHaveText(`${removed.length} rows`);
    const keys = (await grid.readRows(removed.map((_, index) => index))).map((row) => row['PromotionCode']);
    expect(new Set(keys)).toEqual(new Set(removed));
    await page.getByRole('button', { name: /^Removed/ }).click();
    await expect(page.getByText('No rows of this kind.')).toBeVisible();
    await page.getByRole('button', { name: /^Changed/ }).click();
    await expect(shownRows).toHaveText(`${changed.length} rows`);
  });

  await test.step('sorted by Δ %', async () => {
    await grid.header('Δ %').click();
    await expect(grid.header('Δ %')).toHaveAttribute('aria-sort', 'descending');
  });

  await test.step('a record has both sides, and opens its row there', async () => {
    await (await grid.cell({ row: 0, column: 'PromotionCode' })).click();
    const key = (await (await grid.cell({ row: 0, column: 'PromotionCode' })).textContent()) ?? '';
    await page.keyboard.press('Enter');
    const record = page.getByRole('region', { name: 'Record' });
    await expect(record.getByRole('table', { name: 'Values of both sides' })).toContainText(key);
    await expectNoAxeViolations(page);
    await record.getByRole('button', { name: 'Open in the earlier snapshot' }).click();
    const rows = new Grid(page);
    const row = Number(new URL(page.url()).searchParams.get('row')) - 1;
    await rows.expectRowLoaded(row);
    await expect(await rows.cell({ row, column: 'PromotionCode' })).toHaveText(key);
    await page.goBack();
    await expectCounts(page);
    // Back leads to the same sight.
    await expect(page.getByRole('button', { name: /^Added/ })).toHaveAttribute('aria-pressed', 'false');
    await expect(grid.header('Δ %')).toHaveAttribute('aria-sort', 'descending');
    await page.getByRole('button', { name: /^Added/ }).click();
  });

  await test.step('found', async () => {
    await page.getByRole('textbox', { name: 'Find in changes' }).fill(added[0] ?? '');
    await expect(shownRows).toHaveText('1 row');
    await expect(await grid.cell({ row: 0, column: 'Change' })).toHaveText('added');
  });

  await test.step('copied', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await (await grid.cell({ row: 0, column: 'Change' })).click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Control+c');
    await expect(page.getByText('2 cells copied').first()).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`added\t${added[0] ?? ''}`);
  });
});

test('changes are written to a file that names both sides', async ({ page, signIn }) => {
  await signIn({ at: '/prices/PromotionPrice' });
  const earlier = await takeTwo(page);
  await compareWithEarlier(page);
  await expectCounts(page);
  const { added, removed, changed } = EXPECTED;
  const downloads = downloadsOf(page);
  await page.getByRole('button', { name: 'Export changes' }).click();
  await page.getByRole('menuitem', { name: 'CSV for programs' }).click();
  await expect.poll(() => downloads.length).toBe(2);
  expect(downloads[0]?.suggestedFilename()).toMatch(/^Promotion price – Changes \d{4}-\d\d-\d\d\.csv$/);
  const rows = parse<Record<string, string>>(await contentOf(downloads[0]), { bom: true, columns: true });
  const keysOf = (kind: string) =>
    rows.filter((row) => row['Change'] === kind).map((row) => row['PromotionCode'] ?? '');
  expect(keysOf('Added').toSorted()).toEqual(added.toSorted());
  expect(keysOf('Removed').toSorted()).toEqual(removed.toSorted());
  expect(keysOf('Changed').toSorted()).toEqual(changed.toSorted());
  expect(rows).toHaveLength(added.length + removed.length + changed.length);
  for (const column of ['PromotionValue', 'Factor', 'Currency']) {
    for (const [version, side] of ['earlier', 'later'].entries()) {
      const values = valuesByKey('PromotionPrice', 'PromotionCode', version, column);
      expect(
        rows.map((row) => row[`${column} (${side})`]),
        `${column}, ${side}`,
      ).toEqual(rows.map((row) => values.get(row['PromotionCode'] ?? '') ?? ''));
    }
  }
  const percents = expectedPercents('PromotionPrice', 'PromotionCode', [0, 1], 'PromotionValue');
  expect(rows.map((row) => row['Δ %'])).toEqual(
    rows.map((row) => {
      const percent = percents.get(row['PromotionCode'] ?? '');
      return percent === undefined ? '' : percentText(percent);
    }),
  );
  expect(JSON.parse(await contentOf(downloads[1]))).toMatchObject({
    priceColumn: 'PromotionPrice',
    earlier: { kind: 'snapshot', cacheKey: earlier, rows: 240 },
    later: { kind: 'snapshot', cacheKey: cacheKeyOf(page), rows: 245 },
    comparison: { keys: ['PromotionCode'], price: 'PromotionValue' },
    rows: { written: rows.length },
  });

  await test.step('a workbook has a sheet for each kind, and says what was compared', async () => {
    await page.getByRole('button', { name: 'Export changes' }).click();
    await page.getByRole('menuitem', { name: 'Excel workbook' }).click();
    await expect.poll(() => downloads.length).toBe(3);
    expect(downloads[2]?.suggestedFilename()).toMatch(/^Promotion price – Changes \d{4}-\d\d-\d\d\.xlsx$/);
    const parts = bytesOf(readFileSync((await downloads[2]?.path()) ?? ''));
    // It opens on what has changed.
    const sheets = [...parts.matchAll(/<sheet name="(\w+)"/g)].map(([, name]) => name);
    expect(sheets.slice(0, 4)).toEqual(['Changed', 'Added', 'Removed', 'Summary']);
    // Two columns of what differs, and one of the rest.
    for (const column of ['PromotionValue (earlier)', 'PromotionValue (later)', 'Currency'])
      expect(parts).toContain(`<t>${column}</t>`);
    expect(parts).not.toContain('<t>Currency (');
    for (const key of [...added, ...removed, ...changed]) expect(parts).toContain(key);
    expect(parts).toContain(earlier);
  });
});

/** Hundredths as a decimal. */
function percentText(hundredths: bigint): string {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

test('changes are narrowed to a typed range, and read by group', async ({ page, signIn }) => {
  await signIn({ at: '/prices/PromotionPrice' });
  await takeTwo(page);
  await compareWithEarlier(page);
  await expectCounts(page);
  const percents = expectedPercents('PromotionPrice', 'PromotionCode', [0, 1], 'PromotionValue');
  const differing = expectedDifferences('PromotionPrice', 'PromotionCode', [0, 1], 'PromotionValue');
  const ofChanged = differing.flatMap((key) => percents.get(key) ?? []);
  const sorted = ofChanged.toSorted((a, b) => (a < b ? -1 : 1));

  await test.step('by a range', async () => {
    const [from = 0n, to = 0n] = [sorted.at(sorted.length / 4), sorted.at((sorted.length * 3) / 4)];
    const inRange = EXPECTED.changed.filter((key) => {
      const percent = percents.get(key);
      return percent !== undefined && percent >= from && percent <= to;
    });
    expect(inRange.length).toBeGreaterThan(1);
    const fromInput = page.getByRole('textbox', { name: 'Δ % from' });
    await fromInput.fill('half');
    await page.getByRole('textbox', { name: 'Δ % to' }).fill(percentText(to));
    await expect(fromInput).toHaveAccessibleDescription('Enter a number, such as -2.5');
    await expectNoAxeViolations(page);
    await fromInput.fill(percentText(from));
    await fromInput.press('Enter');
    const shownRows = page.getByRole('status', { name: 'Rows shown' });
    await expect(shownRows).toHaveText(`${inRange.length} rows`);
    await page.getByRole('button', { name: 'Show all again' }).click();
    await expect(fromInput).toHaveValue('');
  });

  await test.step('by dragging across the picture, and the link opens the same rows', async () => {
    const bars = page.getByRole('group', { name: 'Rows by Δ %' }).getByRole('button');
    const names = await bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('aria-label') ?? ''));
    const wanted = names.slice(1, 4).reduce((sum, name) => sum + Number(/: (\d+) row/.exec(name)?.[1]), 0);
    await bars.nth(1).scrollIntoViewIfNeeded();
    await bars.nth(1).hover();
    await page.mouse.down();
    await bars.nth(3).hover();
    await page.mouse.up();
    const shownRows = page.getByRole('status', { name: 'Rows shown' });
    await expect(shownRows).toHaveText(`${wanted} rows`);
    await new Grid(page, 'Changes').header('Δ %').click();
    await expect(new Grid(page, 'Changes').header('Δ %')).toHaveAttribute('aria-sort', 'descending');
    await expect(page).toHaveURL(/changes=1.*below.*sort~percent~descending/);
    await page.reload();
    await expect(shownRows).toHaveText(`${wanted} rows`);
    await expect(new Grid(page, 'Changes').header('Δ %')).toHaveAttribute('aria-sort', 'descending');
    await page.getByRole('button', { name: 'Show all again' }).click();
  });

  await test.step('by group', async () => {
    await page.getByRole('combobox', { name: 'Group by' }).click();
    await page.getByRole('option', { name: 'Currency' }).click();
    const table = page.getByRole('table', { name: 'Changes by Currency' });
    await expect(table).toBeVisible();
    const currencies = valuesByKey('PromotionPrice', 'PromotionCode', 1, 'Currency');
    const shown = await table
      .locator('tbody tr, tfoot tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    expect(shown.length).toBeGreaterThan(2);
    for (const [name = '', count, mean] of shown) {
      const own = differing
        .filter((key) => name === 'All rows' || currencies.get(key) === name)
        .flatMap((key) => percents.get(key) ?? []);
      const sum = own.reduce((total, percent) => total + percent, 0n);
      expect([name, count], name).toEqual([name, String(own.length)]);
      const digits = mean?.replaceAll(/[^-.\d]/g, '');
      expect(digits, name).toBe(percentText(dividedHalfEven(sum, BigInt(own.length))));
    }
    await expectNoAxeViolations(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await expectNoAxeViolations(page);
  });
});

test('a comparison stands in a window of 320 pixels', async ({ page, signIn }) => {
  await signIn({ at: '/prices/PromotionPrice' });
  await takeTwo(page);
  await compareWithEarlier(page);
  await expectCounts(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(new Grid(page, 'Changes').row(0)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expectNoAxeViolations(page);
});

test('a side that has expired is named, with what helps', async ({ page, signIn, problems }) => {
  await signIn({ at: '/prices/PromotionPrice' });
  await takeTwo(page);
  await compareWithEarlier(page);
  await expectCounts(page);
  const other = new URL(page.url());
  other.searchParams.set('with', 'snapshot~gone');
  problems.allowResponse(410, /prices\/PromotionPrice/);
  await page.goto(other.href);
  await expect(page.getByRole('heading', { name: 'The other side is no longer there' })).toBeVisible();
  await expectNoAxeViolations(page);
});

test('a side that expires before its rows are read is named, and a new one takes its place @service-only', async ({
  page,
  signIn,
  problems,
  serviceControl,
}) => {
  await signIn({ at: '/prices/PromotionPrice' });
  await run(page);
  const earlier = cacheKeyOf(page);
  await serviceControl.order({ do: 'change-source-data' });
  await run(page);
  await expect.poll(() => cacheKeyOf(page)).not.toBe(earlier);
  // The side on screen is read with one request; the other one is opened already.
  const rule = { on: 'extraction', times: null, skip: 1, fault: { kind: 'status', status: 410 } } as const;
  await serviceControl.order({ do: 'add-fault', rule });
  problems.allowResponse(410, /prices\/PromotionPrice/);
  await compareWithEarlier(page);
  await expect(page.getByRole('heading', { name: 'The other side is no longer there' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'The other snapshot has expired' })).toBeVisible();
  await expect(page.getByText('The message below says why')).toBeHidden();
  await expectNoAxeViolations(page);

  await serviceControl.order({ do: 'clear-faults' });
  await page.getByRole('button', { name: 'Choose another side' }).click();
  await expect(page.getByRole('combobox', { name: 'Compare with' })).toBeFocused();
  await expect(page.getByRole('option', { name: 'A file…' })).toBeVisible();
  await page.keyboard.press('Escape');
  const later = cacheKeyOf(page);
  await serviceControl.order({ do: 'change-source-data' });
  await page.getByRole('main').getByRole('button', { name: 'Take a new snapshot' }).click();
  await expectChangeCounts(page, expectedChanges('PromotionPrice', 'PromotionCode', [1, 2]));
  expect(cacheKeyOf(page)).toBe(later);
});

test('what changed is one press away from the notice of changed prices', async ({ page, signIn }) => {
  await signIn({ at: '/prices/PromotionPrice' });
  await run(page);
  const shown = cacheKeyOf(page);
  await changeSource(page);
  await page.getByRole('button', { name: 'See what changed' }).click();
  await expect(tab(page, 'Changes')).toHaveAttribute('aria-selected', 'true');
  await expectCounts(page);
  // The new rows are on screen, compared with those before. The notice was seen, and goes.
  expect(cacheKeyOf(page)).not.toBe(shown);
  expect(new URL(page.url()).searchParams.get('with')).toBe(`snapshot~${shown}`);
  await expect(page.getByText(/^Later taken .*, 245 rows$/)).toBeVisible();
  await expect(page.getByText(/^Prices changed at/)).toBeHidden();
  // The button has gone, the place has not.
  await expect(page.getByRole('region', { name: 'Results' })).toBeFocused();
  await tab(page, 'Rows').click();
  await new Grid(page).expectRowCount(245);
  // It does not come back with the rows before either.
  await page.goBack();
  await page.goBack();
  await expect.poll(() => cacheKeyOf(page)).toBe(shown);
  await new Grid(page).expectRowCount(240);
  await expect(page.getByText(/^Prices changed at/)).toBeHidden();
  await page.getByRole('link', { name: 'Snapshots', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Snapshots' })).toContainText('245');
});

test('snapshots are compared from their list', async ({ page, signIn }) => {
  await signIn({ at: '/prices/PromotionPrice' });
  const earlier = await takeTwo(page);
  await page.getByRole('link', { name: 'Snapshots', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: '245' });
  await row.getByRole('button', { name: /^Compare with… \(Promotion price/ }).click();
  await expectNoAxeViolations(page);
  await page.getByRole('menuitem').filter({ hasNotText: 'A file…' }).last().click();
  await expectCounts(page);
  expect(new URL(page.url()).searchParams.get('with')).toBe(`snapshot~${earlier}`);
});

test('sides with other filters are compared by what both admit, and the later side is taken anew', async ({
  page,
  signIn,
}) => {
  const currencies = [0, 1].map((version) =>
    valuesByKey('PromotionPrice', 'PromotionCode', version, 'Currency'),
  );
  const [before = new Map(), after = new Map()] = currencies.map(
    (of) => new Map([...of].filter(([, currency]) => currency === 'EUR')),
  );
  const both = (keys: readonly string[]) => keys.filter((key) => before.has(key) && after.has(key));
  const expected = {
    added: [...after.keys()].filter((key) => !before.has(key)),
    removed: [...before.keys()].filter((key) => !after.has(key)),
    changed: both(EXPECTED.changed),
    unchanged: both(EXPECTED.unchanged),
  };
  expect(expected.changed.length).toBeGreaterThan(0);
  await signIn({ at: '/prices/PromotionPrice?v=1&filter=Currency~is~EUR' });
  await run(page);
  await changeSource(page);
  await page.getByRole('button', { name: /^Remove: Currency/ }).click();
  await run(page);
  await new Grid(page).expectRowCount(245);
  await tab(page, 'Changes').click();
  await page.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: new RegExp(`${before.size} rows$`) }).click();
  await expectChangeCounts(page, expected);
  // All that has to be known is behind one button.
  await page.getByRole('button', { name: /^\d notes$/ }).click();
  await expect(
    page.getByText(`${245 - after.size} rows of the later side are left out by the earlier side’s filter.`),
  ).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Take the later side with the earlier side’s query' }).click();
  await expect(page.getByText(/left out by the earlier side/)).toBeHidden();
  await expectChangeCounts(page, expected);
  await expect(page.getByText(new RegExp(`^Later taken .*, ${after.size} rows$`))).toBeVisible();
});

test('the source changes again while a comparison is on screen', async ({ page, signIn }) => {
  await signIn({ at: '/prices/PromotionPrice' });
  await run(page);
  await changeSource(page);
  const see = page.getByRole('button', { name: 'See what changed' });
  await see.click();
  await expectCounts(page);
  const sides = page.url();
  await changeSource(page);
  // What was compared stays as it was until someone asks for more.
  await expectCounts(page);

  await test.step('Show leads to the new rows, and leaves both sides alone', async () => {
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(tab(page, 'Rows')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByText(/^Prices changed at/)).toBeHidden();
    await new Grid(page).expectRowCount(250);
    await page.goBack();
    await expectCounts(page);
    expect(page.url()).toBe(sides);
  });

  await changeSource(page);
  await see.click();
  // Since the rows that were on screen.
  await expectChangeCounts(page, expectedChanges('PromotionPrice', 'PromotionCode', [1, 3]));
});

test.describe('in German, by keyboard alone', () => {
  test.use({ locale: 'de-DE' });

  test('two snapshots are compared, changes narrowed, and a row read with both sides', async ({
    page,
    signIn,
  }) => {
    await signIn({ at: '/prices/PromotionPrice', t: messagesOf('de-DE') });
    const grid = new Grid(page, 'Ergebnisse');
    await page.getByRole('button', { name: 'Ausführen', exact: true }).press('Enter');
    await grid.expectRowLoaded(0);
    await page.getByRole('button', { name: 'Demosteuerung' }).press('Enter');
    await page.getByRole('button', { name: 'Quelldaten ändern' }).press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Änderungen ansehen' }).press('Enter');
    const kinds = page.getByRole('group', { name: 'Angezeigte Zeilen' });
    const count = (kind: keyof typeof EXPECTED) => String(EXPECTED[kind].length);
    await expect(kinds.getByRole('button', { name: `Neu ${count('added')}` })).toBeVisible();
    await kinds.getByRole('button', { name: `Entfallen ${count('removed')}` }).press('Space');
    await kinds.getByRole('button', { name: `Neu ${count('added')}` }).press('Space');
    const shownRows = page.getByRole('status', { name: 'Angezeigte Zeilen' });
    await expect(shownRows).toHaveText(`${count('changed')} Zeilen`);
    const bars = page.getByRole('group', { name: 'Zeilen nach Δ %' }).getByRole('button');
    await bars.first().focus();
    // The rows of the first bar are left out, so that their return shows.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+End');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Alle wieder anzeigen' })).toBeVisible();
    await expect(shownRows).not.toHaveText(`${count('changed')} Zeilen`);
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Alle wieder anzeigen' }).press('Enter');
    // The rows before stay until all are there again.
    await expect(shownRows).toHaveText(`${count('changed')} Zeilen`);
    const changes = new Grid(page, 'Änderungen');
    const record = page.getByRole('region', { name: 'Datensatz' });
    await changes.expectRowLoaded(0);
    await (await changes.cell({ row: 0, column: 'PromotionCode' })).focus();
    await page.keyboard.press('Enter');
    await expect(record.getByRole('table', { name: 'Werte beider Seiten' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(record).toBeHidden();
    await expect(await changes.cell({ row: 0, column: 'PromotionCode' })).toBeFocused();
    await page.reload();
    await expect(shownRows).toHaveText(`${count('changed')} Zeilen`);
  });
});
