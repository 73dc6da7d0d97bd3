import type { SignInMethod } from '@/session/machine/session-state';
import type { JsonValue } from '@/lib/program-text/literal';

/** The input of the code generators. It has no secrets: the reader fills in user name and password. */
export interface CodeInput {
  /** For example `https://prices.example.com/papi`. */
  readonly serviceAddress: string;
  /** Relative to the service address, begins with a slash. */
  readonly path: string;
  readonly clientId: string;
  readonly method: SignInMethod;
  /** The body of the first request, which takes the snapshot. */
  readonly body: { readonly [name: string]: JsonValue };
  readonly pageSize: number;
  /** The columns in their order; null for the service's own. */
  readonly fields: readonly string[] | null;
}
