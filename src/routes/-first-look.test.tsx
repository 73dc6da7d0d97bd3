import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { renderAt } from '@/test/render-at';
import { breakEndpoint } from '@/test/service-faults';

type Service = Awaited<ReturnType<typeof renderAt>>['service'];

/** Returns the bodies of the requests for rows, the oldest first. */
function extractions({ controls }: Service): readonly Record<string, unknown>[] {
  return controls
    .journal()
    .flatMap(({ endpoint, body }) =>
      endpoint === 'extraction' && body !== null ? [JSON.parse(body) as Record<string, unknown>] : [],
    );
}

const fieldsTable = async () =>
  within(await screen.findByRole('region', { name: 'Fields of the price column' }));
const firstRows = () => screen.findByRole('table', { name: 'First rows' });

const HELD = { on: 'extraction', times: null, fault: { kind: 'delay', delayMs: 60_000 } } as const;

describe('before the first run', () => {
  test('the fields and one page of rows are there, and nothing is left behind', async () => {
    const { service } = await renderAt('/prices/SalesPrice', { keepsRecords: true });
    const fields = await fieldsTable();
    expect(fields.getByRole('row', { name: /^Value Number, 4 decimals/ })).toBeVisible();
    expect(fields.getByRole('row', { name: /^EntryNo .*Key/ })).toBeVisible();
    expect(within(await firstRows()).getAllByRole('row')).toHaveLength(51);
    expect(screen.getByText('The first 50 rows as they come; run the query for all.')).toBeVisible();
    const [body, ...others] = extractions(service);
    expect(others).toEqual([]);
    expect(body).toMatchObject({ page: 1, nrOfRecords: 50, bypassTotalCount: true });
    expect(body).not.toHaveProperty('useCache');
    expect(location.search).not.toContain('cacheKey');
    expect(screen.queryByRole('grid')).toBeNull();
  });

  test('Run the query runs it', async () => {
    const { user } = await renderAt('/prices/PromotionPrice');
    await user.click(await screen.findByRole('button', { name: 'Run the query' }));
    expect(await screen.findByRole('grid')).toHaveAttribute('aria-rowcount', '241');
  });

  test('a price column without rows says so', async () => {
    await renderAt('/prices/TenderPrice');
    expect(
      await screen.findByText('The service has no rows in this price column at the moment.'),
    ).toBeVisible();
    expect(screen.queryByRole('table', { name: 'First rows' })).toBeNull();
  });

  test('a look that fails leaves the fields, alerts nobody, and can be tried again', async () => {
    const { user, service } = await renderAt('/prices/PromotionPrice', {
      prepare: breakEndpoint('extraction'),
    });
    expect(await screen.findByText('The first rows could not be loaded.')).toBeVisible();
    await fieldsTable();
    expect(screen.queryByRole('alert')).toBeNull();
    service.controls.clearFaults();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await firstRows()).toBeVisible();
  });

  test('fields that the person may not view are listed as locked, and not asked for', async () => {
    const { service } = await renderAt('/prices/CostForPricing', { account: 'analyst' });
    const fields = await fieldsTable();
    const locked = fields.getAllByText(/^Locked: needs the right “View \w+”$/);
    expect(locked[0]).toHaveAttribute('title', expect.stringMatching(/_view$/));
    await firstRows();
    const lockedNames = locked.map((text) => text.closest('tr')?.querySelector('th')?.textContent ?? '');
    const [body] = extractions(service);
    for (const name of lockedNames) expect(body?.['fields']).not.toContain(name);
  });

  test('where rights are unknown, the service chooses the fields', async () => {
    const { service } = await renderAt('/prices/CostForPricing', { account: 'unspoken' });
    await firstRows();
    expect(extractions(service)[0]).not.toHaveProperty('fields');
    expect((await fieldsTable()).getAllByText('May be locked').length).toBeGreaterThan(0);
  });

  test('of very many fields some are shown, and some are asked for', { tags: ['long'] }, async () => {
    const { user, service } = await renderAt('/prices/WidePrice100', {
      prepare: ({ controls }) => controls.changeSettings({ wideFieldCount: 100 }),
    });
    await firstRows();
    expect(extractions(service)[0]?.['fields']).toHaveLength(24);
    expect(screen.getByText(/24 of [\d,]+ fields are shown\./)).toBeVisible();
    const fields = await fieldsTable();
    expect(fields.getAllByRole('row')).toHaveLength(51);
    await user.click(fields.getByRole('button', { name: /^Show all [\d,]+ fields$/ }));
    expect(fields.getAllByRole('row').length).toBeGreaterThan(90);
  });

  test('without the permission nothing is asked for', async () => {
    const { service } = await renderAt('/prices/SalesPrice', { account: 'viewer' });
    expect(await screen.findByRole('heading', { name: 'No access to price extraction' })).toBeVisible();
    expect(extractions(service)).toEqual([]);
  });
});

describe('a look that is no longer wanted', () => {
  test('is cancelled by a run', async () => {
    const { user, service } = await renderAt('/prices/PromotionPrice', {
      prepare: ({ controls }) => controls.addFault({ ...HELD, times: 1 }),
    });
    await waitFor(() => expect(service.controls.journal().at(-1)?.endpoint).toBe('extraction'));
    await user.click(await screen.findByRole('button', { name: 'Run' }));
    expect(await screen.findByRole('grid')).toBeVisible();
    const calls = service.controls.journal().filter(({ endpoint }) => endpoint === 'extraction');
    expect(calls.map(({ isAborted }) => isAborted)).toEqual([true, false]);
  });

  test('is cancelled by a change of the query, which says how to see its rows', async () => {
    const { user, service } = await renderAt('/prices/PromotionPrice', {
      prepare: ({ controls }) => controls.addFault(HELD),
    });
    await waitFor(() => expect(service.controls.journal().at(-1)?.endpoint).toBe('extraction'));
    await user.click(await screen.findByRole('button', { name: 'Add sort' }));
    expect(await screen.findByText('Run the query to see its rows.')).toBeVisible();
    await waitFor(() => expect(service.controls.journal().at(-1)?.isAborted).toBe(true));
  });

  test('is cancelled by leaving', async () => {
    const { user, service } = await renderAt('/prices/PromotionPrice', {
      prepare: ({ controls }) => controls.addFault(HELD),
    });
    await waitFor(() => expect(service.controls.journal().at(-1)?.endpoint).toBe('extraction'));
    await user.click(screen.getByRole('link', { name: 'Snapshots' }));
    await waitFor(() =>
      expect(service.controls.journal().find(({ endpoint }) => endpoint === 'extraction')?.isAborted).toBe(
        true,
      ),
    );
  });

  test('is not taken of a link with another query', async () => {
    const { service } = await renderAt('/prices/PromotionPrice?v=1&fields=PromotionCode');
    expect(await screen.findByText('Run the query to see its rows.')).toBeVisible();
    expect(extractions(service)).toEqual([]);
  });

  test('is not taken of a link to a snapshot', async () => {
    const { service } = await renderAt('/prices/PromotionPrice?v=1&cacheKey=longgone');
    await screen.findByRole('heading', { name: 'This snapshot has expired' });
    expect(extractions(service).every((body) => body['cacheKey'] === 'longgone')).toBe(true);
  });
});
