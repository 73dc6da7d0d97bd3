import type { Page } from '@playwright/test';
import { rowAt } from '@mocks/data/price-sources';
import { expectAccessibleInAllColours, expectNoAxeViolations } from '../support/axe';
import { Grid } from '../support/grid';
import { seenRows } from '../support/seen-rows';
import { expect, test } from '../support/test';

const ROWS = 1_000_000;

async function open(page: Page, signIn: (options: { at: string }) => Promise<void>, fields: string) {
  await signIn({ at: `/prices/SalesPrice?v=1&fields=${fields}` });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowCount(ROWS);
  await grid.expectRowLoaded(0);
  return grid;
}

/** Returns the indices of selected cells, as `row:column`, 0-based. */
function selectedCells(grid: Grid): Promise<string[]> {
  return grid.root.evaluate((root) =>
    [...root.querySelectorAll('[role="row"] [aria-selected="true"]:not([role="columnheader"])')].map(
      (cell) => {
        const row = Number(cell.closest('[role="row"]')?.getAttribute('aria-rowindex')) - 2;
        return `${row}:${Number(cell.getAttribute('aria-colindex')) - 1}`;
      },
    ),
  );
}

async function clipboard(page: Page): Promise<{ text: string; html: string }> {
  return page.evaluate(async () => {
    const options = { unsanitized: ['text/html'] };
    const read = navigator.clipboard.read.bind(navigator.clipboard) as (
      how: object,
    ) => Promise<ClipboardItems>;
    const [item] = await read(options);
    const textOf = async (type: string) => (await item?.getType(type))?.text() ?? '';
    return { text: await textOf('text/plain'), html: await textOf('text/html') };
  });
}

test('cells are selected by pointer and keys as in a spreadsheet @promise', async ({ page, signIn }) => {
  const grid = await open(page, signIn, 'EntryNo;ItemNumber;PriceList;Value');
  const cell = (row: number, column: string) => grid.cell({ row, column });

  await (await cell(2, 'ItemNumber')).click();
  await (await cell(4, 'PriceList')).click({ modifiers: ['Shift'] });
  await expect.poll(() => selectedCells(grid)).toEqual(['2:1', '2:2', '3:1', '3:2', '4:1', '4:2']);
  await expect(await cell(2, 'ItemNumber')).toBeFocused();

  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => selectedCells(grid)).toEqual(['2:1', '2:2', '2:3', '3:1', '3:2', '3:3']);

  await (await cell(6, 'EntryNo')).click({ modifiers: ['ControlOrMeta'] });
  await expect.poll(() => selectedCells(grid)).toHaveLength(7);
  await page.keyboard.press('Escape');
  await expect.poll(() => selectedCells(grid)).toEqual([]);

  await page.keyboard.press('Shift+Space');
  await expect(grid.row(6)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(grid.row(7)).toHaveAttribute('aria-selected', 'true');

  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Space');
  await expect(grid.header('EntryNo')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Control+a');
  const status = page.getByRole('status').filter({ hasText: 'Snapshot taken' });
  await expect(status).toContainText('1,000,000 rows × 4 columns');

  // Selected rows become a selection of everything once their columns are selected, too.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Space');
  await page.keyboard.press('Control+Space');
  await expect(status).toContainText('1,000,000 rows × 4 columns');

  // With Ctrl, a drag over headers selects their columns, in addition to the selection.
  await page.keyboard.press('Escape');
  await grid.header('EntryNo').hover();
  await page.keyboard.down('ControlOrMeta');
  await page.mouse.down();
  await grid.header('PriceList').hover();
  await page.mouse.up();
  await page.keyboard.up('ControlOrMeta');
  await expect(status).toContainText('1,000,000 rows × 3 columns');
  await expect(grid.header('PriceList')).toHaveAttribute('aria-selected', 'true');
  await expect(grid.header('Value')).not.toHaveAttribute('aria-selected', 'true');
  await expect(grid.root.locator('[aria-sort]')).toHaveCount(0);
  await page.keyboard.press('Escape');

  // A drag beyond the edge scrolls the rows, and selects all rows that it passes.
  await (await cell(6, 'Value')).hover();
  await page.mouse.down();
  const box = await grid.root.boundingBox();
  if (box === null) throw new Error('The grid is not there.');
  await page.mouse.move(box.x + 300, box.y + box.height + 60, { steps: 5 });
  // The longer the drag lasts, the faster the rows scroll. A check for one particular row could come too late.
  await expect.poll(async () => (await seenRows(grid.root)).rows[0]?.row).toBeGreaterThan(80);
  await page.mouse.up();
  await expect(status.getByText(/rows × \d columns/)).toBeVisible();
  await expect(grid.row(6).locator('[aria-selected="true"]').first()).toBeAttached();
});

test('the status line adds up exactly, and says over how many rows it speaks', async ({
  page,
  signIn,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const grid = await open(page, signIn, 'EntryNo;Value;Currency');
  await (await grid.cell({ row: 0, column: 'Value' })).click();
  for (let press = 0; press < 7; press += 1) await page.keyboard.press('Shift+ArrowDown');
  const status = page.getByRole('status').filter({ hasText: 'Snapshot taken' });
  await expect(status.getByRole('button', { name: /^Sum / })).toHaveText(`Sum ${exactSum(0, 8)}`);

  await test.step('a sum of several currencies says so, and has one for each of them', async () => {
    const rows = Array.from({ length: 8 }, (_, row) => rowAt('SalesPrice', row));
    const currencies = new Set(rows.map((row) => row['Currency']));
    const note = status.getByRole('button', { name: `Mixes ${currencies.size} currencies` });
    await note.press('Enter');
    const details = page.getByRole('table', { name: 'Statistics by currency and unit' });
    const values = rows.flatMap((row) => (row['Currency'] === 'CHF' ? [String(row['Value'])] : []));
    expect(values).toHaveLength(1);
    const ofFrancs = details.getByRole('row').filter({ hasText: 'CHF' });
    await expect(ofFrancs.getByRole('cell').nth(2)).toHaveText(
      Number(values[0]).toLocaleString('en-GB', { minimumFractionDigits: 4 }),
    );
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await expect(note).toBeFocused();
  });

  // After a jump, fewer of the selected rows are loaded.
  await grid.goToRow(6_200);
  await grid.expectRowLoaded(6_200);
  await (await grid.cell({ row: 6_200, column: 'Value' })).click();
  await page.keyboard.press('Shift+Control+ArrowUp');
  await expect(status).toContainText(/over [\d,]+ of 6,201 selected rows/);
  await status.getByRole('button', { name: 'Complete' }).click();
  await expect(status).not.toContainText('selected rows');
  const sum = status.getByRole('button', { name: /^Sum / });
  await expect(sum).toHaveText(`Sum ${exactSum(0, 6_201)}`);
  await sum.click();
  await expect(page.getByText('Sum copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    exactSum(0, 6_201).replaceAll(',', ''),
  );
  // The selection is kept although the order of the columns has changed.
  await grid.header('Value').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Pin left' }).click();
  await expect(grid.header('Value')).toHaveAttribute('aria-colindex', '1');
  await expect(sum).toHaveText(`Sum ${exactSum(0, 6_201)}`);
  await expect(status.getByRole('button', { name: 'Complete' })).toHaveCount(0);

  // If the status line is too short, a button shows all statistics. They still cover all rows.
  await page.setViewportSize({ width: 1024, height: 768 });
  await status.getByRole('button', { name: 'All statistics' }).press('Enter');
  const figures = page.getByRole('dialog', { name: 'All statistics' });
  await expect(figures.getByRole('button', { name: /^Sum / })).toHaveText(`Sum ${exactSum(0, 6_201)}`);
  await expect(figures.getByRole('button', { name: /^Max / })).toBeInViewport();
  await expectAccessibleInAllColours(page, figures);
  await page.keyboard.press('Escape');
  await expect(status.getByRole('button', { name: 'All statistics' })).toBeFocused();

  // A selection that is too large for the clipboard can be saved as a file.
  const notice = page.getByText(/cells are too many/).locator('../..');
  // The earlier selection was extended to row 0, so this row is in view.
  await (await grid.cell({ row: 0, column: 'Value' })).press('Control+a');
  await page.keyboard.press('Control+c');
  await notice.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await expect(dialog.getByRole('radio', { name: /selection/i })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.evaluate(() => {
    document.execCommand = () => false;
    navigator.clipboard.write = () => Promise.reject(new DOMException('No', 'NotAllowedError'));
  });
  await (await grid.cell({ row: 0, column: 'Value' })).press('Escape');
  await page.keyboard.press('Control+c');
  await page.getByRole('button', { name: 'Copy now' }).click();
  await expect(page.getByText('The browser does not let this page write to the clipboard')).toBeVisible();
});

/** Adds up the values of the data source, in units of the fourth decimal, and formats the sum in British English. */
function exactSum(rowStart: number, rowEnd: number): string {
  let units = 0n;
  for (let row = rowStart; row < rowEnd; row += 1) {
    const value = rowAt('SalesPrice', row)['Value'];
    if (typeof value !== 'string') continue;
    const [whole = '0', fraction = ''] = value.split('.');
    units += BigInt(whole + fraction.padEnd(4, '0'));
  }
  const digits = String(units).padStart(5, '0');
  return `${BigInt(digits.slice(0, -4)).toLocaleString('en-GB')}.${digits.slice(-4)}`;
}

test('what is copied for a German Excel is right to the byte', async ({ page, signIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // The decimal separator for Excel differs from that of the language on screen.
  await page.addInitScript(() => {
    localStorage.setItem('colonnade.formats', JSON.stringify({ excelRegion: 'de' }));
  });
  const fields = [
    'EntryNo',
    'Name',
    'Value',
    'PreviousValue',
    'ValidFrom',
    'NeedsPrice',
    '_dtLastModifiedDate',
  ];
  const grid = await open(page, signIn, fields.join(';'));
  await (await grid.cell({ row: 1, column: 'EntryNo' })).click();
  await page.keyboard.press('Shift+End');
  for (let press = 0; press < 11; press += 1) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+c');
  await expect(page.getByText('84 cells copied')).toBeVisible();
  const expected = Array.from({ length: 12 }, (_, index) => rowAt('SalesPrice', index + 1));
  const copied = await clipboard(page);
  expect(copied.text).toBe(
    expected
      .map((row) => fields.map((field) => plainText(row[field] ?? null, field)).join('\t'))
      .join('\r\n'),
  );
  expect(copied.html).toContain(`<td style='mso-number-format:"\\@"' sdnum="1033;0;@">`);

  await page.keyboard.press('Control+Shift+c');
  await expect.poll(async () => (await clipboard(page)).text.split('\r\n')[0]).toBe(fields.join('\t'));

  // Rows that are not loaded are fetched first. Then the clipboard is written once.
  await page.keyboard.press('Escape');
  await grid.goToRow(2_999);
  await grid.expectRowLoaded(2_999);
  await expect(await grid.cell({ row: 2_999, column: 'EntryNo' })).toBeFocused();
  await page.keyboard.press('Control+Shift+Home');
  await page.keyboard.press('Control+c');
  await expect(page.getByText('3,000 cells copied')).toBeVisible();
  const lines = (await clipboard(page)).text.split('\r\n');
  expect(lines).toHaveLength(3_000);
  expect(lines[2_500]).toBe(rowAt('SalesPrice', 2_500)['EntryNo']);

  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await expect(page.getByText(/7,000,000 cells are too many/)).toBeVisible();

  // A single value is also copied with a decimal comma: German Excel would read a point as a separator of thousands.
  await (await grid.cell({ row: 2_999, column: 'Value' })).press('F2');
  const record = page.getByRole('region', { name: 'Record', exact: true });
  await record.getByRole('button', { name: 'Copy Value' }).click();
  await expect(record.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    plainText(rowAt('SalesPrice', 2_999)['Value'] ?? null, 'Value'),
  );
});

function plainText(value: string | boolean | null, field: string): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (field.endsWith('Value')) return value.replace('.', ',');
  if (field.endsWith('Date')) return value.replace('T', ' ').replace(/\.0+$/, '');
  return value === '' || /["\t\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
