import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalHeader, canonicalRowWriter } from './canonical-rows';
import { rowBatchOf, type RowBatch } from '../row-batches/row-batch';
import type { TableColumn, TableRow } from './table-column';
import { TextBuffer } from './text-buffer';

/** The SHA-256 digests, in hexadecimal, of a table in canonical form (canonical-rows.ts). */
export interface RowDigest {
  /** The hash of the header line and all rows. */
  readonly sha256: string;
  /** The hashes of consecutive blocks of `blockRows` rows, without the header. They show where rows have changed. */
  readonly blocks: readonly string[];
  readonly blockRows: number;
  /** The most fractional digits of a second that are included. Null means all digits. */
  readonly secondDigits: number | null;
}

export interface IncrementalSha256 {
  readonly update: (bytes: Uint8Array) => unknown;
  readonly digest: () => Uint8Array;
}

/** The size of a block is part of the certificate's format. It must not change without a new format version. */
export const BLOCK_ROWS = 1000;

/** Hashes rows incrementally: all rows with `whole`, because WebCrypto is not incremental, and blocks with WebCrypto, which is faster. */
export function createRowDigest(
  columns: readonly Pick<TableColumn, 'name' | 'type'>[],
  secondDigits: number | null = null,
  whole: IncrementalSha256 = sha256.create(),
): {
  add: (rows: RowBatch) => void;
  /** Returns the digest of the last complete block, or an empty text if there is none. */
  lastBlock: () => Promise<string>;
  finish: () => Promise<RowDigest>;
} {
  const text = new TextBuffer();
  const write = canonicalRowWriter(columns, secondDigits);
  const blocks: Promise<string>[] = [];
  let rowsInBlock = 0;
  whole.update(new TextEncoder().encode(canonicalHeader(columns)));

  function endBlock(): void {
    const bytes = text.take();
    whole.update(bytes);
    blocks.push(digestOf(bytes));
    rowsInBlock = 0;
  }

  return {
    add: (rows) => {
      for (let row = 0; row < rows.rowCount; row += 1) {
        write(rows, row, text);
        rowsInBlock += 1;
        if (rowsInBlock === BLOCK_ROWS) endBlock();
      }
    },
    lastBlock: async () => blocks.at(-1) ?? '',
    finish: async () => {
      if (rowsInBlock > 0) endBlock();
      return {
        sha256: bytesToHex(whole.digest()),
        blocks: await Promise.all(blocks),
        blockRows: BLOCK_ROWS,
        secondDigits,
      };
    },
  };
}

/** Like `createRowDigest`, but for blocks that may overlap. Each row's canonical form is computed once, so rows must not change. */
export function createBlockDigest(
  columns: readonly Pick<TableColumn, 'type'>[],
  secondDigits: number | null = null,
): (rows: readonly TableRow[]) => Promise<string> {
  const line = new TextBuffer();
  const block = new TextBuffer();
  const write = canonicalRowWriter(columns, secondDigits);
  const lines = new WeakMap<TableRow, Uint8Array>();
  return (rows) => {
    const unknown = rows.filter((row) => !lines.has(row));
    const batch = rowBatchOf(unknown, columns.length);
    for (const [index, row] of unknown.entries()) {
      write(batch, index, line);
      lines.set(row, line.take().slice());
    }
    for (const row of rows) {
      const bytes = lines.get(row) ?? new Uint8Array(0);
      block.appendBytes(bytes, 0, bytes.length);
    }
    return digestOf(block.take());
  };
}

async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // WebCrypto copies the bytes at once, so the buffer can be reused afterwards.
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
