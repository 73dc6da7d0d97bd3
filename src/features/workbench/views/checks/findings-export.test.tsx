import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { check, createChecksHarness, toggles } from '@/test/checks-harness';

const harness = createChecksHarness();

const downloads: { name: string; content: Blob }[] = [];
beforeEach(() => {
  downloads.length = 0;
  let content = new Blob();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push({ name: this.download, content });
  });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    content = blob as Blob;
    return 'blob:x';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
});

test('findings are in the order of what they stand for in money, the worst first, and written to a file with a certificate of what was checked', async () => {
  const { user } = harness.renderChecks();
  const grid = await screen.findByRole('grid', { name: 'Findings' });
  await within(grid).findByRole('gridcell', { name: /0\.019/ });
  const rows = within(grid)
    .getAllByRole('gridcell')
    .map(({ textContent }) => textContent)
    .filter((text) => /median|below|No price/.test(text));
  expect(rows[0]).toMatch(/^0\.019/);
  expect(rows[1]).toMatch(/^12\.00 is below the cost of 14\.00/);

  await check('No price').findByText('1 row');
  await user.click(toggles().getByRole('button', { name: 'No price: 1 row' }));
  await waitFor(() => expect(screen.getByRole('status', { name: 'Rows shown' })).toHaveTextContent('1 row'));
  await user.click(screen.getByRole('button', { name: 'Export findings' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV for programs' }));
  await waitFor(() => expect(downloads).toHaveLength(2));
  const [csv, certificate] = await Promise.all(downloads.map(({ content }) => content.text()));
  expect(csv?.trimEnd().split('\n')).toEqual([
    'Check,Finding,Note,Dismissed on,Row,EntryNo,ItemNumber,Family,Currency,Value,UnitCost,ValidFrom,ValidTo',
    'No price,No price,,,6,105,A-5,Pens,EUR,,14.00,2026-01-01,',
  ]);
  expect(JSON.parse(certificate ?? '')).toMatchObject({
    kind: 'colonnade-findings-certificate',
    priceColumn: 'SalesPrice',
    roles: { price: 'Value', cost: 'UnitCost', quantity: null },
    checks: [{ check: 'no-price', found: 1, dismissed: 0, parameters: {} }],
    rows: { written: 1 },
  });
});
