import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import exportMessages from '@/ui/i18n/messages/en/export.json';
import { AnnouncerProvider } from '@/ui/components/announcer';
import type { ExportView } from '../run/export-machine';
import { useAnnounceExports } from './use-announce-exports';

function Exports({ views }: { readonly views: readonly ExportView[] }) {
  useAnnounceExports(views);
  return null;
}

function view(id: string, rows: number, state: ExportView['state']): ExportView {
  return {
    id,
    title: 'Sales price',
    cacheKey: 'key',
    isStable: true,
    format: 'csv',
    fileName: 'sales-price',
    rowsPromised: 1_000,
    rows,
    bytes: 0,
    rowsPerS: null,
    isCheckingKeys: false,
    state,
  };
}

const RUNNING: ExportView['state'] = { status: 'running', retryReason: null };

test('each milestone of an export is announced once, also when two exports have the same name', () => {
  const screen = (views: readonly ExportView[]) => (
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={{ ...englishMessages, export: exportMessages }}>
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <AnnouncerProvider>
            <Exports views={views} />
          </AnnouncerProvider>
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>
  );
  const announced: string[] = [];
  let last: Element | null = null;
  const { rerender } = render(screen([]));
  const show = (views: readonly ExportView[]) => {
    rerender(screen(views));
    const current = document.querySelector('[aria-live="polite"]')?.lastElementChild ?? null;
    // The elements are compared, not their texts: screen readers announce a new element even if its text is the same.
    if (current !== null && current !== last) announced.push(current.textContent ?? '');
    last = current;
  };
  show([view('one', 0, RUNNING)]);
  show([view('one', 300, RUNNING)]);
  show([view('one', 320, RUNNING)]);
  show([view('one', 1_000, RUNNING)]);
  show([view('one', 1_000, { status: 'paused', retryReason: null })]);
  show([view('one', 1_000, { status: 'paused', retryReason: null }), view('two', 0, RUNNING)]);
  expect(announced).toEqual([
    'Export of Sales price started',
    'Export of Sales price: 25%',
    'Export of Sales price started',
  ]);
});
