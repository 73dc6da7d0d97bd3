import { MantineProvider } from '@mantine/core';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { useWords } from '@/ui/formats/use-words';
import { loadMessages } from '@/ui/i18n/catalogue';
import { AnnouncerProvider } from '@/ui/components/announcer';
import { testField } from '@/test/test-price-column';
import { problemText } from './problem-text';
import { useAddValues } from './use-add-values';

// The pattern accepts both apostrophes, because the locale data of the runtime decide which one Swiss numbers have.
test('counts follow the chosen formats and not the language', async () => {
  const german = await loadMessages('de');
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <IntlProvider locale="de" messages={german} timeZone="UTC">
      <FormatSettingsProvider defaultLanguage="de" defaultFormats="de-CH">
        <MantineProvider env="test">
          <AnnouncerProvider>{children}</AnnouncerProvider>
        </MantineProvider>
      </FormatSettingsProvider>
    </IntlProvider>
  );
  const field = testField('Name');
  const adder = renderHook(() => useAddValues([], field, () => undefined), { wrapper });
  const cells = Array.from({ length: 2_500 }, (_, at) => ({ text: `A-${at % 1_250}`, row: at + 1 }));
  await act(() => adder.result.current.add(cells, { isPasted: true, isColumn: false }));
  expect(adder.result.current.outcome).toMatch(/^1['’]250 hinzugefügt, 1['’]250 Dubletten übersprungen$/);

  const operands = [
    { text: 'x', value: null },
    { text: 'y', value: null },
  ];
  const { result } = renderHook(useWords, { wrapper });
  const problem = { kind: 'value-unreadable', count: 1_234 } as const;
  expect(problemText(result.current, problem, { fieldName: 'Name', field, operands }).text).toMatch(
    /^1['’]234 Werte /,
  );
});
