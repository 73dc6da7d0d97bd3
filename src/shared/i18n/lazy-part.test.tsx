import { act, render, screen } from '@testing-library/react';
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

test('a part whose files are missing for a moment is fetched again, and has words of its own or none', async () => {
  vi.useFakeTimers();
  const load = vi
    .fn<() => Promise<{ Part: () => React.ReactNode }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue({ Part: () => <p>It is here</p> });
  const Part = lazyPart(load);
  render(
    <Suspense fallback="On its way">
      <Part />
    </Suspense>,
  );
  expect(screen.getByText('On its way')).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.getByText('It is here')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
