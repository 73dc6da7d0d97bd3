import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import { LANGUAGES, type Language } from '@/lib/base/languages';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { CalendarPicker } from './calendar-picker';

function renderPicker(value: string | null, language: Language = 'en') {
  const onChoose = vi.fn<(day: string) => void>();
  render(
    <MantineProvider env="test">
      <FormatSettingsProvider defaultLanguage={language} defaultFormats="en-GB">
        <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
          <CalendarPicker value={value} today="2026-11-22" onChoose={onChoose} />
        </IntlProvider>
      </FormatSettingsProvider>
    </MantineProvider>,
  );
  return onChoose;
}

const focused = () => document.activeElement ?? document.body;
const focusedDay = () => focused().getAttribute('data-day');

test('the calendar has the keys of a date grid from its first opening, and marks today', () => {
  const onChoose = renderPicker(null);
  expect(focusedDay()).toBe('2026-11-22');
  expect(focused()).toHaveAttribute('aria-current', 'date');
  for (const [key, day, shiftKey] of [
    ['ArrowLeft', '2026-11-21'],
    ['Home', '2026-11-16'],
    ['ArrowUp', '2026-11-09'],
    ['ArrowUp', '2026-11-02'],
    ['ArrowUp', '2026-10-26'],
    ['End', '2026-11-01'],
    ['ArrowDown', '2026-11-08'],
    ['PageUp', '2026-10-08'],
    ['PageDown', '2027-10-08', true],
    ['PageDown', '2027-11-08'],
    ['ArrowRight', '2027-11-09'],
  ] as const) {
    fireEvent.keyDown(focused(), { key, shiftKey });
    expect(focusedDay()).toBe(day);
  }
  fireEvent.click(focused());
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('2027-11-09');
});

test('the calendar opens on the chosen day, and on today for a relative day', () => {
  renderPicker('2024-02-29T10:05');
  expect(focusedDay()).toBe('2024-02-29');
  renderPicker('end-of-year');
  expect(focusedDay()).toBe('2026-11-22');
});

test('the calendar ends where dates do', () => {
  renderPicker('9999-12-31');
  fireEvent.keyDown(focused(), { key: 'ArrowRight' });
  fireEvent.keyDown(focused(), { key: 'PageDown' });
  expect(focusedDay()).toBe('9999-12-31');
});

test.each(LANGUAGES)('the calendar has the names of %s', (language) => {
  renderPicker('2026-03-01', language);
  const month = new Intl.DateTimeFormat(language, { month: 'long' }).format(new Date(2026, 2));
  expect(screen.getByRole('button', { name: new RegExp(`^${month} 2026$`, 'i') })).toBeVisible();
});
