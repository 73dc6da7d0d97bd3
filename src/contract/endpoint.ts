import type { Dialect } from './dialect';

/** A call of the service, independent of its transport. The authorised client (src/session) sends it. */
export interface Endpoint<Input, Output> {
  /** For logs and query keys; never shown. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Returns the path below the service address: it begins with a slash, and every segment is encoded. */
  readonly path: (input: Input) => string;
  /** Returns what is sent as JSON; a `JsonText` is sent as it stands. */
  readonly body?: (input: Input) => unknown;
  /** The maximum size of the response; reading stops beyond it. */
  readonly maxBytes: number;
  /** Reads may be retried automatically. */
  readonly isRead: boolean;
  /** The permission that a 403 refers to, if the contract names one. */
  readonly permission: string | null;
  /** The statuses that mean that a snapshot is gone; 410 by default. */
  readonly goneStatus?: (input: Input) => readonly number[];
  /** Maps `Data` of the envelope to the domain. Throws if it violates the contract. */
  readonly decode: (data: unknown, input: Input) => Output;
  /** Rewrites a successful response in the notation of the contract, for readers of undecoded bodies. Throws if it cannot. */
  readonly rewrite?: (text: string, input: Input) => string;
  /** Returns the same call of a described service; absent where descriptions leave nothing open. */
  readonly inDialect?: ((dialect: Dialect) => Omit<Endpoint<Input, Output>, 'inDialect'>) | undefined;
}
