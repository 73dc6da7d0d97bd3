import type { ExportStorage } from './export-storage';

/**
 * Storage for browsers without persistent storage (private windows, insecure contexts) or without a key to seal it with.
 * Browsers hold larger Blobs outside the page's memory. A reload loses them.
 */
export function createMemoryStorage(): ExportStorage {
  return {
    async *storedPages() {
      // Memory does not survive an earlier run.
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

/** Discards the files of an export of which only the digest is needed. */
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

/** So many parts become one: a list of a million is slow, and each is a thing of its own to the browser. */
const MAX_PARTS = 500;

/** Makes a Blob of bytes as they come. The browser keeps them outside the page's memory. */
export function createBlobBuilder() {
  let parts: Blob[] = [];
  let size = 0;
  return {
    /** Appends a copy and returns it as a Blob of its own. */
    add: (bytes: Uint8Array<ArrayBuffer>): Blob => {
      const part = new Blob([bytes]);
      parts.push(part);
      size += bytes.length;
      if (parts.length >= MAX_PARTS) parts = [new Blob(parts)];
      return part;
    },
    size: (): number => size,
    build: (type = ''): Blob => new Blob(parts, { type }),
  };
}
