import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { choose, group, renderBuilder, run } from '@/test/render-query-builder';

describe('sort', () => {
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
