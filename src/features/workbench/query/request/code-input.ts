import type { ProgramNotation } from '@/contract/program-notation';
import type { SignInMethod } from '@/session/machine/session-state';

/** The input of the code generators. It has no secrets, because the user of the code adds user name and password. */
export interface CodeInput {
  /** The address of the service, for example `https://prices.example.com/papi`. */
  readonly serviceAddress: string;
  /** The path of the call, which is appended to the service address. It begins with a slash. */
  readonly path: string;
  readonly clientId: string;
  readonly method: SignInMethod;
  /** The body of the first request, which takes the snapshot, as it is sent. */
  readonly body: string;
  readonly pageSize: number;
  /** The names of the columns in their order; null for the columns that the service returns by default. */
  readonly fields: readonly string[] | null;
  /** How further pages are asked for, and how answers are read. */
  readonly notation: ProgramNotation;
}
