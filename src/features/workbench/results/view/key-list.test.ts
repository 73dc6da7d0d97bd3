import { expect, test } from 'vitest';
import { GRID_KEYS } from '@/lib/grid/grid-keys';
import { keyGroups } from './key-list';

test('the list has every key of the grid', () => {
  const listed = new Set(
    keyGroups({ tabMoves: false }).flatMap(({ keys }) => keys.flatMap(({ strokes }) => strokes)),
  );
  const missing = GRID_KEYS.flatMap(({ strokes }) => strokes).filter((stroke) => !listed.has(stroke));
  expect(missing).toEqual([]);
});

test('the list describes what Tab does', () => {
  const commands = (tabMoves: boolean) =>
    keyGroups({ tabMoves }).flatMap(({ keys }) => keys.map(({ command }) => command));
  expect(commands(false)).toContain('tab-out');
  expect(commands(true)).toContain('tab');
});
