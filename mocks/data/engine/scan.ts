import type { FieldSource } from '../field';
import { fieldsOf, rowCountOf, rowIdAt, type PriceSource } from '../price-source';
import type { ByteCache } from './byte-cache';
import { noneOfTest, rowTest } from './predicate';
import { sortByKeys } from './radix-sort';
import { explicitRows, type RowList } from './row-list';
import type { RowFilter, RowSelection } from './selection';

/** The cells of a field as their order-preserving codes, by position in the key order. NaN major parts are null. */
export interface ColumnData {
  readonly major: Float64Array;
  readonly minor: Float64Array | null;
  readonly byteLength: number;
}

/** Rows looked at between two chances to pause. */
const CHUNK_ROWS = 1 << 16;
const UINT32_RANGE = 2 ** 32;

/**
 * Finds the rows of a selection by looking at them all. A generator so that its caller can pause or stop between
 * chunks; it yields how many rows it looked at since the last time.
 */
export function* scan(
  source: PriceSource,
  selection: RowSelection,
  columns: ByteCache<ColumnData>,
): Generator<number, RowList> {
  const fields = new Map(fieldsOf(source, selection).map((field) => [field.record.name, field]));
  let positions: Uint32Array | null = null;
  for (const filters of withExclusionsJoined(selection.filters)) {
    const [first] = filters;
    const field = known(fields.get(first.column));
    const test =
      filters.length === 1
        ? rowTest(field, first)
        : noneOfTest(
            field,
            filters.map(({ value }) => value),
          );
    const column = yield* columnData(source, field, selection, columns);
    positions = yield* passing(source, column, test, selection, positions);
  }
  positions ??= Uint32Array.from({ length: rowCountOf(source, selection) }, (_, index) => index);
  // The last rule first: each later pass keeps what the earlier ones brought about among its equals.
  for (const { column: name, isDescending } of selection.sort.toReversed()) {
    const column = yield* columnData(source, known(fields.get(name)), selection, columns);
    positions = yield* sorted(positions, column, isDescending);
  }
  return explicitRows(positions);
}

/** Puts the `notEquals` of a column together, because each group costs a pass over the rows. */
function withExclusionsJoined(filters: readonly RowFilter[]): readonly [RowFilter, ...RowFilter[]][] {
  const groups = new Map<unknown, [RowFilter, ...RowFilter[]]>();
  for (const filter of filters) {
    const key = filter.op === 'notEquals' ? filter.column : filter;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [filter]);
    else group.push(filter);
  }
  return [...groups.values()];
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
        // What is null has no minor part either, or nulls would be ordered by it.
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
  test: ReturnType<typeof rowTest>,
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

function* sorted(
  positions: Uint32Array,
  { major, minor }: ColumnData,
  isDescending: boolean,
): Generator<number, Uint32Array> {
  const keys = [
    ...(minor === null ? [] : sortKeys(positions, minor, isDescending)),
    ...sortKeys(positions, major, isDescending),
  ];
  let order: Uint32Array = Uint32Array.from(positions.keys());
  let spare: Uint32Array = new Uint32Array(positions.length);
  for (const key of keys) {
    yield positions.length;
    const next = sortByKeys(order, key, spare);
    spare = next === order ? spare : order;
    order = next;
  }
  yield positions.length;
  return order.map((index) => positions[index] ?? 0);
}

/**
 * Unsigned keys whose order is that of the parts, null being the least; the less significant first where one word does
 * not hold the range.
 */
function sortKeys(positions: Uint32Array, parts: Float64Array, isDescending: boolean): Uint32Array[] {
  let min = Infinity;
  let max = -Infinity;
  for (const position of positions) {
    const part = parts[position] ?? 0;
    if (part < min) min = part;
    if (part > max) max = part;
  }
  if (min > max) return [];
  // 0 is for null, so values begin at 1.
  const range = max - min + 1;
  if (!Number.isSafeInteger(range)) throw new Error('A column spans more than can be sorted.');
  const low = new Uint32Array(positions.length);
  const high = range < UINT32_RANGE ? null : new Uint32Array(positions.length);
  for (let index = 0; index < positions.length; index++) {
    const part = parts[positions[index] ?? 0] ?? 0;
    const ascending = Number.isNaN(part) ? 0 : part - min + 1;
    const key = isDescending ? range - ascending : ascending;
    low[index] = key % UINT32_RANGE;
    if (high !== null) high[index] = Math.floor(key / UINT32_RANGE);
  }
  return high === null ? [low] : [low, high];
}
