import type { Route } from '@playwright/test';
import { rowAt } from '@mocks/data/price-sources';
import { accessibleGrid, nodesOf } from '../support/accessibility-tree';
import { Grid } from '../support/grid';
import { expectTrueRows, settledOffsetPx } from '../support/seen-rows';
import { listen } from '../support/listen';
import { expect, test } from '../support/test';

const ROWS = 1_000_000_000;
const MIDDLE = 500_000_000;
const FIELDS = ['EntryNo', 'ItemNumber', 'Remark', 'MinimumQuantity', 'Value'];

test('a screen reader knows where it is among a billion rows @service-only', async ({
  page,
  signIn,
  serviceControl,
}) => {
  await serviceControl.order({ do: 'change-settings', settings: { rowCount: ROWS } });
  await signIn({ at: `/prices/SalesPrice?v=1&fields=${FIELDS.join(';')}` });
  const heard = await listen(page);
  await page.route('**/api/prices/SalesPrice', withoutValues, { times: 1 });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowCount(ROWS);
  await grid.expectRowLoaded(0);
  const rowIndices = () =>
    grid.root.evaluate((root) =>
      [...root.querySelectorAll('[role="row"]')].map((row) => Number(row.getAttribute('aria-rowindex'))),
    );

  await test.step('what is not there says in which way, in every scheme', async () => {
    const [, ...rows] = nodesOf('row', await accessibleGrid(page));
    const states = rows.slice(0, 3).map(({ children }) => children[2]);
    expect(states.map((cell) => cell?.name)).toEqual(['Empty text', 'Not visible to you', 'No value']);
    expect(states[1]?.description).toBe('The service did not send this value');
    const withheld = await grid.cell({ row: 1, column: 'Remark' });
    const shortened = grid.renderedRows.locator('[data-column="Value"][title]').first();
    const hatching = () => withheld.evaluate((cell) => getComputedStyle(cell).backgroundImage);
    const seen: string[] = [];
    for (const media of [
      { colorScheme: 'light' },
      { colorScheme: 'dark' },
      { colorScheme: 'light', forcedColors: 'active' },
    ] as const) {
      await page.emulateMedia(media);
      // Each medium has its own colors, so a new color shows that the emulated medium has taken effect.
      await expect.poll(async () => seen.includes(await hatching())).toBe(false);
      seen.push(await hatching());
      expect(seen.at(-1)).toContain('repeating-linear-gradient');
      await expect(shortened).toHaveCSS('text-decoration-line', 'underline');
      await expect(shortened).toHaveCSS('text-decoration-style', 'dotted');
    }
    await expect(withheld).toHaveCSS('forced-color-adjust', 'none');
    await page.emulateMedia({ colorScheme: null, forcedColors: null });
  });

  const snapshotsTold = async () => (await heard()).filter((words) => /^[\d,]+ rows$/.test(words));
  await test.step('rows that arrive are announced, and so is what comes after them', async () => {
    await expect.poll(snapshotsTold).toEqual(['1,000,000,000 rows']);
    await page.getByRole('button', { name: 'Refresh snapshot' }).click();
    await expect.poll(snapshotsTold).toEqual(['1,000,000,000 rows', '1,000,000,000 rows']);
  });

  await test.step('what it is, and every row and cell with its position', async () => {
    await grid.goToRow(MIDDLE);
    const seen = await expectTrueRows(grid.root);
    const tree = await accessibleGrid(page);
    expect(tree.name).toBe('Results');
    expect(tree.description).toContain('Arrow keys move between cells');
    expect(await grid.root.getAttribute('aria-rowcount')).toBe(String(ROWS + 1));
    expect(await grid.root.getAttribute('aria-colcount')).toBe(String(FIELDS.length));
    expect(nodesOf('columnheader', tree).map(({ name }) => name)).toEqual(FIELDS);
    const indices = await rowIndices();
    expect(indices).toEqual([1, ...indices.slice(1).map((_, place) => (indices[1] ?? 0) + place)]);
    const rows = nodesOf('row', tree);
    // Every row is in the accessibility tree and has an index.
    expect(rows).toHaveLength(indices.length);
    const names = seen.rows.map(({ row }) => {
      const cells = rows[indices.indexOf(row + 2)]?.children ?? [];
      expect(cells.map(({ role }) => role)).toEqual(['rowheader', ...FIELDS.slice(1).map(() => 'gridcell')]);
      return cells.slice(0, 3).map(({ name }) => name);
    });
    const truth = seen.rows.map(({ row }) => {
      const cells = rowAt('SalesPrice', row);
      return FIELDS.slice(0, 3).map((field) => cells[field] ?? 'No value');
    });
    expect(names).toEqual(truth);
    expect(names.flat()).toContain('No value');
    await expect(grid.root.locator('[tabindex="0"]')).toHaveCount(1);
  });

  await test.step('the cell with the focus stays, wherever one scrolls', async () => {
    const cell = await grid.cell({ row: MIDDLE + 2, column: 'ItemNumber' });
    await cell.click();
    await grid.root.hover();
    await page.mouse.wheel(0, 40_000);
    await expect(cell).not.toBeInViewport();
    await settledOffsetPx(grid.root);
    await expectTrueRows(grid.root);
    const [header, own, ...others] = await rowIndices();
    expect([header, own]).toEqual([1, MIDDLE + 2 + 2]);
    expect(others).toEqual(others.map((_, place) => (others[0] ?? 0) + place));
    const focused = nodesOf('gridcell', await accessibleGrid(page)).filter(({ isFocused }) => isFocused);
    expect(focused.map(({ name }) => name)).toEqual([rowAt('SalesPrice', MIDDLE + 2)['ItemNumber']]);
    await page.keyboard.press('ArrowDown');
    await expect(await grid.cell({ row: MIDDLE + 3, column: 'ItemNumber' })).toBeFocused();
  });

  const spoken = page.locator('[aria-live="polite"]');
  await test.step('rows that are loading say so, and are announced once loaded', async () => {
    let respond = () => {};
    const held = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route('**/api/prices/SalesPrice', async (route) => {
      await held;
      // The request fails if the page has cancelled it meanwhile.
      await route.continue().catch(() => undefined);
    });
    await grid.goToRow(77_000_000);
    await expect(grid.row(77_000_000)).toHaveAttribute('aria-busy', 'true');
    const names = nodesOf('gridcell', await accessibleGrid(page)).map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set(['Loading']));
    const item = String(rowAt('SalesPrice', 77_000_000)['ItemNumber']);
    const arrival = spoken.filter({ hasText: `Row 77,000,001, ItemNumber: ${item}` });
    await expect(arrival).toHaveCount(0);
    respond();
    await expect(arrival).toHaveCount(1);
  });

  await test.step('a selection is announced once it has settled, and not by the status line with every step', async () => {
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift+ArrowDown');
    await expect(spoken.filter({ hasText: '4 rows × 1 column' })).toHaveCount(1);
    await expect(page.getByRole('group', { name: 'Selection' })).toHaveAttribute('aria-live', 'off');
    await page.keyboard.press('Control+a');
    await expect(spoken.filter({ hasText: `1,000,000,000 rows × ${FIELDS.length} columns` })).toHaveCount(1);
  });

  await test.step('a snapshot is announced once, however many of its pages have arrived', async () => {
    expect(await snapshotsTold()).toEqual(['1,000,000,000 rows', '1,000,000,000 rows']);
  });
});

/** Removes the values of a field from the first rows of a response, in each row in a different way. */
async function withoutValues(route: Route): Promise<void> {
  // The request is repeated if the server has just closed an idle connection, as browsers do.
  const response = await route.fetch({ maxRetries: 3 });
  const envelope = (await response.json()) as { Data: { data: Record<string, unknown>[] } };
  const [empty, withheld, missing] = envelope.Data.data;
  Object.assign(empty ?? {}, { Remark: '' });
  delete withheld?.['Remark'];
  // The number has more digits than its format shows.
  Object.assign(missing ?? {}, { Remark: null, Value: 12.3456 });
  await route.fulfill({ response, json: envelope });
}
