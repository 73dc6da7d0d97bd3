import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '@mocks/data/accounts';
import { ITEM_TABLE } from '@mocks/data/item-table';
import { expectNoAxeViolations } from '../support/axe';
import { keptRecords } from '../support/kept-records';
import { messagesOf } from '../support/message-catalogue';
import { expect, test } from '../support/test';

const SCHEMA = '/schema/item';

const table = (page: Page) => page.getByRole('table', { name: 'Columns' });
const details = (page: Page) => page.getByRole('region', { name: 'Column details' });
const columnButton = (page: Page, name: string) =>
  table(page).getByRole('rowheader').getByRole('button', { name, exact: true });
const row = (page: Page, name: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name, exact: true }) });
const filter = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Filters' }).getByRole('button', { name });
const clipboardText = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Cells after the name, in the order of the table's headings. */
function cell(page: Page, name: string, heading: (typeof HEADINGS)[number]): Locator {
  return row(page, name).getByRole('cell').nth(HEADINGS.indexOf(heading));
}
const HEADINGS = [
  'Type',
  'Nullable',
  'Default',
  'Keys',
  'Display format',
  'View right',
  'Edit right',
] as const;

async function namesShown(page: Page): Promise<string[]> {
  return table(page).locator('[data-row-button]').allTextContents();
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('the rights stay in view beside open details, and nothing but the table scrolls sideways', async ({
    page,
    signIn,
  }) => {
    await signIn({ at: `${SCHEMA}?column=CostForPricing`, t: messagesOf('de-DE') });
    await expect(page.getByRole('region', { name: 'Einzelheiten der Spalte' })).toBeVisible();
    const rights = page.getByRole('columnheader', { name: 'Schreibrecht' });
    for (const width of [1280, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(rights).toBeInViewport({ ratio: 1 });
    }
    for (const width of [768, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });
});

test('a manager reads what each column is, and all of its metadata in the details', async ({
  page,
  signIn,
}) => {
  await signIn({ at: SCHEMA });
  await expect(page.getByRole('heading', { name: 'Item table' })).toBeVisible();
  await expect(table(page).getByRole('row')).toHaveCount(ITEM_TABLE.length + 1);

  await expect(cell(page, 'Number', 'Keys')).toHaveText(/primary.*unique/);
  await expect(cell(page, 'cd_PriceGroup', 'Keys')).toContainText('PriceGroup.Code');
  await expect(cell(page, 'cd_PriceGroup', 'Type').getByRole('img', { name: 'Text' })).toBeVisible();
  await expect(cell(page, 'InsertDate', 'Default')).toHaveText('current date-time');
  await expect(cell(page, 'InsertDate', 'Nullable')).toHaveText('No');
  await expect(cell(page, 'NeedsPrice', 'Default')).toHaveText('setting DefaultNeedsPrice, else 0');
  await expect(cell(page, 'CostForPricing', 'Display format')).toContainText('1,234.57');
  await expect(cell(page, '_dtLastModifiedDate', 'Display format')).toContainText('14:05:09.123');

  await columnButton(page, 'NeedsPrice').click();
  await expect(details(page).getByRole('heading', { name: 'NeedsPrice' })).toBeVisible();
  const record = ITEM_TABLE.find(({ name }) => name === 'NeedsPrice');
  expect(Object.keys(record ?? {})).toHaveLength(24);
  for (const [member, value] of Object.entries(record ?? {})) {
    const definition = details(page)
      .getByRole('definition')
      .filter({ has: page.getByRole('button', { name: `Copy ${member}`, exact: true }) });
    await expect(definition).toHaveCount(1);
    await definition.getByRole('button').click();
    // A copy is what was sent, to the letter.
    await expect
      .poll(() => clipboardText(page), member)
      .toBe(typeof value === 'string' ? value : JSON.stringify(value));
  }
  await expect(details(page)).toContainText('New rows get: setting DefaultNeedsPrice, else 0.');
  await expect(details(page)).toContainText('In your formats: True');
  await details(page).getByRole('button', { name: 'Copy record' }).click();
  await expect.poll(() => clipboardText(page)).toContain('"column_id"');
  expect(JSON.parse(await clipboardText(page))).toEqual(record);
  await expectNoAxeViolations(page);
});

const SENTENCES: Record<string, { readonly [column: string]: readonly string[] }> = {
  'Pricing manager': {
    CostForPricing: [
      'Visible to you: you have dataadmin-item_CostForPricing_view',
      'Editable for you: you have dataadmin-item_CostForPricing_edit and dataadmin-item_edit',
    ],
    Name: ['Visible to everyone who is signed in', 'Editable for you: you have dataadmin-item_edit'],
    _dtLastModifiedDate: [
      'Visible to everyone who is signed in',
      'Read-only for everyone: the service lets nobody edit it',
    ],
  },
  Analyst: {
    CostForPricing: ['Locked for you: needs dataadmin-item_CostForPricing_view'],
    Name: ['Visible to everyone who is signed in', 'Editable for you: you have dataadmin-item_edit'],
  },
  Viewer: {
    CostForPricing: [
      'Visible to you: you have dataadmin-item_CostForPricing_view',
      'Read-only for you: needs dataadmin-item_CostForPricing_edit and dataadmin-item_edit',
    ],
    Name: ['Visible to everyone who is signed in', 'Read-only for you: needs dataadmin-item_edit'],
  },
};

for (const { label } of DEMO_ACCOUNTS) {
  test(`${label}: one sentence each says what may be done with a column, and why`, async ({
    page,
    signIn,
  }) => {
    await signIn({ as: label, at: SCHEMA });
    for (const [column, sentences] of Object.entries(SENTENCES[label] ?? {})) {
      await columnButton(page, column).click();
      await expect(details(page).getByRole('heading', { name: column })).toBeVisible();
      await expect(details(page).getByRole('list').first().getByRole('listitem')).toHaveText([...sentences]);
    }
    const editable = filter(page, 'Editable');
    await editable.click();
    await expect(editable).toHaveAttribute('aria-pressed', 'true');
    const expected = { 'Pricing manager': 10, Analyst: 9, Viewer: 0 }[label];
    await expect(page.getByText(`${expected} of 11 columns`)).toBeVisible();
    await expectNoAxeViolations(page);
  });
}

/** Everything the service sends of CostForPricing beyond its name and the right to view it. */
const SECRETS = ['decimal', '18,4', '#,##0.00', 'CostForPricing_edit', '1,234.57', '1.234,57'];
const FORMATS = [
  'TSV',
  'CSV',
  'JSON',
  'Markdown',
  'TypeScript type',
  'row schema (JSON Schema)',
  'SQL table',
];

test('what is locked is nowhere: not on the page, in copies, in files, in the search, or in storage @promise', async ({
  page,
  signIn,
}) => {
  await signIn({ as: 'Analyst', at: SCHEMA });
  await columnButton(page, 'CostForPricing').click();
  await expect(details(page)).toContainText('Everything else about this column is hidden.');

  const shown = new Map<string, string>();
  // Not the head: it names the files of the build.
  shown.set('page', await page.locator('body').innerHTML());
  for (const name of ['Copy name', 'Copy right']) {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await details(page).getByRole('button', { name }).click();
    await expect.poll(() => clipboardText(page)).not.toBe('');
    shown.set(name, await clipboardText(page));
  }
  await columnButton(page, 'CostForPricing').press('Control+c');
  await expect.poll(() => clipboardText(page)).toBe('CostForPricing');

  for (const format of FORMATS) {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: `Copy as ${format}` }).click();
    await expect(page.getByText(`Copied 11 columns as ${format}`)).toBeVisible();
    shown.set(`copy as ${format}`, await clipboardText(page));

    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: `Download ${format}` }).click();
    const file = await download;
    shown.set(`download ${format}`, await readFile(await file.path(), 'utf8'));
  }
  await expect.poll(() => keptRecords(page, 'visits')).toContain('CostForPricing');
  shown.set('memory of the visit', await keptRecords(page, 'visits'));

  for (const [where, text] of shown) {
    expect(text, where).toMatch(/CostForPricing/);
    for (const secret of SECRETS) expect(text, where).not.toContain(secret);
  }

  const search = page.getByRole('searchbox', { name: 'Search columns' });
  for (const secret of ['decimal', 'CostForPricing_edit']) {
    await search.fill(secret);
    await expect(page.getByRole('heading', { name: 'No column matches' })).toBeVisible();
  }
  await search.fill('CostForPricing_view');
  await expect.poll(() => namesShown(page)).toEqual(['CostForPricing']);
});

test('files have what is shown, in that order, and open where they are meant to', async ({
  page,
  signIn,
}) => {
  await signIn({ at: `${SCHEMA}?search=cost%20dataadmin&sort=-name` });
  const files = new Map<string, string>();
  for (const format of FORMATS) {
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: `Download ${format}` }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(
      /^item-table_\d{4}-\d\d-\d\d\.(?:tsv|csv|json|md|ts|schema\.json|sql)$/,
    );
    files.set(format, await readFile(await file.path(), 'utf8'));
  }
  expect(files.get('CSV')).toMatch(/^\uFEFFName,You may view,/);
  expect(files.get('CSV')).toContain('"decimal(18,4)"');
  expect(files.get('TSV')).toContain('CostForPricing\tyes\tyes\tdecimal(18,4)\t');
  expect(files.get('Markdown')).toContain('| CostForPricing | yes | yes | decimal(18,4) |');
  expect(files.get('TypeScript type')).toContain('readonly CostForPricing: number | null;');
  expect(files.get('SQL table')).toContain('[CostForPricing] decimal(18,4) NULL');
  expect(JSON.parse(files.get('row schema (JSON Schema)') ?? '')).toMatchObject({
    required: ['CostForPricing'],
  });
  expect(JSON.parse(files.get('JSON') ?? '')).toEqual([
    {
      name: 'CostForPricing',
      view: 'visible',
      edit: 'editable',
      metadata: ITEM_TABLE.find(({ name }) => name === 'CostForPricing'),
    },
  ]);
});

test('search marks what it found; search, filters, sorting and details stand in the address', async ({
  page,
  signIn,
}) => {
  await signIn({ at: SCHEMA });
  const search = page.getByRole('searchbox', { name: 'Search columns' });
  const marks = () => table(page).locator('mark').allTextContents();

  await search.fill('costforpricing_');
  await expect.poll(() => namesShown(page)).toEqual(['CostForPricing']);
  expect(await marks()).toEqual(['CostForPricing_', 'CostForPricing_']);
  await search.fill('pricegroup');
  await expect.poll(() => namesShown(page)).toEqual(['cd_PriceGroup']);
  // Name, type, and target of the foreign key.
  expect(await marks()).toEqual(['PriceGroup', 'PriceGroup', 'PriceGroup']);

  await search.fill('a');
  await filter(page, 'Keys').click();
  await filter(page, 'Viewable').click();
  await page.getByRole('button', { name: 'Sort by Type', exact: true }).click();
  await expect(table(page).getByRole('columnheader', { name: 'Type' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await columnButton(page, 'Number').click();
  await expect(page).toHaveURL(/\/schema\/item\?search=a&show=viewable,keys&sort=type&column=Number$/);

  await page.reload();
  await expect(search).toHaveValue('a');
  await expect.poll(() => namesShown(page)).toEqual(['cd_PriceGroup', 'Number']);
  await expect(details(page).getByRole('heading', { name: 'Number' })).toBeVisible();
  await expect(filter(page, 'Keys')).toHaveAttribute('aria-pressed', 'true');

  await search.fill('nothing of the kind');
  await page.getByRole('button', { name: 'Show all columns' }).click();
  await expect(search).toBeFocused();
  await expect(page.getByText('11 columns', { exact: true })).toBeVisible();
});

test('every heading sorts, up, down and back to the order of the service', async ({ page, signIn }) => {
  await signIn({ at: SCHEMA });
  const served = ITEM_TABLE.map(({ name }) => name);
  await expect.poll(() => namesShown(page)).toEqual(served);
  for (const heading of ['Name', ...HEADINGS]) {
    const header = table(page).getByRole('columnheader', { name: heading });
    for (const direction of ['ascending', 'descending']) {
      await header.getByRole('button').click();
      await expect(header).toHaveAttribute('aria-sort', direction);
    }
    await header.getByRole('button').click();
    await expect(header).not.toHaveAttribute('aria-sort', /./);
    await expect.poll(() => namesShown(page)).toEqual(served);
  }
  await table(page).getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect
    .poll(async () => (await namesShown(page)).slice(0, 3))
    .toEqual(['_dtLastModifiedDate', 'cd_PriceGroup', 'CostForPricing']);
});

test('by keyboard alone: rows, details and back, and the focus is never lost', async ({ page, signIn }) => {
  await signIn({ at: SCHEMA });
  await table(page).getByRole('columnheader', { name: 'Edit right' }).getByRole('button').focus();
  await page.keyboard.press('Tab');
  await expect(columnButton(page, 'Number')).toBeFocused();
  await page.keyboard.press('End');
  await expect(columnButton(page, '_dtLastModifiedDate')).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(columnButton(page, 'Name')).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(details(page).getByRole('heading', { name: 'Name', exact: true })).toBeVisible();
  await expect(page.getByText('Details of Name shown')).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(details(page).getByRole('heading', { name: 'SearchName' })).toBeVisible();
  await expect(columnButton(page, 'SearchName')).toBeFocused();
  await expect(row(page, 'SearchName')).toHaveAttribute('aria-current', 'true');

  await page.keyboard.press('Enter');
  await expect(details(page).getByRole('heading', { name: 'SearchName' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(details(page).getByRole('button', { name: 'Close details' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(details(page)).toBeHidden();
  await expect(columnButton(page, 'SearchName')).toBeFocused();

  await page.keyboard.press('Control+c');
  await expect(page.getByText('Copied SearchName')).toBeVisible();
  await expect.poll(() => clipboardText(page)).toBe('SearchName');

  // The row that has the focus is filtered away while its details are open.
  await page.keyboard.press('Enter');
  await filter(page, 'Keys').click();
  await expect.poll(() => namesShown(page)).toEqual(['Number', 'cd_PriceGroup']);
  await details(page).getByRole('button', { name: 'Close details' }).press('Enter');
  await expect(columnButton(page, 'Number')).toBeFocused();
});
