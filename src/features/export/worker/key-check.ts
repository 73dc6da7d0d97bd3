import { createKeySet, HASH_WORDS, hashKey, type KeyHash } from '@/shared/table-files/key-set';
import type { ScratchFile } from './export-storage';

/** Finds rows whose key an earlier row has as well, in bounded memory. */
export interface KeyCheck {
  /** Takes the key of the next row. False where it is known at once that an earlier row has it. */
  readonly add: (key: Uint8Array) => boolean;
  /** Whether doubles are found only by `finish`, which then takes a while. */
  readonly isDeferred: boolean;
  /** After the last key. The first row, counted from 0, whose key an earlier one has; null where all keys differ. */
  readonly finish: () => Promise<number | null>;
}

/** So many keys are held in memory (200 MB); those of more rows go to disk, where doubles are found at the end. */
export const MAX_KEYS_IN_MEMORY = 10_000_000;
/** Of keys on disk, a part this large is held in memory at a time (100 MB). */
const MAX_PARTITION_KEYS = 4_000_000;

/** On disk a key is its hash and the number of its row, low word first. */
const RECORD_WORDS = HASH_WORDS + 2;
const RECORD_BYTES = RECORD_WORDS * 4;
const BLOCK_RECORDS = 2048;
const WORD_VALUES = 2 ** 32;

/** What the keys of so many rows take on disk while they are exported; 0 where they are held in memory. */
export function keyBytesOnDisk(rowCount: number): number {
  return rowCount > MAX_KEYS_IN_MEMORY ? rowCount * RECORD_BYTES : 0;
}

/**
 * Checks the keys of `rowCount` rows. The limits are for tests.
 *
 * Keys beyond the limit are spread over partitions by some bits of their hash, so that two equal keys always meet in the
 * same one, and the partitions are checked one after the other.
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
  /** Its numbers in the scratch file. */
  readonly blocks: number[];
  /** Records that are not in a block yet. */
  readonly held: KeyHash;
  heldRecords: number;
}

function partitionedCheck(rowCount: number, scratch: ScratchFile, maxPartition: number): KeyCheck {
  // As many as halving brings each below the limit; more than 2^16 would take too much memory themselves.
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
      // Other bits than those that choose a place within a set.
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
