import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ColumnField } from './column-field';

test('the option for no column is null, and is chosen while there is none', async () => {
  const onChange = vi.fn<(column: string | null) => void>();
  const field = (value: string | null) => (
    <MantineProvider env="test">
      <ColumnField
        label="Cost"
        noneLabel="none"
        description="By its name"
        columns={['UnitCost']}
        value={value}
        onChange={onChange}
      />
    </MantineProvider>
  );
  const { rerender } = render(field(null));
  const user = userEvent.setup({ delay: null });
  const input = screen.getByRole('combobox', { name: 'Cost' });
  expect(input).toHaveValue('none');
  expect(input).toHaveAccessibleDescription('By its name');
  await user.click(input);
  await user.click(screen.getByRole('option', { name: 'UnitCost' }));
  expect(onChange).toHaveBeenLastCalledWith('UnitCost');
  rerender(field('UnitCost'));
  expect(input).toHaveValue('UnitCost');
  await user.click(input);
  await user.click(screen.getByRole('option', { name: 'none' }));
  expect(onChange).toHaveBeenLastCalledWith(null);
});
