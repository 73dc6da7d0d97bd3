import { contentOfCell, type GridTexts } from './cell-content';
import type { CellTone, GridCell, GridColumn, GridRows, RowRange } from './grid-model';
import { SIGN_PX, classNameOfCells, type CellSample, type HeaderMarks, type TextMeter } from './text-meter';

/** Values whose characters add up to nearly the widest are measured whole: kerning can make any of them the widest. */
const NEARLY = 0.94;
const MOST_SAMPLES = 8;

/** A longer label is cut unless the column is wider for other reasons; the title has it whole. */
const USUAL_LABEL_PX = 180;

export interface FitInput<TRow> {
  readonly columns: readonly GridColumn[];
  readonly rows: Pick<GridRows<TRow>, 'rowCount' | 'getRow'>;
  /** The rows that are measured, as far as they are loaded. */
  readonly ranges: readonly RowRange[];
  readonly getCell: (row: TRow, columnId: string) => GridCell;
  readonly texts: GridTexts;
  readonly marksOf: (columnId: string) => HeaderMarks;
  /** Leaves room for what later rows may hold: two more digits, or a sign. */
  readonly hasReserve: boolean;
}

/** Returns the widths, px, at which columns just show their headers and all values of the rows. */
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
      // Figures also count with the width that decides later whether they fit, which may be a little more.
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

/** Returns the widths, px, at which headers that begin alike (by the name of their source) show where they differ. Omits others. */
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
    // The label up to the first difference, and the ellipsis of the cut.
    return shared < ALIKE_FROM ? [] : [{ ...column, label: `${column.label.slice(0, shared + 1)}…` }];
  });
  if (alike.length === 0) return new Map();
  const { headersPx } = meter.measure(
    [],
    alike.map((column) => ({ column, marks: marksOf(column.id) })),
  );
  return new Map(alike.map(({ id }, index) => [id, Math.ceil(headersPx[index] ?? 0)]));
}

/** Headers begin alike if they share this many characters. */
const ALIKE_FROM = 12;

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** Digits that later rows may have beyond those that were measured. */
function reserve(
  { content, hasSigns, isKey }: GridColumn,
  samples: readonly Sample[],
  rowCount: number,
): string {
  if (content !== 'figures' || hasSigns === true) return '';
  if (isKey !== true) return '00';
  // Keys are often numbers in sequence: the last one has about as many digits as the number of rows. More would waste room.
  const longest = Math.max(0, ...samples.map(({ text }) => text.length));
  return '0'.repeat(Math.max(0, String(rowCount).length - longest));
}

function signPx({ content, hasSigns, isKey }: GridColumn): number {
  return content === 'figures' && hasSigns === true && isKey !== true ? SIGN_PX : 0;
}

interface Sample extends CellSample {
  /** The width of a cell with figures; for other text, nearly its width. */
  readonly figuresPx: number;
}

interface FoundCell {
  readonly text: string;
  readonly kind: string;
  readonly tone: CellTone | undefined;
}

type CellsByKind = ReadonlyMap<string, ReadonlyMap<string, FoundCell>>;

/** The widest cells of each kind of content: kinds differ in the space around the text. */
function widestSamples(column: GridColumn, kinds: CellsByKind, meter: TextMeter): readonly Sample[] {
  return [...kinds.values()].flatMap((cells) => {
    const widestFirst = [...cells.values()]
      .map(({ text, kind, tone }) => ({
        text,
        className: `${classNameOfCells(column)} ${kind}`,
        figuresPx: meter.widthOfFiguresPx(text, column, tone),
      }))
      .toSorted((one, other) => other.figuresPx - one.figuresPx);
    // Figures are as wide as their characters.
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
