import { afterEach, describe, expect, test, vi } from 'vitest';
import { saveFilesAs, type NamedFile } from './save-files';

const TABLE = inMemory('SalesPrice_host_2026-01-31_1000_abcdefgh.csv', 'rows');
const PROOF = inMemory(`${TABLE.name}.certificate.json`, 'proof');

function inMemory(name: string, text: string): NamedFile {
  return { name, content: new Blob([text]), seal: null };
}

/** Creates a fake folder on disk with these files. Writing a file fails halfway if `refuses` returns true for its name. */
function createFolder(files: Record<string, string>, refuses: (name: string) => boolean = () => false) {
  const written = new Map(Object.entries(files));
  const handleOf = (name: string) => ({
    getFile: async () => new Blob([written.get(name) ?? '']),
    remove: async () => void written.delete(name),
    createWritable: async () => {
      let text = '';
      return new WritableStream<Uint8Array>({
        write: (bytes) => {
          if (refuses(name)) throw new DOMException('', 'QuotaExceededError');
          text += new TextDecoder().decode(bytes);
        },
        close: () => void written.set(name, text),
      });
    },
  });
  return {
    written,
    handleOf,
    handle: {
      keys: () => written.keys(),
      getFileHandle: async (name: string) => {
        if (!written.has(name)) written.set(name, '');
        return handleOf(name);
      },
    },
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('saving to a chosen file or folder', () => {
  test('all files go into the folder without replacing any', async () => {
    const folder = createFolder({ [TABLE.name]: 'other rows' });
    vi.stubGlobal('window', { showDirectoryPicker: async () => folder.handle });
    expect(await saveFilesAs([TABLE, PROOF])).toBe('saved');
    expect(Object.fromEntries(folder.written)).toEqual({
      [TABLE.name]: 'other rows',
      'SalesPrice_host_2026-01-31_1000_abcdefgh (2).csv': 'rows',
      [PROOF.name]: 'proof',
    });
  });

  test('a failed write leaves no file behind', async () => {
    const folder = createFolder({}, (name) => name === PROOF.name);
    vi.stubGlobal('window', { showDirectoryPicker: async () => folder.handle });
    expect(await saveFilesAs([TABLE, PROOF])).toBe('failed');
    expect([...folder.written]).toEqual([]);

    const target = createFolder({ chosen: '' }, () => true);
    vi.stubGlobal('window', { showSaveFilePicker: async () => target.handleOf('chosen') });
    expect(await saveFilesAs([TABLE])).toBe('failed');
    expect([...target.written]).toEqual([]);
  });

  test('an existing file stays if it cannot be replaced', async () => {
    const target = createFolder({ chosen: 'last month' }, () => true);
    vi.stubGlobal('window', { showSaveFilePicker: async () => target.handleOf('chosen') });
    expect(await saveFilesAs([TABLE])).toBe('failed');
    expect([...target.written]).toEqual([['chosen', 'last month']]);
  });

  test('dismissing the picker is no failure, a denial is', async () => {
    for (const [name, outcome] of [
      ['AbortError', 'not-chosen'],
      ['NotAllowedError', 'failed'],
    ]) {
      vi.stubGlobal('window', { showSaveFilePicker: () => Promise.reject(new DOMException('', name)) });
      expect(await saveFilesAs([TABLE])).toBe(outcome);
    }
  });
});
