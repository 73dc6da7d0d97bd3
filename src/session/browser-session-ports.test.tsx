import { expect, test, vi } from 'vitest';
import { browserSessionPorts } from './browser-session-ports';

/** Starts watching the page; returns a mock that is called with each page event that the session receives. */
function watched() {
  const told = vi.fn<(event: string) => void>();
  const { watchPage } = browserSessionPorts({
    fetch: window.fetch,
    configured: { serviceAddress: null, upstreamAddress: null, isFixed: false },
    limits: { idleMs: null, maxAgeMs: 1 },
    installationSecret: null,
  });
  return { told, stop: watchPage(told) };
}

function pageShown(isPersisted: boolean): Event {
  return Object.assign(new Event('pageshow'), { persisted: isPersisted });
}

test.each([
  ['a page that comes back from the back-forward cache', () => window.dispatchEvent(pageShown(true))],
  ['a tab that is looked at again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['a tab in sight that was frozen', () => document.dispatchEvent(new Event('resume'))],
])('%s looks at its session before anything else', (_, happen) => {
  const { told, stop } = watched();
  happen();
  expect(told.mock.calls).toEqual([['woke']]);
  stop();
  happen();
  expect(told).toHaveBeenCalledTimes(1);
});

test('a tab that nobody looks at has time', () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const { told, stop } = watched();
  document.dispatchEvent(new Event('resume'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(told).not.toHaveBeenCalled();
  stop();
  visibility.mockRestore();
});
