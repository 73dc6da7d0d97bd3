import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIRST_ROW_KEYS, keyOfRow, keysForRows, keysWithFocus, type RowKeys } from './row-keys';
import type { RowRange } from './grid-model';

function keysOf(keys: RowKeys, rows: RowRange): string[] {
  const rendered = [];
  for (let row = rows.rowStart; row < rows.rowEnd; row += 1) rendered.push(keyOfRow(keys, row));
  return rendered;
}

describe('row keys', () => {
  const near = { rowStart: 100, rowEnd: 130 };
  const moved = { rowStart: 104, rowEnd: 134 };
  const far = { rowStart: 900_000, rowEnd: 900_030 };

  it('stay with their rows while these move', () => {
    const keys = keysForRows(FIRST_ROW_KEYS, near, moved);
    expect(keysOf(keys, moved).slice(0, 26)).toEqual(keysOf(FIRST_ROW_KEYS, near).slice(4));
  });

  it('pass in order to rows after a leap', () => {
    const keys = keysForRows(FIRST_ROW_KEYS, near, far);
    expect(keysOf(keys, far)).toEqual(keysOf(FIRST_ROW_KEYS, near));
  });

  it('are all new after a leap that would move the focused row among the others', () => {
    const keys = keysWithFocus(FIRST_ROW_KEYS, 110);
    const after = keysForRows(keys, near, { rowStart: 10, rowEnd: 40 });
    expect(keyOfRow(after, 110)).toBe(keyOfRow(FIRST_ROW_KEYS, 110));
    expect(keysOf(after, { rowStart: 10, rowEnd: 40 })).not.toContain(keyOfRow(after, 110));
    expect(after.shift).toBe(keys.shift);
  });

  it('are never given twice, and the focused row keeps its own, wherever one goes', () => {
    const step = fc.record({
      rowStart: fc.integer({ min: 0, max: 500 }),
      focus: fc.option(fc.integer({ min: 0, max: 520 })),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let rows: RowRange = { rowStart: 0, rowEnd: 20 };
        let keys = FIRST_ROW_KEYS;
        for (const { rowStart, focus } of steps) {
          const before = focus === null ? null : keyOfRow(keys, focus);
          keys = keysWithFocus(keys, focus);
          const next = { rowStart, rowEnd: rowStart + 20 };
          keys = keysForRows(keys, rows, next);
          rows = next;
          if (focus !== null) expect(keyOfRow(keys, focus)).toBe(before);
          const rendered = new Set(keysOf(keys, rows));
          if (focus !== null) rendered.add(keyOfRow(keys, focus));
          const isOutside = focus !== null && (focus < rowStart || focus >= rowStart + 20);
          expect(rendered.size).toBe(20 + (isOutside ? 1 : 0));
        }
      }),
    );
  });
});
