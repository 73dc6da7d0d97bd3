import { cellAt, PLAIN_CELL, type RowBatch } from '../row-batches/row-batch';
import { type ByteSink, NO_NOTES, type TableEncoder } from './table-encoder';
import { jsonString } from './canonical-rows';
import { endOfDecimal, isJsonNumber } from '../base/decimal-grammar';
import type { TableCell, TableColumn } from './table-column';
import { TextBuffer } from './text-buffer';

/** Writes one JSON object per line. Numbers are tokens with every stored digit (`12.5000`), which lossless readers parse as decimals. */
export function createJsonLinesEncoder(columns: readonly TableColumn[], sink: ByteSink): TableEncoder {
  const out = new TextBuffer();
  const members = columns.map(({ name, type }, index) => ({
    lead: new TextEncoder().encode(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`),
    isNumber: type === 'number',
  }));
  return {
    add: (batch) => {
      for (let row = 0; row < batch.rowCount; row += 1) {
        const first = row * batch.columnCount;
        for (let index = 0; index < members.length; index += 1) {
          const member = members[index];
          if (member === undefined) break;
          out.appendBytes(member.lead, 0, member.lead.length);
          appendCell(batch, first + index, member.isNumber, out);
        }
        out.append('}\n');
      }
      sink.write(out.take());
    },
    notes: () => NO_NOTES,
  };
}

const QUOTE = 0x22;

function appendCell(batch: RowBatch, cellIndex: number, isNumber: boolean, out: TextBuffer): void {
  const { bytes, kinds } = batch;
  if (kinds[cellIndex] !== PLAIN_CELL)
    return out.append(cellJson(cellAt(batch, cellIndex) ?? null, isNumber));
  const start = batch.starts[cellIndex] ?? 0;
  const end = batch.ends[cellIndex] ?? 0;
  if (!isNumber) {
    out.appendByte(QUOTE);
    out.appendBytes(bytes, start, end);
    out.appendByte(QUOTE);
  } else if (endOfDecimal(bytes, start, end) === -1) {
    out.append(cellJson(cellAt(batch, cellIndex) ?? null, isNumber));
  } else {
    out.appendBytes(bytes, start, end);
  }
}

function cellJson(cell: TableCell, isNumber: boolean): string {
  if (typeof cell !== 'string') return String(cell);
  return isNumber && isJsonNumber(cell) ? cell : jsonString(cell);
}
