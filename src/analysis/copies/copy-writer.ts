import type { ColumnType } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import { escapeMarkup } from '@/lib/formats/xml-text';
import { tsvQuoted } from '@/lib/table-files/csv-dialect';
import { guardFormulas, isSignedNumber } from '@/lib/table-files/formula-guard';
import { excelCell, textCell, type ExcelCell } from './excel-cell';

export interface CopyColumn {
  readonly name: string;
  /** The type of the column; null if the metadata does not list the column. */
  readonly type: ColumnType | null;
  /** Formats a value; absent unless cells are copied as they are shown. */
  readonly show?: (value: string | boolean) => string;
}

/** The two formats that are written to the clipboard. */
export interface CopyContent {
  /** `text/plain`: tabs between cells, CRLF between rows. */
  readonly text: string;
  /** `text/html`: a table whose cells mark text as such. */
  readonly html: string;
}

/** The facts that the notice about a copy reports. */
export interface CopyCounts {
  readonly cells: number;
  readonly withheld: number;
  readonly tooPrecise: number;
}

export interface CopyWriter {
  /** Adds a row. `values` are in the order of the columns. `ofRow` are the columns of this row, if they differ from those of the copy. */
  readonly addRow: (values: readonly CellValue[], ofRow?: readonly CopyColumn[]) => void;
  readonly finish: () => { readonly content: CopyContent; readonly counts: CopyCounts };
}

// Marks a cell as text for Excel (including the quotes) and for LibreOffice. Without this style, `00123` loses its zeros, and LibreOffice
// evaluates a cell that begins with `=`.
const AS_TEXT = `style='mso-number-format:"\\@"' sdnum="1033;0;@"`;
const TEXT_CELL = `<td ${AS_TEXT}>`;
// Every program shows this cell empty; the attribute distinguishes it from a cell without a value.
const WITHHELD_CELL = '<td data-withheld="true">';
const LINE_END = '\r\n';

/** Returns a writer of rows for Excel. `decimalSign` is the decimal sign of the user's Excel region. */
export function createCopyWriter(
  columns: readonly CopyColumn[],
  options: { readonly decimalSign: string; readonly hasHeaders: boolean },
): CopyWriter {
  const lines: string[] = [];
  const tableRows: string[] = [];
  let cells = 0;
  let withheld = 0;
  let tooPrecise = 0;
  if (options.hasHeaders) {
    lines.push(columns.map(({ name }) => plainCell(textCell(name))).join('\t'));
    tableRows.push(`<tr>${columns.map(({ name }) => `<th ${AS_TEXT}>${escaped(name)}</th>`).join('')}</tr>`);
  }
  return {
    addRow(values, ofRow = columns) {
      const line: string[] = [];
      let tableRow = '<tr>';
      ofRow.forEach((column, index) => {
        const cell = cellOf(values[index], column, options.decimalSign);
        cells += 1;
        if (cell.isWithheld) withheld += 1;
        if (cell.isTooPrecise) tooPrecise += 1;
        line.push(plainCell(cell));
        tableRow += `${htmlCell(cell)}${escaped(cell.text)}</td>`;
      });
      lines.push(line.join('\t'));
      tableRows.push(`${tableRow}</tr>`);
    },
    finish: () => ({
      content: {
        text: lines.join(LINE_END),
        html: `<meta charset="utf-8"><table><tbody>${tableRows.join('')}</tbody></table>`,
      },
      counts: { cells, withheld, tooPrecise },
    }),
  };
}

function cellOf(value: CellValue, { type, show }: CopyColumn, decimalSign: string): ExcelCell {
  const isShown = show !== undefined && value !== undefined && value !== null && value !== '';
  return isShown ? textCell(show(value)) : excelCell(value, type, decimalSign);
}

/**
 * Writes nothing for null and a pair of quotes for an empty text. Excel shows both as empty, but they stay distinct. Plain text cannot mark
 * a cell as text, so formulas are escaped.
 */
function plainCell({ text, isText }: ExcelCell): string {
  if (!isText) return tsvQuoted(text);
  if (text === '') return '""';
  const safe = withoutNul(text);
  return tsvQuoted(isSignedNumber(safe) ? safe : guardFormulas(safe));
}

function htmlCell({ isText, isWithheld }: ExcelCell): string {
  if (isWithheld) return WITHHELD_CELL;
  return isText ? TEXT_CELL : '<td>';
}

/** Replaces NUL by U+FFFD, as HTML does. Windows would end the text at NUL and drop all cells that follow. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}

function escaped(text: string): string {
  return (
    escapeMarkup(withoutNul(text))
      // Writes spaces as Excel does, because HTML collapses them and trims lines.
      .replaceAll(/^ +| {2,}| +$/gm, spaceRun)
      // Without this style, Excel would start a new row at a line break.
      .replaceAll(/\r\n|\r|\n/g, '<br style="mso-data-placement:same-cell">')
  );
}

function spaceRun(spaces: string): string {
  return `<span style="mso-spacerun:yes">${'&#160;'.repeat(spaces.length)}</span>`;
}
