import { findPriceSource } from '@mocks/data/price-sources';
import { DemoService } from '../support/demo-service';
import { expectedRow } from '../support/expected-cells';
import { recordExtractions } from '../support/extraction-requests';
import { Grid } from '../support/grid';
import { QueryForm } from '../support/query-form';
import { expect, test } from '../support/test';

const ROWS = 1_000_000;
const ALL_ROWS = '/prices/SalesPrice';

test('any row of a million is reached with its true content, and asked for by key alone @service-only', async ({
  page,
  signIn,
  servedWith,
}) => {
  const requests = await recordExtractions(page, servedWith);
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

  // Where the scrollbar ends.
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
  // No row twice, whatever the sizes of the pages: what is held is not asked for again.
  const inOrder = asked.toSorted((one, other) => one.rowStart - other.rowStart);
  const doubles = inOrder.filter(({ rowStart }, index) => rowStart < (inOrder[index - 1]?.rowEnd ?? 0));
  expect(doubles).toEqual([]);
});

test('a filter and a sort over the million show progress, then the right rows', async ({ page, signIn }) => {
  const expected = positionsOfDearestMowers();
  await signIn({ at: ALL_ROWS });
  const form = new QueryForm(page);
  await form.addFilter('cd_PriceGroup', 'is', 'GD-MOWER');
  await form.addFilter('Value', 'greater than', '1,250.5');
  await form.addSort('Value', 'Descending');
  // A fast machine is done before there is anything to show.
  const demo = new DemoService(page);
  await demo.respondLate();
  const showsProgress = await page.evaluateHandle(() => {
    const seen = { cancel: false };
    const look = () => {
      seen.cancel ||= [...document.querySelectorAll('button')].some(
        ({ textContent }) => textContent === 'Cancel',
      );
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
    return seen;
  });
  await page.getByRole('button', { name: 'Run', exact: true }).click();

  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  expect(await showsProgress.jsonValue()).toEqual({ cancel: true });
  await demo.respondAtOnce();
  await grid.expectRowCount(expected.length);
  const firstRows = [0, 1, 2, 3, 4, 5, 6, 7];
  expect(await grid.readRows(firstRows)).toEqual(
    expected.slice(0, firstRows.length).map((position) => expectedRow('SalesPrice', position)),
  );
  await grid.reveal('Value');
  await expect(grid.header('Value')).toHaveAttribute('aria-sort', 'descending');

  await grid.root.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  const last = expected.length - 1;
  await grid.expectRowLoaded(last);
  expect(await grid.readRows([last])).toEqual([expectedRow('SalesPrice', expected[last] ?? -1)]);
});

async function expectTrueRows(grid: Grid, rows: readonly number[]): Promise<void> {
  expect(await grid.readRows(rows)).toEqual(rows.map((row) => expectedRow('SalesPrice', row)));
}

/** The body of a call for a page; `bypassTotalCount` may go with it. */
function pageBody({ bypassTotalCount, ...body }: Readonly<Record<string, unknown>>) {
  expect([undefined, true, false]).toContain(bypassTotalCount);
  const { page, nrOfRecords } = body;
  if (typeof page !== 'number' || typeof nrOfRecords !== 'number') throw new Error('No page was asked for.');
  return { ...body, page, nrOfRecords };
}

/** Rows that are drawn with their content now, 0-based. */
async function loadedRows(grid: Grid): Promise<number[]> {
  return grid.root
    .locator('[role="row"][aria-rowindex]:not([aria-rowindex="1"]):not([aria-busy="true"])')
    .evaluateAll((rows) =>
      rows.map((row) => Number(row.getAttribute('aria-rowindex')) - 2).toSorted((a, b) => a - b),
    );
}

/** Found cell by cell in the generator's texts; the service's engine works on numbers and ranks instead. */
function positionsOfDearestMowers(): number[] {
  const fields = findPriceSource('SalesPrice')?.fields ?? [];
  const group = fields.find(({ record }) => record.name === 'cd_PriceGroup');
  const value = fields.find(({ record }) => record.name === 'Value');
  if (group === undefined || value === undefined) throw new Error('The source has other columns.');
  const found: { position: number; tenThousandths: bigint }[] = [];
  for (let position = 0; position < ROWS; position += 1) {
    if (group.valueAt(position, 0) !== 'GD-MOWER') continue;
    const text = value.valueAt(position, 0);
    if (typeof text !== 'string') continue;
    const tenThousandths = BigInt(text.replace('.', ''));
    if (tenThousandths > 12_505_000n) found.push({ position, tenThousandths });
  }
  // Rows of the same value stay in the order of the service.
  return found
    .toSorted((a, b) => Number(b.tenThousandths - a.tenThousandths) || a.position - b.position)
    .map(({ position }) => position);
}
