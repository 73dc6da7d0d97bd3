import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import { englishMessages } from './catalogue-en';
import { lazyPart } from './lazy-part';

test('a part that cannot be fetched without a network comes once there is one', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let asked = 0;
  const Part = lazyPart(async () => {
    asked += 1;
    if (!navigator.onLine) throw new TypeError('Failed to fetch dynamically imported module');
    return { Part: () => <p>It is here</p>, english: {} };
  });
  render(
    <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
      <Suspense fallback="On its way">
        <Part />
      </Suspense>
    </IntlProvider>,
  );
  await vi.waitFor(() => expect(asked).toBe(1));
  expect(screen.getByText('On its way')).toBeInTheDocument();
  network.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('It is here')).toBeInTheDocument();
  network.mockRestore();
});
