import type { FieldSource } from '../field';
import { fieldsOf, rowCountOf, rowIdAt, type PriceSource } from '../price-source';
import type { ByteCache } from './byte-cache';
import { rowTest, type RowTest } from './predicate';
import { sortedByKeys } from './radix-sort';
import { explicitRows, type RowList } from './row-list';
import type { RowSelection } from './selection';

/** A field's cells as numbers that sort like the cells, by position in the key order. If the major part is NaN, the cell is null. */
export interface ColumnData {
  readonly major: Float64Array;
  readonly minor: Float64Array | null;
  readonly byteLength: number;
}

/** How many rows are scanned before the caller can pause. */
const CHUNK_ROWS = 1 << 16;
const UINT32_RANGE = 2 ** 32;

/** Scans all rows for a selection. After each chunk, yields the number of scanned rows, so that the caller can pause or stop. */
export function* scan(
  source: PriceSource,
  selection: RowSelection,
  columns: ByteCache<ColumnData>,
): Generator<number, RowList> {
  const fields = new Map(fieldsOf(source, selection).map((field) => [field.record.name, field]));
  let positions: Uint32Array | null = null;
  // Tests all conditions on a column together, because each column needs a separate pass over the rows.
  for (const name of new Set(selection.filters.map(({ column }) => column))) {
    const filters = selection.filters.filter(({ column }) => column === name);
    const field = known(fields.get(name));
    const column = yield* columnData(source, field, selection, columns);
    positions = yield* passing(source, column, rowTest(field, filters), selection, positions);
  }
  positions ??= everyPosition(rowCountOf(source, selection));
  // Sorts by the last rule first, because each pass keeps the order of the earlier passes among equal rows.
  for (const { column: name, isDescending } of selection.sort.toReversed()) {
    const column = yield* columnData(source, known(fields.get(name)), selection, columns);
    positions = yield* sorted(positions, column, isDescending);
  }
  return explicitRows(positions);
}

function everyPosition(rowCount: number): Uint32Array {
  const positions = new Uint32Array(rowCount);
  for (let position = 0; position < rowCount; position++) positions[position] = position;
  return positions;
}

function known(field: FieldSource | undefined): FieldSource {
  if (field === undefined) throw new Error('A selection names a column that its source does not have.');
  return field;
}

function* columnData(
  source: PriceSource,
  field: FieldSource,
  selection: RowSelection,
  columns: ByteCache<ColumnData>,
): Generator<number, ColumnData> {
  const { version } = selection;
  const rowCount = rowCountOf(source, selection);
  const moment = field.atMoments === null ? '' : selection.moments?.join(',');
  const key = [source.name, field.record.name, version, rowCount, moment].join('|');
  const held = columns.get(key);
  if (held !== undefined) return held;
  const major = new Float64Array(rowCount);
  const minor = field.minorAt === null ? null : new Float64Array(rowCount);
  const firstId = rowIdAt(source, 0, version);
  for (let start = 0; start < rowCount; start += CHUNK_ROWS) {
    const end = Math.min(start + CHUNK_ROWS, rowCount);
    for (let position = start; position < end; position++) {
      major[position] = field.majorAt(firstId + position, version);
    }
    if (minor !== null && field.minorAt !== null) {
      for (let position = start; position < end; position++) {
        // The minor part of a null cell stays 0, because null cells would otherwise be sorted by it.
        if (!Number.isNaN(major[position])) minor[position] = field.minorAt(firstId + position, version);
      }
    }
    yield end - start;
  }
  const data = { major, minor, byteLength: major.byteLength + (minor?.byteLength ?? 0) };
  columns.set(key, data);
  return data;
}

function* passing(
  source: PriceSource,
  { major, minor }: ColumnData,
  test: RowTest,
  { version }: RowSelection,
  among: Uint32Array | null,
): Generator<number, Uint32Array> {
  const candidates = among?.length ?? major.length;
  const firstId = rowIdAt(source, 0, version);
  const found = new Uint32Array(candidates);
  let count = 0;
  for (let start = 0; start < candidates; start += CHUNK_ROWS) {
    const end = Math.min(start + CHUNK_ROWS, candidates);
    for (let index = start; index < end; index++) {
      const position = among === null ? index : (among[index] ?? 0);
      if (test(major[position] ?? 0, minor?.[position] ?? 0, firstId + position, version)) {
        found[count++] = position;
      }
    }
    yield end - start;
  }
  return found.slice(0, count);
}

/** Sorts the positions by a column. May overwrite their array. */
function* sorted(
  positions: Uint32Array,
  { major, minor }: ColumnData,
  isDescending: boolean,
): Generator<number, Uint32Array> {
  let order = positions;
  // Sorts by the minor part first, because each pass keeps the order of the earlier passes among equal rows.
  for (const parts of minor === null ? [major] : [minor, major]) {
    const range = rangeOf(order, parts);
    if (range === null) continue;
    for (const word of range.largestKey < UINT32_RANGE ? [WORD.low] : [WORD.low, WORD.high]) {
      const keys = sortKeys(order, parts, range, isDescending, word);
      order = sortedByKeys(order, keys, Math.min(UINT32_RANGE - 1, Math.floor(range.largestKey / word)));
      yield positions.length;
    }
  }
  return order;
}

/** The factor of each 32-bit word in a key, which may have two words. */
const WORD = { low: 1, high: UINT32_RANGE } as const;

interface KeyRange {
  /** The smallest value of a part. Its key is 1, because null has the key 0. */
  readonly least: number;
  readonly largestKey: number;
}

/** Returns the range of the keys of some rows; null if all their cells are null. */
function rangeOf(positions: Uint32Array, parts: Float64Array): KeyRange | null {
  let min = Infinity;
  let max = -Infinity;
  for (let index = 0; index < positions.length; index++) {
    const part = parts[positions[index] ?? 0] ?? 0;
    if (part < min) min = part;
    if (part > max) max = part;
  }
  if (min > max) return null;
  const largestKey = max - min + 1;
  if (!Number.isSafeInteger(largestKey)) throw new Error('A column spans more than can be sorted.');
  return { least: min, largestKey };
}

/** Returns one 32-bit word of each row's unsigned key. Keys have the order of the cells, with null first. */
function sortKeys(
  positions: Uint32Array,
  parts: Float64Array,
  { least, largestKey }: KeyRange,
  isDescending: boolean,
  word: number,
): Uint32Array {
  const keys = new Uint32Array(positions.length);
  for (let index = 0; index < positions.length; index++) {
    const part = parts[positions[index] ?? 0] ?? 0;
    const ascending = Number.isNaN(part) ? 0 : part - least + 1;
    const key = isDescending ? largestKey - ascending : ascending;
    // A typed array stores only the low 32 bits of a larger number, so the low word needs no masking.
    keys[index] = word === WORD.low ? key : Math.floor(key / word);
  }
  return keys;
}
