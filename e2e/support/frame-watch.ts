import type { Locator } from '@playwright/test';
import { expect } from './expect';

/** What the frames of a grid were like since somebody began to watch. */
interface WatchedFrames {
  /** Frames in which something stood elsewhere than in the one before. */
  moved: number;
  /** What did not belong together, the first few. */
  torn: string[];
}

const WATCHED = '__watchedFrames';

/**
 * Looks at a grid in every frame from now on: each row right below the one before it, filling the view, beside its own
 * number, each of its cells straight below its header.
 */
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
          // The focused cell stays in the document where its column is out of view.
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

/** Nothing has been torn apart in any frame since then, and there were frames to look at. */
export async function expectWholeFrames(grid: Locator): Promise<void> {
  const watched = await grid.evaluate(
    (_, name) => (globalThis as unknown as Record<string, WatchedFrames>)[name],
    WATCHED,
  );
  expect(watched?.torn).toEqual([]);
  expect(watched?.moved).toBeGreaterThan(5);
}
