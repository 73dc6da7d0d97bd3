import { contentOfCell, type GridTexts } from './cell-content';
import type { CellTone, GridCell, GridColumn, GridRows, RowRange } from './grid-model';
import { SIGN_PX, classNameOfCells, type CellSample, type HeaderMarks, type TextMeter } from './text-meter';

/** Texts of at least this share of the widest text are measured in the document, because kerning can make any of them the widest. */
const NEARLY = 0.94;
const MOST_SAMPLES = 8;

/** The usual limit for a header's label, px. A longer label is cut unless the column is wider anyway; its tooltip shows it whole. */
const USUAL_LABEL_PX = 180;

export interface FitInput<TRow> {
  readonly columns: readonly GridColumn[];
  readonly rows: Pick<GridRows<TRow>, 'rowCount' | 'getRow'>;
  /** The rows whose cells are measured, if they are loaded. */
  readonly ranges: readonly RowRange[];
  readonly getCell: (row: TRow, columnId: string) => GridCell;
  readonly texts: GridTexts;
  readonly marksOf: (columnId: string) => HeaderMarks;
  /** Whether to leave room for the values of later rows: two more digits, or a sign. */
  readonly hasReserve: boolean;
}

/** Returns the smallest widths, px, at which columns show their headers and all values of the rows. */
export function fittingWidthsPx<TRow>(input: FitInput<TRow>, meter: TextMeter): ReadonlyMap<string, number> {
  const { columns, marksOf, hasReserve } = input;
  const found = columns.map((column) => ({ column, kinds: foundCells(column, input) }));
  meter.learn(
    found.flatMap(({ column, kinds }) =>
      [...kinds.values()].flatMap((cells) =>
        [...cells.keys()].map((text) => ({ text, isKey: column.isKey === true })),
      ),
    ),
  );
  const samples = found.map(({ column, kinds }) => widestSamples(column, kinds, meter));
  const { cellsPx, headersPx } = meter.measure(
    samples.flat(),
    columns.map((column) => ({ column, marks: marksOf(column.id) })),
  );
  let measured = 0;
  return new Map(
    columns.map((column, index) => {
      const ofColumn = samples[index] ?? [];
      // `figuresPx` also counts, because it later decides whether a number fits and may be slightly larger than the measured width.
      const figuresPx = column.content === 'figures' ? ofColumn.map((sample) => sample.figuresPx) : [];
      const valuesPx = Math.max(0, ...figuresPx, ...cellsPx.slice(measured, measured + ofColumn.length));
      measured += ofColumn.length;
      const headerPx = headersPx[index] ?? 0;
      const widthPx = hasReserve
        ? Math.max(
            valuesPx +
              meter.widthOfPx(reserve(column, ofColumn, input.rows.rowCount), false) +
              signPx(column),
            Math.min(headerPx, USUAL_LABEL_PX),
          )
        : Math.max(valuesPx, headerPx);
      return [column.id, Math.ceil(widthPx)];
    }),
  );
}

/** Returns the widths, px, at which headers that begin with the same text (such as their source's name) show where they differ. */
export function tellingHeadersPx(
  columns: readonly GridColumn[],
  marksOf: FitInput<unknown>['marksOf'],
  meter: Pick<TextMeter, 'measure'>,
): ReadonlyMap<string, number> {
  const sorted = columns.toSorted((one, other) => (one.label < other.label ? -1 : 1));
  const alike = sorted.flatMap((column, index) => {
    const shared = Math.max(
      ...[sorted[index - 1], sorted[index + 1]].map((near) => sharedStart(column.label, near?.label ?? '')),
    );
    // The label up to its first difference from another label, and the ellipsis at which it is cut.
    return shared < ALIKE_FROM ? [] : [{ ...column, label: `${column.label.slice(0, shared + 1)}…` }];
  });
  if (alike.length === 0) return new Map();
  const { headersPx } = meter.measure(
    [],
    alike.map((column) => ({ column, marks: marksOf(column.id) })),
  );
  return new Map(alike.map(({ id }, index) => [id, Math.ceil(headersPx[index] ?? 0)]));
}

/** Two headers are similar if they share this many characters at the start. */
const ALIKE_FROM = 12;

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** Returns the digits that values of later rows may have in addition to those that were measured. */
function reserve(
  { content, hasSigns, isKey }: GridColumn,
  samples: readonly Sample[],
  rowCount: number,
): string {
  if (content !== 'figures' || hasSigns === true) return '';
  if (isKey !== true) return '00';
  // Keys are often sequential numbers, so the last key has about as many digits as the row count. More digits would waste room.
  const longest = Math.max(0, ...samples.map(({ text }) => text.length));
  return '0'.repeat(Math.max(0, String(rowCount).length - longest));
}

function signPx({ content, hasSigns, isKey }: GridColumn): number {
  return content === 'figures' && hasSigns === true && isKey !== true ? SIGN_PX : 0;
}

interface Sample extends CellSample {
  /** The width of a cell with a number, px. For other text, a close estimate of the cell's width. */
  readonly figuresPx: number;
}

interface FoundCell {
  readonly text: string;
  readonly kind: string;
  readonly tone: CellTone | undefined;
}

type CellsByKind = ReadonlyMap<string, ReadonlyMap<string, FoundCell>>;

/** Returns the widest cells of each kind of content, because kinds differ in the space around the text. */
function widestSamples(column: GridColumn, kinds: CellsByKind, meter: TextMeter): readonly Sample[] {
  return [...kinds.values()].flatMap((cells) => {
    const widestFirst = [...cells.values()]
      .map(({ text, kind, tone }) => ({
        text,
        className: `${classNameOfCells(column)} ${kind}`,
        figuresPx: meter.widthOfFiguresPx(text, column, tone),
      }))
      .toSorted((one, other) => other.figuresPx - one.figuresPx);
    // The width of a number is exactly the sum of the widths of its characters, so the widest one suffices.
    if (column.content === 'figures') return widestFirst.slice(0, 1);
    const nearlyPx = (widestFirst[0]?.figuresPx ?? 0) * NEARLY;
    return widestFirst.slice(0, MOST_SAMPLES).filter(({ figuresPx }) => figuresPx >= nearlyPx);
  });
}

function foundCells<TRow>(column: GridColumn, { rows, ranges, getCell, texts }: FitInput<TRow>): CellsByKind {
  const kinds = new Map<string, Map<string, FoundCell>>();
  for (const { rowStart, rowEnd } of ranges) {
    for (let rowIndex = Math.max(0, rowStart); rowIndex < Math.min(rowEnd, rows.rowCount); rowIndex += 1) {
      const row = rows.getRow(rowIndex);
      if (row === null) continue;
      const cell = getCell(row, column.id);
      const { text, className: kind = '' } = contentOfCell(cell, column, texts);
      const cells = kinds.get(kind) ?? new Map<string, FoundCell>();
      kinds.set(kind, cells);
      const tone = cell.state === 'value' ? cell.tone : undefined;
      if (!cells.has(text)) cells.set(text, { text, kind, tone });
    }
  }
  return kinds;
}
