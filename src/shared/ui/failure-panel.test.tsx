import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { FormatSettingsProvider } from '@/shared/formats/format-settings-context';
import type { ServiceFailure } from '@/shared/http/service-error';
import { startMessages } from '@/shared/i18n/catalogue';
import { FailurePanel } from './failure-panel';

function renderFailure(failure: ServiceFailure): HTMLElement {
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={startMessages}>
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <FailurePanel failure={failure} onRetry={() => undefined} />
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  return screen.getByRole('alert');
}

test('a short wait is given in seconds', () => {
  const panel = renderFailure({ kind: 'throttled', retryAfterS: 90, untilMs: Date.now() + 90_000 });
  expect(panel).toHaveTextContent('The service asks to wait 90 seconds');
});

test('a long wait is given as the time it ends, and trying again stays possible', () => {
  const untilMs = new Date(2026, 10, 21, 14, 35).getTime();
  const panel = renderFailure({ kind: 'throttled', retryAfterS: 1_800, untilMs });
  expect(panel).toHaveTextContent('The service asks to wait until 14:35. You can try sooner.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
});

test('a wait of days names the day, too', () => {
  const untilMs = new Date(2026, 10, 21, 14, 35).getTime();
  const panel = renderFailure({ kind: 'throttled', retryAfterS: 2_147_484, untilMs });
  expect(panel).toHaveTextContent('until 21/11/2026, 14:35');
});

test('a response that is too large is reported with the limit', () => {
  const panel = renderFailure({ kind: 'oversized', limitBytes: 32 * 2 ** 20 });
  expect(panel).toHaveTextContent('The answer is too large');
  expect(panel).toHaveTextContent('more than 32 MB at once');
});
