import { parseJson } from '../base/parse-json';
import { blobText } from './blob-text';
import type { TableCell, TableColumn, TableRow } from './table-column';

/** Reads JSON lines. Missing members become null, and the values of other members follow the columns. Throws a SyntaxError. */
export async function* readJsonLines(
  file: Blob,
  columns: readonly Pick<TableColumn, 'name'>[],
): AsyncGenerator<TableRow> {
  let rest = '';
  for await (const chunk of blobText(file)) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield rowOf(line, columns);
  }
  if (rest.trim() !== '') yield rowOf(rest, columns);
}

function rowOf(line: string, columns: readonly Pick<TableColumn, 'name'>[]): TableRow {
  const object = new Map<string, unknown>(Object.entries(Object(parseJson(line))));
  const names = new Set(columns.map(({ name }) => name));
  const others = [...object.keys()].filter((name) => !names.has(name));
  return [...names, ...others].map((name): TableCell => {
    const value = object.get(name);
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    return typeof value === 'number' ? String(value) : null;
  });
}
