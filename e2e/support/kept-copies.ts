import type { Locator, Page } from '@playwright/test';
import { expect } from './expect';

/** Keeps a copy of the snapshot on screen, and waits until the browser has stored it. */
export async function keepCopy(page: Page, name: string, note = ''): Promise<void> {
  await page.getByRole('button', { name: 'Keep a copy' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep a copy' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  if (note !== '') await dialog.getByRole('textbox', { name: 'Note' }).fill(note);
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^(Copy kept|Exports and copies: done)$/ })).toBeVisible();
}

export async function openSnapshots(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Snapshots', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Snapshots', exact: true })).toBeVisible();
}

/** Finds the row of a copy in the table **Kept copies**. */
export function copyRow(page: Page, name: string): Locator {
  return page
    .getByRole('table', { name: 'Kept copies' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) });
}

/** Returns the files in the folder of kept copies, with one character per byte. */
export async function copyFiles(page: Page): Promise<{ path: string; bytes: string }[]> {
  return page.evaluate(async () => {
    const found: { path: string; bytes: string }[] = [];
    const read = async (directory: FileSystemDirectoryHandle, path: string) => {
      for await (const name of directory.keys()) {
        try {
          const file = await (await directory.getFileHandle(name)).getFile();
          const bytes = new Uint8Array(await file.arrayBuffer());
          let text = '';
          for (const byte of bytes) text += String.fromCharCode(byte);
          found.push({ path: `${path}/${name}`, bytes: text });
        } catch {
          // `getDirectoryHandle` also fails for a file that was just deleted.
          const folder = await directory.getDirectoryHandle(name).catch(() => null);
          if (folder !== null) await read(folder, `${path}/${name}`).catch(ignoreDeleted);
        }
      }
    };
    // A folder may be deleted while it is listed.
    const ignoreDeleted = (error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
    };
    const root = await navigator.storage.getDirectory();
    await read(await root.getDirectoryHandle('copies', { create: true }), '').catch(ignoreDeleted);
    return found;
  });
}
