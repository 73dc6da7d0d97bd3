import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import { DEMO_ACCOUNTS } from '@mocks/data/accounts';
import { createTestService } from '@mocks/node';
import { DemoControls } from '@mocks/controls/demo-controls';

test('the drawer cuts the page off and connects it, and ends a session with its password at hand', async () => {
  const { controls, dispose } = createTestService();
  const setOffline = vi.fn<(isOffline: boolean) => void>();
  const end = vi.spyOn(controls, 'revokeRefreshTokens');
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en">
        <DemoControls
          controls={{ ...controls, isOffline: () => true, setOffline }}
          onClose={() => undefined}
        />
      </IntlProvider>
    </MantineProvider>,
  );
  const offline = await screen.findByRole('switch', { name: /^Offline/ });
  expect(offline).toBeChecked();
  await userEvent.click(offline);
  expect(setOffline).toHaveBeenCalledExactlyOnceWith(false);
  await userEvent.click(screen.getByRole('button', { name: 'End session' }));
  expect(end).toHaveBeenCalledOnce();
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(
    DEMO_ACCOUNTS.map(({ password }) => password),
  );
  dispose();
});
