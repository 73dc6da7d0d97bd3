import {
  Batch,
  bool,
  Column,
  decimal128,
  field,
  int64,
  nullType,
  Table,
  tableToIPC,
  timestamp,
  TimeUnit,
  utf8,
} from '@uwdata/flechette';
import { readDecimal } from '@/lib/formats/decimal';
import {
  cellAt,
  FALSE_CELL,
  NULL_CELL,
  PLAIN_CELL,
  TRUE_CELL,
  type RowBatch,
} from '@/lib/row-batches/row-batch';
import { BitBuffer, StreamBuffer, TextBuffer, WordBuffer } from '@/lib/row-batches/arrow-buffers';
import { batchOfColumn, type ColumnBuffers, type RowsInColumns } from '@/lib/row-batches/column-buffers';
import { ROW_INDEX, type AnalysedColumn } from './analysed-table';
import { hasWideScale } from './analysed-columns';
import { areNarrowUnits, DECIMAL_WORDS, MAX_DIGITS, NARROW_DIGITS, writeUnits } from './decimal-units';
import { hasHalfCharacter, withCodes } from './encoded-texts';
import { createMomentWriter } from './moment-units';

/** Turns rows into the Arrow IPC stream that the engine inserts. */
export interface RowEncoder {
  /** Adds rows. Their cells are in the order of the columns, and no cell is missing. */
  readonly add: (batch: RowBatch) => void;
  /** Adds rows with a batch for each column, in the order of the columns. In boolean columns, the texts `true` and `false` are booleans. */
  readonly addColumns: (batches: readonly RowBatch[]) => void;
  /** Adds rows whose columns are buffers in the engine's format, or texts. No other rows may have been added before. */
  readonly addBuffers: (rows: RowsInColumns) => void;
  /** Returns the rows that were added since the last call. The first row gets the position `rowIndex`. */
  readonly take: (rowIndex: number) => EncodedRows;
  /** Discards the rows that were added since the last call of `take`. */
  readonly clear: () => void;
}

export interface EncodedRows {
  /** The rows as an Arrow IPC stream, which is valid until the next call of `take`. */
  readonly stream: Uint8Array;
  readonly misfits: readonly number[];
  /** By column, whether its numbers have 38 digits instead of 18, in this stream and all later ones. */
  readonly isWide: readonly boolean[];
  /** The columns with values that do not fit (misfits), in this stream and all later ones. Misfits follow all columns, in this order. */
  readonly misfitColumns: readonly AnalysedColumn[];
}

/** Creates an encoder for the table that `createTableSql` creates. */
export function createRowEncoder(columns: readonly AnalysedColumn[]): RowEncoder {
  const encoders = columns.map(columnEncoder);
  /** The indexes of columns that have had misfits (values that do not fit the type), in the order of their first ones. */
  const misfitColumns: number[] = [];
  const fieldsOf = (isWide: readonly boolean[], misfits: readonly number[]) => [
    field(ROW_INDEX, int64()),
    ...columns.flatMap(({ sqlName, orderSqlName, type, scale }, index) => [
      field(sqlName, ARROW_TYPES[type](isWide[index] === true ? MAX_DIGITS : NARROW_DIGITS, scale ?? 0)),
      ...(orderSqlName === sqlName ? [] : [field(orderSqlName, timestamp(TimeUnit.MICROSECOND, null))]),
    ]),
    // If no value in these rows is a misfit of the column, a column of the null type is inserted, which is faster.
    ...misfitColumns.map((index) =>
      field(columns[index]?.misfitSqlName ?? '', misfits[index] === 0 ? nullType() : utf8()),
    ),
  ];
  const positions = new WordBuffer(2);
  const sink = new StreamBuffer();
  let rowCount = 0;
  /** The Arrow parts of columns that were added as buffers, by the column's index. */
  const given = new Map<number, ArrowParts[]>();

  function positionParts(rowIndex: number): ArrowParts {
    for (let row = 0; row < rowCount; row += 1) {
      const offset = positions.offsetOf(row);
      positions.words[offset] = rowIndex + row;
      positions.words[offset + 1] = (rowIndex + row) / 2 ** 32;
    }
    return { validity: NO_BYTES, nullCount: 0, values: positions.words.subarray(0, rowCount * 2) };
  }

  function clear(): void {
    rowCount = 0;
    given.clear();
    for (const encoder of encoders) encoder.clear();
  }

  return {
    add: (batch) => {
      for (const [column, encoder] of encoders.entries()) encoder.add(batch, column, rowCount);
      rowCount += batch.rowCount;
    },
    addColumns: (batches) => {
      for (const [index, encoder] of encoders.entries()) {
        const batch = batches[index];
        if (batch === undefined) continue;
        encoder.add(columns[index]?.type === 'boolean' ? withTruths(batch) : batch, 0, rowCount);
      }
      rowCount += batches[0]?.rowCount ?? 0;
    },
    addBuffers: (rows) => {
      for (const [index, buffers] of rows.columns.entries()) {
        if (buffers.type === 'text' && columns[index]?.type !== 'text') {
          encoders[index]?.add(batchOfColumn(buffers), 0, 0);
          continue;
        }
        if (buffers.type === 'number') encoders[index]?.noteUnits?.(buffers.words);
        given.set(index, partsOf(buffers));
      }
      rowCount = rows.rowCount;
    },
    take: (rowIndex) => {
      const misfits = encoders.map((encoder) => encoder.misfitCount());
      for (const [index, { misfitSqlName }] of columns.entries()) {
        if (misfitSqlName === null || misfits[index] === 0 || misfitColumns.includes(index)) continue;
        misfitColumns.push(index);
      }
      const parts = [
        positionParts(rowIndex),
        ...encoders.flatMap((encoder, index) => given.get(index) ?? encoder.parts(rowCount)),
        ...misfitColumns.flatMap((index) => encoders[index]?.misfitParts?.(rowCount) ?? []),
      ];
      const isWide = encoders.map((encoder) => encoder.isWide?.() === true);
      const fields = fieldsOf(isWide, misfits);
      const children = fields.map(({ type }, index) => {
        const batch = new Batch({ length: rowCount, type, ...(parts[index] ?? { nullCount: 0 }) });
        return new Column([batch], type);
      });
      const schema = {
        version: METADATA_VERSION,
        endianness: LITTLE_ENDIAN,
        fields,
        metadata: null,
      } as const;
      const stream = tableToIPC(new Table(schema, children), { format: 'stream', sink }) ?? NO_BYTES;
      clear();
      return {
        stream,
        misfits,
        isWide,
        misfitColumns: misfitColumns.flatMap((index) => columns[index] ?? []),
      };
    },
    clear,
  };
}

/** The version of Arrow's metadata since 2020. */
const METADATA_VERSION = 4;
const LITTLE_ENDIAN = 0;

const ARROW_TYPES = {
  text: () => utf8(),
  date: () => utf8(),
  boolean: () => bool(),
  number: (digits: number, scale: number) => decimal128(digits, scale),
};

const NO_BYTES = new Uint8Array(0);

interface ArrowParts {
  readonly validity: Uint8Array;
  readonly nullCount: number;
  readonly offsets?: Int32Array;
  readonly values: Uint8Array | Uint32Array;
}

function partsOf(buffers: ColumnBuffers): ArrowParts[] {
  const { validity, nullCount } = buffers;
  switch (buffers.type) {
    case 'text':
      return [{ validity, nullCount, offsets: buffers.offsets, values: buffers.bytes }];
    case 'number':
      return [{ validity, nullCount, values: buffers.words }];
    case 'date':
      return [
        { validity, nullCount, offsets: buffers.offsets, values: buffers.bytes },
        { validity, nullCount, values: buffers.words },
      ];
    case 'boolean':
      return [{ validity, nullCount, values: buffers.bits }];
  }
}

/** Encodes a column, and further columns of the engine's table that are derived from it. */
interface ColumnEncoder {
  /** Adds the cells of a column. The first one becomes the row `rowStart`. */
  readonly add: (batch: RowBatch, column: number, rowStart: number) => void;
  readonly parts: (rowCount: number) => ArrowParts[];
  /** Returns the parts of the column of misfits (values that do not fit the type); absent if every value fits. */
  readonly misfitParts?: (rowCount: number) => ArrowParts;
  readonly misfitCount: () => number;
  /** Whether any number so far needs 38 digits. */
  readonly isWide?: () => boolean;
  /** Checks whether numbers that were added as buffers need 38 digits. */
  readonly noteUnits?: (words: Uint32Array) => void;
  readonly clear: () => void;
}

const ENCODERS: Record<AnalysedColumn['type'], (column: AnalysedColumn) => ColumnEncoder> = {
  text: createTextEncoder,
  date: createDateEncoder,
  boolean: createBooleanEncoder,
  number: createNumberEncoder,
};

function columnEncoder(column: AnalysedColumn): ColumnEncoder {
  return ENCODERS[column.type](column);
}

class NullableTexts {
  readonly #texts = new TextBuffer();
  readonly #validity = new BitBuffer();
  count = 0;
  /** The number of texts with half a character. UTF-8 cannot express halves, so their codes are written instead. */
  halfCount = 0;

  addBytes(row: number, bytes: Uint8Array, start: number, end: number): void {
    this.#mark(row);
    this.#texts.addBytes(row, bytes, start, end);
  }

  addCell(row: number, batch: RowBatch, cellIndex: number): void {
    this.#mark(row);
    if (batch.kinds[cellIndex] === PLAIN_CELL) {
      this.#texts.addBytes(row, batch.bytes, batch.starts[cellIndex] ?? 0, batch.ends[cellIndex] ?? 0);
    } else {
      const text = String(cellAt(batch, cellIndex));
      const isWhole = !hasHalfCharacter(text);
      if (!isWhole) this.halfCount += 1;
      this.#texts.addText(row, isWhole ? text : withCodes(text));
    }
  }

  parts(rowCount: number): ArrowParts {
    const validity = this.#validity.bytes(rowCount);
    return { validity, nullCount: rowCount - this.count, ...this.#texts.parts(rowCount) };
  }

  clear(): void {
    this.#texts.clear();
    this.#validity.clear();
    this.count = 0;
    this.halfCount = 0;
  }

  #mark(row: number): void {
    this.#validity.set(row);
    this.count += 1;
  }
}

function createTextEncoder(): ColumnEncoder {
  const texts = new NullableTexts();
  return {
    add: (batch, column, rowStart) => {
      const { kinds, starts, ends, bytes, columnCount } = batch;
      for (let row = 0, cell = column; row < batch.rowCount; row += 1, cell += columnCount) {
        const kind = kinds[cell];
        if (kind === PLAIN_CELL) texts.addBytes(rowStart + row, bytes, starts[cell] ?? 0, ends[cell] ?? 0);
        else if (kind !== NULL_CELL) texts.addCell(rowStart + row, batch, cell);
      }
    },
    parts: (rowCount) => [texts.parts(rowCount)],
    misfitCount: () => texts.halfCount,
    clear: () => texts.clear(),
  };
}

/** Encodes values of a type. If `write` returns false, the cell's text does not fit: it is stored as a misfit, and the value is null. */
function createFittingEncoder({
  write,
  values,
  clear,
}: {
  readonly write: (batch: RowBatch, cellIndex: number, row: number) => boolean;
  /** Returns the Arrow buffers, except for the validity. */
  readonly values: (rowCount: number) => readonly Pick<ArrowParts, 'offsets' | 'values'>[];
  readonly clear: () => void;
}): ColumnEncoder {
  const validity = new BitBuffer();
  const misfits = new NullableTexts();
  let validCount = 0;
  return {
    add: (batch, column, rowStart) => {
      const { kinds, columnCount } = batch;
      for (let row = 0, cell = column; row < batch.rowCount; row += 1, cell += columnCount) {
        if (kinds[cell] === NULL_CELL) continue;
        if (write(batch, cell, rowStart + row)) {
          validity.set(rowStart + row);
          validCount += 1;
        } else {
          misfits.addCell(rowStart + row, batch, cell);
        }
      }
    },
    parts: (rowCount) =>
      values(rowCount).map((parts) => ({
        validity: validity.bytes(rowCount),
        nullCount: rowCount - validCount,
        ...parts,
      })),
    misfitParts: (rowCount) => misfits.parts(rowCount),
    misfitCount: () => misfits.count,
    clear: () => {
      validity.clear();
      misfits.clear();
      validCount = 0;
      clear();
    },
  };
}

function createNumberEncoder({ scale }: AnalysedColumn): ColumnEncoder {
  const fractionDigits = scale ?? 0;
  const units = new WordBuffer(DECIMAL_WORDS);
  let isWide = hasWideScale(scale);

  /** Writes numbers in unusual notations, such as `1.5e3` or `007`. */
  function writeText(cell: ReturnType<typeof cellAt>, offset: number): boolean {
    const decimal = typeof cell === 'string' ? readDecimal(cell) : null;
    if (decimal === null) return false;
    const bytes = encoder.encode(decimal);
    return writeUnits(bytes, 0, bytes.length, fractionDigits, units.words, offset);
  }

  const fitting = createFittingEncoder({
    write: (batch, cell, row) => {
      const offset = units.offsetOf(row);
      const isPlain =
        batch.kinds[cell] === PLAIN_CELL &&
        writeUnits(
          batch.bytes,
          batch.starts[cell] ?? 0,
          batch.ends[cell] ?? 0,
          fractionDigits,
          units.words,
          offset,
        );
      const isWritten = isPlain || writeText(cellAt(batch, cell), offset);
      if (isWritten && !isWide) isWide = !areNarrowUnits(units.words, offset);
      return isWritten;
    },
    values: (rowCount) => {
      if (rowCount > 0) units.offsetOf(rowCount - 1);
      return [{ values: units.words.subarray(0, rowCount * DECIMAL_WORDS) }];
    },
    clear: () => undefined,
  });
  return {
    ...fitting,
    isWide: () => isWide,
    noteUnits: (words) => {
      for (let offset = 0; offset < words.length && !isWide; offset += DECIMAL_WORDS) {
        isWide = !areNarrowUnits(words, offset);
      }
    },
  };
}

const encoder = new TextEncoder();

function createDateEncoder(): ColumnEncoder {
  const texts = new TextBuffer();
  const moments = new WordBuffer(2);
  const { writePlain, writeText } = createMomentWriter();
  return createFittingEncoder({
    write: (batch, cell, row) => {
      const offset = moments.offsetOf(row);
      if (batch.kinds[cell] === PLAIN_CELL) {
        const [start, end] = [batch.starts[cell] ?? 0, batch.ends[cell] ?? 0];
        if (writePlain(batch.bytes, start, end, moments.words, offset)) {
          texts.addBytes(row, batch.bytes, start, end);
          return true;
        }
      }
      const text = cellAt(batch, cell);
      if (typeof text !== 'string' || !writeText(text, moments.words, offset)) return false;
      texts.addText(row, text);
      return true;
    },
    values: (rowCount) => {
      if (rowCount > 0) moments.offsetOf(rowCount - 1);
      return [texts.parts(rowCount), { values: moments.words.subarray(0, rowCount * 2) }];
    },
    clear: () => texts.clear(),
  });
}

/** Returns the batch with booleans instead of the texts `true` and `false`. */
function withTruths(batch: RowBatch): RowBatch {
  const kinds = batch.kinds.map((kind, cell) => {
    if (kind !== PLAIN_CELL) return kind;
    const text = cellAt(batch, cell);
    if (text === 'true') return TRUE_CELL;
    return text === 'false' ? FALSE_CELL : kind;
  });
  return { ...batch, kinds };
}

function createBooleanEncoder(): ColumnEncoder {
  const truths = new BitBuffer();
  return createFittingEncoder({
    write: (batch, cell, row) => {
      if (batch.kinds[cell] === TRUE_CELL) truths.set(row);
      return batch.kinds[cell] === TRUE_CELL || batch.kinds[cell] === FALSE_CELL;
    },
    values: (rowCount) => [{ values: truths.bytes(rowCount) }],
    clear: () => truths.clear(),
  });
}
