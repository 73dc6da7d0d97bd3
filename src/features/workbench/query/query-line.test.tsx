import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { choose, renderBuilder } from '@/test/render-query-builder';
import { isLockedInTest, TEST_PRICE_COLUMN } from '@/test/test-price-column';
import { queryFromSearch } from '../model/query-address';

const SEARCH = { v: '1', filter: 'Value~greater-than~100;Name~starts-with~A', sort: '-Value' };

function renderLine(
  search: { readonly v: string; readonly filter?: string; readonly sort?: string } = SEARCH,
) {
  const applied = queryFromSearch(search, TEST_PRICE_COLUMN, isLockedInTest).draft;
  const rendered = renderBuilder({ applied, hasLine: true });
  const line = within(screen.getByRole('group', { name: 'Query line' }));
  return { ...rendered, line, button: (name: string | RegExp) => line.getByRole('button', { name }) };
}

async function openEditor(name: string) {
  return within(await screen.findByRole('dialog', { name }));
}

async function collapse({ user, button }: ReturnType<typeof renderLine>) {
  await user.click(screen.getByRole('button', { name: 'Collapse the query' }));
  await waitFor(() => expect(button('Show the query')).toHaveFocus());
}

test('is the query in words, and a chip leads to its editor in the builder', async () => {
  const { user, button, line } = renderLine();
  expect(button('Name starts with A')).toBeVisible();
  expect(button('7 of 7 fields')).toBeVisible();
  const editor = within(screen.getByRole('group', { name: 'Filter 1' }));
  const sort = within(screen.getByRole('group', { name: 'Sort 1' }));
  await user.click(button('Value greater than 100'));
  await waitFor(() => expect(editor.getByRole('textbox', { name: 'Value' })).toHaveFocus());
  await user.click(button('Value highest first'));
  await waitFor(() => expect(sort.getByRole('combobox', { name: 'Field' })).toHaveFocus());
  await user.click(button('7 of 7 fields'));
  await waitFor(() => expect(screen.getByRole('searchbox', { name: 'Search fields' })).toHaveFocus());
  await user.click(button('Add filter'));
  const added = within(await screen.findByRole('group', { name: 'Filter 3' }));
  await waitFor(() => expect(added.getByRole('combobox', { name: 'Field' })).toHaveFocus());
  // A rule is never edited in two places at once.
  expect(screen.queryByRole('dialog')).toBeNull();
  // While the panel shows the set-up of a view, rules are edited below the line.
  await user.click(screen.getByRole('tab', { name: 'View' }));
  await user.click(line.getByRole('button', { name: 'Value greater than 100' }));
  expect((await openEditor('Filter 1')).getByRole('textbox', { name: 'Value' })).toBeVisible();
});

test('a chip opens its editor while the panel is folded away', async () => {
  const rendered = renderLine();
  const { user, button, line, onRun } = rendered;
  await collapse(rendered);
  await user.click(button('Value greater than 100'));
  const value = (await openEditor('Filter 1')).getByRole('textbox', { name: 'Value' });
  await waitFor(() => expect(value).toHaveFocus());
  await user.clear(value);
  await user.type(value, '250{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  // As in the panel, the edit applies only after **Run**.
  await waitFor(() => expect(button('Value greater than 250')).toHaveFocus());
  expect(button('Value greater than 250')).toHaveAccessibleDescription('Changed since the run');
  expect(button('Name starts with A')).not.toHaveAccessibleDescription('Changed since the run');
  expect(line.getByText('1 change not run')).toBeVisible();
  expect(onRun).not.toHaveBeenCalled();
});

test('names the columns of another source; their chip leads to the builder, and removes them', async () => {
  const rendered = renderLine({ v: '1' });
  const { user, button, line, actions, succeed } = rendered;
  await user.click(screen.getByRole('button', { name: 'Run' }));
  await succeed();
  const source = 'price-column~CostForPricing,key~ItemNumber~Number,take~CostForPricing~Currency';
  act(() => actions().addColumns(`1;Cost,${source}`));
  expect(button('Cost: CostForPricing, Currency')).toBeVisible();
  expect(line.queryByText('All rows')).toBeNull();
  await collapse(rendered);
  await user.click(button('Cost: CostForPricing, Currency'));
  expect(await screen.findByRole('tab', { name: 'Builder', selected: true })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(button('Remove: Cost: CostForPricing, Currency'));
  expect(line.getByText('All rows')).toBeVisible();
  await waitFor(() => expect(button('Add filter')).toHaveFocus());
  await user.keyboard('{Control>}z{/Control}');
  expect(button('Cost: CostForPricing, Currency')).toBeVisible();
});

test('says which day a relative date means', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 12) });
  const filter = 'ValidFrom~on-or-after~30-days-ago;ValidFrom~this-month';
  const { button } = renderLine({ v: '1', filter });
  vi.useRealTimers();
  expect(button('ValidFrom on or after today − 30 days (23/10/2026)')).toBeVisible();
  expect(button('ValidFrom this month (01/11/2026 to 30/11/2026)')).toBeVisible();
});

test('removes a rule while the panel is folded away; the focus goes to its neighbour, and undo brings it back', async () => {
  const rendered = renderLine();
  const { user, button, line, lastRun } = rendered;
  await collapse(rendered);
  await user.click(button('Remove: Value greater than 100'));
  expect(line.getByText('1 change not run')).toBeVisible();
  await waitFor(() => expect(button('Name starts with A')).toHaveFocus());
  await user.keyboard('{Control>}z{/Control}');
  expect(button('Value greater than 100')).toBeVisible();
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await user.click(button('Run'));
  expect(lastRun()?.filters.map(({ column }) => column)).toEqual(['Name']);
});

test('adds a filter while the panel is folded away; a rule without a field is not left behind', async () => {
  const rendered = renderLine({ v: '1' });
  const { user, button, line, lastRun } = rendered;
  expect(line.getByText('All rows')).toBeVisible();
  await collapse(rendered);
  await user.click(button('Add filter'));
  const editor = await openEditor('Filter 1');
  // A press on a list does not close the editor, although the list is elsewhere in the document.
  await choose(user, editor, 'Field', 'Name');
  await user.type(editor.getByRole('textbox', { name: 'Value' }), 'b{Escape}');
  await waitFor(() => expect(button('Name is b')).toHaveFocus());
  await user.click(button('Add sort'));
  await openEditor('Sort 1');
  await user.click(line.getByText('2 changes not run'));
  expect(line.queryByRole('button', { name: 'New sort' })).toBeNull();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(lastRun()?.filters).toEqual([{ column: 'Name', op: 'equals', values: ['b'] }]);
});

test('chooses fields while the panel is folded away, and Ctrl+Enter runs from there', async () => {
  const rendered = renderLine();
  const { user, button, lastRun } = rendered;
  await collapse(rendered);
  await user.click(button('7 of 7 fields'));
  const fields = await openEditor('Fields');
  await user.click(fields.getByRole('checkbox', { name: 'Factor' }));
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(lastRun()?.fields).not.toContain('Factor');
  expect(button('6 of 7 fields')).toBeVisible();
});

test('a run that is blocked opens the rule it is about', async () => {
  const rendered = renderLine({ v: '1', filter: 'Name~is-any-of' });
  const { user, button } = rendered;
  await collapse(rendered);
  expect(button('Name is any of …')).toBeVisible();
  await user.click(button('Run'));
  const values = (await openEditor('Filter 1')).getByRole('textbox', { name: 'Values' });
  await waitFor(() => expect(values).toHaveFocus());
  expect(values).toHaveAccessibleDescription('Enter a value.');
});
