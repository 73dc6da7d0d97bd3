import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { theme } from '@/app/theme/theme';
import type { ServiceCheck } from '@/service-check/check-step';
import { ownDescription } from '@/session/own-description';
import type { Session } from '@/session/session';
import { SessionProvider } from '@/session/session-context';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { ProposedDescription } from './proposed-description';

const CHECK: ServiceCheck = {
  outcome: { kind: 'fits-with-proposal' },
  steps: [],
  extractionCallCount: 0,
  description: { version: 1, priceColumns: { path: '/prices' } },
  proposed: [
    { key: 'priceColumns.path', value: '/prices', reason: { kind: 'answers-there', name: '/prices' } },
  ],
  notYet: [],
};

const NOBODY = { status: 'signed-out', reason: null } as const;

test.each([
  [true, /only passes on addresses that begin with \/api\/.+: priceColumns\.path\.$/],
  [false, 'The description is stored in this browser.'],
])('addresses that the console’s server does not pass on are refused: %s', async (isServerCustody, said) => {
  const session: Partial<Session> = {
    getState: () => NOBODY,
    subscribe: () => () => undefined,
    ownDescription: () => null,
    isServerCustody,
  };
  render(
    <MantineProvider theme={theme}>
      <IntlProvider locale="en" messages={{ ...englishMessages }}>
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <SessionProvider session={session as Session}>
            <ProposedDescription check={CHECK} />
          </SessionProvider>
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Use in this browser' }));
  expect(screen.getByText(said)).toBeVisible();
  expect(ownDescription.readStored() === null).toBe(isServerCustody);
  // In a narrow window its columns scroll.
  const scroller = screen.getByRole('table').parentElement;
  expect(scroller).toHaveAttribute('tabindex', '0');
  expect(scroller).toHaveAccessibleName('Proposed description');
});
