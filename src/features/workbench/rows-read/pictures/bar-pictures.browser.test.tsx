import { MantineProvider } from '@mantine/core';
import { createRoot, type Root } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FormatSettingsProvider } from '@/shared/formats/format-settings-context';
import { englishMessages } from '@/shared/i18n/catalogue-en';
import { RangesPicture } from './bar-pictures';

let root: Root | undefined;

afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
});

test('bars, lines and labels have one width where the bars have no room', async () => {
  const container = document.createElement('div');
  container.style.width = '280px';
  document.body.append(container);
  root = createRoot(container);
  root.render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <RangesPicture
            title="Distribution"
            descriptionId="description"
            barsLabel="Bars"
            bars={Array.from({ length: 13 }, (_, index) => ({
              key: String(index),
              count: index + 1,
              text: `Bar ${index}`,
            }))}
            ends={['first', 'last']}
            onChoose={() => undefined}
          />
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  const picture = page.getByRole('img', { name: 'Distribution' });
  await expect.element(picture).toBeVisible();
  // The first layout may come before the styles of all that is in it.
  await vi.waitFor(() => {
    const drawn = picture.element().getBoundingClientRect();
    // The labels stand at the ends of their line.
    const labels = page.getByText('last').element().parentElement?.getBoundingClientRect();
    const lastBar = page.getByRole('button', { name: 'Bar 12' }).element().getBoundingClientRect();
    expect(labels?.left).toBeCloseTo(drawn.left, 0);
    expect(labels?.right).toBeCloseTo(drawn.right, 0);
    expect(lastBar.right).toBeCloseTo(drawn.right, 0);
  });
});
