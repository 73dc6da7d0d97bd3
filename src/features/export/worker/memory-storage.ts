import { createBlobBuilder } from './blob-builder';
import type { ExportStorage } from './export-storage';

/**
 * Storage where the browser grants none that lasts (private windows, pages without https), or no key to seal it with.
 * Blobs of some size are kept by the browser outside the page's memory; a reload loses them.
 */
export function createMemoryStorage(): ExportStorage {
  return {
    async *keptPages() {
      // There is no earlier run.
    },
    keepPage: () => undefined,
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

/** Storage of an export of which nothing but its digest is wanted. */
export function createDiscardingStorage(): ExportStorage {
  return {
    ...createMemoryStorage(),
    createFile: async () => {
      let size = 0;
      return {
        write: (bytes) => {
          size += bytes.length;
        },
        size: () => size,
        finish: async () => ({ content: new Blob(), seal: null, size }),
      };
    },
  };
}
