import * as z from 'zod';
import type { Account } from '@mocks/data/accounts';
import { ACCOUNTS } from '@mocks/data/accounts';
import type { ReferenceService } from '@mocks/service/reference-service';

export const TEST_BASE = 'https://service.test/papi';
const TEST_CLIENT_ID = 'colonnade';

const tokenSchema = z.object({ access_token: z.string(), refresh_token: z.string() });

export interface ReadResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; null if it is not JSON. */
  readonly json: unknown;
}

/** Calls a service directly, without a network. It does not use the schemas of the contract, which it helps to test. */
export interface TestCaller {
  readonly call: (path: string, init?: RequestInit) => Promise<ReadResponse>;
  readonly token: (form: Record<string, string>) => Promise<ReadResponse>;
  readonly signIn: (userName: string) => Promise<SignedInCaller>;
}

export interface SignedInCaller {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly get: (path: string) => Promise<ReadResponse>;
  /** Sends a body to an extraction; a string is sent unchanged. */
  readonly extract: (priceColumn: string, body: unknown) => Promise<ReadResponse>;
}

export function createTestCaller(service: Pick<ReferenceService, 'handle'>): TestCaller {
  async function call(path: string, init?: RequestInit): Promise<ReadResponse> {
    const response = await service.handle(new Request(TEST_BASE + path, init));
    const text = await response.text();
    return { status: response.status, headers: response.headers, json: jsonOrNull(text) };
  }

  async function token(form: Record<string, string>): Promise<ReadResponse> {
    return call('/token', { method: 'POST', body: new URLSearchParams(form) });
  }

  return {
    call,
    token,
    signIn: async (userName) => {
      const { json } = await token(passwordForm(userName));
      const { access_token: accessToken, refresh_token: refreshToken } = tokenSchema.parse(json);
      const headers = { Authorization: `Bearer ${accessToken}`, client_id: TEST_CLIENT_ID };
      return {
        accessToken,
        refreshToken,
        headers,
        get: (path) => call(path, { headers }),
        extract: (priceColumn, body) =>
          call(`/api/prices/${priceColumn}`, {
            method: 'POST',
            headers: { ...headers, 'Content-Type': 'application/json' },
            body: typeof body === 'string' ? body : JSON.stringify(body),
          }),
      };
    },
  };
}

export function passwordForm(userName: string): Record<string, string> {
  const account = ACCOUNTS.find((candidate: Account) => candidate.userName === userName);
  if (account === undefined) throw new Error(`There is no account ${userName}.`);
  return {
    grant_type: 'password',
    username: account.userName,
    password: account.password,
    client_id: TEST_CLIENT_ID,
  };
}

export function refreshForm(refreshToken: string): Record<string, string> {
  return { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: TEST_CLIENT_ID };
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
