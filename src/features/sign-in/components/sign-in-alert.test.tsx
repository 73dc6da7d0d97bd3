import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { startMessages } from '@/ui/i18n/catalogue-start';
import { isWaitAskedFor, type SignInProblem } from '../use-sign-in-attempt';
import { SignInAlert } from './sign-in-alert';

function throttled(retryAfterS: number): SignInProblem {
  const untilMs = Date.now() + retryAfterS * 1000;
  return { kind: 'service', failure: { kind: 'throttled', retryAfterS, untilMs }, host: 'prices.test' };
}

function renderProblem(problem: SignInProblem): void {
  render(
    <IntlProvider locale="en" messages={startMessages}>
      <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
        <SignInAlert problem={problem} onWaited={() => undefined} />
      </FormatSettingsProvider>
    </IntlProvider>,
  );
}

test('a short wait is counted down, and the form waits with the person', () => {
  renderProblem(throttled(90));
  expect(screen.getByRole('timer')).toHaveTextContent('You can try again in 90 seconds.');
  expect(isWaitAskedFor(throttled(90))).toBe(true);
});

test.each([121, 3_600, 2_147_484, 31_536_000])('a wait of %d s does not lock the form', (seconds) => {
  renderProblem(throttled(seconds));
  expect(screen.queryByRole('timer')).toBeNull();
  expect(screen.getByRole('alert')).toHaveTextContent(/asks to wait until .+\. You can try sooner\./);
  expect(isWaitAskedFor(throttled(seconds))).toBe(false);
});

test('a server that is to keep sign-ins and does not is reported with the setting that is wrong', () => {
  renderProblem({ kind: 'service', failure: { kind: 'no-custody' }, host: 'prices.test' });
  expect(screen.getByRole('alert')).toHaveTextContent(/Nobody can sign in here.*"custody": "server"/);
});
