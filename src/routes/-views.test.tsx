import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { SavedView } from '@/features/workbench/model/saved-view';
import { viewFileText } from '@/features/workbench/model/view-file';
import { renderAt } from '@/test/render-at';

const GERMAN: SavedView = {
  id: 'view-1',
  priceColumn: 'SalesPrice',
  name: 'German prices',
  query: { v: '1', filter: 'PriceList~is~DE' },
  display: { show: 'columns' },
  arrangement: null,
  isDefault: false,
  runsOnOpen: false,
  savedAtMs: 0,
};

/** Renders the screen. `teamFile` is the content of the file with the team's views. */
function renderBeside(teamFile: string) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response(teamFile)));
  return renderAt('/views', { keepsRecords: true, config: { teamViews: 'views/team.json' } });
}

test('views of the team can be opened and copied, and neither renamed, deleted nor put into the routine', async () => {
  const { user } = await renderBeside(viewFileText([GERMAN]));
  const table = () => screen.findByRole('table', { name: 'Saved views' });
  const rowOf = async (name: string, owner: string) => {
    const header = await within(await table()).findByRole('rowheader', { name });
    const row = header.closest('tr') as HTMLElement;
    expect(within(row).getByRole('cell', { name: owner })).toBeVisible();
    return within(row);
  };
  const ofTeam = await rowOf('German prices', 'Team');
  expect(ofTeam.getByText('PriceList is DE')).toBeVisible();
  expect(ofTeam.getByRole('link', { name: 'Open: German prices' })).toHaveAttribute(
    'href',
    '/prices/SalesPrice?v=1&filter=PriceList~is~DE&show=columns',
  );
  expect(ofTeam.queryByRole('button', { name: /^(?:Rename|Delete)/ })).toBeNull();
  expect(ofTeam.queryByRole('checkbox')).toBeNull();

  await user.click(ofTeam.getByRole('button', { name: 'Save a copy: German prices' }));
  await vi.waitFor(async () => expect(within(await table()).getAllByRole('rowheader')).toHaveLength(2));
  const [own] = within(await table()).getAllByRole('row', { name: /Mine/ });
  const ofPerson = within(own as HTMLElement);
  expect(ofPerson.getByText('PriceList is DE')).toBeVisible();
  expect(ofPerson.getByRole('checkbox', { name: /^In my routine: German prices/ })).not.toBeChecked();
  expect(ofPerson.getByRole('button', { name: /^Delete: German prices/ })).toBeVisible();
});

test('a file of the team that cannot be read is told by its name', async () => {
  await renderBeside('');
  expect(await screen.findByRole('alert')).toHaveTextContent('views/team.json is no JSON');
  expect(await screen.findByText('Nothing saved yet')).toBeVisible();
});
