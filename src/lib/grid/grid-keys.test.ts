import { describe, expect, it } from 'vitest';
import { GRID_KEYS, intentOfKey, isMove, type PressedKey } from './grid-keys';

function pressed(stroke: string): PressedKey {
  const held = stroke.split('+');
  const name = held.pop() ?? '';
  return {
    key: name === 'Space' ? ' ' : name.length === 1 ? name.toLowerCase() : name,
    ctrlKey: held.includes('Ctrl'),
    metaKey: held.includes('Meta'),
    altKey: held.includes('Alt'),
    shiftKey: held.includes('Shift'),
  };
}

const allStrokes = GRID_KEYS.flatMap(({ command, on, strokes }) =>
  (on === 'both' ? (['cell', 'header'] as const) : [on]).flatMap((where) =>
    strokes.map((stroke) => ({ where, stroke, command })),
  ),
);

describe('the keys of the grid', () => {
  it.each(allStrokes)('on a $where, $stroke is $command', ({ where, stroke, command }) => {
    expect(intentOfKey(pressed(stroke), where)).toEqual({ command, extends: false });
  });

  it('gives no key two meanings in one state', () => {
    const places = allStrokes.map(({ where, stroke }) => `${where} ${stroke}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('extends with Shift by every move, on cells', () => {
    for (const { where, stroke, command } of allStrokes) {
      if (where !== 'cell' || !isMove(command)) continue;
      expect(intentOfKey({ ...pressed(stroke), shiftKey: true }, 'cell')).toEqual({ command, extends: true });
    }
  });

  it('takes Command for Ctrl', () => {
    expect(intentOfKey(pressed('Meta+Home'), 'cell')?.command).toBe('grid-start');
  });

  it.each([
    'Tab',
    'A',
    'Shift+A',
    'Ctrl+Shift+A',
    'Space',
    'Ctrl+C',
    'Alt+ArrowLeft',
    'Ctrl+Alt+PageDown',
    '?',
  ])('leaves %s on a cell alone', (stroke) => {
    expect(intentOfKey(pressed(stroke), 'cell')).toBeNull();
  });
});
