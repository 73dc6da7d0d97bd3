import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type * as engineConnection from '@/features/workbench/analysis/engine/create-engine-connection';
import { renderAt } from '@/test/render-at';

vi.mock('@/features/workbench/analysis/engine/create-engine-connection', async (importOriginal) => {
  const { createEngineConnection } = await importOriginal<typeof engineConnection>();
  const { startInProcessEngine } = await import('@/test/in-process-engine');
  return { createEngineConnection: () => createEngineConnection(startInProcessEngine) };
});
const LOADING = { timeout: 50_000 };

/** Runs the price column and follows a link to some rows of the snapshot. */
async function renderSubset(subset: string) {
  const rendered = await renderAt('/prices/PromotionPrice');
  const { user } = rendered;
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  await screen.findByRole('grid');
  const link = new URL(location.href);
  link.searchParams.set('subset', subset);
  history.pushState(null, '', link);
  window.dispatchEvent(new PopStateEvent('popstate'));
  return rendered;
}

test('a link to some rows reads all of them, shows those, and offers all again', async () => {
  const { user } = await renderSubset('1;is~Currency~EUR');
  const bar = await screen.findByText(/^\d+ rows?: Currency is EUR$/, undefined, LOADING);
  const count = Number(/^\d+/.exec(bar.textContent)?.[0]);
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(240);
  await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', String(count + 1)));
  // Files of these rows have a button of their own.
  expect(screen.getByRole('button', { name: 'Export these rows' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Show all rows' }));
  await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '241'));
  expect(location.search).not.toContain('subset');
  history.back();
  await screen.findByText(/^\d+ rows?: Currency is EUR$/, undefined, LOADING);
}, 120_000);

test('a link whose rows cannot be told says so', async () => {
  const { user } = await renderSubset('1;is~Nowhere~EUR');
  const alert = await screen.findByText(/There is no field/, undefined, LOADING);
  expect(within(alert).getByText('Nowhere')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show all rows' }));
  await waitFor(() => expect(screen.queryByText(/There is no field/)).toBeNull());
}, 120_000);
