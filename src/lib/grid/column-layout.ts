/** The horizontal position of a column. All px are CSS px. */
export interface ColumnSlot {
  readonly columnId: string;
  /** The 0-based index among all visible columns. */
  readonly columnIndex: number;
  /** The distance from the left edge of the content, before any scrolling. */
  readonly leftPx: number;
  readonly widthPx: number;
  /** The side at which the pinned column stays in view. Null if it is not pinned, or if the view has no room for the pin. */
  readonly pin: ColumnPin;
  /** The side to which the column is pinned, even if the view has no room. Users can move a column only within its group. */
  readonly group: ColumnPin;
  /** Whether the column scrolls only to `startEdgePx` and stays there: pinned at the start, or a key column that is kept in view. */
  readonly sticks: boolean;
  /** Whether the column stays at the end of the view until the user scrolls to its natural position. */
  readonly sticksAtEnd: boolean;
  /** The width, px, of the row numbers and of the sticky columns before this column in the viewport. */
  readonly startEdgePx: number;
}

export type ColumnPin = 'start' | 'end' | null;

export interface ColumnLayout {
  /** The columns in visual order: first those pinned at the start, then those that scroll, then those pinned at the end. */
  readonly slots: readonly ColumnSlot[];
  /** The width of the row numbers, which are left of all columns and always in view. */
  readonly gutterWidthPx: number;
  readonly contentWidthPx: number;
  readonly viewportWidthPx: number;
  /** The most px of the viewport that the row numbers and the pinned and sticky columns at the start cover. */
  readonly pinnedStartPx: number;
  readonly pinnedEndPx: number;
  /** The width, px, of the column that sticks at the end of the view. 0 if there is none. */
  readonly keptEndPx: number;
}

/** The share of the viewport that row numbers and pinned columns may take. The other columns need the rest. */
const LARGEST_PINNED_SHARE = 0.6;

/** The share up to which key columns are kept in view. Beyond it, only key columns that the user has pinned stay. */
const LARGEST_KEPT_SHARE = 0.4;

export interface VisibleColumn {
  readonly columnId: string;
  readonly widthPx: number;
  readonly pin: ColumnPin;
  /** Whether the column stays in view while other columns scroll, if there is room. */
  readonly isKept?: boolean;
  /** Whether the column stays at the end of the view until the user scrolls to it, if there is room. */
  readonly isKeptAtEnd?: boolean;
}

/** Computes the positions of columns, which must be in visual order. */
export function layOutColumns(
  columns: readonly VisibleColumn[],
  gutterWidthPx: number,
  viewportWidthPx: number,
): ColumnLayout {
  const held = heldColumns(columns, viewportWidthPx * LARGEST_PINNED_SHARE - gutterWidthPx);
  const keptRoomPx = viewportWidthPx * LARGEST_KEPT_SHARE;
  let [leftPx, startEdgePx, hasRoom] = [gutterWidthPx, gutterWidthPx, true];
  const slots = columns.map((column, columnIndex): ColumnSlot => {
    const { columnId, widthPx } = column;
    const pin = held.has(column) ? column.pin : null;
    if (column.isKept === true && pin === null) hasRoom &&= startEdgePx + widthPx <= keptRoomPx;
    const sticks = pin === 'start' || (pin === null && column.isKept === true && hasRoom);
    const slot = {
      columnId,
      columnIndex,
      leftPx,
      widthPx,
      pin,
      group: column.pin,
      sticks,
      sticksAtEnd: false,
      startEdgePx,
    };
    leftPx += widthPx;
    if (sticks) startEdgePx += widthPx;
    return slot;
  });
  const pinnedEndPx = sum(slots.filter((slot) => slot.pin === 'end').map((slot) => slot.widthPx));
  const keptIndex = columns.findIndex((column) => column.isKeptAtEnd === true);
  const kept = slots[keptIndex];
  const isKeptHeld =
    kept !== undefined &&
    kept.pin === null &&
    !kept.sticks &&
    // A column that is in view at its natural position need not be kept.
    kept.leftPx + kept.widthPx > viewportWidthPx - pinnedEndPx &&
    startEdgePx + pinnedEndPx + kept.widthPx <= viewportWidthPx * LARGEST_PINNED_SHARE;
  return {
    slots: isKeptHeld ? slots.with(keptIndex, { ...kept, sticksAtEnd: true }) : slots,
    gutterWidthPx,
    contentWidthPx: leftPx,
    viewportWidthPx,
    pinnedStartPx: startEdgePx,
    pinnedEndPx,
    keptEndPx: isKeptHeld ? kept.widthPx : 0,
  };
}

/** Returns the outermost pinned columns that fit. Columns pinned at the start come before those pinned at the end. */
function heldColumns(columns: readonly VisibleColumn[], roomPx: number): ReadonlySet<VisibleColumn> {
  const held = new Set<VisibleColumn>();
  let leftPx = roomPx;
  const hold = (outermostFirst: readonly VisibleColumn[]) => {
    for (const column of outermostFirst) {
      if (column.widthPx > leftPx) return;
      held.add(column);
      leftPx -= column.widthPx;
    }
  };
  hold(columns.filter(({ pin }) => pin === 'start'));
  hold(columns.filter(({ pin }) => pin === 'end').toReversed());
  return held;
}

/** Returns the slots to render, in visual order, for scroll positions from `scrollLeftPx` to `leewayPx` beyond it. */
export function renderedColumns(
  layout: ColumnLayout,
  scrollLeftPx: number,
  leewayPx: number,
  alwaysRendered: string | null,
): readonly ColumnSlot[] {
  const fromPx = scrollLeftPx + coveredStartPx(layout, scrollLeftPx);
  const toPx = scrollLeftPx + leewayPx + layout.viewportWidthPx - layout.pinnedEndPx;
  return layout.slots.filter(
    (slot) =>
      slot.pin !== null ||
      slot.sticks ||
      slot.sticksAtEnd ||
      slot.columnId === alwaysRendered ||
      (slot.leftPx < toPx && slot.leftPx + slot.widthPx > fromPx),
  );
}

/** Returns the width, px, of the row numbers and sticky columns that cover the viewport at a scroll position. */
export function coveredStartPx(layout: ColumnLayout, scrollLeftPx: number): number {
  const stuck = layout.slots.filter((slot) => slot.sticks && slot.leftPx - slot.startEdgePx <= scrollLeftPx);
  return layout.gutterWidthPx + sum(stuck.map((slot) => slot.widthPx));
}

/** Returns how far a slot must be shifted, px, to stay in view at a scroll position. */
export function shiftOfSlotPx(slot: ColumnSlot, layout: ColumnLayout, scrollLeftPx: number): number {
  if (slot.sticks) return Math.max(0, scrollLeftPx - slot.leftPx + slot.startEdgePx);
  if (slot.sticksAtEnd) return Math.min(0, shiftToEndPx(slot, layout, scrollLeftPx));
  if (slot.pin !== 'end') return 0;
  return Math.min(0, layout.viewportWidthPx - layout.contentWidthPx) + scrollLeftPx;
}

/** Returns the distance, px, from a slot's end to the columns pinned at the end of the view. Negative if the slot reaches beneath them. */
function shiftToEndPx(slot: ColumnSlot, layout: ColumnLayout, scrollLeftPx: number): number {
  return scrollLeftPx + layout.viewportWidthPx - layout.pinnedEndPx - slot.leftPx - slot.widthPx;
}

/** Returns the scrollLeft, px, that shows a whole column with the least movement, or the start of a column that is wider than the view. */
export function scrollLeftToShowColumnPx(
  columnId: string,
  scrollLeftPx: number,
  layout: ColumnLayout,
): number {
  const slot = layout.slots.find((candidate) => candidate.columnId === columnId);
  if (slot === undefined || slot.pin !== null) return scrollLeftPx;
  const largest = Math.max(0, layout.contentWidthPx - layout.viewportWidthPx);
  const atStart = slot.leftPx - slot.startEdgePx;
  if (slot.sticks && scrollLeftPx > atStart) return scrollLeftPx;
  if (slot.sticksAtEnd && shiftToEndPx(slot, layout, scrollLeftPx) < 0) return scrollLeftPx;
  const kept = layout.slots.find(({ sticksAtEnd }) => sticksAtEnd);
  // The kept column covers only columns before it. When a later column is in view, the kept column is at its natural position.
  const coveredPx = kept !== undefined && slot.columnIndex < kept.columnIndex ? kept.widthPx : 0;
  const atEnd = slot.leftPx + slot.widthPx - (layout.viewportWidthPx - layout.pinnedEndPx - coveredPx);
  const wanted = scrollLeftPx > atStart ? atStart : Math.min(Math.max(scrollLeftPx, atEnd), atStart);
  return Math.min(Math.max(0, wanted), largest);
}

/** The usual width of a text column, px. Longer text is cut, unless there is extra room for the column. */
export const USUAL_TEXT_PX = 170;

/** A text column that needs more px than this contains prose, and may become wider than its content needs. */
const PROSE_FROM_PX = 140;

export interface ColumnNeed {
  readonly columnId: string;
  /** The width, px, at which no value and no header of the column is cut. */
  readonly needPx: number;
  /** The width, px, at which the header still differs from similar headers. 0 if no other header begins in the same way. */
  readonly headerPx?: number;
  readonly isText: boolean;
  readonly chosenPx: number | null;
}

/** Returns column widths: numbers are shown whole, text up to a limit. Columns with longer text share the extra room. */
export function fitWidths(columns: readonly ColumnNeed[], roomPx: number): ReadonlyMap<string, number> {
  const widths = new Map(
    columns.map(({ columnId, needPx, headerPx = 0, isText, chosenPx }) => [
      columnId,
      chosenPx ?? (isText ? Math.max(Math.min(needPx, USUAL_TEXT_PX), headerPx) : Math.max(needPx, headerPx)),
    ]),
  );
  let leftPx = roomPx - sum([...widths.values()]);
  const widen = (columnId: string, toPx: number) => {
    const widthPx = widths.get(columnId) ?? 0;
    const addedPx = Math.max(0, Math.min(toPx - widthPx, leftPx));
    widths.set(columnId, widthPx + addedPx);
    leftPx -= addedPx;
  };
  const prose = columns
    .filter(({ isText, chosenPx, needPx }) => isText && chosenPx === null && needPx > PROSE_FROM_PX)
    .toSorted((one, other) => one.needPx - other.needPx);
  for (const { columnId, needPx } of prose) widen(columnId, needPx);
  const widest = prose.at(-1);
  if (widest !== undefined) widen(widest.columnId, Infinity);
  return widths;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
