import { act, renderHook } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { startMessages } from '@/ui/i18n/catalogue-start';
import { FormatSettingsProvider, useFormatSettings } from './format-settings-context';
import { useWords } from './use-words';

test('the components of a page share the words until the person chooses others', () => {
  const { result } = renderHook(
    () => ({ one: useWords(), other: useWords(), choose: useFormatSettings().choose }),
    {
      wrapper: ({ children }) => (
        <IntlProvider locale="en" messages={startMessages}>
          <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
            {children}
          </FormatSettingsProvider>
        </IntlProvider>
      ),
    },
  );
  const before = result.current;
  expect(before.other).toBe(before.one);
  act(() => before.choose({ formats: 'de-DE' }));
  const { one, other } = result.current;
  expect(other).toBe(one);
  expect(one).not.toBe(before.one);
  expect(one.formats.formatInteger(1234)).toBe('1.234');
});
