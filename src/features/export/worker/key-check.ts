import { createKeySet, HASH_WORDS, hashKey, type KeyHash } from '@/shared/table-files/key-set';
import type { ScratchFile } from './export-storage';

/** Finds duplicate keys in bounded memory. */
export interface KeyCheck {
  /** Adds the key of the next row. Returns false if an earlier row is already known to have it. */
  readonly add: (key: Uint8Array) => boolean;
  /** Whether only `finish` finds duplicates, which then takes minutes. */
  readonly isDeferred: boolean;
  /** Returns the first row (0-based) with a duplicate key, or null if all keys are unique. */
  readonly finish: () => Promise<number | null>;
}

/** The most keys held in memory (200 MB). With more rows, keys go to disk and duplicates are found at the end. */
export const MAX_KEYS_IN_MEMORY = 10_000_000;
/** The most keys of a partition on disk, which is loaded into memory at once (100 MB). */
const MAX_PARTITION_KEYS = 4_000_000;

/** A record on disk is the hash of the key and the row number, low word first. */
const RECORD_WORDS = HASH_WORDS + 2;
const RECORD_BYTES = RECORD_WORDS * 4;
const BLOCK_RECORDS = 2048;
const WORD_VALUES = 2 ** 32;

/** Temporary disk space for the keys of `rowCount` rows; 0 if they fit into memory. */
export function keyBytesOnDisk(rowCount: number): number {
  return rowCount > MAX_KEYS_IN_MEMORY ? rowCount * RECORD_BYTES : 0;
}

/**
 * Checks the keys of `rowCount` rows. Tests lower the limits.
 *
 * Beyond the limit, some bits of the hash assign each key to a partition, so that equal keys share one. Partitions are
 * checked one after the other.
 */
export async function createKeyCheck(
  rowCount: number,
  openScratch: () => Promise<ScratchFile>,
  { maxInMemory = MAX_KEYS_IN_MEMORY, maxPartition = MAX_PARTITION_KEYS } = {},
): Promise<KeyCheck> {
  return rowCount > maxInMemory
    ? partitionedCheck(rowCount, await openScratch(), maxPartition)
    : checkInMemory(rowCount);
}

function checkInMemory(rowCount: number): KeyCheck {
  const set = createKeySet(rowCount);
  const hash = new Uint32Array(HASH_WORDS);
  return {
    add: (key) => {
      hashKey(key, hash);
      return set.add(hash);
    },
    isDeferred: false,
    finish: async () => null,
  };
}

interface Partition {
  /** Block numbers in the scratch file. */
  readonly blocks: number[];
  /** Records that are not written to a block yet. */
  readonly held: KeyHash;
  heldRecords: number;
}

function partitionedCheck(rowCount: number, scratch: ScratchFile, maxPartition: number): KeyCheck {
  // Enough partitions to keep each below the limit, but no more than 2^16: their buffers take memory too.
  const bits = Math.min(16, Math.max(1, Math.ceil(Math.log2(rowCount / maxPartition))));
  const partitions = Array.from({ length: 2 ** bits }, (): Partition => ({
    blocks: [],
    held: new Uint32Array(BLOCK_RECORDS * RECORD_WORDS),
    heldRecords: 0,
  }));
  const hash = new Uint32Array(HASH_WORDS);
  let blockCount = 0;
  let row = 0;

  return {
    add: (key) => {
      hashKey(key, hash);
      // Not the bits that choose a slot within a key set.
      const partition = partitions[(hash[2] ?? 0) >>> (32 - bits)];
      if (partition !== undefined) hold(partition);
      row += 1;
      return true;
    },
    isDeferred: true,
    finish: async () => {
      let first: number | null = null;
      for (const partition of partitions) {
        const found = await firstDouble(partition);
        if (found !== null) first = Math.min(found, first ?? found);
      }
      return first;
    },
  };

  function hold(partition: Partition): void {
    const { held, heldRecords } = partition;
    const at = heldRecords * RECORD_WORDS;
    held.set(hash, at);
    held[at + HASH_WORDS] = row % WORD_VALUES;
    held[at + HASH_WORDS + 1] = Math.floor(row / WORD_VALUES);
    partition.heldRecords += 1;
    if (partition.heldRecords < BLOCK_RECORDS) return;
    scratch.write(new Uint8Array(held.buffer));
    partition.blocks.push(blockCount);
    partition.heldRecords = 0;
    blockCount += 1;
  }

  async function firstDouble({ blocks, held, heldRecords }: Partition): Promise<number | null> {
    const set = createKeySet(blocks.length * BLOCK_RECORDS + heldRecords);
    for (const block of blocks) {
      const records = await scratch.read(block);
      const found = firstDoubleOf(new Uint32Array(records.buffer), BLOCK_RECORDS);
      if (found !== null) return found;
    }
    return firstDoubleOf(held, heldRecords);

    function firstDoubleOf(records: KeyHash, count: number): number | null {
      for (let at = 0; at < count * RECORD_WORDS; at += RECORD_WORDS) {
        if (!set.add(records, at)) {
          return (records[at + HASH_WORDS] ?? 0) + (records[at + HASH_WORDS + 1] ?? 0) * WORD_VALUES;
        }
      }
      return null;
    }
  }
}
