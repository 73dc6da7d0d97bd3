import type { ByteSink } from './byte-sink';
import { jsonString } from './canonical-rows';
import type { TableCell, TableColumn } from './table-column';
import { NO_NOTES, type TableEncoder } from './table-encoder';

/**
 * One JSON object a line, members in the columns' order. Numbers are number tokens with every stored digit (`12.5000`);
 * a reader that must not lose any reads them as text or decimals, as JSON allows.
 */
export function createJsonLinesEncoder(columns: readonly TableColumn[], sink: ByteSink): TableEncoder {
  const encoder = new TextEncoder();
  const writers = columns.map(({ name, type }, index) => {
    const member = `${index === 0 ? '' : ','}${JSON.stringify(name)}:`;
    const isNumber = type === 'number';
    return (cell: TableCell) => member + cellJson(cell, isNumber);
  });
  return {
    add: (rows) => {
      let text = '';
      for (const row of rows) {
        text += '{';
        for (let index = 0; index < writers.length; index += 1) {
          text += writers[index]?.(row[index] ?? null) ?? '';
        }
        text += '}\n';
      }
      sink.write(encoder.encode(text));
    },
    notes: () => NO_NOTES,
  };
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function cellJson(cell: TableCell, isNumber: boolean): string {
  if (typeof cell !== 'string') return String(cell);
  return isNumber && JSON_NUMBER.test(cell) ? cell : jsonString(cell);
}
