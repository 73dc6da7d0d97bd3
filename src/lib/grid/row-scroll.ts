// The scroll position of the rows, apart from that of the browser's scrollbar. Browsers cannot lay out a billion
// rows, so the scrolled element is at most SIZER_CAP_PX high, and `offsetPx` is the truth (see README.md).

/** The tallest element requested of a browser, px. Below every clamp at 200 % zoom, where Chromium halves its own. */
export const SIZER_CAP_PX = 8_000_000;

/** Room, px, kept at both ends of the scrollbar, so that a wheel or a fling does not end before the rows. */
export const NATIVE_RESERVE_PX = 32_768;

/** Sizes that the arithmetic depends on. All px are CSS px. */
export interface RowScrollGeometry {
  readonly rowCount: number;
  readonly rowHeightPx: number;
  /** Height of the area that shows rows: the header is not part of it. */
  readonly viewportHeightPx: number;
  /** The largest scrollTop that the browser allows, as measured: zoom may clamp it below the requested height. */
  readonly nativeMaxPx: number;
}

export interface RowScrollState {
  /** Distance from the top of row 0 to the top of the viewport, 0 to maxOffsetPx. */
  readonly offsetPx: number;
  /** The native scrollTop last reported or set. */
  readonly nativeTopPx: number;
  /** Where a run of jumps began. Within one run, equal scrollTops map to equal offsets. */
  readonly jumpOrigin: { readonly nativeTopPx: number; readonly offsetPx: number } | null;
}

/**
 * The cause of a move of the native position. `wheel` carries how far the wheel events not yet applied could have moved it, and
 * how far they should move it in total (down is positive; 0 for events without px); `touch`: a finger or its fling; `scrollbar`:
 * a press on a scrollbar, which may go on; `unknown`: a script or anything else.
 */
export type ScrollCause =
  | { readonly kind: 'wheel'; readonly unspentPx: number; readonly owedPx: number }
  | { readonly kind: 'touch' }
  | { readonly kind: 'scrollbar' }
  | { readonly kind: 'unknown' };

export const INITIAL_ROW_SCROLL: RowScrollState = { offsetPx: 0, nativeTopPx: 0, jumpOrigin: null };

/** Height of all rows, px. Beyond 2^25 px no browser can lay it out. */
function contentHeightPx(geometry: Pick<RowScrollGeometry, 'rowCount' | 'rowHeightPx'>): number {
  return geometry.rowCount * geometry.rowHeightPx;
}

/** Returns the height of the sizer element, px. */
export function sizerHeightPx(geometry: Pick<RowScrollGeometry, 'rowCount' | 'rowHeightPx'>): number {
  return Math.min(contentHeightPx(geometry), SIZER_CAP_PX);
}

/** The offset at which the last row touches the bottom of the viewport, px. */
export function maxOffsetPx(geometry: RowScrollGeometry): number {
  return Math.max(0, contentHeightPx(geometry) - geometry.viewportHeightPx);
}

/** False where the browser can lay out all rows: scrolling is then native, pixel by pixel. */
export function isScaled(geometry: RowScrollGeometry): boolean {
  return maxOffsetPx(geometry) - geometry.nativeMaxPx > 1;
}

/** Returns the scrollTop for an offset at rest: proportional, but no nearer to an end than the reserve allows. */
export function restingNativeTopPx(offsetPx: number, geometry: RowScrollGeometry): number {
  const { nativeMaxPx } = geometry;
  if (!isScaled(geometry)) return clamp(offsetPx, 0, nativeMaxPx);
  const maxOffset = maxOffsetPx(geometry);
  const reserve = Math.min(NATIVE_RESERVE_PX, nativeMaxPx / 4);
  const lowest = Math.min(offsetPx, reserve);
  const highest = nativeMaxPx - Math.min(maxOffset - offsetPx, reserve);
  // Whole px: browsers round what is set, and later moves are measured from the rounded value.
  return Math.min(Math.round(clamp((offsetPx / maxOffset) * nativeMaxPx, lowest, highest)), nativeMaxPx);
}

/**
 * Returns the state after a reported scrollTop. Wheel and touch move the rows by the same px,
 * others proportionally, except by less than a viewport (arrows, middle click). Our own moves do not count.
 */
export function afterNativeScroll(
  state: RowScrollState,
  reportedTopPx: number,
  cause: ScrollCause,
  geometry: RowScrollGeometry,
): RowScrollState {
  const nativeTopPx = clamp(reportedTopPx, 0, geometry.nativeMaxPx);
  if (!isScaled(geometry)) {
    return state.offsetPx === nativeTopPx && state.nativeTopPx === nativeTopPx
      ? state
      : { offsetPx: nativeTopPx, nativeTopPx, jumpOrigin: null };
  }
  const deltaPx = nativeTopPx - state.nativeTopPx;
  if (deltaPx === 0) return state;
  if (isJump(deltaPx, nativeTopPx, cause, geometry)) {
    const jumpOrigin = state.jumpOrigin ?? { nativeTopPx: state.nativeTopPx, offsetPx: state.offsetPx };
    return { offsetPx: offsetOfJumpPx(nativeTopPx, jumpOrigin, geometry), nativeTopPx, jumpOrigin };
  }
  const maxOffset = maxOffsetPx(geometry);
  const movedPx = clamp(
    state.offsetPx + deltaPx + cutOffPx(deltaPx, nativeTopPx, cause, geometry),
    0,
    maxOffset,
  );
  return { offsetPx: settledAtEndPx(movedPx, nativeTopPx, geometry), nativeTopPx, jumpOrigin: null };
}

/** True at an end of the scrollbar that is not an end of the rows: the movement may have been cut off. */
export function isCutOff(state: RowScrollState, geometry: RowScrollGeometry): boolean {
  return (
    isScaled(geometry) &&
    ((state.nativeTopPx <= 0 && state.offsetPx > 0) ||
      (isAtNativeEnd(state.nativeTopPx, geometry) && state.offsetPx < maxOffsetPx(geometry)))
  );
}

/** Returns the state with the rows at an offset (clamped) and the native position at rest. */
export function atOffset(offsetPx: number, geometry: RowScrollGeometry): RowScrollState {
  const offset = clamp(offsetPx, 0, maxOffsetPx(geometry));
  return { offsetPx: offset, nativeTopPx: restingNativeTopPx(offset, geometry), jumpOrigin: null };
}

/** Whether the native position needs room at once. Otherwise it waits for rest: a move may stop a fling. */
export function isNativeRoomShort(state: RowScrollState, geometry: RowScrollGeometry): boolean {
  if (!isScaled(geometry)) return false;
  const short = Math.min(NATIVE_RESERVE_PX, geometry.nativeMaxPx / 4) / 2;
  const nativeAbove = state.nativeTopPx;
  const nativeBelow = geometry.nativeMaxPx - state.nativeTopPx;
  const rowsAbove = state.offsetPx;
  const rowsBelow = maxOffsetPx(geometry) - state.offsetPx;
  return (
    (nativeAbove < short && rowsAbove > nativeAbove + 1) ||
    (nativeBelow < short && rowsBelow > nativeBelow + 1) ||
    // The rows are at an end and the scrollbar is not.
    (rowsAbove === 0 && nativeAbove > 1) ||
    (rowsBelow === 0 && nativeBelow > 1)
  );
}

/** Returns the state after rows, heights or the viewport changed: the first row in view stays, cut off by the same share. */
export function afterGeometryChange(
  state: RowScrollState,
  before: Pick<RowScrollGeometry, 'rowHeightPx'>,
  geometry: RowScrollGeometry,
): RowScrollState {
  const rowsAbove = before.rowHeightPx > 0 ? state.offsetPx / before.rowHeightPx : 0;
  return atOffset(rowsAbove * geometry.rowHeightPx, geometry);
}

/** Returns the part of a wheel movement for which there was no native room: a single event may exceed the reserve. */
function cutOffPx(
  deltaPx: number,
  nativeTopPx: number,
  cause: ScrollCause,
  geometry: RowScrollGeometry,
): number {
  if (cause.kind !== 'wheel') return 0;
  const restPx = cause.owedPx - deltaPx;
  if (deltaPx > 0) return isAtNativeEnd(nativeTopPx, geometry) ? Math.max(0, restPx) : 0;
  return nativeTopPx <= 0 ? Math.min(0, restPx) : 0;
}

/** At fractional device scales scrollTop stops up to 1 px short of its computed maximum. */
function isAtNativeEnd(nativeTopPx: number, geometry: RowScrollGeometry): boolean {
  return nativeTopPx >= geometry.nativeMaxPx - 1;
}

function isJump(
  deltaPx: number,
  nativeTopPx: number,
  cause: ScrollCause,
  geometry: RowScrollGeometry,
): boolean {
  const { viewportHeightPx, nativeMaxPx } = geometry;
  const distancePx = Math.abs(deltaPx);
  // The distance does not matter here: dragging the scrollbar to its end means the end of the rows.
  const isAtEnd = nativeTopPx <= 0 || isAtNativeEnd(nativeTopPx, geometry);
  switch (cause.kind) {
    case 'touch':
      return false;
    case 'wheel':
      // Some systems scale wheel steps up on the way to the scroller, beyond the announced distance.
      return distancePx > viewportHeightPx + 2 * cause.unspentPx;
    case 'scrollbar':
      // The thumb moves in steps of a device px of the scrollbar; a press on the track turns pages, several a frame.
      return isAtEnd || distancePx > Math.max(viewportHeightPx, nativeMaxPx / (4 * viewportHeightPx));
    case 'unknown':
      return isAtEnd || distancePx > viewportHeightPx;
  }
}

/** Proportional on both sides of the origin of the run of jumps, so that the run neither starts nor returns with a leap. */
function offsetOfJumpPx(
  nativeTopPx: number,
  origin: { readonly nativeTopPx: number; readonly offsetPx: number },
  geometry: RowScrollGeometry,
): number {
  const maxOffset = maxOffsetPx(geometry);
  if (isAtNativeEnd(nativeTopPx, geometry)) return maxOffset;
  if (nativeTopPx <= 0) return 0;
  const offset =
    nativeTopPx >= origin.nativeTopPx
      ? origin.offsetPx +
        ((nativeTopPx - origin.nativeTopPx) / (geometry.nativeMaxPx - origin.nativeTopPx)) *
          (maxOffset - origin.offsetPx)
      : (nativeTopPx / origin.nativeTopPx) * origin.offsetPx;
  return clamp(offset, 0, maxOffset);
}

function settledAtEndPx(offsetPx: number, nativeTopPx: number, geometry: RowScrollGeometry): number {
  const maxOffset = maxOffsetPx(geometry);
  if (isAtNativeEnd(nativeTopPx, geometry) && maxOffset - offsetPx < 2) return maxOffset;
  if (nativeTopPx <= 0 && offsetPx < 2) return 0;
  return offsetPx;
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.min(Math.max(value, lowest), highest);
}
