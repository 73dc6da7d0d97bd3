import type { Page } from '@playwright/test';

/** Returns the stored records of a collection, of every account, as JSON; `[]` if there are none. It decrypts them as the page does. */
export async function keptRecords(page: Page, collection: string): Promise<string> {
  return page.evaluate(async (name) => {
    // Opening a database that does not exist would create it, without the product's object stores.
    const databases = await indexedDB.databases();
    if (!databases.some((database) => database.name === 'colonnade-records')) return '[]';
    const database = await resultOf(indexedDB.open('colonnade-records'));
    const transaction = database.transaction(['keys', 'records']);
    const records = transaction.objectStore('records');
    const [base, rowKeys, rows] = await Promise.all([
      resultOf(transaction.objectStore('keys').get('current')),
      resultOf(records.getAllKeys()),
      resultOf(records.getAll()),
    ]);
    database.close();
    if (base === undefined) return '[]';

    const { installationSecret = null } = await (await fetch('/config.json')).json();
    const encoded = (text: string) => new TextEncoder().encode(text);
    const info = encoded(JSON.stringify(['records', installationSecret]));
    const key = await crypto.subtle.deriveKey(
      { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info },
      base.key,
      { name: 'AES-GCM', length: 256 },
      false,
      ['decrypt'],
    );
    const found: unknown[] = [];
    for (const [at, rowKey] of rowKeys.entries()) {
      if (!Array.isArray(rowKey) || rowKey[1] !== name) continue;
      const { iv, ciphertext } = rows[at];
      const additionalData = encoded(JSON.stringify(rowKey));
      const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, ciphertext);
      found.push(JSON.parse(new TextDecoder().decode(text)).value);
    }
    return JSON.stringify(found);

    function resultOf<T>(request: IDBRequest<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    }
  }, collection);
}
