import { act, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderAt } from '@/test/render-at';
import * as valueLists from '../storage/value-lists';
import * as workbench from './workbench';

/** Functions that complete the pending writes of long lists. */
const writes: (() => void)[] = [];

/** The function that the workbench on screen calls to navigate. */
let navigate: workbench.WorkbenchProps['onNavigate'] = () => undefined;

beforeEach(() => {
  writes.length = 0;
  vi.spyOn(valueLists, 'writeLists').mockImplementation(
    () => new Promise<void>((resolve) => writes.push(resolve)),
  );
  const { Workbench } = workbench;
  vi.spyOn(workbench, 'Workbench').mockImplementation((props) => {
    useEffect(() => {
      navigate = props.onNavigate;
    });
    return <Workbench {...props} />;
  });
});

/** More fields than an address can hold, so the screen stores them in the browser and references the list. */
const LONG_FIELDS = ['PriceListCode', ...Array.from({ length: 1_000 }, (_, at) => `Nothing${at}`)].join(',');

async function openLongLink() {
  const { user } = await renderAt(`/prices/PromotionPrice?v=1&fields=${LONG_FIELDS}`);
  expect(await screen.findByRole('button', { name: 'Run' })).toBeEnabled();
  return user;
}

/** Resolves when writes have begun, to the functions that complete them. */
async function begunWrites() {
  await waitFor(() => expect(writes).not.toHaveLength(0));
  const begun = writes.splice(0);
  return () => act(async () => begun.forEach((end) => end()));
}

test('a list that is stored after the screen was left leads nobody back', async () => {
  const user = await openLongLink();
  const endWrites = await begunWrites();
  await user.click(screen.getByRole('link', { name: 'Snapshots' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Snapshots' })).toBeVisible();
  await endWrites();
  expect(`${location.pathname}${location.search}`).toBe('/snapshots');
});

test('a list that is stored late does not replace the address of a later step', async () => {
  const user = await openLongLink();
  const endWrites = await begunWrites();
  // A run omits fields that the price column does not have, which makes its address short.
  await user.click(screen.getByRole('button', { name: 'Run' }));
  await waitFor(() => expect(location.search).toContain('cacheKey='));
  await endWrites();
  expect(location.search).toContain('cacheKey=');
});

test('a step that overtakes one with a place of its own in the history takes that place', async () => {
  await renderAt('/prices/PromotionPrice');
  expect(await screen.findByRole('button', { name: 'Run' })).toBeEnabled();
  const placesBefore = history.length;
  act(() => {
    navigate({ v: '1', fields: LONG_FIELDS }, { isReplaced: false });
    navigate({ v: '1', fields: 'PriceListCode' }, { isReplaced: true });
  });
  await waitFor(() => expect(location.search).toContain('fields=PriceListCode'));
  expect(history.length).toBe(placesBefore + 1);
});
