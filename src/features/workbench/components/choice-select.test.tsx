import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { describe, expect, it, vi } from 'vitest';
import { englishMessages } from '@/shared/i18n/catalogue-en';
import { ChoiceSelect } from './choice-select';

const CHOICES = ['Number', 'Value', 'PreviousValue'].map((name) => ({ value: name, label: name }));

function renderSelect(value: string | null = null) {
  const onChange = vi.fn<(value: string) => void>();
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <ChoiceSelect label="Field" choices={CHOICES} value={value} onChange={onChange} />
      </IntlProvider>
    </MantineProvider>,
  );
  // No pause between the letters: timers run when all of them have been typed, as on a machine that is busy.
  return { onChange, user: userEvent.setup({ delay: null }) };
}

async function letTimersRun(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
}

describe('a choice', () => {
  it('is taken by Enter however fast its words were typed', async () => {
    const { onChange, user } = renderSelect();
    await user.click(screen.getByRole('combobox', { name: 'Field' }));
    await user.keyboard('{Escape}');
    await user.keyboard('val');
    await letTimersRun();
    await user.keyboard('{Enter}');
    expect(onChange.mock.calls).toEqual([['Value']]);
  });

  it('is the one that the arrow keys have come to', async () => {
    const { onChange, user } = renderSelect();
    await user.click(screen.getByRole('combobox', { name: 'Field' }));
    await user.keyboard('{Escape}');
    await user.keyboard('val');
    await screen.findByRole('option', { name: 'PreviousValue' });
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(onChange.mock.calls).toEqual([['PreviousValue']]);
  });

  it('stays where nothing was typed, or nothing matches', async () => {
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
