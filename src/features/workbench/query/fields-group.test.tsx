import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { UNKNOWN_RIGHTS } from '@/session/rights';
import { TEST_PRICE_COLUMN, testField } from '../model/test-price-column';
import { group, renderBuilder, run } from '@/test/render-query-builder';

describe('fields', () => {
  it('are chosen, searched and kept in order', async () => {
    const { user, lastRun } = renderBuilder();
    const fields = group('Fields');
    expect(fields.getByText('7 of 7')).toBeVisible();
    await user.click(fields.getByRole('button', { name: 'Clear' }));
    expect(await fields.findByText('Choose at least one field.')).toBeVisible();
    await user.click(fields.getByRole('checkbox', { name: 'Value' }));
    await user.type(fields.getByRole('searchbox', { name: 'Search fields' }), 'num');
    expect(fields.getAllByRole('checkbox')).toHaveLength(1);
    await user.click(fields.getByRole('checkbox', { name: 'Number' }));
    await run(user);
    expect(lastRun()?.fields).toEqual(['Number', 'Value']);
  });

  it('move with Alt and the arrow keys, and keep the focus', async () => {
    const { user, lastRun } = renderBuilder();
    const value = screen.getByRole('checkbox', { name: 'Value' });
    act(() => {
      value.focus();
    });
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
    expect(value).toHaveFocus();
    expect(screen.getByText('Value moved to place 1 of 8')).toBeInTheDocument();
    await run(user);
    expect(lastRun()?.fields?.slice(0, 3)).toEqual(['Value', 'Number', 'Name']);
  });

  it('go from one to the next with the arrow keys, as one stop of the tab key', async () => {
    const { user } = renderBuilder();
    const stops = screen.getAllByRole('checkbox').filter((box) => box.tabIndex === 0);
    expect(stops.map((box) => box.id)).toEqual(['query-fields-Number']);
    act(() => {
      screen.getByRole('checkbox', { name: 'Number' }).focus();
    });
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('checkbox', { name: 'Value' })).toHaveFocus();
  });

  it('that are thousands are drawn as far as they are in view, and each can be reached', async () => {
    const fields = Array.from({ length: 3_000 }, (_, at) => testField(`Field${at}`));
    const { user, actions, lastRun } = renderBuilder({ priceColumn: { ...TEST_PRICE_COLUMN, fields } });
    const group3000 = group('Fields');
    expect(group3000.getByText('3000 of 3000')).toBeVisible();
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

  it('that are locked keep their name and the right, and nothing else', () => {
    renderBuilder();
    const cost = screen.getByRole('checkbox', { name: 'Cost' });
    expect(cost).toBeDisabled();
    expect(cost).not.toBeChecked();
    expect(cost).toHaveAccessibleDescription('Locked: needs dataadmin-item_Cost_view');
    const row = cost.closest('li');
    expect(row?.textContent).not.toMatch(/number/);
  });

  it('are all on offer while the rights are unknown, with the right that is asked for', () => {
    renderBuilder({ rights: UNKNOWN_RIGHTS });
    expect(screen.getByRole('checkbox', { name: 'Cost' })).toBeChecked();
    expect(screen.getByTitle('Needs dataadmin-item_Cost_view')).toBeInTheDocument();
  });
});
