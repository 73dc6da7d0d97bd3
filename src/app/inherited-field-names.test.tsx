import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ReferenceService } from '@mocks/service/reference-service';
import { renderAt } from '@/test/render-at';

/** New names for some fields. They are properties that every object inherits. */
const CALLED: Readonly<Record<string, string>> = {
  PriceList: 'constructor',
  Currency: '__proto__',
  PreviousValue: 'toString',
};

function callFieldsSo(service: ReferenceService): void {
  const { handle } = service;
  vi.spyOn(service, 'handle').mockImplementation(async (request) => {
    const body = request.method === 'POST' ? await request.text() : undefined;
    const response = await handle(
      new Request(request.url, {
        method: request.method,
        headers: request.headers,
        ...(body !== undefined && { body: unnamed(body) }),
      }),
    );
    const { status, headers } = response;
    return headers.get('content-type')?.includes('json')
      ? new Response(named(await response.text()), { status, headers })
      : response;
  });
}

const named = (text: string) =>
  Object.entries(CALLED).reduce((all, [name, other]) => all.replaceAll(`"${name}"`, `"${other}"`), text);
const unnamed = (text: string) =>
  Object.entries(CALLED).reduce((all, [name, other]) => all.replaceAll(`"${other}"`, `"${name}"`), text);

test('are asked for, filtered and sorted by in a workbench', async () => {
  const query = 'fields=ItemNumber,constructor,__proto__&filter=constructor~is~AT&sort=toString';
  const { user, service } = await renderAt(`/prices/SalesPrice?v=1&${query}`, { prepare: callFieldsSo });
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  await waitFor(() => expect(location.search).toContain('cacheKey='));
  expect(JSON.parse(service.controls.journal().at(-1)?.body ?? '')).toMatchObject({
    fields: ['ItemNumber', 'PriceList', 'Currency'],
    filters: [{ columnName: 'PriceList', op: 'equals', value: 'AT' }],
    orderby: ['PreviousValue'],
  });
});

test('have their values on the page of an item', { tags: ['long'] }, async () => {
  await renderAt('/items/A-100002303?on=2026-10-01', {
    prepare: callFieldsSo,
    settings: { rowCount: 80_000 },
  });
  const sales = within(await screen.findByRole('region', { name: 'Sales price' }));
  const [header, first] = within(await sales.findByRole('table')).getAllByRole('row');
  const cells = within(first ?? document.body)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  const titles = within(header ?? document.body)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  for (const [name, text] of [
    ['constructor', 'AT'],
    ['__proto__', 'EUR'],
    ['toString', '160.95'],
  ] as const)
    expect(cells[titles.indexOf(name)], name).toBe(text);
});
