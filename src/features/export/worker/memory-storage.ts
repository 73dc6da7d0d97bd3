import { createBlobBuilder } from '@/lib/sealed-files/blob-builder';
import type { ExportStorage } from './export-storage';

/** Storage for private windows or without a key. Browsers hold large Blobs outside the page's memory. A reload loses the data. */
export function createMemoryStorage(): ExportStorage {
  return {
    async *storedPages() {
      // There are no stored pages, because memory is lost when a run ends.
    },
    storePage: () => undefined,
    createFile: async () => {
      const blob = createBlobBuilder();
      return {
        write: blob.add,
        size: blob.size,
        finish: async () => ({ content: blob.build(), seal: null, size: blob.size() }),
      };
    },
    createScratch: async () => {
      const blocks: Blob[] = [];
      return {
        write: (block) => blocks.push(new Blob([block])),
        read: async (block) => new Uint8Array((await blocks[block]?.arrayBuffer()) ?? new ArrayBuffer(0)),
      };
    },
    ready: async () => undefined,
    close: async () => undefined,
    discard: async () => undefined,
  };
}
