import { MantineProvider } from '@mantine/core';
import { act, renderHook } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { AnnouncerProvider, useAnnounce } from '@/ui/components/announcer';
import type { ColumnLayout } from './column-layout';
import { useColumnChanges } from './use-column-changes';
import type { ColumnModel } from './use-column-model';

test('a column that has moved, or has another width, is announced', () => {
  const slots = ['a', 'b', 'c'].map((columnId, columnIndex) => ({
    columnId,
    columnIndex,
    widthPx: 100,
    group: null,
  }));
  const columnsById = new Map([['a', { id: 'a', label: 'Value', align: 'left' } as const]]);
  const model: Partial<ColumnModel> = { moveTo: vi.fn(), resize: vi.fn() };
  const { result } = renderHook(
    () =>
      useColumnChanges(
        model as ColumnModel,
        { slots } as unknown as ColumnLayout,
        columnsById,
        useAnnounce(),
      ),
    {
      wrapper: ({ children }) => (
        <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
          <MantineProvider env="test">
            <AnnouncerProvider>{children}</AnnouncerProvider>
          </MantineProvider>
        </IntlProvider>
      ),
    },
  );
  const announcement = document.querySelector('[aria-live]');
  act(() => result.current.move('a', 1));
  expect(announcement).toHaveTextContent('Value is now column 2 of 3');
  act(() => result.current.widen('a', 1));
  expect(announcement).toHaveTextContent(/^Value/);
  expect(announcement).toHaveTextContent('116');
  // The first column cannot move left, so nothing is announced.
  act(() => result.current.move('b', -1));
  expect(announcement).not.toHaveTextContent('Value');
});
