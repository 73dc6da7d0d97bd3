import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as engines from '@/features/workbench/rows-read/engine/connect-engine';
import { createEngineConnection } from '@/features/workbench/rows-read/engine/create-engine-connection';
import { enter } from '@/test/enter-text';
import { renderAt } from '@/test/render-at';
import { startInProcess } from '@/test/start-in-process';

beforeEach(() => {
  vi.spyOn(engines, 'connectEngine').mockImplementation(() => createEngineConnection(startInProcess));
});
const LOADING = { timeout: 50_000 };

async function renderRun() {
  const rendered = await renderAt('/prices/PromotionPrice');
  await rendered.user.click(await screen.findByRole('button', { name: 'Run' }));
  await screen.findByRole('grid');
  return rendered;
}

function follow(text: string, parameter = 'refine'): void {
  const link = new URL(location.href);
  link.searchParams.delete('refine');
  link.searchParams.set(parameter, text);
  history.pushState(null, '', link);
  window.dispatchEvent(new PopStateEvent('popstate'));
}

test(
  'a link refines the rows, adds its column, and offers all again; what of one cannot be read is told',
  { tags: ['long'] },
  async () => {
    const { user } = await renderRun();
    follow('1;all;Currency~is~EUR;!new~Twice~2~PromotionValue * 2');
    const bar = await screen.findByText(/^\d+ of 240 rows after refining here: /, undefined, LOADING);
    const count = Number(/^\d+/.exec(bar.textContent)?.[0]);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(240);
    expect(bar).toHaveTextContent('Currency is EUR · Twice = PromotionValue * 2');
    await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', String(count + 1)));
    // The status line shows the count, too.
    expect(screen.getByText(`${count} of 240 rows after refining here`)).toBeVisible();

    // The other views have the same rows, and the new column.
    await user.click(screen.getByRole('tab', { name: 'Columns' }));
    const profile = await screen.findByRole('table', { name: 'Column profile' }, LOADING);
    expect(await within(profile).findByRole('button', { name: 'Profile of Twice' }, LOADING)).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Rows' }));

    await user.click(await screen.findByRole('button', { name: 'Clear refinement' }));
    await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '241'));
    expect(location.search).not.toContain('refine');

    // A formula that cannot be computed refuses the whole link.
    follow('1;all;Currency~is~EUR;!new~Twice~2~PromotionValue * ');
    expect(
      await screen.findByText('The refinement of this link cannot be applied.', undefined, LOADING),
    ).toBeVisible();
    expect(screen.getByText('A field, a number or a parenthesis is missing here.')).toBeVisible();
    expect(screen.queryByText(/after refining here/)).toBeNull();

    // A highlight that cannot be read does not affect the others.
    follow('1;blue~row~PromotionValue~greater-than~0;pink~row~PromotionValue~greater-than~0', 'highlight');
    const told = await screen.findByText('A part of this link could not be used', undefined, LOADING);
    expect(told.parentElement).toHaveTextContent('pink~row~PromotionValue~greater-than~0 cannot be read');
    const legend = await screen.findByRole('list', { name: 'Highlights' });
    expect(
      within(legend)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['PromotionValue greater than 0']);
  },
);

test('a formula is checked while it is typed, and applied to the rows', async () => {
  const { user } = await renderRun();
  await user.click(screen.getByRole('button', { name: 'Refine' }));
  const region = await screen.findByRole('region', { name: 'Refine here' }, LOADING);
  await user.click(within(region).getByRole('button', { name: 'Add computed column' }));
  const column = within(region).getByRole('group', { name: 'Computed column 1' });
  const formula = within(column).getByRole('textbox', { name: 'Formula' });
  await enter(user, formula, 'PromotionValue + Prize');
  expect(within(column).getByText('There is no field “Prize” in these rows.')).toBeVisible();
  await user.clear(formula);
  await enter(user, formula, 'PromotionValue * 2');
  await user.click(within(region).getByRole('button', { name: 'Apply' }));
  const words = '240 of 240 rows after refining here: Computed = PromotionValue * 2';
  expect(await screen.findByText(words, undefined, LOADING)).toBeVisible();
  expect(new URL(location.href).searchParams.get('refine')).toBe('1;!new~Computed~4~PromotionValue * 2');

  await user.click(within(region).getByRole('button', { name: 'Clear refinement' }));
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  expect(within(region).queryByRole('group', { name: 'Computed column 1' })).toBeNull();
});

test('what is typed and not applied is still there after a run, another view and a reload, until it is applied', async () => {
  let { user } = await renderRun();
  await user.click(screen.getByRole('button', { name: 'Refine' }));
  const region = async () => within(await screen.findByRole('region', { name: 'Refine here' }, LOADING));
  const column = async () => within((await region()).getByRole('group', { name: 'Computed column 1' }));
  const choose = async (label: string, option: string) => {
    await user.click((await column()).getByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await user.click((await region()).getByRole('button', { name: 'Add computed column' }));
  await choose('Kind', 'Difference');
  await choose('Of', 'PromotionValue');
  const expectTyped = async () => {
    const typed = await column();
    expect(typed.getByRole('combobox', { name: 'Kind' })).toHaveValue('Difference');
    expect(typed.getByRole('combobox', { name: 'Of' })).toHaveValue('PromotionValue');
  };

  await user.click(screen.getByRole('checkbox', { name: 'Currency' }));
  await user.click(screen.getByRole('button', { name: 'Run' }));
  await waitFor(() => expect(location.search).toContain('fields='));
  await expectTyped();

  await user.click(screen.getByRole('tab', { name: 'Columns' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Refine here' })).toBeNull());
  await user.click(screen.getByRole('tab', { name: 'Rows' }));
  await expectTyped();

  cleanup();
  // Another service does not have the earlier snapshot.
  const reloaded = new URL(location.href);
  reloaded.searchParams.delete('cacheKey');
  ({ user } = await renderAt(reloaded.pathname + reloaded.search));
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  await expectTyped();

  // The missing part is described, marked, and has the focus.
  await user.click((await region()).getByRole('button', { name: 'Apply' }));
  expect((await region()).getByText(/^Not applied: something is missing/)).toBeVisible();
  const minus = (await column()).getByRole('combobox', { name: 'Minus' });
  expect(minus).toBeInvalid();
  expect(minus).toHaveAccessibleDescription('Choose a field.');
  expect(minus).toHaveFocus();
});

test('valid on a day is asked for with the filters, and the run keeps it for after', async () => {
  const { user } = await renderAt('/prices/SalesPrice');
  await user.click(await screen.findByRole('button', { name: 'Valid on a date' }));
  const group = await screen.findByRole('group', { name: 'Rows valid on a date' }, LOADING);
  expect(within(group).getByText(/The service cannot count an open ValidFrom or ValidTo/)).toBeVisible();
  const day = within(group).getByRole('textbox', { name: 'Value' });
  await user.clear(day);
  await enter(user, day, '31/01/2026');
  await user.click(within(group).getByRole('button', { name: 'Valid on 31/01/2026' }));
  await screen.findByText(
    /^(?:Refining|[\d,]+ of [\d,]+ rows after refining here): .*31\/01\/2026/,
    undefined,
    LOADING,
  );
  expect(new URL(location.href).searchParams.get('refine')).toBe(
    '1;all;ValidFrom~valid-on~ValidTo~2026-01-31',
  );
});
