import { isCsvNumber } from '../base/decimal-grammar';
import { createDateFormat } from '../formats/date-format';
import { hasTimeOfDay, readIsoDateTime } from '../formats/iso-date';
import { cellAt, NULL_CELL, PLAIN_CELL, type RowBatch } from '../row-batches/row-batch';
import { type ByteSink, NO_NOTES, type EncodingNotes, type TableEncoder } from './table-encoder';
import { csvQuoted, csvTextQuoter, csvValueQuoter, type CsvDialect } from './csv-dialect';
import { plainCellWriter } from './csv-plain-cells';
import { guardFormulas } from './formula-guard';
import type { TableCell, TableColumn } from './table-column';
import { TextBuffer } from './text-buffer';

/**
 * Writes CSV (RFC 4180) with every stored digit. Null is an empty cell, and an empty text is `""`. In a table with one column, both are
 * `""`, because readers skip blank lines. A cell that is not of its column's type is quoted, so that it is read back as text.
 */
export function createCsvEncoder(
  columns: readonly TableColumn[],
  dialect: CsvDialect,
  sink: ByteSink,
): TableEncoder & { readonly setColumns: (ofRows: readonly TableColumn[]) => void } {
  const out = new TextBuffer();
  let notes: EncodingNotes = NO_NOTES;
  const quoteText = csvTextQuoter(dialect.delimiter);
  const quoteValue = csvValueQuoter(dialect.delimiter);
  let writers = columns.map(cellWriter);
  const header = columns.map(({ name }) => quoteText(guarded(name))).join(dialect.delimiter) + dialect.rowEnd;
  out.append((dialect.hasByteOrderMark ? '\uFEFF' : '') + header);
  sink.write(out.take());
  notes = NO_NOTES;

  /** Returns the text with unpaired surrogates replaced, because UTF-8 cannot encode them, and with the formula guard. */
  function guarded(text: string): string {
    if (!text.isWellFormed()) {
      notes = { ...notes, replacedTexts: notes.replacedTexts + 1 };
      return guarded(text.toWellFormed());
    }
    if (!dialect.guardsFormulas) return text;
    const safe = guardFormulas(text);
    if (safe !== text) notes = { ...notes, guardedTexts: notes.guardedTexts + 1 };
    return safe;
  }

  function textCell(text: string): string {
    return text === '' ? '""' : quoteText(guarded(text));
  }

  function misfit(text: string): string {
    return csvQuoted(guarded(text));
  }

  function cellWriter({ type }: TableColumn): (cell: Exclude<TableCell, null>) => string {
    switch (type) {
      case 'number':
        return (cell) => (typeof cell === 'string' ? numberCell(cell) : String(cell));
      case 'date':
        return (cell) => (typeof cell === 'string' ? dateCell(cell) : String(cell));
      case 'boolean':
        return (cell) => (typeof cell === 'string' ? misfit(cell) : dialect.booleans[`${cell}`]);
      case 'text':
        return (cell) => textCell(String(cell));
    }
  }

  function numberCell(text: string): string {
    return isCsvNumber(text) ? quoteValue(text.replace('.', dialect.decimal)) : misfit(text);
  }

  function dateCell(text: string): string {
    const moment = readIsoDateTime(text);
    if (moment === null) return misfit(text);
    if (dialect.dateLocale === null) return quoteValue(text);
    const day = createDateFormat(dialect.dateLocale).formatDate(moment);
    if (!hasTimeOfDay(moment) && moment.offset === '') return quoteValue(day);
    const fraction = /[1-9]/.test(moment.fraction) ? dialect.decimal + moment.fraction : '';
    return quoteValue(`${day} ${moment.hour}:${moment.minute}:${moment.second}${fraction}${moment.offset}`);
  }

  let appendPlain = columns.map(({ type }) => plainCellWriter(type, dialect));
  const delimiter = new TextEncoder().encode(dialect.delimiter);

  function appendCell(batch: RowBatch, cellIndex: number, index: number): void {
    const kind = batch.kinds[cellIndex];
    if (kind === NULL_CELL) {
      if (writers.length === 1) out.append('""');
      return;
    }
    const isPlain = kind === PLAIN_CELL;
    if (
      isPlain &&
      appendPlain[index]?.(batch.bytes, batch.starts[cellIndex] ?? 0, batch.ends[cellIndex] ?? 0, out)
    )
      return;
    const cell = cellAt(batch, cellIndex) ?? null;
    if (cell !== null) out.append(writers[index]?.(cell) ?? '');
  }

  return {
    add: (batch) => {
      for (let row = 0; row < batch.rowCount; row += 1) {
        const first = row * batch.columnCount;
        for (let index = 0; index < writers.length; index += 1) {
          if (index > 0) out.appendBytes(delimiter, 0, delimiter.length);
          appendCell(batch, first + index, index);
        }
        out.append(dialect.rowEnd);
      }
      sink.write(out.take());
    },
    // Sets the columns of the next rows. Their number and headers must be the same as before.
    setColumns: (ofRows) => {
      writers = ofRows.map(cellWriter);
      appendPlain = ofRows.map(({ type }) => plainCellWriter(type, dialect));
    },
    notes: () => notes,
  };
}
