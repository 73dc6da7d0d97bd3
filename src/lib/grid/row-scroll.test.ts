import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  INITIAL_ROW_SCROLL,
  NATIVE_RESERVE_PX,
  SIZER_CAP_PX,
  afterGeometryChange,
  afterNativeScroll,
  atOffset,
  isNativeRoomShort,
  isScaled,
  maxOffsetPx,
  restingNativeTopPx,
  sizerHeightPx,
  type RowScrollGeometry,
  type RowScrollState,
  type ScrollCause,
} from './row-scroll';
import { runs } from '@/test/runs';

const SCROLLBAR: ScrollCause = { kind: 'scrollbar' };
const UNKNOWN: ScrollCause = { kind: 'unknown' };
const TOUCH: ScrollCause = { kind: 'touch' };

function geometryOf(rowCount: number, rowHeightPx = 32, viewportHeightPx = 749): RowScrollGeometry {
  const nativeMaxPx = Math.max(0, sizerHeightPx({ rowCount, rowHeightPx }) - viewportHeightPx);
  return { rowCount, rowHeightPx, viewportHeightPx, nativeMaxPx };
}

/** Allows for rounding in the browser and in our code, and for the precision of doubles near 4e10 px. */
const TWO_PX = 2 + 1e-4;

/** Scrolls as a browser does: it clamps the scroll position and rounds it to whole device pixels. */
function wheel(
  state: RowScrollState,
  deltaPx: number,
  geometry: RowScrollGeometry,
  deviceScale = 1,
): RowScrollState {
  const wanted = Math.round((state.nativeTopPx + deltaPx) * deviceScale) / deviceScale;
  const reached = Math.min(Math.max(0, wanted), geometry.nativeMaxPx);
  const cause: ScrollCause = { kind: 'wheel', unspentPx: Math.abs(deltaPx), owedPx: deltaPx };
  const next = afterNativeScroll(state, reached, cause, geometry);
  return isNativeRoomShort(next, geometry) ? atRest(next, geometry) : next;
}

function atRest(state: RowScrollState, geometry: RowScrollGeometry): RowScrollState {
  return { ...state, nativeTopPx: restingNativeTopPx(state.offsetPx, geometry), jumpOrigin: null };
}

const anyGeometry = fc
  .record({
    rowCount: fc.oneof(
      fc.integer({ min: 0, max: 100 }),
      fc.constantFrom(1_000, 249_999, 250_000, 250_001, 1_000_000, 100_000_000, 1_000_000_000),
      fc.integer({ min: 1_000, max: 1_000_000_000 }),
    ),
    rowHeightPx: fc.constantFrom(28, 32, 40),
    viewportHeightPx: fc.integer({ min: 40, max: 3_000 }),
  })
  .map(({ rowCount, rowHeightPx, viewportHeightPx }) => geometryOf(rowCount, rowHeightPx, viewportHeightPx));
const scaledGeometry = anyGeometry.filter(isScaled);
const fraction = fc.integer({ min: 0, max: 1e12 }).map((part) => part / 1e12);

describe('below the cap', () => {
  it.each([0, 1, 1_000, 200_000, 250_000])('%i rows scroll natively', (rowCount) => {
    expect(isScaled(geometryOf(rowCount))).toBe(false);
  });

  it('offset and scrollTop are one and the same, whatever moved them', () => {
    const causes = fc.constantFrom<ScrollCause>(
      SCROLLBAR,
      UNKNOWN,
      TOUCH,
      { kind: 'wheel', unspentPx: 0, owedPx: 0 },
      { kind: 'wheel', unspentPx: 120, owedPx: 120 },
    );
    fc.assert(
      fc.property(
        anyGeometry.filter((geometry) => !isScaled(geometry)),
        fc.array(fc.tuple(fraction, causes)),
        (geometry, scrolls) => {
          let state = INITIAL_ROW_SCROLL;
          for (const [part, cause] of scrolls) {
            const top = part * geometry.nativeMaxPx;
            state = afterNativeScroll(state, top, cause, geometry);
            expect(state.offsetPx).toBe(top);
            expect(state.nativeTopPx).toBe(top);
          }
        },
      ),
    );
  });
});

describe('beyond the cap', () => {
  it('asks for no taller element than the cap', () => {
    expect(sizerHeightPx({ rowCount: 1_000_000_000, rowHeightPx: 40 })).toBe(SIZER_CAP_PX);
    expect(isScaled(geometryOf(1_000_000_000))).toBe(true);
  });

  it.each([
    [1_000_000, 120],
    [1_000_000_000, 120],
    [1_000_000_000, 12_800],
    // This movement exceeds the room that the native scrollbar has left.
    [1_000_000_000, 10_000_000],
  ])('at %i rows a wheel of %i px moves the rows by as much', (rowCount, deltaPx) => {
    const geometry = geometryOf(rowCount);
    const start = atOffset(777_000 * 32, geometry);
    expect(wheel(start, deltaPx, geometry).offsetPx - start.offsetPx).toBe(deltaPx);
    expect(wheel(start, -deltaPx, geometry).offsetPx - start.offsetPx).toBe(-deltaPx);
  });

  it('moves pixel for pixel from any position, for as long as there are rows', () => {
    fc.assert(
      fc.property(
        scaledGeometry,
        fraction,
        fc.array(
          fc.oneof(
            fc.integer({ min: -12_800, max: 12_800 }),
            fc.integer({ min: -1_000_000, max: 1_000_000 }),
          ),
          { maxLength: 30 },
        ),
        fc.constantFrom(1, 1.25, 1.5, 2),
        (geometry, part, deltas, deviceScale) => {
          const maxOffset = maxOffsetPx(geometry);
          let state = atOffset(part * maxOffset, geometry);
          for (const deltaPx of deltas) {
            const expected = Math.min(Math.max(0, state.offsetPx + deltaPx), maxOffset);
            state = wheel(state, deltaPx, geometry, deviceScale);
            // Allows for the browser's rounding, and for the last px before an end, which counts as the end.
            expect(Math.abs(state.offsetPx - expected)).toBeLessThanOrEqual(TWO_PX);
          }
        },
      ),
    );
  });

  it('reaches both ends by the wheel alone', () => {
    fc.assert(
      fc.property(scaledGeometry, fc.integer({ min: 1, max: 400_000 }), (geometry, distancePx) => {
        const maxOffset = maxOffsetPx(geometry);
        let down = atOffset(maxOffset - distancePx, geometry);
        let up = atOffset(distancePx, geometry);
        for (let moved = 0; moved < distancePx; moved += 4_000) {
          down = wheel(down, 4_000, geometry);
          up = wheel(up, -4_000, geometry);
        }
        expect(down.offsetPx).toBe(maxOffset);
        expect(down.nativeTopPx).toBeCloseTo(geometry.nativeMaxPx, 0);
        expect(up.offsetPx).toBe(0);
        expect(up.nativeTopPx).toBeCloseTo(0, 0);
      }),
      { numRuns: runs(50) },
    );
  });

  it('shows exactly the first and the last row at the ends of the scrollbar, from anywhere', () => {
    const reporters = fc.constantFrom(SCROLLBAR, UNKNOWN);
    fc.assert(
      fc.property(
        scaledGeometry,
        fraction,
        reporters,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (geometry, part, cause, shortOfEndPx) => {
          const start = atOffset(part * maxOffsetPx(geometry), geometry);
          // On a fractional device scale, a browser stops up to 1 px short of the computed maximum.
          const end = afterNativeScroll(start, geometry.nativeMaxPx - shortOfEndPx, cause, geometry);
          expect(maxOffsetPx(geometry) - end.offsetPx).toBeLessThanOrEqual(TWO_PX);
          expect(afterNativeScroll(start, 0, cause, geometry).offsetPx).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('is at the last row where the scrollbar stops a fraction of a px short, however little it moved', () => {
    const geometry = geometryOf(1_000_000_000, 28, 40);
    const start = atOffset(0.99375 * maxOffsetPx(geometry), geometry);
    const end = afterNativeScroll(start, geometry.nativeMaxPx - 0.25, SCROLLBAR, geometry);
    expect(end.offsetPx).toBe(maxOffsetPx(geometry));
  });

  it('maps the scrollbar in proportion', () => {
    const geometry = geometryOf(1_000_000_000);
    for (const part of [0.01, 0.25, 0.5, 0.777, 0.99]) {
      const state = afterNativeScroll(INITIAL_ROW_SCROLL, part * geometry.nativeMaxPx, SCROLLBAR, geometry);
      expect(state.offsetPx / maxOffsetPx(geometry)).toBeCloseTo(part, 12);
    }
  });

  it('stays within the reserve of proportion wherever a drag begins', () => {
    fc.assert(
      fc.property(scaledGeometry, fraction, fraction, (geometry, from, to) => {
        const start = atOffset(from * maxOffsetPx(geometry), geometry);
        const state = afterNativeScroll(start, to * geometry.nativeMaxPx, SCROLLBAR, geometry);
        if (state.jumpOrigin === null) return;
        const off = Math.abs(state.offsetPx / maxOffsetPx(geometry) - to);
        expect(off).toBeLessThanOrEqual((NATIVE_RESERVE_PX + 1) / geometry.nativeMaxPx);
      }),
    );
  });

  it('keeps order while a thumb is dragged, and comes back to the px where it was', () => {
    fc.assert(
      fc.property(
        scaledGeometry,
        fraction,
        fc.array(fraction, { minLength: 1, maxLength: 20 }),
        (geometry, part, stops) => {
          const start = atOffset(part * maxOffsetPx(geometry), geometry);
          const seen = [{ top: start.nativeTopPx, offsetPx: start.offsetPx }];
          let state = start;
          for (const stop of stops) {
            const top = stop * geometry.nativeMaxPx;
            const next = afterNativeScroll(state, top, SCROLLBAR, geometry);
            // A step this small is a page turn and not a drag of the thumb. Page turns are not tested here.
            if (next.jumpOrigin === null) return;
            state = next;
            seen.push({ top, offsetPx: state.offsetPx });
          }
          const byTop = seen.toSorted((one, other) => one.top - other.top);
          for (const [index, place] of byTop.entries()) {
            // A scroll position within 1 px of the end counts as the end.
            expect(place.offsetPx).toBeGreaterThanOrEqual((byTop[index - 1]?.offsetPx ?? 0) - 1);
          }
          const back = afterNativeScroll(state, start.nativeTopPx, SCROLLBAR, geometry);
          // A scroll position within 1 px of the end counts as the end, so the way back is not tested for it.
          if (back.jumpOrigin !== null) {
            expect(Math.abs(back.offsetPx - start.offsetPx)).toBeLessThanOrEqual(TWO_PX);
          }
        },
      ),
    );
  });

  it('treats small moves of unknown origin as px: scrollbar arrows, its track, scripts that scroll by a little', () => {
    const geometry = geometryOf(1_000_000_000);
    const start = atOffset(5e9, geometry);
    expect(afterNativeScroll(start, start.nativeTopPx + 40, UNKNOWN, geometry).offsetPx).toBe(5e9 + 40);
    expect(afterNativeScroll(start, start.nativeTopPx + 686, SCROLLBAR, geometry).offsetPx).toBe(5e9 + 686);
    // The sum of two page turns within one frame.
    expect(afterNativeScroll(start, start.nativeTopPx + 1_372, SCROLLBAR, geometry).offsetPx).toBe(
      5e9 + 1_372,
    );
  });

  it('sees a script behind a wheel that could not have moved as far', () => {
    const geometry = geometryOf(1_000_000_000);
    const cause: ScrollCause = { kind: 'wheel', unspentPx: 120, owedPx: 120 };
    const state = afterNativeScroll(INITIAL_ROW_SCROLL, geometry.nativeMaxPx / 2, cause, geometry);
    expect(state.offsetPx).toBeCloseTo(maxOffsetPx(geometry) / 2, 3);
  });

  it('follows a finger at any speed', () => {
    const geometry = geometryOf(1_000_000_000);
    const start = atOffset(5e9, geometry);
    const state = afterNativeScroll(start, start.nativeTopPx + 9_000, TOUCH, geometry);
    expect(state.offsetPx).toBe(5e9 + 9_000);
  });

  it('does nothing on a report of what was set', () => {
    fc.assert(
      fc.property(scaledGeometry, fraction, (geometry, part) => {
        const state = atOffset(part * maxOffsetPx(geometry), geometry);
        expect(afterNativeScroll(state, state.nativeTopPx, UNKNOWN, geometry)).toBe(state);
      }),
    );
  });
});

describe('the resting position of the scrollbar', () => {
  it('grows with the offset and meets both ends', () => {
    fc.assert(
      fc.property(anyGeometry, fraction, fraction, (geometry, one, other) => {
        const maxOffset = maxOffsetPx(geometry);
        const low = restingNativeTopPx(Math.min(one, other) * maxOffset, geometry);
        const high = restingNativeTopPx(Math.max(one, other) * maxOffset, geometry);
        expect(low).toBeLessThanOrEqual(high);
        expect(restingNativeTopPx(0, geometry)).toBe(0);
        expect(restingNativeTopPx(maxOffset, geometry)).toBe(geometry.nativeMaxPx);
      }),
    );
  });

  it('leaves room on both sides for as far as the rows go, up to the reserve', () => {
    fc.assert(
      fc.property(scaledGeometry, fraction, (geometry, part) => {
        const maxOffset = maxOffsetPx(geometry);
        const offsetPx = part * maxOffset;
        const nativeTopPx = restingNativeTopPx(offsetPx, geometry);
        const reserve = Math.min(NATIVE_RESERVE_PX, geometry.nativeMaxPx / 4);
        expect(nativeTopPx).toBeGreaterThanOrEqual(Math.min(offsetPx, reserve) - 1);
        expect(geometry.nativeMaxPx - nativeTopPx).toBeGreaterThanOrEqual(
          Math.min(maxOffset - offsetPx, reserve) - 1,
        );
      }),
    );
  });
});

describe('any row', () => {
  it('can be brought to the top exactly, up to the last screenful', () => {
    fc.assert(
      fc.property(anyGeometry, fraction, (geometry, part) => {
        const rowIndex = Math.floor(part * Math.max(0, geometry.rowCount - 1));
        const state = atOffset(rowIndex * geometry.rowHeightPx, geometry);
        expect(state.offsetPx).toBe(Math.min(rowIndex * geometry.rowHeightPx, maxOffsetPx(geometry)));
      }),
    );
  });

  it('stays at the top when rows get another height or the view another size', () => {
    fc.assert(
      fc.property(
        anyGeometry,
        fraction,
        fc.constantFrom(28, 32, 40),
        fc.integer({ min: 40, max: 3_000 }),
        (geometry, part, rowHeightPx, viewportHeightPx) => {
          const before = atOffset(part * maxOffsetPx(geometry), geometry);
          const changed = geometryOf(geometry.rowCount, rowHeightPx, viewportHeightPx);
          const after = afterGeometryChange(before, geometry, changed);
          const wanted = (before.offsetPx / geometry.rowHeightPx) * rowHeightPx;
          expect(after.offsetPx).toBeCloseTo(Math.min(wanted, maxOffsetPx(changed)), 3);
        },
      ),
    );
  });
});

describe('zoom, resizing and other row heights', () => {
  /** Zooming in makes the view smaller in CSS px, and lowers the greatest height that the browser can lay out. */
  const anyChange = fc.record({
    zoom: fc.constantFrom(0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2),
    rowHeightPx: fc.constantFrom(28, 32, 40),
    windowHeightPx: fc.integer({ min: 300, max: 2_000 }),
  });
  const CLAMP_PX = 2 ** 24;

  it('come and go in any order without a drift, and the wheel stays exact meanwhile', () => {
    fc.assert(
      fc.property(anyGeometry, fraction, fc.array(anyChange, { maxLength: 40 }), (first, part, changes) => {
        let geometry = first;
        let state = atOffset(part * maxOffsetPx(first), first);
        // The position in rows must stay the same, unless the end of the rows limits it.
        let topRow = state.offsetPx / first.rowHeightPx;
        for (const { zoom, rowHeightPx, windowHeightPx } of changes) {
          const asked = geometryOf(first.rowCount, rowHeightPx, Math.round(windowHeightPx / zoom));
          const next = { ...asked, nativeMaxPx: Math.min(asked.nativeMaxPx, CLAMP_PX / zoom) };
          state = afterGeometryChange(state, geometry, next);
          geometry = next;
          topRow = Math.min(topRow, maxOffsetPx(geometry) / rowHeightPx);
          expect(Math.abs(state.offsetPx / rowHeightPx - topRow)).toBeLessThan(1e-4);
          const away = wheel(state, 120, geometry, zoom);
          const reached = Math.min(state.offsetPx + 120, maxOffsetPx(geometry));
          expect(Math.abs(away.offsetPx - reached)).toBeLessThanOrEqual(TWO_PX);
        }
        const back = afterGeometryChange(state, geometry, first);
        expect(
          Math.abs(back.offsetPx - Math.min(topRow * first.rowHeightPx, maxOffsetPx(first))),
        ).toBeLessThan(0.01);
      }),
    );
  });
});

describe('random walks by all means', () => {
  type Step =
    | { readonly by: 'wheel'; readonly deltaPx: number }
    | { readonly by: 'touch'; readonly deltaPx: number }
    | { readonly by: 'thumb'; readonly part: number }
    | { readonly by: 'script'; readonly part: number }
    | { readonly by: 'row'; readonly part: number }
    | { readonly by: 'rest' };
  const anyStep = fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({ by: fc.constant('wheel'), deltaPx: fc.integer({ min: -12_800, max: 12_800 }) }),
    fc.record({ by: fc.constant('touch'), deltaPx: fc.integer({ min: -3_000, max: 3_000 }) }),
    fc.record({ by: fc.constant('thumb'), part: fraction }),
    fc.record({ by: fc.constant('script'), part: fraction }),
    fc.record({ by: fc.constant('row'), part: fraction }),
    fc.record({ by: fc.constant('rest') }),
  );

  function afterStep(state: RowScrollState, step: Step, geometry: RowScrollGeometry): RowScrollState {
    switch (step.by) {
      case 'wheel':
        return wheel(state, step.deltaPx, geometry);
      case 'touch': {
        const top = Math.min(Math.max(0, state.nativeTopPx + step.deltaPx), geometry.nativeMaxPx);
        return afterNativeScroll(state, top, TOUCH, geometry);
      }
      case 'thumb':
        return afterNativeScroll(state, step.part * geometry.nativeMaxPx, SCROLLBAR, geometry);
      case 'script':
        return afterNativeScroll(state, step.part * geometry.nativeMaxPx, UNKNOWN, geometry);
      case 'row':
        return atOffset(Math.floor(step.part * geometry.rowCount) * geometry.rowHeightPx, geometry);
      case 'rest':
        return atRest(state, geometry);
    }
  }

  it('keep the offset within the rows, move nothing at rest, and end at the ends', () => {
    fc.assert(
      fc.property(anyGeometry, fc.array(anyStep, { maxLength: 60 }), (geometry, steps) => {
        const maxOffset = maxOffsetPx(geometry);
        let state: RowScrollState = INITIAL_ROW_SCROLL;
        for (const step of steps) {
          const next = afterStep(state, step, geometry);
          expect(next.offsetPx).toBeGreaterThanOrEqual(0);
          expect(next.offsetPx).toBeLessThanOrEqual(maxOffset);
          expect(next.nativeTopPx).toBeGreaterThanOrEqual(0);
          expect(next.nativeTopPx).toBeLessThanOrEqual(geometry.nativeMaxPx);
          if (step.by === 'rest') expect(next.offsetPx).toBe(state.offsetPx);
          state = next;
        }
        const resting = atRest(state, geometry);
        const end = afterNativeScroll(resting, geometry.nativeMaxPx, SCROLLBAR, geometry);
        expect(maxOffset - end.offsetPx).toBeLessThanOrEqual(TWO_PX);
        expect(afterNativeScroll(end, 0, SCROLLBAR, geometry).offsetPx).toBe(0);
      }),
    );
  });
});
