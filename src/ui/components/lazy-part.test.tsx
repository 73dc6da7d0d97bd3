import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MantineProvider } from '@mantine/core';
import { Component, useEffect, type ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { englishMessages } from '../i18n/catalogue-en';
import { lazyPart } from './lazy-part';

const GONE = new TypeError('Failed to fetch dynamically imported module');

function show(children: ReactNode) {
  return render(
    <MantineProvider>
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        {children}
      </IntlProvider>
    </MantineProvider>,
  );
}

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

test('a part that cannot load offline waits for the network, and then renders', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let asked = 0;
  const Part = lazyPart(async () => {
    asked += 1;
    if (!navigator.onLine) throw GONE;
    return { Part: () => <p>It is here</p> };
  });
  show(<Part />);
  await vi.waitFor(() => expect(asked).toBe(1));
  expect(await screen.findByRole('alert')).toHaveTextContent('Waiting for the network');
  network.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('It is here')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBe(null);
});

test('a part whose files are missing for a moment loads again', async () => {
  const load = vi
    .fn<() => Promise<{ Part: () => React.ReactNode }>>()
    .mockRejectedValueOnce(GONE)
    .mockResolvedValue({ Part: () => <p>It is here</p> });
  const Part = lazyPart(load);
  show(<Part />);
  expect(screen.queryByRole('status')).toBe(null);
  await pass(600);
  expect(screen.getByRole('status')).toHaveTextContent('Loading');
  await pass(400);
  expect(screen.getByText('It is here')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});

test.each(['over', 'inline', 'screen'] as const)(
  'a part that cannot load (%s) fails in its place within 5 s, and the rest of the page stays',
  async (place) => {
    let isGone = true;
    const Part = lazyPart(
      () => (isGone ? Promise.reject(GONE) : Promise.resolve({ Part: () => <p>It is here</p> })),
      place,
    );
    show(
      <>
        <p>What was there</p>
        <Part />
      </>,
    );
    await pass(5_000);
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('This part could not be loaded');
    // The label of the button is not part of the alert.
    expect(alert).not.toHaveTextContent('Try again');
    expect(screen.getByText('What was there')).toBeInTheDocument();

    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
    expect(screen.getByRole('status')).toHaveFocus();
    await pass(5_000);
    expect(screen.getByRole('group', { name: 'This part could not be loaded' })).toHaveFocus();
    isGone = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await pass(0);
    expect(screen.getByText('It is here')).toBeInTheDocument();
  },
);

test('a dialog that cannot load closes like the dialog, and does not steal the focus from an input', async () => {
  const Part = lazyPart<{ readonly onClose: () => void }>(() => Promise.reject(GONE));
  const onClose = vi.fn();
  const { rerender } = show(<input aria-label="Name" />);
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  await user.click(screen.getByRole('textbox'));
  rerender(
    <MantineProvider>
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <input aria-label="Name" />
        <Part onClose={onClose} />
      </IntlProvider>
    </MantineProvider>,
  );
  await pass(5_000);
  expect(screen.getByRole('textbox')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('alert'));
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('the focus is back where it was, before a dialog that took long to load opens', async () => {
  let load: () => void = () => undefined;
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  let focusedAtFirst: Element | null = null;
  const Part = lazyPart(async () => {
    await loaded;
    return {
      Part: () => {
        useEffect(() => {
          focusedAtFirst = document.activeElement;
        }, []);
        return <p>It is here</p>;
      },
    };
  });
  const { rerender } = show(<button type="button">Open</button>);
  screen.getByRole('button', { name: 'Open' }).focus();
  rerender(
    <MantineProvider>
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <button type="button">Open</button>
        <Part />
      </IntlProvider>
    </MantineProvider>,
  );
  await pass(2_000);
  expect(screen.getByRole('status')).toHaveFocus();
  load();
  await pass(0);
  expect(screen.getByText('It is here')).toBeInTheDocument();
  expect(focusedAtFirst).toBe(screen.getByRole('button', { name: 'Open' }));
});

test('an error in the code of a part is thrown', async () => {
  // React logs errors that an error boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Part = lazyPart(() => Promise.reject(new RangeError('A fault of ours')));
  show(
    <Boundary>
      <Part />
    </Boundary>,
  );
  expect(await screen.findByText('Caught: A fault of ours')).toBeInTheDocument();
});

class Boundary extends Component<{ readonly children: ReactNode }, { readonly message: string | null }> {
  override state = { message: null };
  static getDerivedStateFromError(error: Error) {
    return { message: error.message };
  }
  override render() {
    return this.state.message === null ? this.props.children : <p>Caught: {this.state.message}</p>;
  }
}
