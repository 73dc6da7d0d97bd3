import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalHeader, canonicalRowWriter } from './canonical-rows';
import type { TableColumn, TableRow } from './table-column';

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
 * Digests rows as they come. In JavaScript, because the browser's own digest takes only a whole message, and none at
 * all on pages without https.
 */
export function createRowDigest(columns: readonly Pick<TableColumn, 'name' | 'type'>[]): {
  add: (rows: readonly TableRow[]) => void;
  /** Of the blocks that are full so far. */
  blocks: () => readonly string[];
  finish: () => RowDigest;
} {
  const encoder = new TextEncoder();
  const write = canonicalRowWriter(columns);
  const whole = sha256.create().update(encoder.encode(canonicalHeader(columns)));
  const blocks: string[] = [];
  let block = sha256.create();
  let rowsInBlock = 0;

  function endBlock(): void {
    blocks.push(bytesToHex(block.digest()));
    block = sha256.create();
    rowsInBlock = 0;
  }

  return {
    add: (rows) => {
      for (let start = 0; start < rows.length;) {
        const end = Math.min(rows.length, start + BLOCK_ROWS - rowsInBlock);
        let text = '';
        for (let index = start; index < end; index += 1) text += write(rows[index] ?? []);
        const bytes = encoder.encode(text);
        whole.update(bytes);
        block.update(bytes);
        rowsInBlock += end - start;
        if (rowsInBlock === BLOCK_ROWS) endBlock();
        start = end;
      }
    },
    blocks: () => blocks,
    finish: () => {
      if (rowsInBlock > 0) endBlock();
      return { sha256: bytesToHex(whole.digest()), blocks, blockRows: BLOCK_ROWS };
    },
  };
}
