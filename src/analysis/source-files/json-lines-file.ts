import { parseJson } from '@/lib/base/parse-json';
import { blobText } from '@/lib/table-files/blob-text';
import { valueCell } from './cell-values';
import {
  MOST_COLUMNS,
  problem,
  SAMPLED_ROWS,
  sampledRows,
  type FileCell,
  type FileProblemError,
} from './file-outline';
import { RECOGNISED_BYTES } from './recognise-file';
import { scanText } from './scan-text';
import {
  NOTHING_FOUND,
  type CellRows,
  type TableFile,
  type TableLayout,
  type TableOutline,
} from './table-file';
import { ownMember } from '@/lib/base/own-member';

/** The maximum length of a line. A longer one is not a row of a table, because a file without line breaks is read as one line. */
const LONGEST_LINE = 16_000_000;

/** Returns whether a text is JSON lines. Rejects with FileProblemError if it is other JSON. */
export async function isJsonLines(file: Blob): Promise<boolean> {
  const text = await file.slice(0, RECOGNISED_BYTES).text();
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (start.startsWith('{')) {
    const line = start.split('\n', 1)[0] ?? '';
    if (line.length === start.length && file.size > RECOGNISED_BYTES)
      throw problem({ kind: 'foreign', found: 'json' });
    if (isObject(parsed(line))) return true;
    throw problem({ kind: 'foreign', found: 'json' });
  }
  // A text that begins like a list of objects or lists is other JSON. Other texts may also begin with a bracket.
  if (/^\[\s*(?:\{\s*"|\[)/.test(start)) throw problem({ kind: 'foreign', found: 'json' });
  return false;
}

export function jsonLinesFile(file: Blob): TableFile {
  return {
    outline: () => jsonLinesOutline(file),
    rows: (layout, wanted) => jsonRows(file, layout, wanted),
  };
}

async function jsonLinesOutline(file: Blob): Promise<TableOutline> {
  const columns = new Map<string, { isReadable: boolean; cells: Map<number, FileCell> }>();
  let rowCount = 0;
  let lengths = 0;
  let isWhole = true;
  for await (const lines of jsonLines(file)) {
    for (const line of lines) {
      for (const [name, value] of Object.entries(line.members)) {
        const column = columns.get(name) ?? { isReadable: true, cells: new Map() };
        columns.set(name, column);
        const cell = jsonCell(value);
        if (rowCount >= SAMPLED_ROWS) continue;
        if (cell === undefined) column.isReadable = false;
        else if (cell !== null) column.cells.set(rowCount, cell);
      }
      if (columns.size > MOST_COLUMNS) throw problem({ kind: 'too-many-columns', count: columns.size });
      rowCount += 1;
      lengths += line.length;
    }
    if (rowCount < SAMPLED_ROWS) continue;
    isWhole = false;
    break;
  }
  if (rowCount === 0) throw problem({ kind: 'empty' });
  const sampled = Math.min(rowCount, sampledRows(columns.size));
  return {
    columns: Array.from(columns, ([name, { isReadable, cells }]) => ({
      name,
      isReadable,
      cells: Array.from({ length: sampled }, (_, row) => cells.get(row) ?? null),
    })),
    rowCount: isWhole ? rowCount : Math.ceil((file.size * rowCount) / lengths),
    isRowCountExact: isWhole,
  };
}

async function* jsonRows(file: Blob, { columnNames }: TableLayout, wanted: readonly number[]): CellRows {
  const names = wanted.map((columnIndex) => columnNames[columnIndex] ?? '');
  for await (const lines of jsonLines(file)) {
    yield lines.map(({ members, line, text }) => {
      const doubled = doubledMember(text, members);
      if (doubled !== null && names.includes(doubled)) {
        throw problem({ kind: 'doubled-member', line, column: doubled });
      }
      return names.map((name) => {
        const cell = jsonCell(ownMember(members, name));
        // The value is a list or an object, unlike the column's values in the first rows.
        if (cell === undefined) throw problem({ kind: 'nested-value', line, column: name });
        return cell;
      });
    });
  }
  return NOTHING_FOUND;
}

interface JsonLine {
  readonly text: string;
  readonly members: Readonly<Record<string, unknown>>;
  /** The number of characters, including the line break. */
  readonly length: number;
  /** The number of the line, starting at 1. */
  readonly line: number;
}

async function* jsonLines(file: Blob): AsyncGenerator<readonly JsonLine[]> {
  let rest = '';
  let lineCount = 0;
  const read = (text: string): JsonLine[] => {
    lineCount += 1;
    if (text.trim() === '') return [];
    const members = parsed(text);
    if (!isObject(members)) throw noObject(lineCount);
    return [{ text, members, length: text.length + 1, line: lineCount }];
  };
  for await (const chunk of utf8Text(file)) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw noObject(lineCount + lines.length + 1);
    yield lines.flatMap(read);
  }
  yield read(rest);
}

/** Returns the first name that occurs twice in an object; null if there is none. `members`: contains only the last value of each name. */
function doubledMember(text: string, members: JsonLine['members']): string | null {
  // The numbers also differ if the object contains other objects, so names are compared below.
  if (nameCount(text) === Object.keys(members).length) return null;
  const names = new Set<string>();
  let depth = 0;
  for (const { 0: token, 1: colon } of text.matchAll(MEMBER)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (colon !== undefined && depth === 1) {
      const name = String(JSON.parse(token.slice(0, token.length - colon.length)));
      if (names.has(name)) return name;
      names.add(name);
    }
  }
  return null;
}

const MEMBER = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g;

const BLANKS: ReadonlySet<string> = new Set([' ', '\t', '\r']);

/** Returns the number of texts in quotes that are followed by a colon. */
function nameCount(text: string): number {
  let count = 0;
  for (let start = text.indexOf('"'); start !== -1; start = text.indexOf('"', start + 1)) {
    start = text.indexOf('"', start + 1);
    while (isEscaped(text, start)) start = text.indexOf('"', start + 1);
    let next = start + 1;
    while (BLANKS.has(text[next] ?? '')) next += 1;
    if (text[next] === ':') count += 1;
  }
  return count;
}

/** Whether the character is preceded by an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === '\\') start -= 1;
  return (at - start) % 2 === 1;
}

function noObject(line: number): FileProblemError {
  return problem({ kind: 'damaged', damage: { kind: 'line', place: String(line) } });
}

/** Yields the text of a file. Throws FileProblemError if the file is not UTF-8. */
async function* utf8Text(file: Blob): AsyncGenerator<string> {
  try {
    yield* blobText(file, { isFatal: true });
  } catch (error) {
    const fault = error instanceof TypeError ? (await scanText(file, 'utf-8')).problem : null;
    throw fault === null ? error : problem(fault);
  }
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

/** Returns the cell of a JSON value; undefined for lists and objects. */
function jsonCell(value: unknown): FileCell | null | undefined {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return valueCell(value);
  return typeof value === 'number' ? valueCell(String(value)) : undefined;
}
