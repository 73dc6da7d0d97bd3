import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { check, createChecksHarness, PRICE_COLUMN, status, toggles } from '@/test/checks-harness';
import { renderBuilder, type User } from '@/test/render-query-builder';
import { wholeQueryFromSearch } from '../../model/whole-query';
import { CheckOfFilters } from '../../screen/check-of-filters';

const harness = createChecksHarness();

describe('own checks', () => {
  const CHEAP = '1;all;Gap~less-than~-10;!new~Gap~2~Value - UnitCost';

  /** Renders the checks beside a query builder with these filters. They have not been run, so the rows on screen are not filtered. */
  function renderWithFilters(refine: string) {
    const scope = {
      priceColumn: PRICE_COLUMN,
      priceColumns: [PRICE_COLUMN],
      isLocked: () => false,
      readsRows: true,
    };
    const { draft } = wholeQueryFromSearch({ v: '1', refine }, scope);
    const rendered = renderBuilder({
      hasBuilder: false,
      priceColumn: PRICE_COLUMN,
      beside: (
        <>
          <CheckOfFilters />
          {harness.view()}
        </>
      ),
    });
    act(() => {
      rendered.actions().edit({ type: 'set-computed', computed: draft?.computed ?? [] });
      rendered.actions().edit({ type: 'set-filters', filters: draft?.filters ?? [] });
      rendered.actions().startCheck();
    });
    return rendered;
  }

  async function saveCheck(user: User, name: string, means: string): Promise<void> {
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as check' }));
    await user.click(dialog.getByRole('textbox', { name: 'Name' }));
    await user.paste(name);
    await user.click(dialog.getByRole('textbox', { name: 'What it means' }));
    await user.paste(means);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
  }

  test(
    'filters are saved as a check, which finds rows, and can be renamed and removed',
    { tags: ['long'] },
    async () => {
      const { user } = renderWithFilters(CHEAP);
      await saveCheck(user, 'Given away', 'Far below what it costs.');
      const own = await screen.findByRole('group', { name: 'Given away' });
      expect(own).toHaveTextContent('Far below what it costs.');
      expect(own).toHaveTextContent('Gap = Value - UnitCost');
      expect(check('Given away').getByRole('checkbox', { name: 'Use this check' })).toBeChecked();
      // The check was stored when it was created, so there is nothing to save.
      expect(screen.getByRole('button', { name: 'Save checks' })).toHaveAttribute('aria-disabled', 'true');

      expect(await check('Given away').findByText('1 row')).toBeInTheDocument();
      expect(status()).toHaveTextContent('3 rows found by 5 checks');
      await user.click(toggles().getByRole('button', { name: 'Given away: 1 row' }));
      const findings = within(screen.getByRole('region', { name: 'Findings' }));
      const cell = await findings.findByRole('gridcell', { name: /^Far below what it costs\. · 0\.019/ });
      await user.dblClick(cell);
      const record = within(await findings.findByRole('region', { name: 'Record' }));
      const form = within(record.getByRole('form', { name: 'Given away' }));
      await user.click(form.getByRole('button', { name: 'Dismiss: Far below what it costs.' }));
      expect(await check('Given away').findByText('1 dismissed')).toBeInTheDocument();

      await user.click(check('Given away').getByRole('button', { name: 'Rename Given away' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Rename the check' }));
      const name = dialog.getByRole('textbox', { name: 'Name' });
      await user.clear(name);
      await user.paste('Sold at a loss');
      await user.click(dialog.getByRole('button', { name: 'Rename' }));
      // The finding that was dismissed before the check was renamed is still dismissed.
      expect(await screen.findByRole('group', { name: 'Sold at a loss' })).toHaveTextContent('1 dismissed');
      expect(status()).not.toHaveTextContent('The settings have changed since.');

      await user.click(check('Sold at a loss').getByRole('checkbox', { name: 'Use this check' }));
      await waitFor(() => expect(status()).toHaveTextContent('3 rows found by 4 checks'));
      await user.click(check('Sold at a loss').getByRole('button', { name: 'Remove Sold at a loss' }));
      await waitFor(() =>
        expect(screen.queryByRole('group', { name: 'Sold at a loss' })).not.toBeInTheDocument(),
      );
      expect(screen.getByRole('region', { name: 'Checks' })).toHaveFocus();
      await user.click(screen.getByRole('button', { name: 'Restore' }));
      const restored = await screen.findByRole('group', { name: 'Sold at a loss' });
      await user.click(within(restored).getByRole('checkbox', { name: 'Use this check' }));
      await waitFor(() => expect(restored).toHaveTextContent('1 dismissed'));
      expect(screen.queryByRole('button', { name: 'Restore' })).not.toBeInTheDocument();
    },
  );

  test('a name and a sentence are needed, and no two checks have one name', { tags: ['long'] }, async () => {
    const { user } = renderWithFilters(CHEAP);
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as check' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Enter a name.')).toBeInTheDocument();
    expect(dialog.getByText('Enter a sentence.')).toBeInTheDocument();
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await user.keyboard('no PRICE');
    expect(await dialog.findByText('Another check has this name.')).toBeInTheDocument();
  });

  test('a check of a column that is gone is off and says so; the others run', async () => {
    const { actions } = harness.renderChecks();
    await screen.findByRole('group', { name: 'No price' });
    act(() =>
      actions().setView('checks', {
        checks:
          '1;own,own-1~used~Old~Old price.~1!sall!sOldValue!tgreater-than!t1,own-2~used~Margin~Thin.~1!sall!sGap!tless-than!t0!s!xnew!tGap!t2!tValue - OldCost',
      }),
    );
    const old = await screen.findByRole('group', { name: 'Old' });
    expect(old).toHaveTextContent('Off. There is no field OldValue here, or you may not view it.');
    expect(within(old).queryByRole('checkbox')).not.toBeInTheDocument();
    expect(screen.getByRole('group', { name: 'Margin' })).toHaveTextContent(
      'Off. There is no field “OldCost” in these rows.',
    );
    expect(await check('No price').findByText('1 row')).toBeInTheDocument();
  });
});
