import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { UNKNOWN_RIGHTS } from '@/session/rights/rights';
import { WHOLE_COLUMN } from '../model/draft-query';
import { TEST_PRICE_COLUMN, testField } from '@/test/test-price-column';
import { group, renderBuilder, run } from '@/test/render-query-builder';
import { useQueryProblems } from './use-query-problems';

describe('fields', () => {
  it('can be chosen, searched and reset, and keep their order', async () => {
    const { user, lastRun } = renderBuilder();
    const fields = group('Fields');
    expect(fields.getByText('7 of 7')).toBeVisible();
    await user.click(fields.getByRole('button', { name: 'Clear' }));
    await run(user);
    expect(await fields.findByText('Choose at least one field.')).toBeVisible();
    expect(lastRun()).toBeUndefined();
    await user.click(fields.getByRole('checkbox', { name: 'Value' }));
    await user.type(fields.getByRole('searchbox', { name: 'Search fields' }), 'num');
    expect(fields.getAllByRole('checkbox')).toHaveLength(1);
    await user.click(fields.getByRole('checkbox', { name: 'Number' }));
    await run(user);
    expect(lastRun()?.fields).toEqual(['Number', 'Value']);
  });

  it('without one are no mistake until Run, so that nothing moves below the pointer', () => {
    const state = {
      draft: { ...WHOLE_COLUMN, fields: [] },
      run: { status: 'idle' },
      blockedRun: null,
    } as const;
    const scope = { priceColumn: TEST_PRICE_COLUMN, isLocked: () => false, today: '2026-03-15' };
    const { result } = renderHook(() =>
      useQueryProblems({ ...state, draft: { ...state.draft, fields: [] } }, scope),
    );
    expect(result.current.resolved.ok).toBe(false);
    expect(result.current.problems).toEqual([]);
  });

  it('move with Alt and the arrow keys, and keep the focus', async () => {
    const { user, lastRun } = renderBuilder();
    const value = screen.getByRole('checkbox', { name: 'Value' });
    act(() => {
      value.focus();
    });
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
    expect(value).toHaveFocus();
    expect(screen.getByText('Value moved to position 1 of 7')).toBeInTheDocument();
    await run(user);
    expect(lastRun()?.fields?.slice(0, 3)).toEqual(['Value', 'Number', 'Name']);
  });

  it('have one tab stop, and arrow keys move between them', async () => {
    const { user } = renderBuilder();
    const stops = screen.getAllByRole('checkbox').filter((box) => box.tabIndex === 0);
    expect(stops.map((box) => box.id)).toEqual(['query-panel-fields-Number']);
    act(() => {
      screen.getByRole('checkbox', { name: 'Number' }).focus();
    });
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('checkbox', { name: 'Value' })).toHaveFocus();
  });

  it('are virtualized in long lists, and each can be reached', async () => {
    const fields = Array.from({ length: 3_000 }, (_, at) => testField(`Field${at}`));
    const { user, actions, lastRun } = renderBuilder({ priceColumn: { ...TEST_PRICE_COLUMN, fields } });
    const group3000 = group('Fields');
    expect(group3000.getByText('3,000 of 3,000')).toBeVisible();
    expect(group3000.getAllByRole('checkbox').length).toBeLessThan(100);
    const first = screen.getByRole('checkbox', { name: 'Field0' });
    expect(first.closest('li')).toHaveAttribute('aria-setsize', '3000');
    act(() => first.focus());
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('checkbox', { name: 'Field2' })).toHaveFocus();

    act(() => actions().showField('Field2500'));
    const shown = await screen.findByRole('checkbox', { name: 'Field2500' });
    await waitFor(() => expect(shown).toHaveFocus());
    expect(shown.closest('li')).toHaveAttribute('aria-posinset', '2501');
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('checkbox', { name: 'Field2499' })).toHaveFocus();

    await user.click(group3000.getByRole('button', { name: 'Clear' }));
    await user.type(group3000.getByRole('searchbox', { name: 'Search fields' }), '2999');
    await user.click(group3000.getByRole('checkbox', { name: 'Field2999' }));
    await run(user);
    expect(lastRun()?.fields).toEqual(['Field2999']);
  });

  it('come first in their order when chosen; the others are folded below, and the search finds all', async () => {
    const applied = { ...WHOLE_COLUMN, fields: ['Value', 'Number'] };
    const { user, lastRun } = renderBuilder({ applied });
    const fields = group('Fields');
    const names = () => fields.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent);
    expect(names()).toEqual(['Value', 'Number']);
    await user.type(fields.getByRole('searchbox', { name: 'Search fields' }), 'n');
    expect(names()).toEqual(['Number', 'Name', 'NeedsPrice', 'Notes']);
    await user.clear(fields.getByRole('searchbox', { name: 'Search fields' }));
    await user.click(fields.getByRole('button', { name: '6 more fields' }));
    expect(names().slice(2)).toEqual(['Name', 'Factor', 'ValidFrom', 'NeedsPrice', 'Cost', 'Notes']);
    // A chosen field moves up, and the focus moves to the next field in the list.
    await user.click(fields.getByRole('checkbox', { name: 'Name' }));
    expect(new Set(names().slice(0, 3))).toEqual(new Set(['Name', 'Number', 'Value']));
    expect(fields.getByRole('checkbox', { name: 'Factor' })).toHaveFocus();
    // A field that is no longer chosen keeps its position until the list is folded.
    await user.click(fields.getByRole('checkbox', { name: 'Number' }));
    expect(names().slice(0, 3)).toContain('Number');
    await user.click(fields.getByRole('button', { name: '5 more fields' }));
    expect(names()).toHaveLength(2);
    await run(user);
    expect(new Set(lastRun()?.fields)).toEqual(new Set(['Name', 'Value']));
  });

  it('keep the focus on their handle when its menu is left without a choice', async () => {
    const { user } = renderBuilder();
    const handle = screen.getByRole('button', { name: 'Move Value' });
    act(() => handle.focus());
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('menuitem', { name: 'Move to the top' })).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(handle).toHaveFocus();
  });

  it('move by the menu of their handle', async () => {
    const { user, lastRun } = renderBuilder();
    await user.click(screen.getByRole('button', { name: 'Move Value' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Move to the top' }));
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Move Value' })).toHaveFocus();
    });
    await run(user);
    expect(lastRun()?.fields?.slice(0, 3)).toEqual(['Value', 'Number', 'Name']);
  });

  it('that are locked only show their name and the required right', async () => {
    const { user } = renderBuilder();
    await user.click(screen.getByRole('button', { name: '1 more field' }));
    const cost = screen.getByRole('checkbox', { name: 'Cost' });
    expect(cost).toBeDisabled();
    expect(cost).not.toBeChecked();
    expect(cost).toHaveAccessibleDescription('Locked: needs the right “View Cost”');
    const row = cost.closest('li');
    expect(row?.textContent).not.toMatch(/number/);
  });

  it('are all offered while the rights are unknown, with the required right', () => {
    renderBuilder({ rights: UNKNOWN_RIGHTS });
    expect(screen.getByRole('checkbox', { name: 'Cost' })).toBeChecked();
    expect(screen.getByTitle('Needs the right “View Cost” (dataadmin-item_Cost_view)')).toBeInTheDocument();
  });
});
