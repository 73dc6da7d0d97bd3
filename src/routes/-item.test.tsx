import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { rowAt } from '@mocks/data/price-sources';
import { renderAt } from '@/test/render-at';

// This item has a promotion, contracts, a price for each region, and an intentional gap in its sales prices.
const ITEM = 'A-100002303';
const AT = `/items/${ITEM}?on=2026-10-01`;

/** Enough rows for the sales prices to include those of the item. */
const ROWS = { settings: { rowCount: 80_000 } } as const;

type Service = Awaited<ReturnType<typeof renderAt>>['service'];

/** Returns the price columns and bodies of the requests for rows, the oldest first. */
function extractions({ controls }: Service): readonly Record<string, unknown>[] {
  return controls
    .journal()
    .flatMap(({ endpoint, body }) =>
      endpoint === 'extraction' && body !== null ? [JSON.parse(body) as Record<string, unknown>] : [],
    );
}

const section = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the page of an item', () => {
  test('shows its prices on a day in each price column, and asks for nothing more', async () => {
    const { service } = await renderAt(AT, ROWS);
    expect(await screen.findByRole('heading', { level: 1, name: `Item ${ITEM}` })).toBeVisible();
    const sales = await section('Sales price');
    const table = within(await sales.findByRole('table', { name: 'Sales price' }));
    // The table has a header row, and one row for each of the 16 prices that apply on the day.
    expect(table.getAllByRole('row')).toHaveLength(17);
    expect(sales.getByText('16 of 32 rows apply on 01/10/2026')).toBeVisible();
    expect(screen.getByText(String(rowAt('CostForPricing', 2_303)['Name']))).toBeVisible();
    const history = await section('Price history');
    expect(await history.findByText(/^8 of the newest 200 rows apply on 01\/10\/2026/)).toBeVisible();
    expect(within(await history.findByRole('table')).getAllByRole('row')).toHaveLength(9);
    expect((await section('Tender price')).getByText('No prices of this item.')).toBeVisible();
    const bodies = extractions(service);
    expect(bodies).toHaveLength(7);
    for (const body of bodies) {
      expect(body).toMatchObject({
        page: 1,
        bypassTotalCount: true,
        filters: [{ op: 'equals', value: ITEM }],
      });
      expect(body).not.toHaveProperty('useCache');
    }
    expect(
      (await section('Sales price')).getByRole('link', { name: 'Open in workbench: Sales price' }),
    ).toHaveAttribute('href', `/prices/SalesPrice?v=1&filter=ItemNumber~is~${ITEM}`);
  });

  test('all rows are a press away, and another day has other prices', async () => {
    const { user, service } = await renderAt(AT, ROWS);
    const sales = await section('Sales price');
    await user.click(await sales.findByRole('button', { name: 'Show all 32 rows' }));
    expect(within(sales.getByRole('table')).getAllByRole('row')).toHaveLength(33);
    const before = extractions(service).length;
    const date = screen.getByLabelText('Prices on');
    expect(date).toHaveValue('2026-10-01');
    await user.clear(date);
    await user.type(date, '2020-01-01');
    expect(await screen.findAllByText(/No price applies on 01\/01\/2020/)).not.toHaveLength(0);
    expect(new URLSearchParams(location.search).get('on')).toBe('2020-01-01');
    expect(extractions(service)).toHaveLength(before);
  });

  test('one section fails by itself, and is tried again by itself', async () => {
    const { user, service } = await renderAt(AT, {
      ...ROWS,
      prepare: ({ controls }) =>
        controls.addFault({ on: 'extraction', times: 1, skip: 1, fault: { kind: 'status', status: 400 } }),
    });
    const failed = await screen.findByRole('alert');
    expect(await section('Sales price')).toBeDefined();
    const before = extractions(service).length;
    await user.click(within(failed).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(extractions(service)).toHaveLength(before + 1);
  });

  test('columns that the person may not view are neither offered nor asked for', async () => {
    const { service } = await renderAt(AT, { account: 'analyst' });
    const costs = await section('Cost for pricing');
    expect(await costs.findByText(/^Not visible to you: CostForPricing, FreightCost/)).toBeVisible();
    await waitFor(() => expect(extractions(service)).toHaveLength(7));
    for (const body of extractions(service)) expect(JSON.stringify(body)).not.toContain('CostForPricing');
  });

  test('asks for four price columns at a time', async () => {
    const { service } = await renderAt(AT, {
      ...ROWS,
      prepare: ({ controls }) =>
        controls.addFault({ on: 'extraction', times: null, fault: { kind: 'delay', delayMs: 600_000 } }),
    });
    expect(await screen.findByRole('status', { name: 'Loading Sales price' })).toBeVisible();
    // Counts the journal entries, because `extractions` would need the bodies, which are still pending.
    const calls = () => service.controls.journal().filter(({ endpoint }) => endpoint === 'extraction');
    await waitFor(() => expect(calls()).toHaveLength(4));
    service.controls.clearFaults();
    expect(await (await section('Price history')).findByRole('table')).toBeVisible();
    await waitFor(() => expect(extractions(service)).toHaveLength(7));
  });

  test('an item that nobody knows says so', async () => {
    await renderAt('/items/X-1');
    expect(await screen.findByRole('heading', { name: 'No prices of X-1' })).toBeVisible();
  });

  test('without the permission nothing is asked for', async () => {
    const { service } = await renderAt(AT, { account: 'viewer' });
    expect(await screen.findByRole('heading', { name: 'No access to price extraction' })).toBeVisible();
    expect(extractions(service)).toEqual([]);
  });
});

test('gaps are drawn and named in the table', async () => {
  const { user } = await renderAt(AT, ROWS);
  const part = await section('Validity of prices');
  expect(await part.findByRole('img', { name: 'Validity of prices' })).toHaveAccessibleDescription(/one gap/);
  await user.click(part.getByText('As a table'));
  const table = within(part.getByRole('table', { name: 'Validity of prices' }));
  expect(table.getAllByRole('row', { name: /Gap of \d+ days/ })).toHaveLength(1);
});

test(
  'keys go through the bars, and a press shows the prices of its days, without another request',
  { tags: ['long'] },
  async () => {
    const { user, service } = await renderAt(AT, ROWS);
    const part = await section('Validity of prices');
    const group = await part.findByRole('group', { name: 'Prices by the days on which they apply' });
    // Waits for the bars of the promotion and the contracts, which appear last.
    await within(group).findByRole('button', { name: /^Promotion price, PROMO-/ });
    await within(group).findAllByRole('button', { name: /^Customer contract price/ });
    const bars = within(group).getAllByRole('button');
    bars[0]?.focus();
    expect(bars[0]).toHaveAccessibleName(/^Sales price, AT · EUR · from 1 pcs: [\d.,]+ EUR, .*Gap of/);
    await user.keyboard('{ArrowRight}');
    expect(bars[1]).toHaveFocus();
    await user.keyboard('{End}');
    expect(bars.at(-1)).toHaveFocus();
    expect(bars.at(-1)).toHaveAccessibleName(/^Promotion price, PROMO-/);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(new URLSearchParams(location.search).get('on')).not.toBe('2026-10-01'));
    const promotion = within((await section('Promotion price')).getByRole('table'));
    expect(promotion.getByText(/^PROMO-/)).toBeVisible();
    expect(extractions(service)).toHaveLength(7);
  },
);
