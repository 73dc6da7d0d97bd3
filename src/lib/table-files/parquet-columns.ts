import type { FileMetaData, SchemaElement } from 'hyparquet';
import { BitBuffer, TextBuffer, WordBuffer } from '../row-batches/arrow-buffers';
import { batchOfColumn, isSet, type ColumnBuffers, type RowsInColumns } from '../row-batches/column-buffers';
import { cellAt } from '../row-batches/row-batch';
import { damaged } from './damaged-file';
import {
  columnOf,
  decimalText,
  openParquet,
  type ByteSource,
  type OpenedParquet,
  type ReadParquetColumn,
} from './parquet-reader';
import {
  MOMENT_WORDS,
  momentsReader,
  NUMBER_WORDS,
  pagesOf,
  readTexts,
  readTruths,
  unitsReader,
  type Codec,
  type Page,
  type ReadValues,
  type Values,
} from './parquet-values';
import { chunkOf, type ParquetColumn } from './parquet-schema';
import type { TableCell, TableRow } from './table-column';

// Reads the console's own Parquet files into buffers. Reading each cell as a value would take ten times as long.

/** Describes how to read a column. `scale` is the number of decimal places of a number. */
export interface WantedColumn {
  readonly name: string;
  readonly type: ColumnBuffers['type'];
  readonly scale: number | null;
}

/** Reads rows of an opened Parquet file that the console wrote. Row numbers are 0-based, and ends are exclusive. */
export interface ColumnsReader {
  /** Returns each column in the wanted form, or as text if the file stores it in another form. Rejects with a DamagedFileError. */
  readonly readColumns: (
    rowStart: number,
    rowEnd: number,
    wanted: readonly WantedColumn[],
  ) => Promise<RowsInColumns>;
  /** Reads the rows cell by cell, as `openParquet` does. The row groups that were read last stay decoded in memory. */
  readonly readRows: (rowStart: number, rowEnd: number) => Promise<readonly TableRow[]>;
}

const KEPT_GROUPS = 3;

/** Creates a reader of a file. `columns` must be the columns with which the file was opened. */
export function createColumnsReader(
  source: ByteSource,
  parquet: OpenedParquet,
  columns: readonly ReadParquetColumn[],
): ColumnsReader {
  const outputs = new Map<string, ColumnOutput>();
  const texts = new Map<string, Promise<OpenedParquet>>();

  function outputOf(wanted: WantedColumn): ColumnOutput | null {
    const key = JSON.stringify([wanted.name, wanted.type, wanted.scale]);
    const known = outputs.get(key);
    if (known !== undefined) return known;
    const column = columns.find(({ name }) => name === wanted.name);
    const created =
      column === undefined ? null : createOutput(columnOf(parquet.columns, column), column, wanted);
    if (created !== null) outputs.set(key, created);
    return created;
  }

  /** Returns the cells of a column as texts, as `openParquet` reads them. */
  async function cellTexts(name: string, rowStart: number, rowEnd: number): Promise<ColumnBuffers> {
    const column = columns.find((each) => each.name === name) ?? { name };
    const opened = texts.get(name) ?? openParquet(source, [column]);
    texts.set(name, opened);
    const [validity, buffer] = [new BitBuffer(), new TextBuffer()];
    let nullCount = 0;
    let rowCount = 0;
    for (const { rowStart: start, rowEnd: end } of parquet.groups) {
      const [from, to] = [Math.max(start, rowStart), Math.min(end, rowEnd)];
      if (from >= to) continue;
      for (const [cell = null] of await (await opened).readRows(from, to)) {
        if (cell === null) {
          nullCount += 1;
        } else {
          validity.set(rowCount);
          buffer.addText(rowCount, String(cell));
        }
        rowCount += 1;
      }
    }
    const { offsets, values } = buffer.parts(rowCount);
    return {
      type: 'text',
      validity: validity.bytes(rowCount).slice(),
      nullCount,
      offsets: offsets.slice(),
      bytes: values.slice(),
    };
  }

  const kept = new Map<number, Promise<Group>>();

  function keptGroup(index: number): Promise<Group> {
    const group =
      kept.get(index) ??
      readGroup(
        index,
        columns.map(({ name }) => name),
        new Map(),
      );
    // Moves the group to the end of the map, because the group that was used last is evicted last.
    kept.delete(index);
    kept.set(index, group);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_GROUPS && oldest !== undefined) kept.delete(oldest);
    group.catch(() => kept.delete(index));
    return group;
  }

  /** Reads the bytes of a row group in one piece, because its columns are stored next to each other. */
  async function readGroup(index: number, names: readonly string[], pages: Group['pages']): Promise<Group> {
    const group = parquet.metadata.row_groups[index];
    const { rowStart = 0, rowEnd = 0 } = parquet.groups[index] ?? {};
    const chunks =
      group === undefined
        ? []
        : names.flatMap((name) => chunkPlace(group, columnOf(parquet.columns, { name })) ?? []);
    const start = Math.min(...chunks.map((chunk) => chunk.start));
    const end = Math.max(...chunks.map((chunk) => chunk.end));
    const bytes = chunks.length === 0 ? new ArrayBuffer(0) : await source.slice(start, end);
    return { rowStart, rowEnd, chunks, start, bytes, pages };
  }

  async function read(
    rowStart: number,
    rowEnd: number,
    wanted: readonly WantedColumn[],
    groupAt: (index: number, names: readonly string[]) => Promise<Group>,
  ): Promise<RowsInColumns> {
    const found = wanted.map((each) => ({ name: each.name, output: outputOf(each) }));
    const names = found.flatMap(({ name, output }) => (output === null ? [] : [name]));
    const groups: Group[] = [];
    for (const [index, reach] of parquet.groups.entries()) {
      if (reach.rowEnd > rowStart && reach.rowStart < rowEnd) groups.push(await groupAt(index, names));
    }
    // Nothing may be awaited while rows are gathered, because all calls share the output buffers.
    const gathered = found.map(
      ({ name, output }) => output && gatherRows(output, name, groups, rowStart, rowEnd),
    );
    const columnsRead: ColumnBuffers[] = [];
    for (const [index, { name }] of found.entries()) {
      columnsRead.push(gathered[index] ?? (await cellTexts(name, rowStart, rowEnd)));
    }
    return { rowCount: rowEnd - rowStart, columns: columnsRead };
  }

  const stored = columns.map((column) => storedColumn(parquet.columns, column));
  return {
    readColumns: (rowStart, rowEnd, wanted) =>
      read(rowStart, rowEnd, wanted, (index, names) => readGroup(index, names, null)),
    readRows: async (rowStart, rowEnd) => cellsOf(await read(rowStart, rowEnd, stored, keptGroup)),
  };
}

function storedColumn(ofFile: readonly ParquetColumn[], { name }: ReadParquetColumn): WantedColumn {
  const {
    type,
    logical_type: logical,
    converted_type: converted,
  } = columnOf(ofFile, { name })?.element ?? {};
  if (type === 'BOOLEAN') return { name, type: 'boolean', scale: null };
  if (logical?.type === 'DATE' || logical?.type === 'TIMESTAMP') return { name, type: 'date', scale: null };
  if (logical?.type === 'DECIMAL') return { name, type: 'number', scale: logical.scale };
  const isWhole = (type === 'INT32' || type === 'INT64') && logical === undefined && converted === undefined;
  return { name, type: isWhole ? 'number' : 'text', scale: isWhole ? 0 : null };
}

function cellsOf({ rowCount, columns }: RowsInColumns): TableRow[] {
  const readers = columns.map(cellReader);
  return Array.from({ length: rowCount }, (_, row) => readers.map((readCell) => readCell(row)));
}

function cellReader(column: ColumnBuffers): (row: number) => TableCell {
  const hasValue = (row: number) => isSet(column.validity, row);
  switch (column.type) {
    case 'text':
    case 'date': {
      const batch = batchOfColumn(column);
      return (row) => cellAt(batch, row) ?? null;
    }
    case 'boolean':
      return (row) => (hasValue(row) ? isSet(column.bits, row) : null);
    case 'number': {
      const { words, scale } = column;
      return (row) => (hasValue(row) ? decimalText(unitsAt(words, row * NUMBER_WORDS), scale) : null);
    }
  }
}

function unitsAt(words: Uint32Array, offset: number): bigint {
  let units = 0n;
  for (let at = offset + NUMBER_WORDS - 1; at >= offset; at -= 1)
    units = (units << 32n) | BigInt(words[at] ?? 0);
  return BigInt.asIntN(NUMBER_WORDS * 32, units);
}

interface Chunk {
  readonly name: string;
  /** The position of the chunk in the file. `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly codec: Codec;
}

interface Group extends RowRange {
  readonly chunks: readonly Chunk[];
  /** The position of `bytes` in the file. */
  readonly start: number;
  readonly bytes: ArrayBuffer;
  /** The decoded pages of each column. Null if they are not kept in memory. */
  readonly pages: Map<string, readonly Page[]> | null;
}

function gatherRows(
  output: ColumnOutput,
  name: string,
  groups: readonly Group[],
  rowStart: number,
  rowEnd: number,
): ColumnBuffers {
  output.clear();
  for (const group of groups) {
    const chunk = group.chunks.find((each) => each.name === name);
    if (chunk === undefined) continue;
    const bytes = new Uint8Array(group.bytes, chunk.start - group.start, chunk.end - chunk.start);
    const pages = group.pages?.get(name) ?? Array.from(output.pagesOf(bytes, chunk.codec));
    group.pages?.set(name, pages);
    output.add(pages, {
      rowStart: Math.max(0, rowStart - group.rowStart),
      rowEnd: Math.min(rowEnd, group.rowEnd) - group.rowStart,
    });
  }
  return output.take(rowEnd - rowStart);
}

function chunkPlace(
  group: FileMetaData['row_groups'][number],
  column: ParquetColumn | undefined,
): Chunk | null {
  const chunk = column === undefined ? undefined : chunkOf(group, column).meta_data;
  if (column === undefined || chunk === undefined) return null;
  // If there is no dictionary, the offset is missing or 0.
  const start = Number(chunk.dictionary_page_offset ?? 0) || Number(chunk.data_page_offset);
  return { name: column.name, start, end: start + Number(chunk.total_compressed_size), codec: chunk.codec };
}

interface ColumnOutput {
  readonly pagesOf: (bytes: Uint8Array, codec: Codec) => Iterable<Page>;
  readonly add: (pages: Iterable<Page>, rows: RowRange) => void;
  readonly clear: () => void;
  /** Returns the rows gathered so far. Throws a DamagedFileError if their number is not `rowCount`. */
  readonly take: (rowCount: number) => ColumnBuffers;
}

interface RowRange {
  readonly rowStart: number;
  readonly rowEnd: number;
}

/** Creates the output of a column. Returns null if the file stores the column in another form. */
function createOutput(
  ofFile: ParquetColumn | undefined,
  column: ReadParquetColumn,
  wanted: WantedColumn,
): ColumnOutput | null {
  const element = ofFile?.element;
  if (element?.repetition_type !== 'OPTIONAL') return null;
  switch (wanted.type) {
    case 'text':
      return isText(element) ? gather(readTexts, textBuffers()) : null;
    case 'number': {
      const readUnits = unitsReader(element, wanted.scale ?? 0);
      return readUnits && gather(readUnits, numberBuffers(wanted.scale ?? 0));
    }
    case 'date': {
      const readMoments = momentsReader(element, column);
      return readMoments && gather(readMoments, dateBuffers());
    }
    case 'boolean':
      return element.type === 'BOOLEAN' ? gather(readTruths, booleanBuffers()) : null;
  }
}

function isText({ type, logical_type: logical, converted_type: converted }: SchemaElement): boolean {
  return type === 'BYTE_ARRAY' && (logical?.type === 'STRING' || converted === 'UTF8');
}

/** The reused buffers in which the values of a column are gathered. */
interface OutputBuffers {
  readonly clear: () => void;
  /** Adds the values with these indexes as rows from `rowStart` on. The index -1 means that the row has no value. */
  readonly add: (rowStart: number, indexes: Int32Array, values: Values) => void;
  readonly take: (
    rowCount: number,
    validity: { validity: Uint8Array<ArrayBuffer>; nullCount: number },
  ) => ColumnBuffers;
}

function textBuffers(): OutputBuffers {
  const texts = new TextBuffer();
  return {
    clear: () => texts.clear(),
    add: (rowStart, indexes, values) => addTexts(texts, rowStart, indexes, values),
    take: (rowCount, nulls) => ({ type: 'text', ...nulls, ...taken(texts, rowCount) }),
  };
}

function addTexts(
  texts: TextBuffer,
  rowStart: number,
  indexes: Int32Array,
  { bytes, starts, ends }: Values,
): void {
  texts.addPicked(rowStart, indexes, bytes, starts, ends);
}

function taken(texts: TextBuffer, rowCount: number) {
  const { offsets, values } = texts.parts(rowCount);
  return { offsets: offsets.slice(), bytes: values.slice() };
}

function numberBuffers(scale: number): OutputBuffers {
  const units = new WordBuffer(NUMBER_WORDS);
  return {
    clear: () => undefined,
    add: (rowStart, indexes, values) => addWords(units, rowStart, indexes, values),
    take: (rowCount, nulls) => ({ type: 'number', scale, ...nulls, words: takenWords(units, rowCount) }),
  };
}

function addWords(buffer: WordBuffer, rowStart: number, indexes: Int32Array, { words }: Values): void {
  const { wordsPerRow } = buffer;
  if (indexes.length > 0) buffer.offsetOf(rowStart + indexes.length - 1);
  const target = buffer.words;
  for (let row = 0, to = rowStart * wordsPerRow; row < indexes.length; row += 1) {
    const index = indexes[row] ?? -1;
    if (index === -1) {
      to += wordsPerRow;
      continue;
    }
    for (let from = index * wordsPerRow; from < (index + 1) * wordsPerRow; from += 1, to += 1) {
      target[to] = words[from] ?? 0;
    }
  }
}

function takenWords(buffer: WordBuffer, rowCount: number): Uint32Array<ArrayBuffer> {
  if (rowCount > 0) buffer.offsetOf(rowCount - 1);
  return buffer.words.slice(0, rowCount * buffer.wordsPerRow);
}

function dateBuffers(): OutputBuffers {
  const texts = new TextBuffer();
  const moments = new WordBuffer(MOMENT_WORDS);
  return {
    clear: () => texts.clear(),
    add: (rowStart, indexes, values) => {
      addTexts(texts, rowStart, indexes, values);
      addWords(moments, rowStart, indexes, values);
    },
    take: (rowCount, nulls) => ({
      type: 'date',
      ...nulls,
      words: takenWords(moments, rowCount),
      ...taken(texts, rowCount),
    }),
  };
}

function booleanBuffers(): OutputBuffers {
  const bits = new BitBuffer();
  return {
    clear: () => bits.clear(),
    add: (rowStart, indexes, { words }) => {
      for (let row = 0; row < indexes.length; row += 1) {
        if (words[indexes[row] ?? -1] === 1) bits.set(rowStart + row);
      }
    },
    take: (rowCount, nulls) => ({ type: 'boolean', ...nulls, bits: bits.bytes(rowCount).slice() }),
  };
}

function gather(readValues: ReadValues, buffers: OutputBuffers): ColumnOutput {
  const validity = new BitBuffer();
  let rowCount = 0;
  let validCount = 0;

  /** Adds the rows of a page whose first row is `pageStart`. */
  function addPage({ values, indexes, levels, count }: Page, pageStart: number, rows: RowRange): void {
    const start = Math.max(0, rows.rowStart - pageStart);
    const end = Math.min(count, rows.rowEnd - pageStart);
    const picked = pickedRows(start, end, levels, indexes);
    if (levels === null) {
      validity.setAll(rowCount, rowCount + picked.length);
      validCount += picked.length;
    }
    for (let at = 0; at < picked.length; at += 1) {
      const index = picked[at] ?? -1;
      if (index >= values.count) throw damaged({ kind: 'value-count', part: '' });
      if (levels === null || index === -1) continue;
      validity.set(rowCount + at);
      validCount += 1;
    }
    buffers.add(rowCount, picked, values);
    rowCount += picked.length;
  }

  return {
    clear: () => {
      buffers.clear();
      validity.clear();
      rowCount = 0;
      validCount = 0;
    },
    pagesOf: (bytes, codec) => pagesOf(bytes, codec, readValues),
    add: (pages, rows) => {
      let pageStart = 0;
      for (const page of pages) {
        if (pageStart >= rows.rowEnd) return;
        if (pageStart + page.count > rows.rowStart) addPage(page, pageStart, rows);
        pageStart += page.count;
      }
    },
    take: (wantedRows) => {
      if (rowCount !== wantedRows) throw damaged({ kind: 'value-count', part: '' });
      const nulls = { validity: validity.bytes(rowCount).slice(), nullCount: rowCount - validCount };
      return buffers.take(rowCount, nulls);
    },
  };
}

/** Returns the value index of each row from `start` to `end`. It is -1 for a row without a value. */
function pickedRows(
  start: number,
  end: number,
  levels: Page['levels'],
  indexes: Page['indexes'],
): Int32Array {
  if (levels === null && indexes !== null) return indexes.subarray(start, end);
  const picked = new Int32Array(end - start);
  let value = 0;
  if (levels === null) value = start;
  else for (let row = 0; row < start; row += 1) value += levels[row] ?? 0;
  for (let row = start; row < end; row += 1) {
    if (levels !== null && levels[row] === 0) {
      picked[row - start] = -1;
      continue;
    }
    picked[row - start] = indexes === null ? value : (indexes[value] ?? 0);
    value += 1;
  }
  return picked;
}
