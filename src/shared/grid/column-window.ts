/** Where a column stands. All px are CSS px. */
export interface ColumnSlot {
  readonly columnId: string;
  /** 0-based among all shown columns. */
  readonly columnIndex: number;
  /** From the left edge of the content, as it is when nothing is scrolled. */
  readonly leftPx: number;
  readonly widthPx: number;
  /** Where it is held in view; null also where there is no room for that. */
  readonly pin: ColumnPin;
  /** As the person has it, whatever room there is: a column is moved among those of its group. */
  readonly group: ColumnPin;
}

export type ColumnPin = 'start' | 'end' | null;

export interface ColumnLayout {
  /** In visual order: pinned at the start, those that scroll, pinned at the end. */
  readonly slots: readonly ColumnSlot[];
  /** Left of all columns, always in view; holds the row numbers. */
  readonly gutterWidthPx: number;
  readonly contentWidthPx: number;
  readonly viewportWidthPx: number;
  /** Widths that pinned columns take from the viewport; the gutter counts as start. */
  readonly pinnedStartPx: number;
  readonly pinnedEndPx: number;
}

/** Row numbers and pinned columns may take this share of the viewport, or the other columns would have no room. */
const LARGEST_PINNED_SHARE = 0.6;

export interface ColumnToPlace {
  readonly columnId: string;
  readonly widthPx: number;
  readonly pin: ColumnPin;
}

/** Places columns that are already in visual order. */
export function placeColumns(
  columns: readonly ColumnToPlace[],
  gutterWidthPx: number,
  viewportWidthPx: number,
): ColumnLayout {
  const held = heldColumns(columns, viewportWidthPx * LARGEST_PINNED_SHARE - gutterWidthPx);
  let leftPx = gutterWidthPx;
  const slots = columns.map((column, columnIndex): ColumnSlot => {
    const slot = {
      columnId: column.columnId,
      columnIndex,
      leftPx,
      widthPx: column.widthPx,
      pin: held.has(column) ? column.pin : null,
      group: column.pin,
    };
    leftPx += column.widthPx;
    return slot;
  });
  const widthOf = (pin: ColumnPin) =>
    sum(slots.filter((slot) => slot.pin === pin).map((slot) => slot.widthPx));
  return {
    slots,
    gutterWidthPx,
    contentWidthPx: leftPx,
    viewportWidthPx,
    pinnedStartPx: gutterWidthPx + widthOf('start'),
    pinnedEndPx: widthOf('end'),
  };
}

/** The outermost of the pinned columns, as many as there is room for; those at the start before those at the end. */
function heldColumns(columns: readonly ColumnToPlace[], roomPx: number): ReadonlySet<ColumnToPlace> {
  const held = new Set<ColumnToPlace>();
  let leftPx = roomPx;
  const hold = (outermostFirst: readonly ColumnToPlace[]) => {
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

/**
 * The slots to draw at a horizontal scroll position that may grow by up to `leewayPx` before it is told again: every
 * pinned one, those in view, and `alwaysDrawn`, the column that holds the focus. In visual order.
 */
export function drawnColumns(
  layout: ColumnLayout,
  scrollLeftPx: number,
  leewayPx: number,
  alwaysDrawn: string | null,
): readonly ColumnSlot[] {
  const fromPx = scrollLeftPx + layout.pinnedStartPx;
  const toPx = scrollLeftPx + leewayPx + layout.viewportWidthPx - layout.pinnedEndPx;
  return layout.slots.filter(
    (slot) =>
      slot.pin !== null ||
      slot.columnId === alwaysDrawn ||
      (slot.leftPx < toPx && slot.leftPx + slot.widthPx > fromPx),
  );
}

/** How far a pinned slot has to be moved, px, so that it stands still when the content is scrolled. */
export function pinnedShiftPx(pin: ColumnPin, layout: ColumnLayout, scrollLeftPx: number): number {
  switch (pin) {
    case null:
      return 0;
    case 'start':
      return scrollLeftPx;
    case 'end':
      return Math.min(0, layout.viewportWidthPx - layout.contentWidthPx) + scrollLeftPx;
  }
}

/** The scrollLeft, px, that shows a column whole with the least movement; its start where it is wider than the view. */
export function scrollLeftToShowColumnPx(
  columnId: string,
  scrollLeftPx: number,
  layout: ColumnLayout,
): number {
  const slot = layout.slots.find((candidate) => candidate.columnId === columnId);
  if (slot === undefined || slot.pin !== null) return scrollLeftPx;
  const largest = Math.max(0, layout.contentWidthPx - layout.viewportWidthPx);
  const atStart = slot.leftPx - layout.pinnedStartPx;
  const atEnd = slot.leftPx + slot.widthPx - (layout.viewportWidthPx - layout.pinnedEndPx);
  const wanted = scrollLeftPx > atStart ? atStart : Math.min(Math.max(scrollLeftPx, atEnd), atStart);
  return Math.min(Math.max(0, wanted), largest);
}

/** Width of the row numbers, px, for tabular figures of up to 8 px each. */
export function gutterWidthPx(rowCount: number): number {
  const digits = Math.max(3, String(Math.max(1, rowCount)).length);
  const separators = Math.floor((digits - 1) / 3);
  return Math.ceil((digits * 8 + separators * 4.5 + 20) / 4) * 4;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
