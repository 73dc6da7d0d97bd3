// The scroll position of the rows, which is separate from the browser's scrollbar. Browsers cannot lay out a billion rows,
// so the scrolled element is at most SIZER_CAP_PX high, and `offsetPx` is the real scroll position (see README.md).

/** The tallest element that the grid creates, px. Below every browser's limit, even at 200% zoom, at which Chromium halves its limit. */
export const SIZER_CAP_PX = 8_000_000;

/** Space, px, that is kept free at both ends of the scrollbar, so that a wheel scroll or a fling does not stop before the rows end. */
export const NATIVE_RESERVE_PX = 32_768;

/** The sizes that the calculations depend on. All px are CSS px. */
export interface RowScrollGeometry {
  readonly rowCount: number;
  readonly rowHeightPx: number;
  /** The height of the area that shows rows, without the header. */
  readonly viewportHeightPx: number;
  /** The largest scrollTop that the browser allows, as measured. With zoom it may be less than the requested height allows. */
  readonly nativeMaxPx: number;
}

export interface RowScrollState {
  /** The distance from the top of row 0 to the top of the viewport: 0 to `maxOffsetPx`. */
  readonly offsetPx: number;
  /** The native scrollTop that was last reported or set. */
  readonly nativeTopPx: number;
  /** The position at which a series of jumps began. Within one series, equal scrollTops map to equal offsets. */
  readonly jumpOrigin: { readonly nativeTopPx: number; readonly offsetPx: number } | null;
}

/**
 * The cause of a change of the native scrollTop. `wheel`: wheel events; `unspentPx` is how far those not yet applied could have moved
 * it, `owedPx` how far they should move it (down is positive; 0 for events that do not count in px). `touch`: a finger or its fling.
 * `scrollbar`: a press on a scrollbar, which may continue. `unknown`: a script or anything else.
 */
export type ScrollCause =
  | { readonly kind: 'wheel'; readonly unspentPx: number; readonly owedPx: number }
  | { readonly kind: 'touch' }
  | { readonly kind: 'scrollbar' }
  | { readonly kind: 'unknown' };

export const INITIAL_ROW_SCROLL: RowScrollState = { offsetPx: 0, nativeTopPx: 0, jumpOrigin: null };

/** Returns the height of all rows, px. No browser can lay out more than 2^25 px. */
function contentHeightPx(geometry: Pick<RowScrollGeometry, 'rowCount' | 'rowHeightPx'>): number {
  return geometry.rowCount * geometry.rowHeightPx;
}

/** Returns the height, px, of the sizer, the element that gives the scrollbar its range. */
export function sizerHeightPx(geometry: Pick<RowScrollGeometry, 'rowCount' | 'rowHeightPx'>): number {
  return Math.min(contentHeightPx(geometry), SIZER_CAP_PX);
}

/** Returns the offset, px, at which the last row touches the bottom of the viewport. */
export function maxOffsetPx(geometry: RowScrollGeometry): number {
  return Math.max(0, contentHeightPx(geometry) - geometry.viewportHeightPx);
}

/** False if the browser can lay out all rows. Scrolling is then native, pixel by pixel. */
export function isScaled(geometry: RowScrollGeometry): boolean {
  return maxOffsetPx(geometry) - geometry.nativeMaxPx > 1;
}

/** Returns the scrollTop that matches an offset at rest: proportional, but no nearer to an end than the reserve allows. */
export function restingNativeTopPx(offsetPx: number, geometry: RowScrollGeometry): number {
  const { nativeMaxPx } = geometry;
  if (!isScaled(geometry)) return clamp(offsetPx, 0, nativeMaxPx);
  const maxOffset = maxOffsetPx(geometry);
  const reserve = Math.min(NATIVE_RESERVE_PX, nativeMaxPx / 4);
  const lowest = Math.min(offsetPx, reserve);
  const highest = nativeMaxPx - Math.min(maxOffset - offsetPx, reserve);
  // Whole px, because browsers round the scrollTop, and later moves are measured from the rounded value.
  return Math.min(Math.round(clamp((offsetPx / maxOffset) * nativeMaxPx, lowest, highest)), nativeMaxPx);
}

/**
 * Returns the state after the browser has reported a scrollTop. Wheel and touch move the rows by the same px. Other causes move them
 * in proportion, unless they move less than a viewport (arrows, middle click). A scrollTop that the code itself has set moves nothing.
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

/** Whether the scrollbar is at an end but the rows are not. The browser may have cut off the movement. */
export function isCutOff(state: RowScrollState, geometry: RowScrollGeometry): boolean {
  return (
    isScaled(geometry) &&
    ((state.nativeTopPx <= 0 && state.offsetPx > 0) ||
      (isAtNativeEnd(state.nativeTopPx, geometry) && state.offsetPx < maxOffsetPx(geometry)))
  );
}

/** Returns the state with the rows at a (clamped) offset and the native scrollTop at its resting position. */
export function atOffset(offsetPx: number, geometry: RowScrollGeometry): RowScrollState {
  const offset = clamp(offsetPx, 0, maxOffsetPx(geometry));
  return { offsetPx: offset, nativeTopPx: restingNativeTopPx(offset, geometry), jumpOrigin: null };
}

/** Whether the scrollbar must be moved at once to get room. Usually it waits until the rows rest, because moving it may stop a fling. */
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
    // The rows are at an end, but the scrollbar is not.
    (rowsAbove === 0 && nativeAbove > 1) ||
    (rowsBelow === 0 && nativeBelow > 1)
  );
}

/** Returns the state after rows, row height or viewport have changed. The first visible row stays, cut off by the same share. */
export function afterGeometryChange(
  state: RowScrollState,
  before: Pick<RowScrollGeometry, 'rowHeightPx'>,
  geometry: RowScrollGeometry,
): RowScrollState {
  const rowsAbove = before.rowHeightPx > 0 ? state.offsetPx / before.rowHeightPx : 0;
  return atOffset(rowsAbove * geometry.rowHeightPx, geometry);
}

/** Returns the part of a wheel movement for which the scrollbar had no room. A single event may move farther than the reserve. */
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

/** Whether the scrollTop is at its end. On a fractional device scale it stops up to 1 px short of the computed maximum. */
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
  // At an end, the distance does not matter: a user who drags the thumb to the end wants the end of the rows.
  const isAtEnd = nativeTopPx <= 0 || isAtNativeEnd(nativeTopPx, geometry);
  switch (cause.kind) {
    case 'touch':
      return false;
    case 'wheel':
      // Some systems enlarge wheel steps, so that the scroller moves farther than the wheel event announced.
      return distancePx > viewportHeightPx + 2 * cause.unspentPx;
    case 'scrollbar':
      // Only a long move is a drag. The thumb moves at least one device px of the scrollbar; a press on the track turns a few pages a
      // frame.
      return isAtEnd || distancePx > Math.max(viewportHeightPx, nativeMaxPx / (4 * viewportHeightPx));
    case 'unknown':
      return isAtEnd || distancePx > viewportHeightPx;
  }
}

/** Maps proportionally on both sides of the origin of a series of jumps, so that the rows do not leap when it starts or returns. */
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
