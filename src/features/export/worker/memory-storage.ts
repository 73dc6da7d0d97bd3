import type { BodyPieces } from '@/shared/http/read-pieces';
import type { ExportStorage } from './export-storage';

/**
 * Storage where the browser grants none that lasts (private windows, pages without https). Blobs of some size are
 * kept by the browser outside the page's memory; a reload loses them.
 */
export function createMemoryStorage(keptPages: BodyPieces[] = []): ExportStorage {
  return {
    keptPages: () => keptPages,
    keepPage: () => undefined,
    createFile: async () => {
      let parts: Blob[] = [];
      let size = 0;
      return {
        write: (bytes) => {
          parts.push(new Blob([bytes]));
          size += bytes.length;
          if (parts.length >= MAX_PARTS) parts = [new Blob(parts)];
        },
        size: () => size,
        finish: async () => new Blob(parts),
      };
    },
    createScratch: async () => {
      const blocks: Blob[] = [];
      return {
        write: (block) => blocks.push(new Blob([block])),
        read: async (block) => new Uint8Array((await blocks[block]?.arrayBuffer()) ?? new ArrayBuffer(0)),
      };
    },
    close: () => undefined,
    discard: async () => undefined,
  };
}

const MAX_PARTS = 500;

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
        finish: async () => new Blob(),
      };
    },
  };
}
