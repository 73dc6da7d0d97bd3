import { itemTableEndpoint } from '@/contract/item-table.schema';
import { createFakeBrowser, type FakeBrowserOptions, type PageOptions } from './fake-browser';
import { createFakeClock } from './fake-clock';
import { createStubService, STUB_ADDRESS, type StubServiceOptions } from './stub-service';
import { createSession } from '@/session/session';
import type { SignInRequest } from '@/session/sign-in';

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

export const ANNA: SignInRequest = {
  method: 'password',
  serviceAddress: STUB_ADDRESS,
  clientId: 'colonnade',
  userName: 'anna',
  password: 'right',
  keepSignedIn: false,
};
export const BEN: SignInRequest = { ...ANNA, userName: 'ben' };
export const ROBOT: SignInRequest = { ...ANNA, method: 'api-key', userName: 'robot', password: 'key' };

/** Creates a browser whose tabs use one service, with a clock that the test controls. */
export function createWorld({
  wallMs,
  messageMs = 0,
  ...options
}: Partial<FakeBrowserOptions> &
  Partial<StubServiceOptions> & { readonly wallMs?: number; readonly messageMs?: number } = {}) {
  const clock = createFakeClock(wallMs);
  const service = createStubService({ clock, ...options });
  const deliver = (run: () => void) => {
    if (messageMs > 0) clock.after(messageMs, run);
    else queueMicrotask(run);
  };
  const browser = createFakeBrowser({ clock, fetch: service.fetch, deliver, ...options });
  const open = (storage?: Map<string, string>, page: PageOptions = {}) => {
    const tab = browser.openTab({ ...page, ...(storage !== undefined && { storage }) });
    const session = createSession(tab.ports);
    const read = (signal?: AbortSignal) => session.client.send(itemTableEndpoint, undefined, { signal });
    return { ...tab, session, read, status: () => session.getState().status };
  };
  const signedInTab = async (request = ANNA, page: PageOptions = {}) => {
    const tab = open(undefined, page);
    await tab.session.signIn(request);
    service.calls.length = 0;
    return tab;
  };
  return { clock, service, browser, open, signedInTab };
}

/** Resolves to `success`, or to the kind of the failure. */
export function kindOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'success',
    (error: { failure?: { kind: string }; problem?: string }) =>
      error.failure?.kind ?? error.problem ?? error,
  );
}
