import { expectedRow } from '../support/expected-cells';
import { recordExtractions } from '../support/extraction-requests';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';

const ROWS = 1_000_000;
const ALL_ROWS = '/prices/SalesPrice';

test('any row of a million is reached with its true content, and asked for by key alone @service-only', async ({
  page,
  signIn,
  servedConsole,
}) => {
  const requests = await recordExtractions(page, servedConsole.servedWith);
  await signIn({ at: ALL_ROWS });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowCount(ROWS);
  await grid.expectRowLoaded(0);
  await expectTrueRows(grid, [0, 1, 5]);

  await (await grid.cell({ row: 0, column: 'EntryNo' })).click();
  await page.keyboard.press('Control+End');
  await grid.expectRowLoaded(ROWS - 1);
  await expectTrueRows(grid, [ROWS - 1, ROWS - 2, ROWS - 7]);

  await grid.goToRow(499_999);
  await grid.expectRowLoaded(499_999);
  await expectTrueRows(grid, [499_999]);

  // The grid is scrolled to the end of the scrollbar.
  await grid.root.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await grid.expectRowLoaded(ROWS - 1);
  await grid.root.evaluate((element) => element.scrollTo({ top: element.scrollHeight / 3 }));
  await expect(grid.row(ROWS - 1)).toBeHidden();
  await expect.poll(async () => (await loadedRows(grid)).length).toBeGreaterThan(10);
  await expectTrueRows(grid, (await loadedRows(grid)).slice(4, 6));

  const [first, ...later] = requests.map(({ body }) => body);
  expect(first).toEqual({ useCache: true, page: 1, nrOfRecords: 200 });
  expect(later.length).toBeGreaterThan(3);
  const cacheKey = new URL(page.url()).searchParams.get('cacheKey');
  const asked: { readonly rowStart: number; readonly rowEnd: number }[] = [{ rowStart: 0, rowEnd: 200 }];
  for (const { page: number, nrOfRecords, ...rest } of later.map(pageBody)) {
    expect(rest).toEqual({ cacheKey });
    expect(nrOfRecords).toBeLessThanOrEqual(10_000);
    asked.push({ rowStart: (number - 1) * nrOfRecords, rowEnd: number * nrOfRecords });
  }
  // No row is requested twice, whatever the sizes of the pages.
  const inOrder = asked.toSorted((one, other) => one.rowStart - other.rowStart);
  const doubles = inOrder.filter(({ rowStart }, index) => rowStart < (inOrder[index - 1]?.rowEnd ?? 0));
  expect(doubles).toEqual([]);
});

async function expectTrueRows(grid: Grid, rows: readonly number[]): Promise<void> {
  expect(await grid.readRows(rows)).toEqual(rows.map((row) => expectedRow('SalesPrice', row)));
}

/** Returns the body of a request for a page, without `bypassTotalCount`, which is optional. */
function pageBody({ bypassTotalCount, ...body }: Readonly<Record<string, unknown>>) {
  expect([undefined, true, false]).toContain(bypassTotalCount);
  const { page, nrOfRecords } = body;
  if (typeof page !== 'number' || typeof nrOfRecords !== 'number') throw new Error('No page was asked for.');
  return { ...body, page, nrOfRecords };
}

/** Returns the 0-based rows that are on screen with their content. */
async function loadedRows(grid: Grid): Promise<number[]> {
  return grid.root
    .locator('[role="row"][aria-rowindex]:not([aria-rowindex="1"]):not([aria-busy="true"])')
    .evaluateAll((rows) =>
      rows.map((row) => Number(row.getAttribute('aria-rowindex')) - 2).toSorted((a, b) => a - b),
    );
}
