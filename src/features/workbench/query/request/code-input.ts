import type { SignInMethod } from '@/session/session-state';
import type { JsonValue } from './literal';

/** What a piece of code is made from. Holds no secret: user name and password are the reader's to fill in. */
export interface CodeInput {
  /** `https://prices.example.com/papi` */
  readonly serviceAddress: string;
  /** Relative to the service address, begins with a slash. */
  readonly path: string;
  readonly clientId: string;
  readonly method: SignInMethod;
  /** Of the first page; it creates the snapshot. */
  readonly body: { readonly [name: string]: JsonValue };
  /** Rows asked for at once. */
  readonly pageSize: number;
  /** In this order; null: as the service sends them. */
  readonly fields: readonly string[] | null;
}
