import { createHash } from 'node:crypto';
import { expectAccessibleInLongRun } from '../support/axe';
import { contentOf, downloadsOf, openSnapshot, showExports } from '../support/exports';
import { HELD_BACK } from '../support/service-control';
import { expect, test } from '../support/test';
import type { Page } from '@playwright/test';

interface Certificate {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

test('a certificate shows that a file is unchanged, and only the snapshot that its rows are true @service-only @promise', async ({
  page,
  signIn,
  serviceControl,
  problems,
}) => {
  problems.allowResponse(410, /\/papi\/api\/prices\//);
  await signIn();
  await openSnapshot(page, 'Promotion price');
  const downloads = downloadsOf(page);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('radio', { name: 'JSON lines', exact: true }).check();
  await page.getByRole('button', { name: 'Start export' }).click();
  await showExports(page);
  await expect.poll(() => downloads.length).toBe(2);
  const genuine = { file: await contentOf(downloads[0]), certificate: await contentOf(downloads[1]) };
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Check an earlier export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check an earlier export' });

  await chooseFiles(page, genuine);
  await expect(dialog.getByText('Unchanged', { exact: true })).toBeVisible();
  await expect(dialog).toContainText('match the snapshot');

  await chooseFiles(page, forged(genuine.certificate));
  await expect(dialog.getByRole('alert')).toContainText('Different from the snapshot');
  await expect(dialog.getByRole('alert')).toContainText('different values among the rows 1.');
  await expect(dialog.getByText('Unchanged', { exact: true })).toBeHidden();
  await expectAccessibleInLongRun(page, dialog);

  // A cancelled comparison shows what is unverified, and can be repeated.
  await serviceControl.order({
    do: 'add-fault',
    rule: { on: 'extraction', times: null, fault: HELD_BACK },
  });
  await chooseFiles(page, genuine);
  await expect(dialog.getByRole('progressbar', { name: 'Comparing with the snapshot' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('status')).toContainText('The file matches its certificate');
  await expect(dialog.getByRole('status')).toContainText('A certificate is not signed');
  await serviceControl.order({ do: 'clear-faults' });
  await dialog.getByRole('button', { name: 'Compare with the snapshot' }).click();
  await expect(dialog.getByText('Unchanged', { exact: true })).toBeVisible();

  await serviceControl.order({ do: 'expire-snapshots' });
  await chooseFiles(page, genuine);
  await expect(dialog.getByRole('status')).toContainText('The file matches its certificate');
  await expect(dialog.getByRole('status')).toContainText('The snapshot has expired');
  await expect(dialog.getByText('Unchanged', { exact: true })).toBeHidden();
  await expectAccessibleInLongRun(page, dialog);
});

/** Returns a file with one invented row and a matching certificate, which anyone could write. */
function forged(certificate: string): { readonly file: string; readonly certificate: string } {
  const genuine: Certificate = JSON.parse(certificate);
  const column = genuine.columns.find(({ type }) => type === 'text');
  if (column === undefined) throw new Error('There is a column of texts.');
  const row = `${JSON.stringify(['made up'])}\n`;
  const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');
  return {
    file: `${JSON.stringify({ [column.name]: 'made up' })}\n`,
    certificate: JSON.stringify({
      ...genuine,
      columns: [column],
      rows: { first: 1, last: 1, promised: 1, written: 1 },
      digest: {
        sha256: digestOf(`${JSON.stringify([column.name])}\n${row}`),
        blockRows: 1000,
        blocks: [digestOf(row)],
      },
    }),
  };
}

async function chooseFiles(
  page: Page,
  { file, certificate }: { readonly file: string; readonly certificate: string },
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (
    await chooser
  ).setFiles([
    { name: 'prices.jsonl', mimeType: '', buffer: Buffer.from(file) },
    { name: 'prices.jsonl.certificate.json', mimeType: '', buffer: Buffer.from(certificate) },
  ]);
}
