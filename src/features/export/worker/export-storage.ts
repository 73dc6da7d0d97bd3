import type { BodyChunks } from '@/lib/base/body-chunks';
import type { SealedContent } from '@/lib/sealed-files/sealed-file';
import type { ByteSink } from '@/lib/table-files/table-encoder';

/** An output file of a running export. */
export interface StagedFile extends ByteSink {
  readonly size: () => number;
  /** Ends writing. The content can be read until the storage is discarded. */
  readonly finish: () => Promise<SealedContent>;
}

/** A file for blocks of bytes that do not fit into memory. */
export interface ScratchFile {
  /** Stores a copy of the block. All blocks have the same size, and are numbered from 0 in the order of writing. */
  readonly write: (block: Uint8Array<ArrayBuffer>) => void;
  readonly read: (block: number) => Promise<Uint8Array<ArrayBuffer>>;
}

/** The storage of an export until it is complete. */
export interface ExportStorage {
  /** Yields the response bodies that an earlier run of this export has stored, in order. */
  readonly storedPages: () => AsyncIterable<BodyChunks>;
  /** Stores a response body, so that a reload does not request it again. */
  readonly storePage: (response: BodyChunks) => void;
  /** Creates an empty file, which replaces an earlier file with the same number. */
  readonly createFile: (ordinal: number) => Promise<StagedFile>;
  /** Creates an empty scratch file, which replaces an earlier one. */
  readonly createScratch: () => Promise<ScratchFile>;
  /** Resolves when more may be written, because the amount of pending data is limited. Rejects if a write has failed. */
  readonly ready: () => Promise<void>;
  /** Ends writing and keeps the stored data. */
  readonly close: () => Promise<void>;
  readonly discard: () => Promise<void>;
}
