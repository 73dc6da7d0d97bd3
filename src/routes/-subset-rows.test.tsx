import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as engines from '@/analysis/engine/connect-engine';
import { createEngineConnection } from '@/analysis/engine/create-engine-connection';
import { renderAt } from '@/test/render-at';
import { startInProcess } from '@/test/start-in-process';

beforeEach(() => {
  vi.spyOn(engines, 'connectEngine').mockImplementation(() => createEngineConnection(startInProcess));
});
const LOADING = { timeout: 50_000 };

/** Runs the whole price column, then follows a link to some rows of its snapshot. */
async function renderSubset(subset: string) {
  const rendered = await renderAt('/prices/PromotionPrice');
  const { user } = rendered;
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  await screen.findByRole('grid');
  follow(subset);
  return rendered;
}

function follow(value: string, parameter = 'subset'): void {
  const link = new URL(location.href);
  link.searchParams.set(parameter, value);
  history.pushState(null, '', link);
  window.dispatchEvent(new PopStateEvent('popstate'));
}

/** Returns how many of the 240 rows are shown, once the query line describes them with `words`. */
async function shownCount(words: string): Promise<number> {
  const line = within(screen.getByRole('group', { name: 'Query line' }));
  expect(await line.findByText(`Only ${words}`, undefined, LOADING)).toBeVisible();
  const count = await screen.findByText(/^\d+ of 240 rows$/, undefined, LOADING);
  return Number(/^\d+/.exec(count.textContent)?.[0]);
}

test('a link to some rows reads all of them, shows those, and offers all again; one whose rows cannot be told says so', async () => {
  const { user } = await renderSubset('1;is~Nowhere~EUR');
  const alert = await screen.findByText(/There is no field/, undefined, LOADING);
  expect(within(alert).getByText('Nowhere')).toBeVisible();
  // If a link cannot be applied, no rows are read into an engine.
  expect(engines.connectEngine).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Show all rows' }));
  await waitFor(() => expect(screen.queryByText(/There is no field/)).toBeNull());

  follow('1;is~Currency~EUR');
  const count = await shownCount('Currency is EUR');
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(240);
  await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', String(count + 1)));
  // The toolbar has a button that exports the shown rows, instead of the button that exports the snapshot.
  expect(screen.getByRole('button', { name: 'Export these rows' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();

  // The printed page also contains only the shown rows, with a description of them.
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  const printed = within(screen.getByRole('article'));
  expect(printed.getByText(`${count} rows: Currency is EUR · All 240 rows of the snapshot`)).toBeVisible();
  expect(printed.getAllByRole('row')).toHaveLength(count + 1);
  act(() => void window.dispatchEvent(new Event('afterprint')));

  expect(screen.getByText(`${count} rows: Currency is EUR`)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show all rows' }));
  await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '241'));
  const line = within(screen.getByRole('group', { name: 'Query line' }));
  await waitFor(() => expect(line.getByRole('button', { name: 'Add filter' })).toHaveFocus());
  expect(location.search).not.toContain('subset');
  history.back();
  expect(await shownCount('Currency is EUR')).toBe(count);
});

test(
  'rows chosen of those that a filter here leaves are counted among these',
  { tags: ['long'] },
  async () => {
    const { user } = await renderAt('/prices/PromotionPrice');
    await user.click(await screen.findByRole('button', { name: 'Run' }));
    await screen.findByRole('grid');
    follow('1;all;Currency~is-any-of~EUR~CHF', 'refine');
    const filtered = await screen.findByText(
      /^\d+ of 240 rows · one filter applied here$/,
      undefined,
      LOADING,
    );
    const left = /^\d+/.exec(filtered.textContent)?.[0] ?? '';
    expect(
      screen.getByText(new RegExp(`^${left} of 240 rows, filtered here: Currency is any of`)),
    ).toBeInTheDocument();
    follow('1;is~Currency~EUR');
    expect(await screen.findByText(new RegExp(`^\\d+ of ${left} rows$`), undefined, LOADING)).toBeVisible();
    // The **Columns** view covers all rows that the filter leaves.
    await user.click(screen.getByRole('tab', { name: 'Columns' }));
    expect(await screen.findByText(`${left} of 240 rows · one filter applied here`)).toBeVisible();
  },
);

test('the rows of a link are exported by themselves', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return '#file';
  });
  const { user } = await renderSubset('1;is~Currency~EUR');
  const count = await shownCount('Currency is EUR');
  await user.click(screen.getByRole('button', { name: 'Export these rows' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV for programs' }));
  expect(
    (await screen.findAllByText(new RegExp(`downloaded: ${count} rows`), undefined, LOADING)).length,
  ).toBe(2);
  const [header, ...lines] = withoutQuoted(await textOf(files[0]))
    .trimEnd()
    .split(/\r?\n/);
  expect(header).toContain('Currency');
  expect(lines).toHaveLength(count);
  expect(lines.filter((line) => !line.includes('EUR'))).toEqual([]);
  expect(JSON.parse(await textOf(files[1]))).toMatchObject({
    kind: 'colonnade-rows-certificate',
    snapshot: { kind: 'snapshot', coverage: { kind: 'all', rowCount: 240 } },
    rows: {
      written: count,
      words: 'Currency is EUR',
      conditions: [{ kind: 'is', column: 'Currency', value: 'EUR' }],
    },
  });
  // Ignores the warning of the focus trap: the test document has no layout, so the menu finds no item to focus.
  expect(warn.mock.calls.filter(([text]) => !String(text).includes('use-focus-trap'))).toEqual([]);
});

test(
  'while columns of another source are read, placeholders stand where the rows will be',
  { tags: ['long'] },
  async () => {
    const { user } = await renderAt('/prices/PromotionPrice');
    await user.click(await screen.findByRole('button', { name: 'Run' }));
    await screen.findByRole('grid');
    follow('1;Cost,price-column~CostForPricing,key~ItemNumber~Number,take~CostForPricing,lenient', 'added');
    expect(await screen.findByRole('status', { name: 'Loading' }, LOADING)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull(), LOADING);
    expect(await screen.findByRole('grid', undefined, LOADING)).toBeVisible();
  },
);

test(
  'rows with a partner are shown of refined rows, which did not count partners before',
  { tags: ['long'] },
  async () => {
    const { user } = await renderAt('/prices/PromotionPrice');
    await user.click(await screen.findByRole('button', { name: 'Run' }));
    await screen.findByRole('grid');
    const link = new URL(location.href);
    link.searchParams.set(
      'added',
      '1;Cost,price-column~CostForPricing,key~ItemNumber~Number,take~CostForPricing,lenient',
    );
    link.searchParams.set('refine', '1;!new~Half~2~PromotionValue / 2');
    history.pushState(null, '', link);
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(await screen.findByRole('columnheader', { name: /^Half/ }, LOADING)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Show 240 with a partner' }, LOADING));
    expect(await screen.findByText(/^Only rows with a partner in Cost$/, undefined, LOADING)).toBeVisible();
    // A refinement with computed columns but no filters leaves out no rows.
    expect(await screen.findByText('240 rows', undefined, LOADING)).toBeVisible();
  },
);

function textOf(file: Blob | undefined): Promise<string> {
  if (file === undefined) throw new Error('There is no file.');
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.readAsText(file);
  });
}

/** Removes quoted texts, which may contain line breaks. */
function withoutQuoted(csv: string): string {
  return csv.replaceAll(/"(?:[^"]|"")*"/g, '');
}
