import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import type { ServiceFailure } from '@/ui/http/service-error';
import { startMessages } from '@/ui/i18n/catalogue-start';
import { FailurePanel } from './failure-panel';

function panel(failure: ServiceFailure) {
  return (
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={startMessages}>
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <FailurePanel failure={failure} onRetry={() => undefined} />
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>
  );
}

function renderFailure(failure: ServiceFailure): HTMLElement {
  render(panel(failure));
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

test.each<ServiceFailure>([
  { kind: 'rejected', status: 500, messages: ['Disk full'] },
  { kind: 'unreachable' },
  { kind: 'timed-out', timeoutMs: 30_000 },
  { kind: 'malformed', detail: 'prices: Data' },
])('a failure of the kind $kind names the request for the administrator', (failure) => {
  const named = renderFailure({ ...failure, requestId: 'r-17', traceId: '4bf92f' });
  expect(named).toHaveTextContent('Request ID: r-17 · Trace ID: 4bf92f');
});

test('a request without a response is named by its trace, but not on a computer without a network', () => {
  const failure: ServiceFailure = { kind: 'unreachable', traceId: '4bf92f' };
  expect(renderFailure(failure)).toHaveTextContent('Trace ID: 4bf92f');
  cleanup();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(renderFailure(failure)).not.toHaveTextContent('Trace ID');
});

test.each<ServiceFailure>([
  { kind: 'expired-snapshot', messages: [] },
  { kind: 'forbidden', permission: 'api-prices-extraction', messages: [] },
])('a failure of the kind $kind explains itself without the request', (failure) => {
  render(panel({ ...failure, requestId: 'r-17' }));
  expect(screen.getByRole('heading')).toBeVisible();
  expect(screen.queryByText(/r-17/)).toBeNull();
});

test('a console that keeps sign-ins in another way now says so, and offers the reload that helps', () => {
  const panelOf = renderFailure({ kind: 'misdirected', of: 'custody' });
  expect(panelOf).toHaveTextContent('This console keeps sign-ins in another way now');
  expect(panelOf).toHaveTextContent('Reload the page, then sign in again.');
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
});

test('diagnostics are copied from the panel, without the words of the failure', async () => {
  const user = userEvent.setup();
  const failure = renderFailure({ kind: 'rejected', status: 400, messages: ['Bolt M8 costs 99.95'] });
  expect(failure).toHaveTextContent('Bolt M8 costs 99.95');
  await user.click(screen.getByRole('button', { name: 'Copy diagnostics' }));
  expect(await screen.findByText('Diagnostics copied.')).toBeVisible();
  const copied = await navigator.clipboard.readText();
  expect(copied).toMatch(/^Browser: /m);
  expect(copied).not.toMatch(/Bolt|99\.95/);
});

test('a browser that does not allow copying is reported', async () => {
  const user = userEvent.setup();
  renderFailure({ kind: 'unreachable' });
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('No', 'NotAllowedError'));
  await user.click(screen.getByRole('button', { name: 'Copy diagnostics' }));
  expect(await screen.findByText('The browser does not allow copying.')).toBeVisible();
});

test.each([
  [
    { of: 'fields', limit: 4_096, subject: 'WidePrice' },
    'More than 4,096 fields',
    '“WidePrice” has more than 4,096 fields.',
  ],
  [
    { of: 'fields', limit: 4_096, subject: null },
    'More than 4,096 fields',
    'The rows have more than 4,096 fields.',
  ],
  [{ of: 'columns', limit: 4_096, subject: null }, 'More than 4,096 columns', 'The table has more than'],
  [
    { of: 'all-fields', limit: 20_000, subject: null },
    'More than 20,000 fields',
    'All price columns together',
  ],
  [
    { of: 'price-columns', limit: 1_000, subject: null },
    'More than 1,000 price columns',
    'The service has more',
  ],
] as const)('a limit is named: %j', (exceeded, title, text) => {
  const alert = renderFailure({ kind: 'beyond-limit', ...exceeded });
  expect(alert).toHaveTextContent(title);
  expect(alert).toHaveTextContent(text);
});
