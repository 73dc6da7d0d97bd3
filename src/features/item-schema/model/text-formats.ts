import { csvTextQuoter, tsvQuoted } from '@/shared/table-files/csv-dialect';
import { guardFormulas, isSignedNumber } from '@/shared/table-files/formula-guard';

/** Rows of cells as tab-separated text, the way spreadsheets paste it. */
export function tabSeparated(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map((cell) => tsvQuoted(guarded(cell))).join('\t')}\n`).join('');
}

/** Rows of cells as CSV for the Excel of a region, where a decimal comma makes the semicolon the separator. */
export function commaSeparated(rows: readonly (readonly string[])[], separator: ',' | ';'): string {
  const quote = csvTextQuoter(separator);
  return rows.map((row) => `${row.map((cell) => quote(guarded(cell))).join(separator)}\r\n`).join('');
}

function guarded(text: string): string {
  return isSignedNumber(text) ? text : guardFormulas(text);
}

/** Rows of cells as a Markdown table; the first row is its head. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  return [head, head.map(() => '---'), ...body]
    .map((row, index) => `| ${row.map((cell) => (index === 1 ? cell : markdownCell(cell))).join(' | ')} |\n`)
    .join('');
}

function markdownCell(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]<>|#&]/g, (sign) => `\\${sign}`)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
