import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openedBlob } from '@/lib/sealed-files/save-files';
import type { AccountKey } from '@/lib/storage/record-storage';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { createSealedRecords } from '@/lib/storage/sealed-records';
import { createFakeLocks } from '@/test/fake-locks';
import { FakePrivateFolder } from '@/test/fake-private-files';
import { testCopy } from '@/test/test-snapshot';
import { CopyError } from './copy-failure';
import { writeCopyFile, copyFolder } from './copy-file';
import {
  copyContent,
  deleteAllCopies,
  deleteCopy,
  forgetLostCopies,
  keepCopy,
  sweepCopies,
  type WriteCopy,
} from './keep-copy';
import { keptCopies, labelCopy, readCopies } from './kept-copies';
import { COPY_FORMAT, type NewCopy } from './kept-copy';

const ANNA: AccountKey = { service: 'https://a.example.com/papi', userName: 'anna' };
const BERT: AccountKey = { ...ANNA, userName: 'bert' };
const ROWS = 'Article 4711;12.50;EUR\n'.repeat(60_000);

let root = new FakePrivateFolder();
let databases = 0;
let databaseName = '';
let locks = createFakeLocks();

beforeEach(() => {
  root = new FakePrivateFolder();
  databases += 1;
  databaseName = `copies-${databases}`;
  locks = createFakeLocks();
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => root }, locks });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function recordsOf(account: AccountKey): OwnRecords {
  return { account, storage: createSealedRecords({ databaseName, installationSecret: null }) };
}

const write: WriteCopy = async (place, content) => {
  const directory = await copyFolder(place.folder, { isCreated: true });
  if (directory === null) throw new CopyError({ kind: 'unsupported' });
  return writeCopyFile(directory, place, content);
};

function keep(
  own: OwnRecords,
  name = 'Before the increase',
  how: Partial<Parameters<typeof keepCopy>[3]> = {},
) {
  const copy: NewCopy = testCopy({
    name,
    note: 'For the board',
    displayName: 'Sales price',
    priceColumn: { name: 'SalesPrice' },
    takenAtMs: 2,
    words: 'All rows',
    search: { v: '1' },
    columns: ['Article'],
    rowCount: 60_000,
    fileName: 'SalesPrice_host',
  });
  const content = { content: new Blob([ROWS]), seal: null, size: ROWS.length };
  return keepCopy(own, copy, content, { write, signal: new AbortController().signal, ...how });
}

const textOf = async (own: OwnRecords, copy: Awaited<ReturnType<typeof keep>>) =>
  (await openedBlob(await copyContent(own, copy))).text();

const filesOnDisk = () => root.files().map(({ bytes }) => Buffer.from(bytes).toString('latin1'));

describe('a kept copy', () => {
  test('has its rows in a file and its description among the records, and both can be read again', async () => {
    const kept = await keep(recordsOf(ANNA));
    expect(kept).toMatchObject({ formatVersion: COPY_FORMAT, size: filesOnDisk()[0]?.length });
    const later = recordsOf(ANNA);
    expect(await readCopies(later)).toEqual([kept]);
    expect(await textOf(later, kept)).toBe(ROWS);
  });

  test('says nothing in clear, neither of rows nor of whose and which they are', async () => {
    await keep(recordsOf(ANNA));
    const database = await openDB(databaseName, 1);
    const stored = JSON.stringify(
      [await database.getAllKeys('records'), await database.getAll('records')],
      (_, value: unknown) => {
        const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : value;
        return bytes instanceof Uint8Array ? Buffer.from(bytes).toString('latin1') : bytes;
      },
    );
    database.close();
    const names = [...root.entries].flatMap(([name, entry]) =>
      entry instanceof FakePrivateFolder ? [name, ...entry.entries.keys()] : [name],
    );
    for (const text of [...filesOnDisk(), stored, names.join()]) {
      for (const clear of ['4711', '12.50', 'anna', 'increase', 'SalesPrice', 'example.com'])
        expect(text).not.toContain(clear);
    }
  });

  test("is not among another person's, who could not open its file either", async () => {
    const kept = await keep(recordsOf(ANNA));
    const bert = recordsOf(BERT);
    expect(await readCopies(bert)).toEqual([]);
    await expect(copyContent(bert, kept)).rejects.toMatchObject({ failure: { kind: 'damaged' } });
    // Bert cannot decrypt Anna's file even if it is in his folder.
    const [file] = root.files();
    const own = await keep(bert, 'Of Bert');
    const berts = root.files().find((each) => each !== file);
    if (file === undefined || berts === undefined) throw new Error('There are two files.');
    berts.bytes = file.bytes;
    await expect(openedBlob(await copyContent(bert, own))).rejects.toThrow('cannot be opened');
  });

  test('kept in two tabs at once is two whole copies', async () => {
    const kept = await Promise.all([keep(recordsOf(ANNA), 'One'), keep(recordsOf(ANNA), 'Two')]);
    const own = recordsOf(ANNA);
    expect((await readCopies(own)).map(({ name }) => name).toSorted()).toEqual(['One', 'Two']);
    for (const copy of kept) expect(await textOf(own, copy)).toBe(ROWS);
  });

  test.each([
    ['a changed byte', (bytes: Uint8Array) => bytes.with(700_000, (bytes[700_000] ?? 0) ^ 1)],
    ['a block less', (bytes: Uint8Array) => bytes.slice(0, 16 + (1 << 19) + 32)],
    ['another end', (bytes: Uint8Array) => bytes.slice(0, -1)],
    ['nothing in it', () => new Uint8Array(0)],
  ])('with %s is not handed out', async (_, change) => {
    const own = recordsOf(ANNA);
    const kept = await keep(own);
    const [file] = root.files();
    if (file !== undefined) file.bytes = Uint8Array.from(change(file.bytes));
    await expect(textOf(own, kept)).rejects.toThrow();
  });

  test('is renamed, deleted, or deleted with all others of its person', async () => {
    const anna = recordsOf(ANNA);
    const bert = recordsOf(BERT);
    await keep(bert, 'Of Bert');
    const first = await keep(anna, 'One');
    await keep(anna, 'Two');
    await labelCopy(anna, { id: first.id, name: 'Spring', note: null });
    expect(await readCopies(anna)).toContainEqual({ ...first, name: 'Spring', note: null });
    await deleteCopy(anna, first.id);
    expect((await readCopies(anna)).map(({ name }) => name)).toEqual(['Two']);
    expect(filesOnDisk()).toHaveLength(2);
    await deleteAllCopies(anna);
    expect(await readCopies(anna)).toEqual([]);
    expect((await readCopies(bert)).map(({ name }) => name)).toEqual(['Of Bert']);
    expect(filesOnDisk()).toHaveLength(1);
  });
});

describe('a copy is said to be kept', () => {
  test('once its file is flushed and closed, and then its record is on the disk itself', async () => {
    const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const recorded = () =>
      transactions.mock.results.flatMap((result) =>
        result.type === 'return' &&
        result.value.mode === 'readwrite' &&
        result.value.objectStoreNames.contains('records')
          ? [result.value.durability]
          : [],
      );
    await keep(recordsOf(ANNA), 'Safe', {
      write: async (...writing) => {
        const size = await write(...writing);
        expect(root.files()).toEqual([expect.objectContaining({ isFlushed: true, isOpen: false })]);
        expect(recorded()).toEqual([]);
        return size;
      },
    });
    expect(recorded()).toEqual(['strict']);
  });
});

describe('nothing is half-kept', () => {
  test.each([
    ['the disk is full', 'no-space', { write: failing(new DOMException('', 'QuotaExceededError')) }],
    ['the content is not whole', 'damaged', { write: failing(namedError('SealBrokenError')) }],
  ])('where %s', async (_, kind, how) => {
    const own = recordsOf(ANNA);
    await expect(keep(own, 'Half', how)).rejects.toMatchObject({ failure: { kind } });
    expect(await readCopies(own)).toEqual([]);
    expect(filesOnDisk()).toEqual([]);
  });

  test('where the record cannot be stored', async () => {
    const own = recordsOf(ANNA);
    const full = {
      ...own,
      storage: {
        ...own.storage,
        write: () => Promise.reject(new DOMException('', 'QuotaExceededError')),
      },
    };
    await expect(keep(full)).rejects.toMatchObject({ failure: { kind: 'no-space' } });
    expect(filesOnDisk()).toEqual([]);
  });

  test('where it is cancelled, also at the last moment', async () => {
    const own = recordsOf(ANNA);
    const controller = new AbortController();
    const kept = keep(own, 'Cancelled', {
      signal: controller.signal,
      write: async (...writing) => {
        const size = await write(...writing);
        controller.abort();
        return size;
      },
    });
    await expect(kept).rejects.toThrow('aborted');
    expect(await readCopies(own)).toEqual([]);
    expect(filesOnDisk()).toEqual([]);
  });

  test('where the browser has no place for files', async () => {
    const getDirectory = () => Promise.reject(new DOMException('', 'SecurityError'));
    vi.stubGlobal('navigator', { storage: { getDirectory }, locks });
    await expect(keep(recordsOf(ANNA))).rejects.toMatchObject({ failure: { kind: 'unsupported' } });
  });

  test('where the page was closed: the next start sweeps the file, but not one that another tab is writing', async () => {
    const own = recordsOf(ANNA);
    const kept = await keep(own);
    const folder = [...root.entries.values()].flatMap((entry) =>
      entry instanceof FakePrivateFolder ? [...entry.entries.values()] : [],
    )[0];
    if (!(folder instanceof FakePrivateFolder)) throw new Error('The account has a folder.');
    await folder.getFileHandle('0'.repeat(32), { create: true });
    await folder.getFileHandle('1'.repeat(32), { create: true });
    void locks.request(`colonnade.copy.${'1'.repeat(32)}`, () => new Promise(() => undefined));
    await sweepCopies(own);
    expect([...folder.entries.keys()].toSorted()).toEqual(['1'.repeat(32), kept.id].toSorted());
  });

  test('a copy of a later version is listed and not swept', async () => {
    const own = recordsOf(ANNA);
    const kept = await keep(own);
    await keptCopies.put(own, [{ ...kept, formatVersion: COPY_FORMAT + 1 }]);
    await sweepCopies(own);
    expect((await readCopies(own)).map(({ formatVersion }) => formatVersion)).toEqual([COPY_FORMAT + 1]);
    expect(filesOnDisk()).toHaveLength(1);
  });

  test('records whose files were deleted with a session are forgotten', async () => {
    const own = recordsOf(ANNA);
    await keep(own);
    root.entries.clear();
    const kept = await keep(own, 'Later');
    await forgetLostCopies(own);
    expect(await readCopies(own)).toEqual([kept]);
  });
});

/** Returns a function that fails after it has written a part of the file. */
function failing(error: Error): WriteCopy {
  return async (place, content, signal) => {
    await write(place, { ...content, content: content.content.slice(0, 1_000), size: 1_000 }, signal);
    throw error;
  };
}

function namedError(name: string): Error {
  return Object.assign(new Error('Named'), { name });
}
