import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { choose, group, renderBuilder, run } from '@/test/render-query-builder';
import { TEST_PRICE_COLUMN } from '@/test/test-price-column';
import { WHOLE_COLUMN } from '../model/draft-query';
import { withComputed } from '../model/whole-query';

describe('sort', () => {
  it('by a computed column is done on the rows read, and says so', async () => {
    const twice = { name: 'Twice', formula: 'Value * 2', places: 2 };
    const query = withComputed(WHOLE_COLUMN, twice, TEST_PRICE_COLUMN.fields);
    const sort = [
      { id: 'sort-1', field: 'Twice', direction: 'descending' as const },
      { id: 'sort-2', field: 'Name', direction: 'descending' as const },
    ];
    const { user, lastRun } = renderBuilder({ applied: { ...query, sort } });
    expect(group('Sort 1').getByRole('combobox', { name: 'Field' })).toHaveValue('Twice');
    expect(group('Sort 1').getByRole('note')).toHaveAccessibleName(/it is computed/);
    expect(group('Sort 2').queryByRole('note')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add sort' }));
    await user.click(group('Sort 3').getByRole('combobox', { name: 'Field' }));
    expect(screen.queryByRole('option', { name: 'Twice' })).toBeNull();
    await user.click(await screen.findByRole('option', { name: 'Value' }));
    await user.click(screen.getByRole('button', { name: 'Run and read the rows' }));
    expect(lastRun()?.sort).toEqual([
      { column: 'Name', direction: 'descending' },
      { column: 'Value', direction: 'ascending' },
    ]);
  });

  it('offers each sortable field once', async () => {
    const { user, lastRun } = renderBuilder();
    await user.click(screen.getByRole('button', { name: 'Add sort' }));
    await choose(user, group('Sort 1'), 'Field', 'Name');
    await user.click(screen.getByRole('button', { name: 'Add sort' }));
    await user.click(group('Sort 2').getByRole('combobox', { name: 'Field' }));
    const options = (await screen.findAllByRole('option')).map((option) => option.textContent);
    expect(options).toEqual(['Number', 'Value', 'Factor', 'ValidFrom', 'NeedsPrice']);
    await user.click(screen.getByRole('option', { name: 'Value' }));
    await choose(user, group('Sort 2'), 'Direction', 'Descending');
    await user.click(screen.getByRole('button', { name: 'Move sort 2 up' }));
    expect(screen.getByRole('button', { name: 'Move sort 1 up' })).toHaveFocus();
    await run(user);
    expect(lastRun()?.sort).toEqual([
      { column: 'Value', direction: 'descending' },
      { column: 'Name', direction: 'ascending' },
    ]);
    await user.click(screen.getByRole('button', { name: 'Remove sort 1' }));
    expect(group('Sort 1').getByRole('combobox', { name: 'Field' })).toHaveFocus();
  });
});
