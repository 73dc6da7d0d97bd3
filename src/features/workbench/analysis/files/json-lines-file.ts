import { parseJson } from '@/shared/http/parse-json';
import { blobText } from '@/shared/table-files/blob-text';
import { valueCell, type CellRow } from './cell-values';
import type { NamedBlob } from './chosen-files';
import { problem, SAMPLED_ROWS, type FileAbout, type FileCell, type FileOutline } from './file-outline';
import { RECOGNISED_BYTES } from './recognise-file';

/** A line longer than this is no row of a table; a file without line breaks would be read as one. */
const LONGEST_LINE = 16_000_000;

/** Whether a text is JSON lines. Rejects with FileProblemError for other JSON. */
export async function isJsonLines(file: NamedBlob): Promise<boolean> {
  const text = await file.slice(0, RECOGNISED_BYTES).text();
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (start.startsWith('{')) {
    const line = start.split('\n', 1)[0] ?? '';
    if (line.length === start.length && file.size > RECOGNISED_BYTES)
      throw problem({ kind: 'foreign', found: 'json' });
    if (isObject(parsed(line))) return true;
    throw problem({ kind: 'foreign', found: 'json' });
  }
  // A list is JSON, too, but a text may begin with a bracket.
  if (/^\[\s*(?:\{\s*"|\[)/.test(start)) throw problem({ kind: 'foreign', found: 'json' });
  return false;
}

/** Returns the outline of JSON lines. Rejects with FileProblemError. */
export async function jsonLinesOutline(about: FileAbout, file: NamedBlob): Promise<FileOutline> {
  const columns = new Map<string, { isReadable: boolean; cells: (FileCell | null)[] }>();
  let rowCount = 0;
  let lengths = 0;
  let isWhole = true;
  for await (const lines of jsonLines(file)) {
    for (const line of lines) {
      for (const [name, value] of Object.entries(line.members)) {
        const column = columns.get(name) ?? { isReadable: true, cells: [] };
        columns.set(name, column);
        while (column.cells.length < rowCount) column.cells.push(null);
        const cell = jsonCell(value);
        if (cell === undefined) column.isReadable = false;
        column.cells.push(cell ?? null);
      }
      rowCount += 1;
      lengths += line.length;
    }
    if (rowCount < SAMPLED_ROWS) continue;
    isWhole = false;
    break;
  }
  if (rowCount === 0) throw problem({ kind: 'empty' });
  return {
    ...about,
    columns: Array.from(columns, ([name, { isReadable, cells }]) => ({
      name,
      isReadable,
      cells: Array.from({ length: Math.min(rowCount, SAMPLED_ROWS) }, (_, row) => cells[row] ?? null),
    })),
    rowCount: isWhole ? rowCount : Math.ceil((file.size * rowCount) / lengths),
    isRowCountExact: isWhole,
  };
}

/** Yields the rows of JSON lines. Rejects with FileProblemError. */
export async function* jsonRows(
  file: NamedBlob,
  columnNames: readonly string[],
): AsyncGenerator<readonly CellRow[]> {
  for await (const lines of jsonLines(file)) {
    yield lines.map(({ members }) => {
      const values = new Map(Object.entries(members));
      return columnNames.map((name) => {
        const cell = jsonCell(values.get(name));
        // A list where the first rows had values of their own.
        if (cell === undefined) throw problem({ kind: 'damaged' });
        return cell;
      });
    });
  }
}

interface JsonLine {
  readonly members: Readonly<Record<string, unknown>>;
  /** With its line break. */
  readonly length: number;
}

async function* jsonLines(file: NamedBlob): AsyncGenerator<readonly JsonLine[]> {
  let rest = '';
  const read = (line: string): JsonLine => {
    const members = parsed(line);
    if (!isObject(members)) throw problem({ kind: 'damaged' });
    return { members, length: line.length + 1 };
  };
  const isFilled = (line: string) => line.trim() !== '';
  for await (const chunk of blobText(file, { isFatal: true })) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw problem({ kind: 'damaged' });
    yield lines.filter(isFilled).map(read);
  }
  if (isFilled(rest)) yield [read(rest)];
}

function parsed(line: string): unknown {
  try {
    return parseJson(line);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns undefined for lists and objects. */
function jsonCell(value: unknown): FileCell | null | undefined {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return valueCell(value);
  return typeof value === 'number' ? valueCell(String(value)) : undefined;
}
