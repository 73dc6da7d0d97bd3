import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalHeader, canonicalRowWriter } from './canonical-rows';
import type { RowBatch } from '../row-batches/row-batch';
import type { TableColumn } from './table-column';
import { TextBuffer } from './text-buffer';

/** What SHA-256 says of a table in canonical form (canonical-rows.ts), in hexadecimal. */
export interface RowDigest {
  /** Over the header line and all rows. */
  readonly sha256: string;
  /** Over each `blockRows` rows without the header: where a changed file differs from the original. */
  readonly blocks: readonly string[];
  readonly blockRows: number;
}

/** Part of what a certificate means: never to be changed without a new version of it. */
export const BLOCK_ROWS = 1000;

/**
 * Digests rows as they come. The whole in JavaScript, because the browser's own digest takes only a whole message; it
 * does take the blocks, in a fraction of the time, but is not there on pages without https.
 */
export function createRowDigest(columns: readonly Pick<TableColumn, 'name' | 'type'>[]): {
  add: (rows: RowBatch) => void;
  /** Of the block that was filled last; the empty text before there is one. */
  lastBlock: () => Promise<string>;
  finish: () => Promise<RowDigest>;
} {
  const text = new TextBuffer();
  const write = canonicalRowWriter(columns);
  const whole = sha256.create().update(new TextEncoder().encode(canonicalHeader(columns)));
  const blocks: Promise<string>[] = [];
  let rowsInBlock = 0;

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
      return { sha256: bytesToHex(whole.digest()), blocks: await Promise.all(blocks), blockRows: BLOCK_ROWS };
    },
  };
}

async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Undefined on pages without https, whatever the type says.
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle;
  // Either takes what it needs of the bytes at once; they are written over afterwards.
  return bytesToHex(
    subtle === undefined ? sha256(bytes) : new Uint8Array(await subtle.digest('SHA-256', bytes)),
  );
}
