import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { CopyNotice } from './copy-notice';
import type { Copying } from './use-copy';

function renderUnreachable(): HTMLElement {
  const copying: Copying = {
    state: { status: 'failed', failure: { kind: 'service', failure: { kind: 'unreachable' } } },
    copy: vi.fn(),
    copyOne: vi.fn(),
    write: vi.fn(),
    dismiss: vi.fn(),
  };
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={englishMessages}>
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <CopyNotice
            copying={copying}
            renderTools={() => null}
            takeFocus={() => undefined}
            onTakeNew={() => undefined}
          />
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  return screen.getByText(/^Nothing was copied/);
}

test('a copy that lacks the network is to be made again: nothing is copied later, unasked', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const text = 'Nothing was copied. You are offline; copy again once you are back online.';
  expect(renderUnreachable()).toHaveTextContent(new RegExp(`^${text}$`));
});

test('a copy that lacks the service says why', () => {
  expect(renderUnreachable()).toHaveTextContent(/^Nothing was copied\. The service cannot be reached\./);
});
