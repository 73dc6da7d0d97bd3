import { expect, test } from 'vitest';
import { createAutoscroll } from './autoscroll';

const START_PX = 100;
const END_PX = 900;

/** Returns how far autoscroll moves in `forMs` milliseconds, with one step per frame. */
function movedPx(positionPx: number, forMs: number, framesPerS = 60): number {
  const autoscroll = createAutoscroll();
  const frames = Math.round((forMs * framesPerS) / 1000);
  let moved = 0;
  for (let frame = 0; frame <= frames; frame += 1) {
    moved += autoscroll.step(positionPx, START_PX, END_PX, (frame * 1000) / framesPerS).px;
  }
  return moved;
}

test('nothing moves within the view, and it moves to the side where the pointer is', () => {
  expect(createAutoscroll().step(500, START_PX, END_PX, 0)).toEqual({ px: 0, isOn: false });
  expect(createAutoscroll().step(END_PX, START_PX, END_PX, 0)).toEqual({ px: 0, isOn: true });
  expect(movedPx(END_PX, 1_000)).toBeGreaterThan(100);
  expect(movedPx(START_PX, 1_000)).toBe(-movedPx(END_PX, 1_000));
});

test('it is as fast at every rate of frames', () => {
  for (const pastPx of [-20, 0, 40, 300]) {
    const [slow, usual, fast] = [30, 60, 240].map((framesPerS) =>
      movedPx(END_PX + pastPx, 2_000, framesPerS),
    );
    expect(slow).toBeGreaterThan(0);
    expect(Math.abs((slow ?? 0) / (usual ?? 0) - 1)).toBeLessThan(0.05);
    expect(Math.abs((fast ?? 0) / (usual ?? 0) - 1)).toBeLessThan(0.05);
  }
});

test('the farther past the edge the faster, up to 200 columns in some seconds', () => {
  const distances = [-20, -10, 0, 20, 60, 120, 240];
  const moved = distances.map((pastPx) => movedPx(END_PX + pastPx, 1_000));
  expect(moved).toEqual(moved.toSorted((one, other) => one - other));
  expect(new Set(moved).size).toBe(distances.length);
  // A pointer just beyond the edge scrolls slowly enough to control: a few columns a second.
  expect(movedPx(END_PX - 20, 1_000)).toBeLessThan(150);
  expect(movedPx(END_PX + 240, 2_000)).toBeGreaterThan(20_000);
  expect(movedPx(END_PX + 5_000, 1_000)).toBe(movedPx(END_PX + 240, 1_000));
});

test('where the window leaves no room past the edge, time makes it faster', () => {
  expect(movedPx(END_PX + 10, 5_000)).toBeGreaterThan(3 * 5 * movedPx(END_PX + 10, 500));
});

test('a new pause starts at zero, and a page that was busy does not jump', () => {
  const autoscroll = createAutoscroll();
  autoscroll.step(END_PX, START_PX, END_PX, 0);
  const usual = autoscroll.step(END_PX, START_PX, END_PX, 100).px;
  autoscroll.step(500, START_PX, END_PX, 116);
  expect(autoscroll.step(END_PX, START_PX, END_PX, 5_000).px).toBe(0);
  expect(autoscroll.step(END_PX, START_PX, END_PX, 9_000).px).toBeLessThanOrEqual(usual * 6);
});
