import { act, cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Fragment, StrictMode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { ACCOUNTS } from '@mocks/data/accounts';
import { createDemoKit } from '@mocks/demo';
import { createTestService, TEST_SERVICE_ADDRESS } from '@mocks/node';
import type { ReferenceService, ReferenceServiceOptions } from '@mocks/service/reference-service';
import { App } from '@/app/app';
import { createWiring } from '@/app/wiring';
import { createDialect } from '@/contract/create-dialect';
import type { LoadedDescription } from '@/session/machine/service-binding';
import { DEFAULT_CONFIG, type RuntimeConfig } from '@/ui/config/runtime-config';
import * as sealedRecords from '@/lib/storage/sealed-records';
import { createMemoryRecords } from './memory-records';
import { IS_LONG } from './runs';

export interface RenderAtOptions extends ReferenceServiceOptions {
  /** The user who is signed in before the first render; null if none is. */
  readonly account?: string | null;
  readonly config?: Partial<RuntimeConfig>;
  /** Whether responses wait for `release`, so that tests can see loading states. */
  readonly isHeld?: boolean;
  /**
   * Whether records such as recent runs can be read back. They then stay in memory, because encrypted records cannot be read: the simulated
   * document clones bytes into classes of another realm.
   */
  readonly keepsRecords?: boolean;
  /** Whether the console knows the description that the service follows. */
  readonly isDescribed?: boolean;
  /** The own description of the user, with which the page has been loaded. */
  readonly loaded?: Omit<LoadedDescription, 'sessionId'>;
  /** Runs before the first render, to add faults for example. */
  readonly prepare?: (service: ReferenceService) => void;
}

/** Strict mode renders everything twice, which takes 50 % more time. */
const Mode = IS_LONG ? StrictMode : Fragment;

/**
 * Renders the whole application at an address, with its own reference service. A long run uses strict mode. Screens and messages load
 * lazily, so query with `findBy…`.
 */
export async function renderAt(
  address: string,
  {
    account = 'manager',
    config: changes = {},
    isHeld = false,
    keepsRecords = false,
    isDescribed = true,
    loaded,
    prepare,
    ...serviceOptions
  }: RenderAtOptions = {},
) {
  window.history.replaceState(null, '', address);
  if (keepsRecords) {
    const opening = vi.spyOn(sealedRecords, 'createSealedRecords').mockReturnValue(createMemoryRecords());
    onTestFinished(() => opening.mockRestore());
  }
  const service = createTestService(serviceOptions);
  const config = { ...DEFAULT_CONFIG, language: 'en', formats: 'en-GB', ...changes } as const;
  let release: () => void = () => undefined;
  let released: Promise<void> | null = null;
  const demo = {
    ...createDemoKit(),
    serviceAddress: TEST_SERVICE_ADDRESS,
    fetch: (async (input, init) => {
      const response = await service.handle(new Request(input, init));
      await released;
      // A response of type `error` simulates a cut connection.
      if (response.type === 'error') throw new TypeError('Failed to fetch');
      return response;
    }) satisfies typeof fetch,
  };
  const { description } = serviceOptions;
  // The session gets its ID at the sign-in below.
  const own = loaded === undefined ? null : { sessionId: '', ...loaded };
  const wiring = createWiring(
    config,
    demo,
    description == null || !isDescribed ? null : createDialect(description),
    own,
  );
  const { session } = wiring;
  await session.restored;
  if (account !== null) {
    const { userName, password } = accountOf(account);
    await session.signIn({
      method: 'password',
      serviceAddress: TEST_SERVICE_ADDRESS,
      clientId: 'colonnade',
      userName,
      password,
      keepSignedIn: false,
    });
  }
  const state = session.getState();
  if (own !== null && 'account' in state) own.sessionId = state.account.sessionId;
  prepare?.(service);
  if (isHeld) {
    released = new Promise((resolve) => {
      release = resolve;
    });
  }
  const user = userEvent.setup();
  await act(async () => {
    render(
      <Mode>
        <App config={config} demo={demo} {...wiring} />
      </Mode>,
    );
  });
  onTestFinished(async () => {
    release();
    cleanup();
    await session.signOut();
    service.dispose();
  });
  return { user, service, session, release };
}

function accountOf(userName: string) {
  const account = ACCOUNTS.find((candidate) => candidate.userName === userName);
  if (account === undefined) throw new Error(`There is no account ${userName}.`);
  return account;
}
