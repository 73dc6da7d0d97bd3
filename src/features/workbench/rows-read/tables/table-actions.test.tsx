import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { stubMember } from '@/test/stub-member';
import { summaryColumn } from '@/analysis/tables/summary-table';
import { TableActions, type TableActionsProps } from './table-actions';

const getTable = () => ({
  name: 'Pivot',
  columns: [summaryColumn('Rows', 'number', 0)],
  rows: [['1'], ['2']],
  about: [],
});

function renderActions(props: TableActionsProps) {
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <TableActions {...props} />
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  return userEvent.setup({ delay: null });
}

test('a table is copied for Excel, and a note says so', async () => {
  const copied = vi.fn<(type: string, text: string) => void>();
  stubMember(document, 'execCommand', () => {
    const event = new Event('copy');
    document.dispatchEvent(Object.assign(event, { clipboardData: { setData: copied } }));
    return true;
  });
  const user = renderActions({ getTable });
  await user.click(screen.getByRole('button', { name: 'Copy table' }));
  expect(await screen.findByText('2 rows copied.')).toBeInTheDocument();
  expect(copied).toHaveBeenCalledWith('text/plain', 'Rows\r\n1\r\n2');
});

test('a table is exported in three formats', async () => {
  const address = vi.fn<(blob: Blob) => string>(() => 'blob:x');
  stubMember(URL, 'createObjectURL', address);
  stubMember(URL, 'revokeObjectURL', () => undefined);
  stubMember(HTMLAnchorElement.prototype, 'click', () => undefined);
  const user = renderActions({ getTable });
  await user.click(screen.getByRole('button', { name: 'Export table' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual([
    'CSV for Excel',
    'CSV for programs',
    'Excel workbook',
  ]);
  await user.click(screen.getByRole('menuitem', { name: 'CSV for programs' }));
  expect(await screen.findByText('Pivot.csv downloaded.')).toBeInTheDocument();
  expect(await address.mock.lastCall?.[0].text()).toBe('Rows\n1\n2\n');
});

test('without a table there is nothing to press', () => {
  renderActions({ getTable: null });
  expect(screen.getByRole('button', { name: 'Copy table' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Export table' })).toBeDisabled();
});
