import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { cellAt, NULL_CELL, PLAIN_CELL, type RowBatch } from '../row-batches/row-batch';
import { type ByteSink, NO_NOTES, type TableEncoder } from './table-encoder';
import { kindOf, textKind, type ColumnKind, type Value } from './parquet-kinds';
import type { TableColumn } from './table-column';

/** Thrown if a column's type cannot store a cell without loss. The caller then writes the file again with the column as text. */
export class UnfitColumnError extends Error {
  override readonly name = 'UnfitColumnError';
  readonly column: string;
  constructor(column: string) {
    super('A cell does not fit the type of its column.');
    this.column = column;
  }
}

export interface ParquetOptions {
  /** The columns to write as text, whatever their type. */
  readonly textColumns: readonly string[];
  /** Whether a column becomes text if a date-time has more or fewer digits than the column usually has. */
  readonly keepsNotation?: boolean;
}

export interface ParquetEncoder extends TableEncoder {
  /** Completes the file. `metadata` becomes the key-value metadata of the footer. */
  readonly finish: (metadata: readonly { readonly key: string; readonly value: string }[]) => void;
}

/** The number of rows in a row group. Larger groups compress better but take more memory. */
const GROUP_ROWS = 20_000;

/** Writes Parquet: decimals as DECIMAL, dates as DATE or as TIMESTAMP without a time zone. Nothing is rounded. */
export function createParquetEncoder(
  columns: readonly TableColumn[],
  { textColumns, keepsNotation = false }: ParquetOptions,
  sink: ByteSink,
): ParquetEncoder {
  const kinds = columns.map((column) =>
    textColumns.includes(column.name) ? textKind() : kindOf(column, keepsNotation),
  );
  const bytes = new SinkWriter(sink);
  const writer = new ParquetWriter({
    writer: bytes,
    createdBy: 'Colonnade',
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ name }, index): SchemaElement => ({
        name,
        repetition_type: 'OPTIONAL',
        ...kinds[index]?.element,
      })),
    ],
  });
  let held: Value[][] = columns.map(() => []);
  let heldRows = 0;
  let replacedTexts = 0;

  function writeGroup(): void {
    if (heldRows === 0) return;
    void writer.write({
      columnData: columns.map(({ name }, index) => ({ name, data: held[index] ?? [] })),
      rowGroupSize: heldRows,
    });
    held = columns.map(() => []);
    heldRows = 0;
  }

  function hold(batch: RowBatch, row: number): void {
    const first = row * batch.columnCount;
    for (const [index, kind] of kinds.entries()) {
      if (isBrokenText(batch, first + index)) replacedTexts += 1;
      const value = valueAt(batch, first + index, kind);
      if (value === undefined) throw new UnfitColumnError(columns[index]?.name ?? '');
      held[index]?.push(value);
    }
    heldRows += 1;
  }

  return {
    add: (batch) => {
      for (let row = 0; row < batch.rowCount; row += 1) {
        hold(batch, row);
        if (heldRows === GROUP_ROWS) writeGroup();
      }
    },
    notes: () => ({ ...NO_NOTES, replacedTexts }),
    finish: (metadata) => {
      writeGroup();
      writer.kvMetadata = [...metadata];
      void writer.finish();
      bytes.flush();
    },
  };
}

/** A writer that passes its buffer to the sink at each flush, and then reuses the buffer. */
class SinkWriter extends ByteWriter {
  readonly #sink: ByteSink;
  constructor(sink: ByteSink) {
    super(1 << 20);
    this.#sink = sink;
  }
  flush(): void {
    if (this.index > 0) this.#sink.write(new Uint8Array(this.buffer, 0, this.index));
    this.index = 0;
  }
}

/** Whether a text has an unpaired surrogate. A plain cell never has one. */
function isBrokenText(batch: RowBatch, cellIndex: number): boolean {
  if (batch.kinds[cellIndex] === PLAIN_CELL) return false;
  const cell = cellAt(batch, cellIndex);
  return typeof cell === 'string' && !cell.isWellFormed();
}

/** Returns the value to store. Returns undefined if the cell does not fit the column's type. */
function valueAt(batch: RowBatch, cellIndex: number, kind: ColumnKind): Value | undefined {
  const cellKind = batch.kinds[cellIndex];
  if (cellKind === NULL_CELL) return null;
  if (cellKind === PLAIN_CELL && kind.valueOfPlain !== undefined) {
    const value = kind.valueOfPlain(batch.bytes, batch.starts[cellIndex] ?? 0, batch.ends[cellIndex] ?? 0);
    if (value !== undefined) return value;
  }
  const cell = cellAt(batch, cellIndex) ?? null;
  return cell === null ? null : kind.valueOf(cell);
}
