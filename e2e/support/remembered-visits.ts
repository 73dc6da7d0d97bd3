import type { Page } from '@playwright/test';

/** All that the item schema keeps in this browser of visits to it, as JSON; `[]` for nothing. */
export async function rememberedVisits(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const name = 'colonnade-item-schema';
    // To open what is not there yet would make it, without what the product puts into it.
    const databases = await indexedDB.databases();
    if (!databases.some((database) => database.name === name)) return '[]';
    return new Promise<string>((resolve) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => {
        const database = opening.result;
        const reading = database.transaction('visits').objectStore('visits').getAll();
        reading.addEventListener('success', () => {
          database.close();
          resolve(JSON.stringify(reading.result));
        });
      });
    });
  });
}
