import { describe, expect, it } from 'vitest';
import { AT_REST, afterMove, settled, type ScrollVelocity } from './scroll-velocity';

const VIEW_PX = 800;

function movedSteadily(deltaPx: number, everyMs: number, times: number, isHeld = false): ScrollVelocity {
  let velocity = AT_REST;
  for (let index = 0; index < times; index += 1) {
    velocity = afterMove(velocity, deltaPx, index * everyMs, VIEW_PX, isHeld);
  }
  return velocity;
}

describe('scroll velocity', () => {
  it('is not fast under a wheel turned steadily', () => {
    expect(movedSteadily(120, 16, 60).isFast).toBe(false);
  });

  it('is fast in a fling', () => {
    expect(movedSteadily(12_800, 16, 3).isFast).toBe(true);
  });

  it('is not fast after a single leap, however far', () => {
    expect(movedSteadily(5e9, 16, 1).isFast).toBe(false);
  });

  it('is fast with the first leap of a thumb in hand', () => {
    expect(movedSteadily(5e9, 16, 1, true).isFast).toBe(true);
  });

  it('forgets what is longer ago than a moment', () => {
    expect(movedSteadily(12_800, 500, 10).isFast).toBe(false);
  });

  it('keeps the direction when it settles', () => {
    const velocity = settled(movedSteadily(-12_800, 16, 5));
    expect(velocity).toEqual({ direction: 'up', isFast: false, moves: [] });
  });
});
