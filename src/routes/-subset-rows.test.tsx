import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as engines from '@/features/workbench/rows-read/engine/connect-engine';
import { createEngineConnection } from '@/features/workbench/rows-read/engine/create-engine-connection';
import { renderAt } from '@/test/render-at';
import { startInProcess } from '@/test/start-in-process';

beforeEach(() => {
  vi.spyOn(engines, 'connectEngine').mockImplementation(() => createEngineConnection(startInProcess));
});
const LOADING = { timeout: 50_000 };

/** Runs the price column and follows a link to some rows of the snapshot. */
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

test('a link to some rows reads all of them, shows those, and offers all again; one whose rows cannot be told says so', async () => {
  const { user } = await renderSubset('1;is~Nowhere~EUR');
  const alert = await screen.findByText(/There is no field/, undefined, LOADING);
  expect(within(alert).getByText('Nowhere')).toBeVisible();
  // A link that cannot be applied reads no rows.
  expect(engines.connectEngine).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Show all rows' }));
  await waitFor(() => expect(screen.queryByText(/There is no field/)).toBeNull());

  follow('1;is~Currency~EUR');
  const bar = await screen.findByText(/^\d+ rows?: Currency is EUR$/, undefined, LOADING);
  const count = Number(/^\d+/.exec(bar.textContent)?.[0]);
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(240);
  await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', String(count + 1)));
  // A button of its own exports these rows.
  expect(screen.getByRole('button', { name: 'Export these rows' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();

  // Printing shows these rows as well, and describes them.
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  const printed = within(screen.getByRole('article'));
  expect(printed.getByText(`${count} rows: Currency is EUR · All 240 rows of the snapshot`)).toBeVisible();
  expect(printed.getAllByRole('row')).toHaveLength(count + 1);
  act(() => void window.dispatchEvent(new Event('afterprint')));

  await user.click(screen.getByRole('button', { name: 'Show all rows' }));
  await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '241'));
  expect(location.search).not.toContain('subset');
  history.back();
  await screen.findByText(/^\d+ rows?: Currency is EUR$/, undefined, LOADING);
});

test('the rows of a link are exported by themselves', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return '#file';
  });
  const { user } = await renderSubset('1;is~Currency~EUR');
  const bar = await screen.findByText(/^\d+ rows?: Currency is EUR$/, undefined, LOADING);
  const count = /^\d+/.exec(bar.textContent)?.[0] ?? '';
  // The grid takes these rows a moment after their description appears.
  await waitFor(() =>
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', String(Number(count) + 1)),
  );
  await user.click(screen.getByRole('button', { name: 'Export these rows' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV for programs' }));
  expect(
    (await screen.findAllByText(new RegExp(`downloaded: ${count} rows`), undefined, LOADING)).length,
  ).toBe(2);
  const [header, ...lines] = withoutQuoted(await textOf(files[0]))
    .trimEnd()
    .split(/\r?\n/);
  expect(header).toContain('Currency');
  expect(lines).toHaveLength(Number(count));
  expect(lines.filter((line) => !line.includes('EUR'))).toEqual([]);
  expect(JSON.parse(await textOf(files[1]))).toMatchObject({
    kind: 'colonnade-rows-certificate',
    snapshot: { kind: 'snapshot', coverage: { kind: 'all', rowCount: 240 } },
    rows: {
      written: Number(count),
      words: 'Currency is EUR',
      conditions: [{ kind: 'is', column: 'Currency', value: 'EUR' }],
    },
  });
  // Without layout, the menu finds nothing to focus.
  expect(warn.mock.calls.filter(([text]) => !String(text).includes('use-focus-trap'))).toEqual([]);
});

test('while columns of another source are read, placeholders stand where the rows will be', async () => {
  const { user } = await renderAt('/prices/PromotionPrice');
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  await screen.findByRole('grid');
  follow('1;Cost,price-column~CostForPricing,key~ItemNumber~Number,take~CostForPricing,lenient', 'added');
  expect(await screen.findByRole('status', { name: 'Loading' }, LOADING)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull(), LOADING);
  expect(await screen.findByRole('grid', undefined, LOADING)).toBeVisible();
});

test('rows with a partner are shown of refined rows, which did not count partners before', async () => {
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
  await screen.findByText(/filtered here: Half = PromotionValue/, undefined, LOADING);
  await screen.findByRole('grid', undefined, LOADING);
  await user.click(await screen.findByRole('button', { name: 'Show 240 with a partner' }, LOADING));
  expect(await screen.findByText(/^240 rows: Cost · # /, undefined, LOADING)).toBeVisible();
});

function textOf(file: Blob | undefined): Promise<string> {
  if (file === undefined) throw new Error('There is no file.');
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.readAsText(file);
  });
}

/** Removes quoted texts, which can contain line ends. */
function withoutQuoted(csv: string): string {
  return csv.replaceAll(/"(?:[^"]|"")*"/g, '');
}
