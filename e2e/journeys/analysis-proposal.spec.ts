import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { rowAt } from '@mocks/data/price-sources';
import { openProposalExport } from '../support/exports';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';

const ROW_COUNT = 2_000;
/** The query that selects the first rows of the price column. */
const QUERY = `v=1&filter=EntryNo~less-than~${1_000_000 + ROW_COUNT}`;
const ROWS = Array.from({ length: ROW_COUNT }, (_, row) => rowAt('SalesPrice', row));
/** The number of units in a price of 1, because prices have four decimals. */
const UNIT = 10_000n;

const unitsOf = (decimal: string) => BigInt(decimal.replace('.', ''));
const sizeOf = (units: bigint) => (units < 0n ? -units : units);

/** Returns the price that ends in .95 and is nearest to 103 % of the old one. A price of zero or below stays. */
function newUnits(old: bigint): bigint {
  if (old <= 0n) return old;
  // The prices are compared in hundredths of a unit, so that nothing is rounded twice.
  const exact = old * 103n;
  let best = 9_500n;
  for (let price = best; price * 100n <= exact + 100n * UNIT; price += UNIT) {
    if (sizeOf(price * 100n - exact) <= sizeOf(best * 100n - exact)) best = price;
  }
  return best;
}

const PRICED = ROWS.flatMap((row) => {
  const value = row['Value'];
  return typeof value === 'string' ? [{ row, old: unitsOf(value), next: newUnits(unitsOf(value)) }] : [];
});
const CHANGED = PRICED.filter(({ old, next }) => old !== next);

const PRICE_KEY = ['ItemNumber', 'PriceList', 'Currency', 'Unit', 'MinimumQuantity'];
const BY_KEY = new Map<string, (typeof ROWS)[number][]>();
for (const row of ROWS) {
  const key = JSON.stringify(PRICE_KEY.map((name) => row[name]));
  BY_KEY.set(key, [...(BY_KEY.get(key) ?? []), row]);
}
const CHANGED_ROWS = new Set(CHANGED.map(({ row }) => row));

/** Counts changed prices that overlap prices of the same key from a day on, these other prices, and those that end before the day. */
function plannedFrom(day: string) {
  const from = (row: (typeof ROWS)[number]) => String(row['ValidFrom'] ?? '0001-01-01');
  const to = (row: (typeof ROWS)[number]) => String(row['ValidTo'] ?? '9999-12-31');
  const pairs = [...BY_KEY.values()].flatMap((rows) =>
    rows
      .filter((row) => CHANGED_ROWS.has(row) && from(row) <= to(row))
      .flatMap((row) =>
        rows
          .filter((each) => each !== row && from(each) >= day && from(each) <= to(row))
          .map((planned) => ({ row, planned })),
      ),
  );
  return {
    changed: new Set(pairs.map(({ row }) => row)).size,
    planned: new Set(pairs.map(({ planned }) => planned)).size,
    ended: CHANGED.filter(({ row }) => from(row) <= to(row) && to(row) < day).length,
  };
}

/** Returns the first day of a row's new price, and the last day of its old price, which is empty if that has not begun by then. */
function newValidity(row: (typeof ROWS)[number], day: string, dayBefore: string): readonly [string, string] {
  const [from, to] = [row['ValidFrom'], row['ValidTo']].map((date) => String(date ?? '').slice(0, 10));
  if (from !== undefined && from >= day) return [from, ''];
  return [day, to !== undefined && to !== '' && to < dayBefore ? to : dayBefore];
}

/** The rule of `newUnits`, as written in the address. */
const RULE = '1;rule,by~percent~3,to~ending~0.95~nearest';

const integer = new Intl.NumberFormat('en-GB');

const figures = (page: Page) => page.getByRole('group', { name: 'Figures of the proposal' });
const figure = (page: Page, name: string) =>
  figures(page).getByRole('button', { name: new RegExp(`^${name}: `) });
const rowsText = (count: number) => (count === 1 ? '1 row' : `${integer.format(count)} rows`);
const rule = (page: Page, number: number) => page.getByRole('group', { name: `Rule ${number}`, exact: true });
const shown = (page: Page) => page.getByRole('status', { name: 'Rows shown' });

async function choose(
  page: Page,
  within: ReturnType<typeof rule>,
  name: string,
  option: string,
): Promise<void> {
  await within.getByRole('combobox', { name, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Runs the query and opens the **Proposal** view. */
async function showProposal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
  await page.getByRole('tab', { name: 'Proposal', exact: true }).click();
}

test('rules make new prices, and their figures show their rows @promise', async ({ page, signIn }) => {
  await signIn({ at: `/prices/SalesPrice?${QUERY}` });
  await showProposal(page);

  await test.step('nothing changes before a rule says so', async () => {
    await expect(figure(page, 'Rows')).toHaveText(integer.format(ROW_COUNT));
    await expect(figure(page, 'Changed')).toHaveText('0');
    await expect(rule(page, 1)).toContainText(`${integer.format(ROW_COUNT)} rows`);
  });

  await test.step('a rule is set up, and says what it does', async () => {
    await rule(page, 1).getByRole('textbox', { name: 'Percent', exact: true }).fill('3');
    await choose(page, rule(page, 1), 'Round to', 'ending in …');
    await expect(rule(page, 1)).toContainText('All rows: the price changes by +3 %, rounded to end in 0.95.');
    await expect(figure(page, 'Changed')).toHaveText(integer.format(CHANGED.length));
    const effect = CHANGED.filter(({ row }) => row['Currency'] === 'EUR').reduce(
      (sum, { old, next }) => sum + next - old,
      0n,
    );
    // The button shows the effect in hundredths, rounded half away from zero.
    const cents = (sizeOf(effect) + 50n) / 100n;
    const text = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 }).format(
      `${effect < 0n ? '-' : ''}${cents / 100n}.${String(cents % 100n).padStart(2, '0')}` as Intl.StringNumericLiteral,
    );
    await expect(
      figures(page).getByRole('button', {
        name: `Effect: EUR ${effect > 0n ? '+' : ''}${text}`,
        exact: true,
      }),
    ).toBeVisible();
    await expect(page).toHaveURL(/proposal=1;rule,by~percent~3,to~ending~0\.95~nearest(?:&|$)/);
    await expect(page.getByRole('img', { name: 'Distribution of Δ %' })).toBeVisible();
    const changedOfGroup = page
      .getByRole('table', { name: 'Effect by group' })
      .getByRole('button', { name: /, Changed: / })
      .first();
    const count = (await changedOfGroup.textContent()) ?? '';
    await changedOfGroup.click();
    await expect(shown(page)).toHaveText(new RegExp(`^cd_PriceGroup: .+ · Changed · ${count} rows$`));
  });

  await test.step('the grid has the old and the new price of each row', async () => {
    await figure(page, 'Changed').click();
    await expect(shown(page)).toHaveText(`Changed · ${integer.format(CHANGED.length)} rows`);
    const grid = new Grid(page, 'Proposal');
    await grid.expectRowLoaded(0);
    const [first] = CHANGED;
    if (first === undefined) throw new Error('No price changes.');
    const cell = await grid.cell({ row: 0, column: 'New value' });
    await expect(cell).toHaveText(
      new RegExp(`^${integer.format(first.next / UNIT).replace(',', ',?')}\\.95(?:00)?$`),
    );
    await cell.click();
    await page.keyboard.press('Enter');
    const record = page.getByRole('region', { name: 'Record' });
    await expect(record.getByRole('row', { name: /^Rule Rule 1$/ })).toBeVisible();
    await page.keyboard.press('Escape');
  });
});

test('what the new prices bring is told, and those that change are a file, which says later which of them have moved', async ({
  page,
  signIn,
}) => {
  let exported = '';
  await signIn({ at: `/prices/SalesPrice?${QUERY}&proposal=${RULE}` });
  await showProposal(page);
  await expect(figure(page, 'Changed')).toHaveText(integer.format(CHANGED.length));

  await test.step('the checks say what the new prices bring, and each count shows its rows', async () => {
    const table = page.getByRole('table', { name: 'Checks before → after' });
    await expect(page.getByRole('status', { name: 'Checks before → after' })).toContainText(
      /^The new prices bring (?:no new findings\.|new findings in )/,
    );
    const after = table.getByRole('button', { name: /^Rows with findings, After: / });
    const found = Number(await after.textContent());
    await after.click();
    await expect(shown(page)).toHaveText(`With findings after · ${rowsText(found)}`);
    const zeros = PRICED.filter(({ old }) => old <= 0n);
    await page.getByRole('button', { name: /^Show \d+ checks? without findings$/ }).click();
    const zeroPrice = table.getByRole('row', { name: /^Zero or negative price/ });
    await expect(zeroPrice.getByRole('cell').first()).toHaveText(integer.format(zeros.length));
  });

  await test.step('from a day on, changed prices that meet planned ones are told, and open', async () => {
    const day = page.getByRole('textbox', { name: 'Valid from', exact: true });
    const bar = page.getByRole('region', { name: 'Prices already planned' });
    await expect(bar).toBeHidden();
    await day.fill('01/07/2026');
    await day.press('Enter');
    const { changed, planned, ended } = plannedFrom('2026-07-01');
    await expect(bar.getByRole('status')).toContainText(
      `${integer.format(changed)} changed prices meet ${integer.format(planned)} prices that are already planned from `,
    );
    await expect(bar.getByRole('status')).toContainText(
      `${integer.format(ended)} changed prices end before `,
    );
    await bar.getByRole('button', { name: 'Show the changed prices' }).click();
    await expect(shown(page)).toHaveText(`Changed prices that meet a planned one · ${rowsText(changed)}`);
    await bar.getByRole('button', { name: 'Show the planned prices' }).click();
    await expect(shown(page)).toHaveText(`Prices already planned · ${rowsText(planned)}`);
    await expect(
      page.getByText(
        /^Judged by the days that the rows have now, .+: Validity overlaps, Validity has a gap, and Ends before it starts\.$/,
      ),
    ).toBeVisible();
  });

  await test.step('the prices that change are written to a file, with a certificate', async () => {
    await page.getByRole('textbox', { name: 'Valid from', exact: true }).fill('01/01/2027');
    await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('Steel');
    await expect(page).toHaveURL(/;from,2027-01-01;reason,Steel(?:&|$)/);
    await page.getByRole('combobox', { name: 'Columns', exact: true }).fill('Guard');
    await page.getByRole('option', { name: 'Guard', exact: true }).click();
    await expect(page).toHaveURL(/;file,field~EntryNo,.*,newValue,.*,rule,guard(?:&|$)/);
    const downloads: Download[] = [];
    page.on('download', (download) => downloads.push(download));
    await openProposalExport(page);
    // Before the export, the menu warns of wrong prices that the proposal adds.
    await expect(page.getByRole('menu')).toContainText(
      new RegExp(`^${integer.format(CHANGED.length)} prices that change · The new prices bring `),
    );
    await page.getByRole('menuitem', { name: 'CSV for programs', exact: true }).click();
    await expect.poll(() => downloads.length).toBe(2);
    const texts = await Promise.all(downloads.map(async (each) => readFile(await each.path(), 'utf8')));
    const certificate: unknown = JSON.parse(texts.find((text) => text.startsWith('{')) ?? '');
    expect(certificate).toMatchObject({
      kind: 'colonnade-proposal-certificate',
      rules: [{ words: 'All rows: the price changes by +3 %, rounded to end in 0.95.' }],
      counts: { rows: ROW_COUNT, changed: CHANGED.length },
      reason: 'Steel',
      checks: { words: expect.stringMatching(/^The new prices bring /) },
      planned: { validFrom: 'ValidFrom', validTo: 'ValidTo', ...plannedFrom('2027-01-01') },
    });
    const lines = (texts.find((text) => !text.startsWith('{')) ?? '').trim().split(/\r?\n/);
    expect(lines).toHaveLength(CHANGED.length + 1);
    expect(lines[0]).toMatch(
      /^EntryNo,.*,Old value,New value,Δ,New valid from,Old valid to,Reason,Rule,Guard$/,
    );
    const validities = CHANGED.map(({ row }) => newValidity(row, '2027-01-01', '2026-12-31').join(','));
    expect(lines.slice(1).map((line) => /(\d{4}-\d\d-\d\d,[^,]*),Steel,Rule 1,/.exec(line)?.[1])).toEqual(
      validities,
    );
    expect(new Set(validities).size).toBeGreaterThan(2);
    exported = texts.find((text) => !text.startsWith('{')) ?? '';

    await page.getByRole('button', { name: 'Export', exact: true }).first().click();
    await page.getByRole('button', { name: 'Check an earlier export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Check an earlier export' });
    const verify = async (content: string) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        dialog.getByRole('button', { name: 'Choose files' }).click(),
      ]);
      await chooser.setFiles([
        { name: 'proposal.csv', mimeType: 'text/csv', buffer: Buffer.from(content) },
        {
          name: 'proposal.csv.certificate.json',
          mimeType: 'application/json',
          buffer: Buffer.from(JSON.stringify(certificate)),
        },
      ]);
    };
    await verify(exported);
    await expect(dialog.getByRole('status')).toContainText('The file matches its certificate');
    await expect(dialog.getByRole('status')).toContainText(`${integer.format(CHANGED.length)} new prices`);
    await expect(dialog.getByRole('region', { name: 'Rules' })).toContainText('the price changes by +3 %');
    await verify(exported.replace('.95', '.96'));
    await expect(dialog.getByRole('alert')).toContainText('There are differences among the rows');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('a file says later which of its prices have moved since', async () => {
    // In the file, one old price differs from the current price of its row.
    const [head = '', ...prices] = exported.trim().split(/\r?\n/);
    const place = head.split(',').indexOf('Old value');
    const moved = (prices[0] ?? '').split(',').with(place, '0.0100').join(',');
    const buffer = Buffer.from([head, moved, ...prices.slice(1)].join('\r\n'));
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Compare with an exported proposal…' }).click();
    const dialog = page.getByRole('dialog', { name: 'A proposal that was exported' });
    await dialog.getByRole('button', { name: /^Choose/ }).click();
    await (await choosing).setFiles([{ name: 'last round.csv', mimeType: 'text/csv', buffer }]);
    await dialog.getByRole('button', { name: 'Compare prices', exact: true }).click();
    const bar = page.getByRole('region', { name: 'Moved since the exported proposal' });
    await expect(bar.getByRole('status')).toHaveText(
      `1 of the ${integer.format(CHANGED.length)} prices in last round.csv has moved since and is stale.`,
    );
    await bar.getByRole('button', { name: 'Show stale prices' }).click();
    await expect(shown(page)).toHaveText('Moved since the exported proposal · 1 row');
    await bar.getByRole('button', { name: 'End the comparison' }).click();
    await expect(bar).toBeHidden();
  });
});

test('rules are a file, which they are compared with and opened from', async ({ page, signIn }) => {
  await signIn({ at: `/prices/SalesPrice?${QUERY}&proposal=${RULE}` });
  await showProposal(page);
  await expect(figure(page, 'Changed')).toHaveText(integer.format(CHANGED.length));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save rules as file', exact: true }).click(),
  ]);
  const saved = await download.path();
  await rule(page, 1).getByRole('textbox', { name: 'Percent', exact: true }).fill('30');
  const compare = page.getByRole('combobox', { name: 'Compare with saved rules' });
  await compare.click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('option', { name: 'A file…', exact: true }).click(),
  ]);
  await chooser.setFiles({
    name: 'rules.json',
    mimeType: 'application/json',
    buffer: await readFile(saved),
  });
  const table = page.getByRole('table', { name: 'Compare with saved rules' });
  const average = table.getByRole('row', { name: /^Average Δ %/ });
  await expect(average.getByRole('cell').first()).not.toHaveText(
    (await average.getByRole('cell').last().textContent()) ?? '',
  );
  const [opening] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open rules from a file', exact: true }).click(),
  ]);
  await opening.setFiles({
    name: 'views.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"format":"colonnade-views"}'),
  });
  await expect(page.getByRole('alert').filter({ hasText: 'views.json has no rules' })).toBeVisible();
  await opening.setFiles(saved);
  await expect(rule(page, 1).getByRole('textbox', { name: 'Percent', exact: true })).toHaveValue('3');
  // Both columns of the table use the same rules.
  await expect(average.getByRole('cell').first()).toHaveText(
    (await average.getByRole('cell').last().textContent()) ?? '',
  );
  await expect(page).toHaveURL(/rule,by~percent~3(?:[,;&]|$)/);
  await page.keyboard.press('Control+z');
  await expect(rule(page, 1).getByRole('textbox', { name: 'Percent', exact: true })).toHaveValue('30');
});

test('rows that are found anywhere start a rule of their own', async ({ page, signIn }) => {
  await signIn({ at: `/prices/SalesPrice?${QUERY}&show=pivot` });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const proposed = page.getByRole('button', { name: 'Propose for these rows', exact: true });
  const change = rule(page, 1).getByRole('combobox', { name: 'Change', exact: true });
  const expectStarted = async (words: RegExp, count: number, rules: number) => {
    await expect(change).toBeFocused();
    await expect(rule(page, 1)).toContainText(words);
    await expect(rule(page, 1)).toContainText(': the price changes by +0 %.');
    await expect(rule(page, 1)).toContainText(rowsText(count));
    await expect(page.getByRole('group', { name: /^Rule \d+$/ })).toHaveCount(rules);
  };

  await test.step('of a cell of a pivot', async () => {
    const group = page.getByRole('table', { name: 'Pivot' }).getByRole('row').nth(3);
    const name = (await group.getByRole('rowheader').textContent()) ?? '';
    await group.getByRole('button').last().click();
    await proposed.click();
    const inGroup = ROWS.filter((row) => row['cd_PriceGroup'] === name).length;
    await expectStarted(new RegExp(`cd_PriceGroup is ${name}:`), inGroup, 1);
  });

  await test.step('of what a check has found', async () => {
    await page.getByRole('tab', { name: 'Checks', exact: true }).click();
    const toggles = page.getByRole('group', { name: 'Findings by check' });
    const findings = page.getByRole('status', { name: 'Rows shown' });
    await expect(findings).toHaveText(/\d+ rows/);
    await toggles.getByRole('button', { name: /^Shifted decimal/ }).click();
    await expect(findings).toHaveText('1 row');
    // This check compares prices with their group, which conditions cannot express, so the rows are listed by their keys.
    await proposed.click();
    await expectStarted(/EntryNo is [\d,]+/, 1, 2);
    await page.keyboard.press('Control+z');
    await page.getByRole('tab', { name: 'Checks', exact: true }).click();
    await toggles.getByRole('button', { name: /^Shifted decimal/ }).click();
    await expect(findings).toHaveText(/^\d{2,3} rows$/);
    const count = Number(((await findings.textContent()) ?? '').replace(' rows', ''));
    await proposed.click();
    await expectStarted(/EntryNo is any of/, count, 2);
    await page.keyboard.press('Control+z');
  });

  await test.step('of a selection in the grid, by the keys', async () => {
    await page.getByRole('tab', { name: 'Rows', exact: true }).click();
    await page.getByRole('button', { name: 'Show all rows', exact: true }).click();
    const results = new Grid(page);
    await results.expectRowLoaded(0);
    const cell = await results.cell({ row: 0, column: 'Currency' });
    await cell.click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await cell.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Propose for these rows' }).click();
    await expectStarted(/EntryNo from 1,000,000 to 1,000,002:/, 3, 2);
  });

  await test.step('each is one step of undo', async () => {
    await page.keyboard.press('Control+z');
    await expect(rule(page, 2)).toHaveCount(0);
    await expect(rule(page, 1)).toContainText('cd_PriceGroup is');
  });

  await test.step('where there is no room for a rule, the entry of the menu says so', async () => {
    const full = ['1', ...Array.from({ length: 20 }, () => 'rule,by~percent~3')].join(';');
    await page.goto(`/prices/SalesPrice?${QUERY}&proposal=${full}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const results = new Grid(page);
    await results.expectRowLoaded(0);
    await (await results.cell({ row: 0, column: 'Currency' })).click({ button: 'right' });
    const entry = page.getByRole('menuitem', { name: 'Propose for these rows' });
    await entry.press('Enter');
    await expect(entry).toContainText('The proposal has as many rules as it can have');
    await expect(entry).toBeFocused();
  });
});

test('conditions of a rule that are not complete are there again after another view, a run and a reload', async ({
  page,
  signIn,
}) => {
  await signIn({ at: `/prices/SalesPrice?${QUERY}` });
  await showProposal(page);
  await choose(page, rule(page, 1), 'For', 'Rows that satisfy conditions');
  await rule(page, 1).getByRole('button', { name: 'Add condition', exact: true }).click();
  await choose(page, rule(page, 1), 'Field', 'Value');
  const expectThere = async () => {
    await expect(rule(page, 1).getByRole('combobox', { name: 'Field', exact: true })).toHaveValue('Value');
    await expect(rule(page, 1)).toContainText('apply once all of them are complete');
  };
  await expectThere();
  await page.getByRole('tab', { name: 'Columns', exact: true }).click();
  await page.getByRole('tab', { name: 'Proposal', exact: true }).click();
  await expectThere();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expectThere();
  await page.reload();
  await expectThere();
});
