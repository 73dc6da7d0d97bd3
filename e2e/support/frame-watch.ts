import type { Locator } from '@playwright/test';
import { expect } from './expect';

/** What `watchFrames` has seen since it began. */
interface WatchedFrames {
  /** The number of frames in which something had moved since the previous frame. */
  moved: number;
  /** The first few descriptions of misplaced parts. */
  torn: string[];
}

const WATCHED = '__watchedFrames';

/** Watches that, in every frame, rows fill the view, each row is beside its number, and cells are below their headers. */
export async function watchFrames(grid: Locator): Promise<void> {
  await grid.evaluate((root, name) => {
    const watched: WatchedFrames = { moved: 0, torn: [] };
    Object.assign(globalThis, { [name]: watched });
    let before = '';
    const look = () => {
      const torn = (what: string) => watched.torn.length < 10 && watched.torn.push(what);
      const headerRow = root.querySelector('[role="row"][aria-rowindex="1"]');
      const topOfRows = headerRow?.getBoundingClientRect().bottom ?? 0;
      const endOfRows = root.getBoundingClientRect().top + root.clientHeight;
      const headers = new Map(
        [...(headerRow?.querySelectorAll('[aria-colindex]') ?? [])].map((header) => [
          header.getAttribute('aria-colindex'),
          header.getBoundingClientRect(),
        ]),
      );
      const rows = [...root.querySelectorAll('[role="row"]')]
        .filter((row) => row !== headerRow)
        .map((row) => ({
          row,
          index: Number(row.getAttribute('aria-rowindex')),
          box: row.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.bottom > topOfRows + 0.5 && box.top < endOfRows - 0.5)
        .toSorted((one, other) => one.box.top - other.box.top);
      if ((rows[0]?.box.top ?? 0) > topOfRows + 0.5) torn('a gap above the rows');
      if ((rows.at(-1)?.box.bottom ?? 0) < endOfRows - 0.5) torn('a gap below the rows');
      rows.forEach(({ row, index, box }, place) => {
        const last = rows[place - 1];
        if (last !== undefined && (index !== last.index + 1 || Math.abs(box.top - last.box.bottom) > 0.01)) {
          torn(`row ${index} at ${box.top} after row ${last.index} to ${last.box.bottom}`);
        }
        const number = row.querySelector('[aria-hidden="true"]')?.textContent.replaceAll(/\D/g, '');
        if (number !== String(index - 1)) torn(`row ${index} with the number ${number}`);
        for (const cell of row.querySelectorAll('[aria-colindex]')) {
          const header = headers.get(cell.getAttribute('aria-colindex'));
          const { left, right } = cell.getBoundingClientRect();
          // The focused cell stays in the document even if its column is out of view.
          if (header === undefined) continue;
          if (Math.abs(header.left - left) + Math.abs(header.right - right) > 0.01) {
            torn(`a cell of row ${index} from ${left} to ${right} below a header from ${header.left}`);
          }
        }
      });
      const now = `${rows[0]?.index} ${rows[0]?.box.top} ${headers.get('1')?.left}`;
      if (now !== before) watched.moved += 1;
      before = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, WATCHED);
}

/** Expects that no frame since `watchFrames` had misplaced parts, and that there were moving frames to check. */
export async function expectWholeFrames(grid: Locator): Promise<void> {
  const watched = await grid.evaluate(
    (_, name) => (globalThis as unknown as Record<string, WatchedFrames>)[name],
    WATCHED,
  );
  expect(watched?.torn).toEqual([]);
  expect(watched?.moved).toBeGreaterThan(5);
}
