import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderBuilder } from '@/test/render-query-builder';
import type { ComparisonChoice } from '../../model/compare-with';
import { ComparisonForm } from './comparison-form';

const MADE: ComparisonChoice = {
  with: { kind: 'snapshot', cacheKey: 'earlier' },
  keys: null,
  price: undefined,
};

function renderForm(choice: ComparisonChoice | null) {
  const onCompare = vi.fn<(choice: ComparisonChoice) => void>();
  const snapshot = (cacheKey: string, label: string) => ({
    cacheKey,
    label,
    rowCount: 3,
    takenAtMs: 0,
    expiresAtMs: null,
    needsSeconds: false,
    search: {},
    kept: null,
  });
  const { user } = renderBuilder({
    hasBuilder: false,
    beside: (
      <ComparisonForm
        comparable={[snapshot('earlier', 'Monday'), snapshot('other', 'Tuesday')]}
        choice={choice}
        columns={['Number', 'Country', 'Value', 'Cost']}
        numberColumns={['Value', 'Cost']}
        usualKeys={['Number']}
        usualPrice="Value"
        fileName={null}
        onChooseFile={vi.fn()}
        onCompare={onCompare}
      />
    ),
  });
  const choose = async (label: string, option: RegExp) => {
    const form = within(screen.getByRole('group', { name: 'Comparison' }));
    await user.click(form.getByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  return { user, choose, onCompare };
}

test('what is changed of a comparison applies at once: no result stands under another set-up', async () => {
  const { user, choose, onCompare } = renderForm(MADE);
  await choose('Price', /^Cost$/);
  expect(onCompare).toHaveBeenLastCalledWith({ ...MADE, keys: ['Number'], price: 'Cost' });
  await choose('Match rows by', /^Country$/);
  expect(onCompare).toHaveBeenLastCalledWith({ ...MADE, keys: ['Number', 'Country'], price: 'Value' });
  await choose('Compare with', /Tuesday/);
  expect(onCompare).toHaveBeenLastCalledWith({
    with: { kind: 'snapshot', cacheKey: 'other' },
    keys: ['Number'],
    price: 'Value',
  });
  await user.click(screen.getByRole('button', { name: 'Do not match by Number' }));
  expect(onCompare).toHaveBeenCalledTimes(4);
});

test('nothing is compared before there is something to compare with', async () => {
  const { choose, onCompare } = renderForm(null);
  await choose('Price', /^Cost$/);
  expect(onCompare).not.toHaveBeenCalled();
  await choose('Compare with', /Monday/);
  expect(onCompare).toHaveBeenCalledExactlyOnceWith({ ...MADE, keys: ['Number'], price: 'Cost' });
});
