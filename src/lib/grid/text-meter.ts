import type { CellTone, GridColumn } from './grid-model';
import cellClasses from './grid-cell.module.css';
import headerClasses from './grid-header.module.css';
import rowClasses from './grid-row.module.css';

/** The content of a cell, and its classes in addition to the classes of its column. */
export interface CellSample {
  readonly text: string;
  readonly className: string;
}

/** What the header of a column shows beside its label. The header of a sortable column always has room for one arrow. */
export interface HeaderMarks {
  /** The column's rank among several sort rules. Null if there are no others. */
  readonly sortLevel: number | null;
  readonly isFiltered: boolean;
}

interface HeaderSample {
  readonly column: GridColumn;
  readonly marks: HeaderMarks;
}

/** Measures text in the document, as cells show it, because a canvas supports neither tabular figures nor the spacing that users set. */
export interface TextMeter {
  /** Returns the widths of whole cells and headers, px, including padding and border. Headers have room for their marks. */
  readonly measure: (
    cells: readonly CellSample[],
    headers: readonly HeaderSample[],
  ) => { readonly cellsPx: readonly number[]; readonly headersPx: readonly number[] };
  /** Measures the characters of the texts that are not known yet, all at once. */
  readonly learn: (texts: Iterable<KnownText>) => void;
  /** Returns the sum of the widths of the characters, px. It is exact for numbers, which have no kerning or ligatures. */
  readonly widthOfPx: (text: string, isKey: boolean) => number;
  /** Returns the width of a cell with a number, px, from the known widths of its characters. It is never too small. */
  readonly widthOfFiguresPx: (text: string, column: GridColumn, tone: CellTone | undefined) => number;
  /** Returns the width of the row numbers, px, with padding and border. */
  readonly measureGutter: (widestNumber: string) => number;
}

export interface KnownText {
  readonly text: string;
  /** Whether the text belongs to a key column, whose font is stronger. */
  readonly isKey: boolean;
}

/** The width, px, of a tone's sign and the gap after it. The stylesheet defines the same width. */
export const SIGN_PX = 16;

/** The characters of numbers, which are measured together with the first texts. */
const FIRST_TEXTS: readonly KnownText[] = [{ text: " \u00a0\u202f0123456789.,:'’+-−%/", isKey: false }];

/** Measures each character this many times over, because browsers round widths up to a 64th of a pixel. */
const REPEATED = 16;

export function classNameOfCells(column: GridColumn): string {
  const names = [cellClasses['cell'], cellClasses[column.align]];
  if (column.isKey === true) names.push(cellClasses['key']);
  if (column.content === 'figures') names.push(cellClasses['figures']);
  return names.join(' ');
}

/** Creates a meter. `pane` is the grid's element that contains the header and the rows. */
export function createTextMeter(pane: HTMLElement): TextMeter {
  const widthsOf = { true: new Map<string, number>(), false: new Map<string, number>() };
  let insetPx = 0;

  /** Each call makes the browser compute the layout of the measured elements. */
  function measure(cells: readonly CellSample[], headers: readonly HeaderSample[]) {
    const cellRow = unseenRow(rowClasses['row'], cells.map(cellElement));
    const headerRow = unseenRow(headerClasses['row'], headers.map(headerElement));
    pane.append(cellRow, headerRow);
    const widthsPx = (row: Element) => [...row.children].map((child) => child.getBoundingClientRect().width);
    const measured = { cellsPx: widthsPx(cellRow), headersPx: widthsPx(headerRow) };
    cellRow.remove();
    headerRow.remove();
    return measured;
  }

  function learn(texts: Iterable<KnownText>): void {
    const unknown = { true: new Set<string>(), false: new Set<string>() };
    for (const { text, isKey } of [...FIRST_TEXTS, ...texts]) {
      for (const character of text) {
        if (!widthsOf[`${isKey}`].has(character)) unknown[`${isKey}`].add(character);
      }
    }
    const characters = ([true, false] as const).flatMap((isKey) =>
      [...unknown[`${isKey}`]].map((character) => ({ character, isKey })),
    );
    if (characters.length === 0) return;
    const figures = `${cellClasses['cell']} ${cellClasses['figures']}`;
    const [emptyPx = 0, ...widthsPx] = measure(
      [
        { text: '', className: figures },
        ...characters.map(({ character, isKey }) => ({
          text: character.repeat(REPEATED),
          className: isKey ? `${figures} ${cellClasses['key']}` : figures,
        })),
      ],
      [],
    ).cellsPx;
    insetPx = emptyPx;
    for (const [index, { character, isKey }] of characters.entries()) {
      widthsOf[`${isKey}`].set(character, ((widthsPx[index] ?? 0) - emptyPx) / REPEATED);
    }
  }

  function widthOfPx(text: string, isKey: boolean): number {
    const widths = widthsOf[`${isKey}`];
    let widthPx = 0;
    for (const character of text) {
      if (!widths.has(character)) learn([{ text, isKey }]);
      widthPx += widths.get(character) ?? 0;
    }
    return widthPx;
  }

  return {
    measure,
    learn,
    widthOfPx,
    widthOfFiguresPx: (text, { isKey }, tone) => {
      const charactersPx = widthOfPx(text, isKey === true);
      return insetPx + (tone === 'past' || tone === 'future' ? SIGN_PX : 0) + charactersPx;
    },
    measureGutter: (widestNumber) =>
      Math.ceil(
        measure([{ text: widestNumber, className: cellClasses['gutter'] ?? '' }], []).cellsPx[0] ?? 0,
      ),
  };
}

function cellElement({ text, className }: CellSample): HTMLElement {
  const cell = document.createElement('div');
  cell.className = className;
  cell.textContent = text;
  return cell;
}

function headerElement({ column, marks }: HeaderSample): HTMLElement {
  const header = document.createElement('div');
  // A header also has the class for numbers. It turns off kerning, which makes the labels wider.
  header.className = `${classNameOfCells(column)} ${headerClasses['cell']}`;
  const append = (className: string, text = '') => {
    const element = document.createElement('span');
    element.className = className;
    element.textContent = text;
    header.append(element);
  };
  append(headerClasses['label'] ?? '', column.label);
  const { sortLevel, isFiltered } = marks;
  if (column.isSortable !== false) append(`${headerClasses['sort']} ${headerClasses['sortRoom']}`);
  // The number and the arrow need no gap, because they are in the same element.
  if (sortLevel !== null) append(`${headerClasses['sort']} ${headerClasses['levelRoom']}`, String(sortLevel));
  if (isFiltered) append(`${headerClasses['filter']} ${headerClasses['filterRoom']}`);
  return header;
}

function unseenRow(rowClass: string | undefined, elements: readonly HTMLElement[]): HTMLElement {
  const row = document.createElement('div');
  row.className = `${rowClass ?? ''} ${cellClasses['meter'] ?? ''}`;
  row.setAttribute('aria-hidden', 'true');
  row.append(...elements);
  return row;
}
