import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { HighlightColours } from './highlights-setup';

test('the colours are a named group, and each of them has a name', async () => {
  const onChange = vi.fn();
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={englishMessages}>
        <HighlightColours value="amber" onChange={onChange} />
      </IntlProvider>
    </MantineProvider>,
  );
  const group = within(screen.getByRole('radiogroup', { name: 'Colour' }));
  for (const name of ['Red, circle', 'Amber, triangle', 'Green, square', 'Blue, diamond', 'Violet, cross']) {
    expect(group.getByRole('radio', { name })).toBeVisible();
  }
  expect(group.getByRole('radio', { name: 'Amber, triangle' })).toBeChecked();
  await userEvent.click(group.getByRole('radio', { name: 'Blue, diamond' }));
  expect(onChange).toHaveBeenCalledWith('blue');
});
