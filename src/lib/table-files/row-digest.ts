import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalHeader, canonicalRowWriter } from './canonical-rows';
import { rowBatchOf, type RowBatch } from '../row-batches/row-batch';
import type { TableColumn, TableRow } from './table-column';
import { TextBuffer } from './text-buffer';

/** SHA-256 digests, in hexadecimal, of a table in canonical form (canonical-rows.ts). */
export interface RowDigest {
  /** The hash of the header line and all rows. */
  readonly sha256: string;
  /** The hash of every `blockRows` rows without the header, to locate changes. */
  readonly blocks: readonly string[];
  readonly blockRows: number;
  /** The most digits of a second that are digested; null for all digits. */
  readonly secondDigits: number | null;
}

export interface IncrementalSha256 {
  readonly update: (bytes: Uint8Array) => unknown;
  readonly digest: () => Uint8Array;
}

/** Part of the certificate's format: must not change without a new version. */
export const BLOCK_ROWS = 1000;

/** Digests rows incrementally: all rows with `whole`, as WebCrypto cannot do so; blocks with WebCrypto, which is much faster. */
export function createRowDigest(
  columns: readonly Pick<TableColumn, 'name' | 'type'>[],
  secondDigits: number | null = null,
  whole: IncrementalSha256 = sha256.create(),
): {
  add: (rows: RowBatch) => void;
  /** The digest of the last complete block; empty before the first. */
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

/** Like `createRowDigest`, for blocks that may overlap: a row's canonical form is computed once. Rows must not change. */
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
  // The bytes are copied at once; the buffer is reused afterwards.
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
