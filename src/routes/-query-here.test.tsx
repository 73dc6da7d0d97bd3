import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as engines from '@/analysis/engine/connect-engine';
import { createEngineConnection } from '@/analysis/engine/create-engine-connection';
import { enter } from '@/test/enter-text';
import { renderAt } from '@/test/render-at';
import { choose } from '@/test/render-query-builder';
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
  'a link filters the rows read, and adds its column; what of one cannot be read is told',
  { tags: ['long'] },
  async () => {
    const { user } = await renderRun();
    follow('1;all;Currency~is~EUR;!new~Twice~2~PromotionValue * 2');
    const found = await screen.findByText(/^\d+ of 240 rows · one filter applied here$/, undefined, LOADING);
    const count = Number(/^\d+/.exec(found.textContent)?.[0]);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(240);
    await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', String(count + 1)));
    const heard = `${count} of 240 rows, filtered here: Currency is EUR · Twice = PromotionValue * 2`;
    expect(screen.getByText(heard)).toBeInTheDocument();
    // The query panel shows the filter and the computed column.
    expect(screen.getByRole('group', { name: 'Filter 1' })).toBeVisible();
    expect(screen.getByRole('group', { name: 'Computed column 1' })).toHaveTextContent('Twice');

    const line = within(screen.getByRole('group', { name: 'Query line' }));
    expect(line.getByRole('button', { name: 'Currency is EUR' })).toBeVisible();
    expect(line.getByRole('button', { name: 'Twice = PromotionValue * 2' })).toBeVisible();

    // The **Columns** view has the same rows as the grid, and the new column.
    await user.click(screen.getByRole('tab', { name: 'Columns' }));
    const profile = await screen.findByRole('table', { name: 'Column profile' }, LOADING);
    expect(await within(profile).findByRole('button', { name: 'Profile of Twice' }, LOADING)).toBeVisible();
    expect(screen.getByText(`${count} of 240 rows · one filter applied here`)).toBeVisible();
    // In other views, **Export** exports the rows of the service, without the filter.
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const exporting = within(await screen.findByRole('dialog', { name: /^Export/ }, LOADING));
    expect(exporting.getByRole('radio', { name: 'Whole snapshot' })).toHaveAccessibleDescription('240 rows');
    await user.click(exporting.getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('tab', { name: 'Rows' }));

    // After the filter and the column are removed, the rows of the same snapshot are shown again.
    await user.click(screen.getByRole('button', { name: 'Remove filter 1' }));
    await user.click(screen.getByRole('button', { name: 'Remove Twice' }));
    await user.click(screen.getByRole('button', { name: 'Run' }));
    await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '241'));
    expect(location.search).not.toContain('refine');

    // If a formula cannot be computed, nothing of the link is applied.
    follow('1;all;Currency~is~EUR;!new~Twice~2~PromotionValue * ');
    expect(
      await screen.findByText(
        'The filters of this link that are applied here cannot be read.',
        undefined,
        LOADING,
      ),
    ).toBeVisible();
    expect(screen.getByText('A field, a number or a parenthesis is missing here.')).toBeVisible();
    expect(screen.queryByText(/applied here$/)).toBeNull();

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

test('a computed column is checked while it is typed, and read with the rows; what is missing is marked', async () => {
  let { user } = await renderRun();
  const key = () => new URL(location.href).searchParams.get('cacheKey');
  const before = key();
  await user.click(screen.getByRole('button', { name: 'Add computed column' }));
  const column = () => within(screen.getByRole('group', { name: 'Computed column 1' }));
  const formula = await column().findByRole('textbox', { name: 'Formula' });
  await enter(user, formula, 'PromotionValue + Prize');
  expect(column().getByText('There is no field “Prize” in these rows.')).toBeVisible();
  await user.clear(formula);
  await user.click(screen.getByRole('button', { name: 'Run and read 240 rows' }));
  expect(await column().findByText('Enter a formula.')).toBeVisible();
  await enter(user, formula, 'PromotionValue * 2');
  await user.click(screen.getByRole('button', { name: 'Run and read 240 rows' }));
  await waitFor(
    () =>
      expect(new URL(location.href).searchParams.get('refine')).toBe('1;!new~Computed~4~PromotionValue * 2'),
    LOADING,
  );
  expect(await screen.findByRole('columnheader', { name: /^Computed/ }, LOADING)).toBeVisible();
  // A computed column leaves out no rows.
  expect(screen.getByText('240 rows')).toBeVisible();
  expect(screen.getByText('240 rows, computed here: Computed = PromotionValue * 2')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Add sort' }));
  await choose(user, within(await screen.findByRole('group', { name: 'Sort 1' })), 'Field', 'Computed');
  await user.click(screen.getByRole('button', { name: 'Run and read 240 rows' }));
  await waitFor(() => expect(new URL(location.href).searchParams.get('order')).toBe('1;Computed~ascending'));
  // The service has not taken another snapshot.
  expect(key()).toBe(before);

  // A formula that was typed but not run is kept when the user opens another view, and after a reload.
  await user.clear(formula);
  await enter(user, formula, 'PromotionValue * 3');
  await user.click(screen.getByRole('tab', { name: 'Columns' }));
  await user.click(await screen.findByRole('tab', { name: 'Rows' }));
  expect(column().getByRole('textbox', { name: 'Formula' })).toHaveValue('PromotionValue * 3');
  cleanup();
  // Removes the snapshot from the address, because the new service of the second rendering does not have it.
  const reloaded = new URL(location.href);
  reloaded.searchParams.delete('cacheKey');
  ({ user } = await renderAt(reloaded.pathname + reloaded.search));
  expect(await screen.findByText('PromotionValue * 3', undefined, LOADING)).toBeVisible();
});

test('valid on a day is a filter that is done here, and says so', async () => {
  const { user } = await renderAt('/prices/SalesPrice');
  await user.click(await screen.findByRole('button', { name: 'Valid on a date' }));
  const filter = within(await screen.findByRole('group', { name: 'Filter 1' }, LOADING));
  expect(await filter.findByRole('combobox', { name: 'Valid until' }, LOADING)).toHaveValue('ValidTo');
  expect(filter.getByRole('note', { name: /^Done here, on the rows read/ })).toBeVisible();
  const day = filter.getByRole('textbox', { name: 'Value' });
  await user.clear(day);
  await enter(user, day, '31/01/2026');
  await user.click(screen.getByRole('button', { name: 'Run and read the rows' }));
  await waitFor(
    () =>
      expect(new URL(location.href).searchParams.get('refine')).toBe(
        '1;all;ValidFrom~valid-on~ValidTo~2026-01-31',
      ),
    LOADING,
  );
  expect(document.title).toContain('valid on 31/01/2026');
});
