import { act, cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Fragment, StrictMode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { ACCOUNTS } from '@mocks/data/accounts';
import { demoKit } from '@mocks/demo';
import { createTestService, TEST_SERVICE_ADDRESS } from '@mocks/node';
import type { ReferenceService, ReferenceServiceOptions } from '@mocks/service/reference-service';
import { App } from '@/app/app';
import { createWiring } from '@/app/wiring';
import { DEFAULT_CONFIG, type RuntimeConfig } from '@/ui/config/runtime-config';
import * as sealedRecords from '@/lib/storage/sealed-records';
import { createMemoryRecords } from './memory-records';
import { IS_LONG } from './runs';

export interface RenderAtOptions extends ReferenceServiceOptions {
  /** Signed in before the first render, by user name; null: nobody. */
  readonly account?: string | null;
  readonly config?: Partial<RuntimeConfig>;
  /** Responses wait for `release`, so that loading states can be looked at. */
  readonly isHeld?: boolean;
  /**
   * Whether records such as recent runs can be read back. The document clones bytes into classes of another realm, so sealed
   * records cannot be; these stay in memory.
   */
  readonly keepsRecords?: boolean;
  /** Runs before the first render, to add faults for example. */
  readonly prepare?: (service: ReferenceService) => void;
}

/** Strict mode, which renders everything twice, takes half as long again. */
const Mode = IS_LONG ? StrictMode : Fragment;

/**
 * Renders the whole application at an address, in a long run in strict mode, in front of a reference service of its own. Screens and
 * messages load lazily: query with `findBy…`.
 */
export async function renderAt(
  address: string,
  {
    account = 'manager',
    config: changes = {},
    isHeld = false,
    keepsRecords = false,
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
    ...demoKit,
    serviceAddress: TEST_SERVICE_ADDRESS,
    fetch: (async (input, init) => {
      const response = await service.handle(new Request(input, init));
      await released;
      // A response of type `error` stands for a cut connection.
      if (response.type === 'error') throw new TypeError('Failed to fetch');
      return response;
    }) satisfies typeof fetch,
  };
  const wiring = createWiring(config, demo);
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
  return { user, service, release };
}

function accountOf(userName: string) {
  const account = ACCOUNTS.find((candidate) => candidate.userName === userName);
  if (account === undefined) throw new Error(`There is no account ${userName}.`);
  return account;
}
