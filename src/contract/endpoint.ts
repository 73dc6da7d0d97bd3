import type { BodyChunks } from '@/lib/base/body-chunks';
import type { Dialect } from './dialect';

/** A call of the service, independent of its transport. The authorized client (src/session) sends it. */
export interface Endpoint<Input, Output> {
  /** The name in logs and query keys; never shown to users. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Returns the path below the service address. The path begins with a slash, and every segment is encoded. */
  readonly path: (input: Input) => string;
  /** Returns headers beside those of every call; none by default. */
  readonly headers?: (input: Input) => Readonly<Record<string, string>>;
  /** Returns the value that is sent as JSON. The text of a `JsonText` is sent unchanged. */
  readonly body?: (input: Input) => unknown;
  /** The maximum size of the response body. Reading stops when the body exceeds it. */
  readonly maxBytes: number;
  /** Whether the call changes nothing at the service, so that it may be retried automatically. */
  readonly isRead: boolean;
  /** The permission that a 403 refers to, if the contract names one. */
  readonly permission: string | null;
  /** Returns the HTTP statuses that mean that a snapshot has expired or is unknown; 410 by default. */
  readonly goneStatus?: (input: Input) => readonly number[];
  /** The header of the response that `decode` and `rewrite` need; null or absent if they need none. */
  readonly header?: string | null;
  /** Whether it is known beforehand that the service does not have the snapshot. Nothing is then sent. */
  readonly isGone?: (input: Input) => boolean;
  /** Converts `Data`, the content of the envelope, to the domain type. Throws if the data violates the contract. */
  readonly decode: (data: unknown, input: Input, header?: string | null) => Output;
  /** Rewrites a successful response in the notation of the contract, for code that reads bodies as text. Throws if it cannot. */
  readonly rewrite?: (text: string, input: Input, header?: string | null) => BodyChunks;
  /** Returns the same call for a described service; absent if a description cannot change this call. */
  readonly inDialect?: ((dialect: Dialect) => Omit<Endpoint<Input, Output>, 'inDialect'>) | undefined;
}
