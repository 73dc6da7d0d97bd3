import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { describe, expect, it, vi } from 'vitest';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { ChoiceSelect } from './choice-select';

const CHOICES = ['Number', 'Value', 'PreviousValue'].map((name) => ({ value: name, label: name }));

function renderSelect(value: string | null = null, choices = CHOICES) {
  const onChange = vi.fn<(value: string) => void>();
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <ChoiceSelect label="Field" choices={choices} value={value} onChange={onChange} />
      </IntlProvider>
    </MantineProvider>,
  );
  // There is no pause between the typed letters, so timers run only after the last one, as on a busy computer.
  return { onChange, user: userEvent.setup({ delay: null }) };
}

async function letTimersRun(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
}

describe('thousands of choices', () => {
  const THOUSANDS = Array.from({ length: 3_000 }, (_, at) => ({ value: `F${at}`, label: `Field ${at}` }));

  it('render a part, with the number of the others', async () => {
    const { user } = renderSelect('F2500', THOUSANDS);
    await user.click(screen.getByRole('combobox', { name: 'Field' }));
    const options = screen.getAllByRole('option');
    expect(options.map((option) => option.textContent).slice(0, 2)).toEqual(['Field 2500', 'Field 0']);
    expect(options).toHaveLength(100);
    expect(screen.getByText('100 of 3,000: type to find others')).toBeInTheDocument();
  });

  it('are found by typing', async () => {
    const { onChange, user } = renderSelect(null, THOUSANDS);
    await user.click(screen.getByRole('combobox', { name: 'Field' }));
    await user.keyboard('2999');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    await letTimersRun();
    await user.keyboard('{Enter}');
    expect(onChange.mock.calls).toEqual([['F2999']]);
  });
});

describe('a choice', () => {
  it('is selected by Enter however fast its label is typed', async () => {
    const { onChange, user } = renderSelect();
    await user.click(screen.getByRole('combobox', { name: 'Field' }));
    await user.keyboard('{Escape}');
    await user.keyboard('val');
    await letTimersRun();
    await user.keyboard('{Enter}');
    expect(onChange.mock.calls).toEqual([['Value']]);
  });

  it('is the one that the arrow keys highlight', async () => {
    const { onChange, user } = renderSelect();
    await user.click(screen.getByRole('combobox', { name: 'Field' }));
    await user.keyboard('{Escape}');
    await user.keyboard('val');
    await screen.findByRole('option', { name: 'PreviousValue' });
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(onChange.mock.calls).toEqual([['PreviousValue']]);
  });

  it('stays when nothing was typed or nothing matches', async () => {
    const { onChange, user } = renderSelect('Number');
    await user.click(screen.getByRole('combobox', { name: 'Field' }));
    await letTimersRun();
    await user.keyboard('{Enter}');
    await user.keyboard('nothing of the kind');
    await letTimersRun();
    await user.keyboard('{Enter}');
    expect(onChange).not.toHaveBeenCalled();
  });
});
