import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { Grid } from './grid';

/** Runs everything of a price column; its first row is there. */
export async function openSnapshot(page: Page, priceColumn: string): Promise<void> {
  await page.getByRole('link', { name: 'Price columns' }).click();
  await page.getByRole('link', { name: priceColumn, exact: true }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
}

/** Exports what is on screen the way it was done last. */
export async function startExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Start export' }).click();
}

/** Grows as downloads come. */
export function downloadsOf(page: Page): Download[] {
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  return downloads;
}

export async function contentOf(download: Download | undefined): Promise<string> {
  if (download === undefined) throw new Error('Nothing was downloaded.');
  return readFileSync(await download.path(), 'utf8');
}

/** What lies in the browser's private files. */
export async function stagedExports(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const staging = await root.getDirectoryHandle('exports', { create: true });
    const names: string[] = [];
    for await (const name of staging.keys()) names.push(name);
    return names;
  });
}
