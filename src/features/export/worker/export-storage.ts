import type { BodyPieces } from '@/shared/http/read-pieces';
import type { ByteSink } from '@/shared/table-files/byte-sink';
import type { Seal } from './sealed-file';

/** A file of the export in the making. */
export interface StagedFile extends ByteSink {
  readonly size: () => number;
  /** Ends writing; the content stays readable as long as the storage is not discarded. */
  readonly finish: () => Promise<StagedContent>;
}

/** What is in a staged file, as it lies. */
export interface StagedContent {
  readonly content: Blob;
  /** Null where it lies in the clear, which is in memory alone. */
  readonly seal: Seal | null;
  /** In bytes, opened. */
  readonly size: number;
}

/** Blocks of bytes that do not fit into memory. */
export interface ScratchFile {
  /** Keeps a copy. Blocks are of one size, and numbered from 0 as they come. */
  readonly write: (block: Uint8Array<ArrayBuffer>) => void;
  readonly read: (block: number) => Promise<Uint8Array<ArrayBuffer>>;
}

/** Where an export lies until it is whole. */
export interface ExportStorage {
  /** Answers that an earlier run of this export received, in order. */
  readonly keptPages: () => AsyncIterable<BodyPieces>;
  /** Keeps an answer, so that a reload need not ask for it again. */
  readonly keepPage: (answer: BodyPieces) => void;
  /** An empty file, in place of the one with that number. */
  readonly createFile: (ordinal: number) => Promise<StagedFile>;
  /** An empty one, in place of an earlier one. */
  readonly createScratch: () => Promise<ScratchFile>;
  /** Resolves when more may be written: what is on its way to the disk is bounded. Rejects when it failed to get there. */
  readonly ready: () => Promise<void>;
  /** Ends writing and keeps what is there. */
  readonly close: () => Promise<void>;
  /** Removes everything. */
  readonly discard: () => Promise<void>;
}
