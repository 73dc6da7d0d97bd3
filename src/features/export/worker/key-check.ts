import {
  createKeySet,
  createKeyTable,
  HASH_WORDS,
  hashKey,
  type KeyHash,
  type KeyTable,
} from '@/lib/table-files/key-set';
import type { ScratchFile } from './export-storage';

export type KeyOutcome =
  | 'new'
  /** Earlier rows have this key, but none of them also has the same content. */
  | 'doubled'
  /** An earlier row has this key and the same content. */
  | 'repeated';

/** How many keys occur in several rows. */
export interface DoubledKeyCounts {
  readonly keys: number;
  /** The number of these keys whose rows have the same content. */
  readonly alike: number;
}

/** Finds duplicate keys with limited memory. */
export interface KeyCheck {
  /** Adds the key of the next row, and a 32-bit hash of the row's content. Always returns `new` if the check is deferred. */
  readonly add: (key: Uint8Array, content: number) => KeyOutcome;
  /** Whether only `finish` finds duplicates. It then takes minutes. */
  readonly isDeferred: boolean;
  /** Calls `onFound` for each 0-based row that repeats a key and that `add` has not reported, in no particular order. */
  readonly finish: (
    onFound: (row: number, outcome: Exclude<KeyOutcome, 'new'>) => void,
  ) => Promise<DoubledKeyCounts>;
}

/** The maximum number of keys in memory (270 MB). For more rows, keys are stored on disk and compared at the end. */
export const MAX_KEYS_IN_MEMORY = 10_000_000;
/** The maximum number of keys in a partition on disk. A partition is loaded into memory as a whole (140 MB). */
const MAX_PARTITION_KEYS = 4_000_000;

/** A record on disk consists of the key's hash, the content's hash, and the 32-bit row number. */
const RECORD_WORDS = HASH_WORDS + 2;
const RECORD_BYTES = RECORD_WORDS * 4;
const BLOCK_RECORDS = 2048;

/** Returns the temporary disk space for the keys of `rowCount` rows; 0 if the keys fit into memory. */
export function keyBytesOnDisk(rowCount: number): number {
  return rowCount > MAX_KEYS_IN_MEMORY ? rowCount * RECORD_BYTES : 0;
}

/** Checks the keys of `rowCount` rows. Above the limit, bits of a key's hash choose its partition on disk. */
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
  const counter = createCounter(createKeyTable(rowCount));
  const hash = new Uint32Array(HASH_WORDS);
  return {
    add: (key, content) => {
      hashKey(key, hash);
      return counter.put(hash, 0, content);
    },
    isDeferred: false,
    finish: async () => counter.counts(),
  };
}

/** Returns a counter that distinguishes new keys from duplicate keys. `first` maps each key to the content of its first row. */
function createCounter(first: KeyTable) {
  const doubled = createKeySet();
  const alike = createKeySet();
  /** The contents of rows that repeat a key but differ from the first row with that key. */
  const others = createKeySet();
  const withContent = new Uint32Array(HASH_WORDS);
  let keys = 0;
  let alikeKeys = 0;
  return {
    put: (hash: KeyHash, at: number, content: number): KeyOutcome => {
      const earlier = first.put(hash, content, at);
      if (earlier === null) return 'new';
      if (doubled.add(hash, at)) keys += 1;
      withContent.set(hash.subarray(at, at + HASH_WORDS));
      withContent[0] = (withContent[0] ?? 0) ^ content;
      withContent[1] = (withContent[1] ?? 0) ^ Math.imul(content, 0x9e3779b1);
      if (earlier !== content && others.add(withContent)) return 'doubled';
      if (alike.add(hash, at)) alikeKeys += 1;
      return 'repeated';
    },
    counts: (): DoubledKeyCounts => ({ keys, alike: alikeKeys }),
  };
}

interface Partition {
  /** The numbers of the partition's blocks in the scratch file. */
  readonly blocks: number[];
  /** Records that are not yet written to a block. */
  readonly held: KeyHash;
  heldRecords: number;
}

function partitionedCheck(rowCount: number, scratch: ScratchFile, maxPartition: number): KeyCheck {
  // There are enough partitions to keep each below the limit, but at most 2^16, because their buffers take memory, too.
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
    add: (key, content) => {
      hashKey(key, hash);
      // These bits differ from those that choose a slot within a key table.
      const partition = partitions[(hash[2] ?? 0) >>> (32 - bits)];
      if (partition !== undefined) hold(partition, content);
      row += 1;
      return 'new';
    },
    isDeferred: true,
    finish: async (onFound) => {
      let keys = 0;
      let alike = 0;
      for (const partition of partitions) {
        const counts = await checkPartition(partition, onFound);
        keys += counts.keys;
        alike += counts.alike;
      }
      return { keys, alike };
    },
  };

  function hold(partition: Partition, content: number): void {
    const { held, heldRecords } = partition;
    const at = heldRecords * RECORD_WORDS;
    held.set(hash, at);
    held[at + HASH_WORDS] = content;
    held[at + HASH_WORDS + 1] = row;
    partition.heldRecords += 1;
    if (partition.heldRecords < BLOCK_RECORDS) return;
    scratch.write(new Uint8Array(held.buffer));
    partition.blocks.push(blockCount);
    partition.heldRecords = 0;
    blockCount += 1;
  }

  async function checkPartition(
    { blocks, held, heldRecords }: Partition,
    onFound: Parameters<KeyCheck['finish']>[0],
  ): Promise<DoubledKeyCounts> {
    const counter = createCounter(createKeyTable(blocks.length * BLOCK_RECORDS + heldRecords));
    for (const block of blocks) {
      const records = await scratch.read(block);
      check(new Uint32Array(records.buffer), BLOCK_RECORDS);
    }
    check(held, heldRecords);
    return counter.counts();

    function check(records: KeyHash, count: number): void {
      for (let at = 0; at < count * RECORD_WORDS; at += RECORD_WORDS) {
        const outcome = counter.put(records, at, records[at + HASH_WORDS] ?? 0);
        if (outcome !== 'new') onFound(records[at + HASH_WORDS + 1] ?? 0, outcome);
      }
    }
  }
}
