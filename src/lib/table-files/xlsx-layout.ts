import type { TableColumn } from './table-column';

/** The columns of a sheet, or of single rows. */
export interface SheetLayout {
  readonly columns: readonly TableColumn[];
  readonly letters: readonly string[];
  readonly lastLetter: string;
  /** For each column, the style of values of its type. */
  readonly styles: readonly number[];
  /** The XML that a cell begins with; `valueStarts`: the XML before its value. */
  readonly cellStarts: readonly Uint8Array[];
  readonly valueStarts: readonly Uint8Array[];
}

const encoder = new TextEncoder();

export function sheetLayout(columns: readonly TableColumn[], styles: readonly number[]): SheetLayout {
  const letters = columns.map((_, index) => columnLetters(index));
  return {
    columns,
    letters,
    lastLetter: letters.at(-1) ?? 'A',
    styles,
    cellStarts: letters.map((letter) => encoder.encode(`<c r="${letter}`)),
    valueStarts: styles.map((style) => encoder.encode(`" s="${style}"><v>`)),
  };
}

/** `A` for 0, `AA` for 26. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(0x41 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
