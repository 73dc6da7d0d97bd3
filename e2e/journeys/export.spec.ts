import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { rowAt } from '@mocks/data/price-sources';
import { expectNoAxeViolations } from '../support/axe';
import {
  bytesOf,
  contentOf,
  downloadsOf,
  openSnapshot,
  showExports,
  stagedExports,
  startExport,
} from '../support/exports';
import { LEAST_ROWS_OF_READING } from '../support/service-control';
import { MANAGER } from '../support/session-steps';
import { collectTokens } from '../support/tab-contents';
import { expect, test } from '../support/test';
import type { Download, Page } from '@playwright/test';

const ROWS = 25_000;

test('a whole snapshot goes into a CSV file, digit by digit, with its certificate @service-only @promise', async ({
  page,
  signIn,
}) => {
  await signIn();
  await openSnapshot(page, 'Cost for pricing');
  await page.keyboard.press('Control+Shift+E');
  const dialog = page.getByRole('dialog', { name: 'Export Cost for pricing' });
  await dialog.getByRole('radio', { name: 'CSV for programs' }).check();
  const downloads = downloadsOf(page);
  await dialog.getByRole('button', { name: 'Start export' }).click();
  // The tray does not cover the rows until it is opened.
  await expect(page.getByRole('button', { name: /^Exports/, expanded: false })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Exports' })).toBeHidden();
  await showExports(page);

  await expect(page.getByText('Complete', { exact: true })).toBeVisible();
  await expect.poll(() => downloads.length).toBe(2);
  const [file, certificate] = downloads;
  expect(file?.suggestedFilename()).toMatch(/^CostForPricing_[\w.-]+_\d{4}-\d\d-\d\d_\d{4}_\w{8}\.csv$/);
  const records: Record<string, string>[] = parse(await contentOf(file), { columns: true });
  expect(records.slice(0, 3)).toEqual([0, 1, 2].map((row) => texts(rowAt('CostForPricing', row))));
  expect(records.at(-1)).toEqual(texts(rowAt('CostForPricing', records.length - 1)));
  const proof: { rows: { promised: number; written: number } } = JSON.parse(await contentOf(certificate));
  expect(proof.rows).toMatchObject({ promised: records.length, written: records.length });
});

test('a mismatch turns the status badge red and withholds the file, and so does the end of the snapshot @service-only', async ({
  page,
  signIn,
  serviceControl,
  problems,
}) => {
  problems.allowResponse(410, /\/papi\/api\/prices\//);
  await serviceControl.order({ do: 'change-settings', settings: { rowCount: ROWS } });
  await signIn();
  await openSnapshot(page, 'Sales price');
  await serviceControl.order({
    do: 'add-fault',
    rule: { on: 'extraction', fault: { kind: 'doubled-row' }, skip: 1, leastRows: LEAST_ROWS_OF_READING },
  });
  const downloads = downloadsOf(page);
  await startExport(page);
  await expect(page.getByRole('alert')).toContainText('No file created');
  await expect(page.getByRole('alert')).toContainText('repeats the key of an earlier row');
  await expect.poll(() => stagedExports(page)).toEqual([]);
  await page.getByRole('button', { name: 'Dismiss' }).click();

  // When its storage is full, this browser reports success although it has not written the data.
  const storage = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await storage.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 4_000_000 });
  await startExport(page);
  await expect(page.getByRole('alert')).toContainText('no room left');
  expect(downloads).toEqual([]);
  await storage.send('Storage.overrideQuotaForOrigin', { origin });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('All 25,000 rows written')).toBeVisible();
  await expect.poll(() => downloads.length).toBe(2);
  await page.getByRole('button', { name: 'Dismiss' }).click();

  await serviceControl.order({ do: 'expire-snapshots' });
  await startExport(page);
  await expect(page.getByRole('alert').filter({ hasText: 'No file created' })).toContainText(
    'Two snapshots are never mixed',
  );
  await expect.poll(() => stagedExports(page)).toEqual([]);
  expect(downloads).toHaveLength(2);

  const takeNew = page
    .getByRole('region', { name: 'Exports' })
    .getByRole('button', { name: 'Take a new snapshot' });
  await takeNew.click();
  await expect(takeNew).toHaveCount(0);
  await startExport(page);
  await expect.poll(() => downloads.length).toBe(4);
});

test('a cancelled export leaves no file, and what may not be viewed is in none @service-only', async ({
  page,
  signIn,
}) => {
  await signIn({ as: 'Analyst' });
  await openSnapshot(page, 'Cost for pricing');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('not in the file, because you may not view');
  const downloads = downloadsOf(page);
  await page.getByRole('button', { name: 'Start export' }).click();
  await showExports(page);
  await expect.poll(() => downloads.length).toBe(2);
  const [header = ''] = (await contentOf(downloads[0])).split('\r\n');
  expect(header).not.toContain('CostForPricing');

  await page.getByRole('button', { name: 'Dismiss' }).click();
  await openSnapshot(page, 'Sales price');
  await startExport(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: /^Exports/ })).toBeHidden();
  await expect.poll(() => stagedExports(page)).toEqual([]);
  expect(downloads).toHaveLength(2);
});

test('a workbook that comes back is checked, and Changes says which rows of an edited file differ', async ({
  page,
  context,
  signIn,
}) => {
  const tokens = await collectTokens(context);
  await page.addInitScript(letChooseAPlace);
  await signIn();
  await openSnapshot(page, 'Promotion price');
  await test.step('highlighted rows are filled in a workbook, which says what that means', async () => {
    await page.getByRole('tab', { name: 'View', exact: true }).click();
    await page.getByRole('button', { name: 'Add highlight' }).click();
    const highlight = page.getByRole('group', { name: 'Highlight 1' });
    await highlight.getByRole('combobox', { name: 'Operator' }).click();
    await page.getByRole('option', { name: 'is not empty', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Highlights' })).toHaveText('PromotionValue is not empty');
  });
  let savedBytes: number[] = [];
  const [workbook] = await exportAs(page, 'Excel workbook', 1, async () => {
    await page.getByRole('button', { name: 'Save as' }).click();
    await expect.poll(async () => (savedBytes = await chosenPlaceBytes(page)).length).toBeGreaterThan(0);
  });
  await expect(page.getByRole('main')).toBeFocused();
  expect(Buffer.from(savedBytes).equals(readFileSync((await workbook?.path()) ?? ''))).toBe(true);
  const parts = bytesOf(Buffer.from(savedBytes));
  expect([fillOf(parts, 'A1'), fillOf(parts, 'A2')]).toEqual(['FFE3F2F5', 'FFFDE4E1']);
  expect(parts).toContain('<t>PromotionValue is not empty</t>');
  const [file, certificate] = await exportAs(page, 'JSON lines', 2);
  const [parquet] = await exportAs(page, 'Parquet', 1);
  const [refreshable] = await exportAs(page, 'Refreshable workbook', 1);
  const contents = await Promise.all(
    [workbook, file, certificate, parquet, refreshable].map(async (made) =>
      bytesOf(readFileSync((await made?.path()) ?? '')),
    ),
  );
  // The search is able to find contents: a certificate in or beside each file. It finds no secret.
  expect(contents.map((content) => content.includes('colonnade-export-certificate'))).toEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
  expect(tokens.length).toBeGreaterThanOrEqual(2);
  for (const secret of [...tokens, MANAGER.password]) {
    for (const content of contents) expect(content.includes(secret)).toBe(false);
  }

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Check an earlier export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check an earlier export' });
  await chooseFiles(page, [await workbook?.path()]);
  await expect(dialog.getByText('Unchanged', { exact: true })).toBeVisible();
  await expectNoAxeViolations(page, dialog);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  // The focus returns to the button, even after one dialog has opened another.
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeFocused();

  await page.getByRole('link', { name: 'Item schema' }).click();
  await expect(page.getByRole('heading', { name: 'Item table' })).toBeVisible();
  await dropFile(page, 'workbook.xlsx', savedBytes);
  await expect(dialog.getByText('Unchanged', { exact: true })).toBeVisible();

  const lines = (await contentOf(file)).split('\n');
  lines[1] = lines[1]?.replace(/"PromotionCode":"[^"]*"/, '"PromotionCode":"edited"') ?? '';
  await chooseFiles(page, [
    { name: 'edited.jsonl', mimeType: '', buffer: Buffer.from(lines.join('\n')) },
    {
      name: 'edited.jsonl.certificate.json',
      mimeType: '',
      buffer: Buffer.from(await contentOf(certificate)),
    },
  ]);
  await expect(dialog.getByText('Changed', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('alert')).toContainText('differences among the rows 1–240.');
  await expectNoAxeViolations(page, dialog);
  // The comparison with the file shows which row differs.
  await dialog.getByRole('link', { name: 'Which rows, in Changes' }).click();
  await expect(dialog).toBeHidden();
  const changes = page.getByRole('grid', { name: 'Changes' });
  await expect(changes.getByRole('row').filter({ hasText: 'edited' })).toBeVisible();
  await expect(changes).toContainText(String(rowAt('PromotionPrice', 1)['PromotionCode']));
});

test('an export that is dismissed holds on to nothing of its snapshot', async ({ page, signIn }) => {
  await signIn();
  await openSnapshot(page, 'Cost for pricing');
  for (let time = 0; time < 5; time += 1) await exportAs(page, 'CSV for programs', 2);
  // React keeps the requests of the last two renderings.
  await expect.poll(() => requestsInMemory(page)).toBeLessThanOrEqual(2);
});

/** Returns the number of export requests in memory, each of which refers to the rows of its snapshot. Collects garbage first. */
async function requestsInMemory(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const { result: prototype } = await session.send('Runtime.evaluate', { expression: 'Object.prototype' });
  const { objects } = await session.send('Runtime.queryObjects', {
    prototypeObjectId: prototype.objectId ?? '',
  });
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: `function () {
      return this.filter((object) => Object.hasOwn(object, 'sampleRows')).length;
    }`,
    returnByValue: true,
  });
  await session.detach();
  return Number(result.value);
}

/** Exports the rows on screen, and dismisses the export after `beforeDismissed`. */
async function exportAs(
  page: Page,
  format: string,
  fileCount: number,
  beforeDismissed: () => Promise<void> = async () => undefined,
): Promise<Download[]> {
  const downloads = downloadsOf(page);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('radio', { name: format, exact: true }).check();
  await page.getByRole('button', { name: 'Start export' }).click();
  await showExports(page);
  await expect.poll(() => downloads.length).toBe(fileCount);
  const exported = [...downloads];
  await Promise.all(exported.map((download) => download.path()));
  await beforeDismissed();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  return exported;
}

/** Returns the fill color of a cell in the first sheet. `parts` is the unpacked workbook. */
function fillOf(parts: string, cell: string): string | undefined {
  const style = Number(new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(parts)?.[1]);
  const [, formats = ''] = /<cellXfs[^>]*>(.*?)<\/cellXfs>/.exec(parts) ?? [];
  const fill = [...formats.matchAll(/<xf [^>]*fillId="(\d+)"/g)][style]?.[1];
  return [...parts.matchAll(/<fill>.*?<\/fill>/g)][Number(fill)]?.[0].match(/fgColor rgb="(\w+)"/)?.[1];
}

/** This function runs in the page. It replaces the system's file dialog, which a headless browser refuses. */
function letChooseAPlace(): void {
  window.showSaveFilePicker = async ({ suggestedName }) => {
    if (!suggestedName.endsWith('.xlsx')) throw new TypeError('Another name was to be suggested.');
    const root = await navigator.storage.getDirectory();
    return root.getFileHandle('chosen', { create: true });
  };
}

/** Resolves with the bytes of the chosen file, which are empty until the file is complete. */
async function chosenPlaceBytes(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    // At first the file may not exist yet.
    const place = await root.getFileHandle('chosen').catch(() => null);
    const file = await place?.getFile();
    return file === undefined ? [] : [...new Uint8Array(await file.arrayBuffer())];
  });
}

/** Drops a file on the page, as from a file manager. */
async function dropFile(page: Page, name: string, bytes: number[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(content)], fileName));
      return transfer;
    },
    [name, bytes] as const,
  );
  const main = page.getByRole('main');
  await main.dispatchEvent('dragenter', { dataTransfer });
  await main.dispatchEvent('dragover', { dataTransfer });
  await expect(page.getByText('Drop to check this export')).toBeVisible();
  await main.dispatchEvent('drop', { dataTransfer });
  await expect(page.getByText('Drop to check this export')).toBeHidden();
}

type ChosenFiles = (string | undefined | { name: string; mimeType: string; buffer: Buffer })[];

async function chooseFiles(page: Page, files: ChosenFiles): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  const [first] = files;
  const isByPath = typeof first === 'string';
  const buffers = files.flatMap((file) => (typeof file === 'object' ? [file] : []));
  // The stored download has no file extension, so the file gets a name here.
  const named = isByPath ? [{ name: 'workbook.xlsx', mimeType: '', buffer: readFileSync(first) }] : buffers;
  await (await chooser).setFiles(named);
}

function texts(row: Record<string, string | boolean | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')]));
}
