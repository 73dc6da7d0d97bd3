import type { ByteSink } from './byte-sink';
import { jsonString } from './canonical-rows';
import type { TableCell, TableColumn } from './table-column';
import { TextBuffer } from './text-buffer';
import { NO_NOTES, type TableEncoder } from './table-encoder';

/**
 * One JSON object a line, members in the columns' order. Numbers are number tokens with every stored digit (`12.5000`);
 * a reader that must not lose any reads them as text or decimals, as JSON allows.
 */
export function createJsonLinesEncoder(columns: readonly TableColumn[], sink: ByteSink): TableEncoder {
  const out = new TextBuffer();
  const members = columns.map(({ name, type }, index) => ({
    lead: `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    isNumber: type === 'number',
  }));
  return {
    add: (rows) => {
      for (const row of rows) {
        for (const [index, { lead, isNumber }] of members.entries()) {
          out.append(lead);
          out.append(cellJson(row[index] ?? null, isNumber));
        }
        out.append('}\n');
      }
      sink.write(out.take());
    },
    notes: () => NO_NOTES,
  };
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function cellJson(cell: TableCell, isNumber: boolean): string {
  if (typeof cell !== 'string') return String(cell);
  return isNumber && JSON_NUMBER.test(cell) ? cell : jsonString(cell);
}
