import { MantineProvider } from '@mantine/core';
import { createRoot, type Root } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { RangesPicture } from './bar-pictures';

let root: Root | undefined;

afterEach(() => {
  root?.unmount();
});

function renderPicture(ends: readonly [string, string]): void {
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
            ends={ends}
            onChoose={() => undefined}
          />
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
}

test('bars, lines and labels have one width where the bars have no room', async () => {
  renderPicture(['first', 'last']);
  const picture = page.getByRole('img', { name: 'Distribution' });
  await expect.element(picture).toBeVisible();
  // The first layout may come before all styles are loaded.
  await vi.waitFor(() => {
    const drawn = picture.element().getBoundingClientRect();
    // The labels are at the ends of their line.
    const labels = page.getByText('last').element().parentElement?.getBoundingClientRect();
    const lastBar = page.getByRole('button', { name: 'Bar 12' }).element().getBoundingClientRect();
    expect(labels?.left).toBeCloseTo(drawn.left, 0);
    expect(labels?.right).toBeCloseTo(drawn.right, 0);
    expect(lastBar.right).toBeCloseTo(drawn.right, 0);
  });
});

test('ends of long numbers stay below the bars, and apart', async () => {
  const long = ['-9876543210987654321098765432.123456', '12345678901234567890123456789.654321'] as const;
  renderPicture(long);
  const picture = page.getByRole('img', { name: 'Distribution' });
  await expect.element(picture).toBeVisible();
  await vi.waitFor(() => {
    const drawn = picture.element().getBoundingClientRect();
    const [first, last] = long.map((text) => page.getByText(text).element());
    if (first === undefined || last === undefined) throw new Error('There are no ends.');
    // The width of a box does not include what overflows it.
    expect(first.scrollWidth).toBeLessThanOrEqual(first.clientWidth);
    expect(first.getBoundingClientRect().left).toBeGreaterThanOrEqual(drawn.left - 1);
    expect(last.getBoundingClientRect().right).toBeLessThanOrEqual(drawn.right + 1);
    expect(first.getBoundingClientRect().right).toBeLessThan(last.getBoundingClientRect().left);
  });
});
