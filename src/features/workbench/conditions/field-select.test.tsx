import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { FieldAdder } from './field-select';

const FIELDS = ['PriceList', 'PriceGroup', 'Value'];

function Adder({ onAdd }: { readonly onAdd: (field: string) => void }) {
  const [added, setAdded] = useState<readonly string[]>([]);
  const free = FIELDS.filter((name) => !added.includes(name));
  return (
    <FieldAdder
      id="adder"
      label="Group rows by"
      placeholder="Add a field"
      options={free.map((name) => ({ value: name, label: name }))}
      emptyText="No field"
      onAdd={(field) => {
        setAdded([...added, field]);
        onAdd(field);
      }}
    />
  );
}

test('is empty again after a field was chosen by keyboard, and takes the next one from its first letter', async () => {
  const added: string[] = [];
  render(
    <MantineProvider env="test">
      <Adder onAdd={(field) => added.push(field)} />
    </MantineProvider>,
  );
  const box = screen.getByRole('combobox', { name: 'Group rows by' });
  // The first option becomes active only shortly after a letter was typed.
  const isOffered = () =>
    vi.waitFor(() => expect(document.querySelector('[role=option][data-combobox-selected]')).not.toBeNull());
  await userEvent.type(box, 'pricel');
  await isOffered();
  await userEvent.keyboard('{Enter}');
  expect(added).toEqual(['PriceList']);
  expect(box).toHaveValue('');
  await userEvent.keyboard('va');
  expect(box).toHaveValue('va');
  await isOffered();
  await userEvent.keyboard('{Enter}');
  expect(box).toHaveValue('');
  // This option is chosen with the arrow keys, without typing.
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await isOffered();
  await userEvent.keyboard('{Enter}');
  expect(added).toEqual(['PriceList', 'Value', 'PriceGroup']);
  expect(box).toHaveValue('');
  expect(box).toHaveFocus();
});
