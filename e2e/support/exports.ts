import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import type { Download, Page } from '@playwright/test';
import { expect } from './expect';
import { Grid } from './grid';

/** Runs a whole price column and waits for its first row. */
export async function openSnapshot(page: Page, priceColumn: string): Promise<void> {
  await page.getByRole('link', { name: 'Price columns' }).click();
  await page.getByRole('link', { name: priceColumn, exact: true }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
}

/** Exports the rows on screen with the last settings, and opens the tray. */
export async function startExport(page: Page): Promise<void> {
  const tray = page.getByRole('region', { name: 'Exports' });
  // The tray of an earlier export may cover the button.
  if (await tray.isVisible()) {
    await page.keyboard.press('Escape');
    await expect(tray).toBeHidden();
  }
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Start export' }).click();
  await showExports(page);
}

export async function showExports(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Exports/, expanded: false }).click();
  await expect(page.getByRole('region', { name: 'Exports' })).toBeVisible();
}

/** Returns a list to which each download of the page is added. */
export function downloadsOf(page: Page): Download[] {
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  return downloads;
}

export async function contentOf(download: Download | undefined): Promise<string> {
  if (download === undefined) throw new Error('Nothing was downloaded.');
  return readFileSync(await download.path(), 'utf8');
}

/** Returns the names of staged exports in the browser's private files. */
export async function stagedExports(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const staging = await root.getDirectoryHandle('exports', { create: true });
    const names: string[] = [];
    for await (const name of staging.keys()) names.push(name);
    return names;
  });
}

/** Returns the content of all private files: jobs, stored pages, unfinished files. Files deleted meanwhile are left out. */
export async function stagedContents(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const contents: string[] = [];
    const unlessGone = async (read: () => Promise<void>) => {
      try {
        await read();
      } catch (error) {
        // Reading a file that was deleted after it was listed fails with `NotReadableError`.
        const isGone =
          error instanceof DOMException && ['NotFoundError', 'NotReadableError'].includes(error.name);
        if (!isGone) throw error;
      }
    };
    const read = async (directory: FileSystemDirectoryHandle) => {
      for await (const [name, handle] of directory.entries()) {
        await unlessGone(async () => {
          if (handle instanceof FileSystemDirectoryHandle) return read(handle);
          const file = await handle.getFile();
          contents.push(`${name}: ${await file.text()}`);
        });
      }
    };
    await read(await navigator.storage.getDirectory());
    return contents.join('\n');
  });
}

/** Returns the content of a file, one character per byte, with the parts of a workbook decompressed. */
export function bytesOf(file: Buffer): string {
  const isArchive = file.subarray(0, 2).toString() === 'PK';
  return (isArchive ? unpacked(file) : [file]).map((bytes) => bytes.toString('latin1')).join('\n');
}

/** Reads the parts of an archive by the directory at its end (PKWARE's application note, 4.3.12 and 4.3.16). */
function unpacked(archive: Buffer): Buffer[] {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const parts: Buffer[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const isPacked = archive.readUInt16LE(at + 10) === 8;
    const size = archive.readUInt32LE(at + 20);
    const header = archive.readUInt32LE(at + 42);
    const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    const bytes = archive.subarray(start, start + size);
    parts.push(isPacked ? inflateRawSync(bytes) : bytes);
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return parts;
}

/** Opens the formats of **Export proposal**, once the effect of the new prices is computed. */
export async function openProposalExport(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Export proposal', exact: true });
  // If a click is too early, Playwright retries the click with other ways of scrolling, which move the button.
  await expect(button).toBeEnabled();
  await button.click();
}
