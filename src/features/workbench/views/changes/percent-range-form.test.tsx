import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderBuilder } from '@/test/render-query-builder';
import type { PercentRange } from '@/analysis/comparison/change-rows';
import { PercentRangeForm } from './percent-range-form';

function renderForm(start: PercentRange | null = null, formats = 'en-GB') {
  const onChoose = vi.fn<(range: PercentRange | null) => void>();
  function Form() {
    const [range, setRange] = useState(start);
    const choose = (next: PercentRange | null) => {
      onChoose(next);
      setRange(next);
    };
    return <PercentRangeForm range={range} onChoose={choose} />;
  }
  const { user } = renderBuilder({ hasBuilder: false, formats, beside: <Form /> });
  const from = screen.getByRole('textbox', { name: 'Δ % from' });
  const to = screen.getByRole('textbox', { name: 'Δ % to' });
  return { user, onChoose, from, to };
}

test('a range is typed, and both of its ends belong to it', async () => {
  const { user, onChoose, from, to } = renderForm();
  await user.type(from, '-2.5 %');
  await user.type(to, '10{Enter}');
  expect(onChoose).toHaveBeenLastCalledWith({ from: '-2.5', to: '10', includesEnd: true });
  expect(from).toHaveValue('-2.5');
  expect(to).toHaveFocus();
  await user.clear(from);
  await user.click(screen.getByRole('button', { name: 'Show these rows' }));
  expect(onChoose).toHaveBeenLastCalledWith({ from: null, to: '10', includesEnd: true });
  await user.clear(to);
  await user.keyboard('{Enter}');
  expect(onChoose).toHaveBeenLastCalledWith(null);
});

test('what is no range is told where it stands, and chooses nothing', async () => {
  const { user, onChoose, from, to } = renderForm();
  await user.type(from, '1,5');
  expect(from).not.toHaveAccessibleDescription();
  await user.tab();
  expect(from).toHaveAccessibleDescription('Enter a number, such as -2.5');
  await user.type(to, '3.456');
  expect(from).toHaveAccessibleDescription('Enter a number, such as -2.5');
  await user.keyboard('{Enter}');
  expect(to).toHaveAccessibleDescription('At most two decimals');
  expect(from).toHaveFocus();
  await user.clear(from);
  await user.type(from, '5');
  await user.clear(to);
  await user.type(to, '4.99{Enter}');
  expect(to).toHaveAccessibleDescription('Must not be less than the start');
  expect(to).toHaveFocus();
  expect(onChoose).not.toHaveBeenCalled();
});

test('it shows the range of a bar, whose end stays open until another one is typed', async () => {
  const bar = { from: '5', to: '7.50', includesEnd: false };
  const { user, onChoose, from, to } = renderForm(bar, 'de-DE');
  expect(from).toHaveValue('5');
  expect(to).toHaveValue('7,50');
  await user.click(screen.getByRole('button', { name: 'Show these rows' }));
  expect(onChoose).not.toHaveBeenCalled();
  await user.clear(to);
  await user.type(to, '7,25{Enter}');
  expect(onChoose).toHaveBeenLastCalledWith({ from: '5', to: '7.25', includesEnd: true });
});
