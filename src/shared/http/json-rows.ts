import { afterSpace, endOfValue, memberValue } from './json-scan';
import { parseJson } from './parse-json';
import type { BodyPieces } from './read-pieces';
import { textPieces } from './text-pieces';
import { createPlainRowReader, type JsonCell } from './plain-row';

/** Undefined: the row has no such member. */
export type JsonRow = readonly (JsonCell | undefined)[];

/** The rows within an answer, to be gone through once. */
export interface JsonRows {
  /** Throws SyntaxError for what is no JSON, and whatever `rowOf` throws. */
  readonly batches: () => Generator<readonly JsonRow[], void>;
  /** After all batches: the text around the rows, with `[{}]` in their place. */
  readonly rest: () => string;
}

/** Where the rows begin later than this, in characters, the answer is none of those that this is for. */
const HEAD_LENGTH = 1 << 16;

/**
 * Reads the rows of an answer in small batches. As a whole, an answer of megabytes would cost many times its size in
 * memory. `path`: names of members from outside to the array; `rowOf`: reads a row that is not written plainly.
 */
export function createJsonRowsReader(
  path: readonly string[],
  columns: readonly string[],
  rowOf: (json: unknown) => JsonRow,
  pieceBytes?: number,
): (body: BodyPieces) => JsonRows | null {
  // Rows are alike within an answer, and from one answer to the next.
  let readPlain: ReturnType<typeof createPlainRowReader> | null = null;

  /** Null where the array does not begin near the start; such an answer has to be read as a whole. */
  return (body) => {
    const pieces = textPieces(body, pieceBytes);
    let text = '';
    let rowsStart: number | null = null;
    while (rowsStart === null) {
      const next = pieces.next();
      if (next.done === true || text.length > HEAD_LENGTH) return null;
      text += next.value;
      rowsStart = arrayStart(text, path);
    }
    const head = text.slice(0, rowsStart);
    text = text.slice(rowsStart + 1);
    return { batches, rest: () => `${head}[{}]${text}` };

    /** Leaves in `text` what follows the array. */
    function* batches(): Generator<readonly JsonRow[], void> {
      let isEmpty = true;
      for (let at = 0; ;) {
        at = afterSpace(text, at);
        if (isEmpty && text[at] === ']') return takeRest(at + 1);
        const rows: JsonRow[] = [];
        let isLast = false;
        while (!isLast) {
          const row = rowAt(at);
          if (row === null) break;
          const end = afterSpace(text, row.end);
          // What ends a row may be in the next piece.
          if (end === text.length) break;
          isLast = text[end] === ']';
          if (!isLast && text[end] !== ',') throw new SyntaxError('The text is not valid JSON.');
          rows.push(row.cells);
          isEmpty = false;
          at = afterSpace(text, end + 1);
        }
        if (rows.length > 0) yield rows;
        if (isLast) return takeRest(at);
        const next = pieces.next();
        if (next.done === true) throw new SyntaxError('The text is not valid JSON.');
        text = text.slice(at) + next.value;
        at = 0;
      }
    }

    /** Null where its end is not in the text yet. */
    function rowAt(start: number): { readonly cells: JsonRow; readonly end: number } | null {
      const plain = readPlain?.(text, start);
      if (plain != null) return plain;
      const end = endOfValue(text, start);
      if (end === -1) return null;
      const json = parseJson(text.slice(start, end));
      learnFrom(json);
      return { cells: rowOf(json), end };
    }

    function takeRest(start: number): void {
      text = text.slice(start) + Array.from(pieces).join('');
    }
  };

  function learnFrom(json: unknown): void {
    if (typeof json !== 'object' || json === null) return;
    const names = Object.keys(json);
    if (columns.every((column) => names.includes(column))) readPlain = createPlainRowReader(names, columns);
  }
}

function arrayStart(text: string, path: readonly string[]): number | null {
  let at = afterSpace(text, 0);
  for (const name of path) {
    const value = memberValue(text, at, name);
    if (value === null) return null;
    at = value;
  }
  return text[at] === '[' ? at : null;
}
