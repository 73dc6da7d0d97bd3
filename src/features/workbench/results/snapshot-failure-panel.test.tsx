import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, it, vi } from 'vitest';
import { englishMessages } from '@/shared/i18n/catalogue-en';
import { SnapshotFailurePanel } from './snapshot-failure-panel';

it('offers a new snapshot in place of one that contradicts itself before any row is there', async () => {
  const onTakeNew = vi.fn();
  const onRetry = vi.fn();
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <SnapshotFailurePanel
          failure={{ kind: 'mismatch', mismatch: 'other-snapshot' }}
          onRetry={onRetry}
          onTakeNew={onTakeNew}
        />
      </IntlProvider>
    </MantineProvider>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('It came from another snapshot.');
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Take a new snapshot' }));
  expect(onTakeNew).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});
