import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { FormatsDialog } from './formats-dialog';

async function renderDialog() {
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <FormatsDialog onClose={() => undefined} />
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  return within(await screen.findByRole('dialog', { name: 'Language and formats' }));
}

test('formats are chosen by region, found by their own name or its translation', async () => {
  const user = userEvent.setup();
  const dialog = await renderDialog();
  const formats = dialog.getByRole('combobox', { name: 'Numbers and dates' });
  await user.clear(formats);
  await user.type(formats, 'switz');
  const listbox = within(await screen.findByRole('listbox', { name: 'Numbers and dates' }));
  expect(listbox.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Deutsch (Schweiz)',
    'Français (Suisse)',
    'Italiano (Svizzera)',
  ]);
  expect(listbox.getByText('Deutsch (Schweiz)')).toHaveAttribute('lang', 'de-CH');
  await user.click(listbox.getByRole('option', { name: 'Deutsch (Schweiz)' }));
  expect(formats).toHaveValue('Deutsch (Schweiz)');
  // The expected text comes from Intl, because it differs between versions of Node.
  const sample = new Intl.NumberFormat('de-CH', { minimumFractionDigits: 2 }).format(-1_234_567.89);
  expect(dialog.getByText(new RegExp(`${sample} ·`))).toBeVisible();
});
