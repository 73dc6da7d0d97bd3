import { MantineProvider } from '@mantine/core';
import { createRoot, type Root } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { TEST_PRICE_COLUMN } from '@/test/test-price-column';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { AnnouncerProvider } from '@/ui/components/announcer';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { WorkbenchProvider, type Workbench } from '../../controller/use-workbench';
import { PercentPicture } from './percent-picture';

let root: Root | undefined;

afterEach(() => {
  root?.unmount();
});

/** The width of the view beside the query panel, in a window of 1280 px. */
const ROOM_PX = 872;

test('a distribution of ten bars is whole beside the groups', async () => {
  const container = document.createElement('div');
  container.style.cssText = `display: flex; flex-wrap: wrap; gap: 24px; width: ${ROOM_PX}px`;
  document.body.append(container);
  root = createRoot(container);
  root.render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <AnnouncerProvider>
            <WorkbenchProvider value={{ priceColumn: TEST_PRICE_COLUMN } as unknown as Workbench}>
              <PercentPicture
                distribution={{
                  count: 123_450,
                  least: '0',
                  median: '5',
                  greatest: '10',
                  ranges: Array.from({ length: 10 }, (_, from) => ({
                    from: String(from),
                    to: String(from + 1),
                    includesEnd: from === 9,
                    count: 12_345 * from,
                  })),
                  belowCount: 0,
                  aboveCount: 0,
                }}
                filter={{ kind: 'all' }}
                onChoose={() => undefined}
              />
              <div data-testid="groups" style={{ flex: '1000 1 480px', height: 100 }} />
            </WorkbenchProvider>
          </AnnouncerProvider>
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  const picture = page.getByRole('region', { name: 'Distribution of Δ %' });
  await expect.element(picture).toBeVisible();
  // The first layout may happen before all styles are loaded, so the test waits.
  await vi.waitFor(() => {
    const section = picture.element();
    const scrollers = [...section.querySelectorAll('*')].filter(
      (part) => getComputedStyle(part).overflowX === 'auto',
    );
    expect(scrollers.length).toBeGreaterThan(0);
    for (const { scrollWidth, clientWidth } of scrollers)
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    // The chart and the table of groups are side by side.
    const { top } = page.getByTestId('groups').element().getBoundingClientRect();
    expect(top).toBe(section.getBoundingClientRect().top);
  });
});
