import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { AppliedInput } from './applied-input';

function Margin({ initial, onChange }: { initial: string; onChange: (value: string) => void }) {
  const [value, setValue] = useState(initial);
  return (
    <AppliedInput
      label="Margin"
      value={value}
      shown={Number(value).toFixed(1)}
      read={(text) => (/^\d+(\.\d)?$/.test(text) ? text : undefined)}
      problem="A number with one decimal"
      onChange={(next) => {
        onChange(next);
        setValue(next);
      }}
    />
  );
}

test('a value that is shown less exactly stays as it is until something is typed', async () => {
  const user = userEvent.setup();
  const onChange = vi.fn<(value: string) => void>();
  render(<Margin initial="12.345" onChange={onChange} />, { wrapper: MantineProvider });
  await user.click(screen.getByRole('textbox', { name: 'Margin' }));
  await user.tab();
  expect(onChange).not.toHaveBeenCalled();

  const input = screen.getByRole('textbox', { name: 'Margin' });
  await user.clear(input);
  await user.type(input, 'x{Enter}');
  expect(input).toHaveAccessibleDescription('A number with one decimal');
  expect(input).toHaveValue('x');
  await user.clear(input);
  await user.type(input, '12.5{Enter}');
  expect(onChange.mock.calls).toEqual([['12.5']]);
  expect(input).toHaveFocus();
});
