import { rowAt } from '@mocks/data/price-sources';
import { accessibleGrid, nodesOf } from '../support/accessibility-tree';
import { Grid } from '../support/grid';
import { expectTrueRows, settledOffsetPx } from '../support/seen-rows';
import { expect, test } from '../support/test';

const ROWS = 1_000_000_000;
const MIDDLE = 500_000_000;
const FIELDS = ['EntryNo', 'ItemNumber', 'cd_PriceGroup', 'MinimumQuantity', 'Value'];

test('a screen reader knows where it is among a billion rows @service-only', async ({
  page,
  signIn,
  serviceControl,
}) => {
  await serviceControl.order({ do: 'change-settings', settings: { rowCount: ROWS } });
  await signIn({ at: `/prices/SalesPrice?v=1&fields=${FIELDS.join(';')}` });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowCount(ROWS);
  await grid.expectRowLoaded(0);
  const rowIndices = () =>
    grid.root.evaluate((root) =>
      [...root.querySelectorAll('[role="row"]')].map((row) => Number(row.getAttribute('aria-rowindex'))),
    );
  const goToRow = async (row: number) => {
    await page.keyboard.press('Control+g');
    await page.getByRole('textbox', { name: 'Go to row' }).fill(String(row + 1));
    await page.keyboard.press('Enter');
  };

  await test.step('what it is, and every row and cell with its place', async () => {
    await goToRow(MIDDLE);
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
    // None is hidden, and none is without a place.
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
  await test.step('what is on its way says so, and is told when it is there', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/prices/SalesPrice', async (route) => {
      await held;
      // The page may no longer wait for it.
      await route.continue().catch(() => undefined);
    });
    await goToRow(77_000_000);
    await expect(grid.row(77_000_000)).toHaveAttribute('aria-busy', 'true');
    const names = nodesOf('gridcell', await accessibleGrid(page)).map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set(['Loading']));
    const item = String(rowAt('SalesPrice', 77_000_000)['ItemNumber']);
    const arrival = spoken.filter({ hasText: `Row 77,000,001, ItemNumber: ${item}` });
    await expect(arrival).toHaveCount(0);
    answer();
    await expect(arrival).toHaveCount(1);
  });

  await test.step('a selection is told once it has settled, and not by the status line with every step', async () => {
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift+ArrowDown');
    await expect(spoken.filter({ hasText: '4 rows × 1 column' })).toHaveCount(1);
    await expect(page.getByRole('group', { name: 'Selection' })).toHaveAttribute('aria-live', 'off');
    await page.keyboard.press('Control+a');
    await expect(spoken.filter({ hasText: `1,000,000,000 rows × ${FIELDS.length} columns` })).toHaveCount(1);
  });
});
