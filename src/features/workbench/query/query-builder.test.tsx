import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { WHOLE_COLUMN } from '../model/draft-query';
import { DEFAULT_COLUMN_STATE } from '@/lib/grid/grid-model';
import { addFilter, group, renderBuilder, run } from '@/test/render-query-builder';

/** Leaves the page without React's cleanup, so that only what the page stores on `pagehide` is kept. */
function leavePage({ unmount }: ReturnType<typeof renderBuilder>): void {
  window.dispatchEvent(new Event('pagehide'));
  const stored = Object.entries(sessionStorage);
  unmount();
  sessionStorage.clear();
  for (const [storageKey, text] of stored) sessionStorage.setItem(storageKey, text);
}

describe('draft and run', () => {
  it('shows the number of changes since the run, and resets them', async () => {
    const { user, onRun } = renderBuilder();
    expect(screen.getByText('As run')).toBeVisible();
    await addFilter(user, 1, 'Name', 'is empty');
    await user.click(screen.getByRole('checkbox', { name: 'Value' }));
    expect(screen.getByText('2 changes not run')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(screen.queryByRole('group', { name: 'Filter 1' })).not.toBeInTheDocument();
    expect(screen.getByText('As run')).toBeVisible();
    expect(onRun).not.toHaveBeenCalled();
  });

  it('shows that nothing has been run', () => {
    renderBuilder({ applied: null });
    expect(screen.getByText('Not run yet')).toBeVisible();
  });

  it('does not show the query of a shared link as run', () => {
    renderBuilder({ isRun: false });
    expect(screen.getByText('Not run yet')).toBeVisible();
  });

  it('keeps typed text when the address changes after its own run', async () => {
    const { user, succeed } = renderBuilder();
    const filter = await addFilter(user, 1, 'Value');
    await user.type(filter.getByRole('textbox', { name: 'Value' }), '1,000');
    await run(user);
    await succeed();
    expect(filter.getByRole('textbox', { name: 'Value' })).toHaveValue('1,000');
    expect(screen.getByText('As run')).toBeVisible();
  });

  it('keeps changes that were made during a run', async () => {
    const { user, succeed, apply } = renderBuilder();
    const filter = await addFilter(user, 1, 'Name');
    await user.type(filter.getByRole('textbox', { name: 'Value' }), 'a');
    await run(user);
    await user.type(filter.getByRole('textbox', { name: 'Value' }), 'bc');
    await succeed();
    expect(filter.getByRole('textbox', { name: 'Value' })).toHaveValue('abc');
    expect(screen.getByText('1 change not run')).toBeVisible();
    // A change of the address that is not a result of the run replaces the draft.
    apply(WHOLE_COLUMN);
    await waitFor(() => {
      expect(screen.queryByRole('group', { name: 'Filter 1' })).not.toBeInTheDocument();
    });
  });

  it('shows the query of another address', async () => {
    const { apply } = renderBuilder();
    const sort = [{ id: 'sort-1', field: 'Name', direction: 'descending' as const }];
    apply({ ...WHOLE_COLUMN, fields: ['Name'], sort });
    await waitFor(() => {
      expect(group('Sort 1').getByRole('combobox', { name: 'Direction' })).toHaveValue('Descending');
    });
    expect(screen.getByText('1 of 7')).toBeVisible();
  });

  it('survives a reload of the tab right after an edit, but not another address', () => {
    const first = renderBuilder();
    first.startFilter(1, 'Name');
    leavePage(first);
    const second = renderBuilder();
    expect(group('Filter 1').getByRole('combobox', { name: 'Field' })).toHaveValue('Name');
    second.unmount();
    renderBuilder({ applied: { ...WHOLE_COLUMN, fields: ['Name'] } });
    expect(screen.queryByRole('group', { name: 'Filter 1' })).not.toBeInTheDocument();
  });

  it('can be restored by one undo after another address replaced it', async () => {
    const first = renderBuilder();
    await addFilter(first.user, 1, 'Name', 'is empty');
    first.apply({ ...WHOLE_COLUMN, fields: ['Value'] });
    await first.user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(group('Filter 1').getByRole('combobox', { name: 'Field' })).toHaveValue('Name');
    window.dispatchEvent(new Event('pagehide'));
    first.unmount();

    // Undo also restores the draft if the address changed while the page was closed.
    const second = renderBuilder({ applied: { ...WHOLE_COLUMN, fields: ['Number'] } });
    expect(screen.queryByRole('group', { name: 'Filter 1' })).not.toBeInTheDocument();
    await second.user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(group('Filter 1').getByRole('combobox', { name: 'Field' })).toHaveValue('Name');
  });

  it('follows the order of columns in the grid and keeps edits that were not run', async () => {
    const applied = { ...WHOLE_COLUMN, fields: ['Number', 'Value'] };
    const { user, actions, apply } = renderBuilder({ applied });
    await addFilter(user, 1, 'Name');
    act(() => {
      actions().changeColumns({ ...DEFAULT_COLUMN_STATE, order: ['Value', 'Number'] });
    });
    expect(screen.getByText('2 of 7')).toBeVisible();
    expect(screen.getByText('1 change not run')).toBeVisible();
    // A change of the address still replaces the draft.
    apply(WHOLE_COLUMN);
    expect(screen.getByText('7 of 7')).toBeVisible();
    expect(screen.getByText('As run')).toBeVisible();
  });

  it('copies the link of the last run and confirms it', async () => {
    const { user } = renderBuilder({ isRun: false });
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe('https://console.example.com/prices/SalesPrice?v=1');
    expect(await screen.findByText('Link copied')).toBeVisible();
    expect(screen.getByText('Copied the link')).toBeInTheDocument();
  });
});
