/** A call of the service, independent of its transport. The authorised client (src/session) sends it. */
export interface Endpoint<Input, Output> {
  /** For logs and query keys; never shown. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Returns the path below the service address: it begins with a slash, and every segment is encoded. */
  readonly path: (input: Input) => string;
  readonly body?: (input: Input) => unknown;
  /** The maximum size of the response; reading stops beyond it. */
  readonly maxBytes: number;
  /** Reads may be retried automatically. */
  readonly isRead: boolean;
  /** The permission that a 403 refers to, if the contract names one. */
  readonly permission: string | null;
  /** Maps `Data` of the envelope to the domain. Throws if it violates the contract. */
  readonly decode: (data: unknown, input: Input) => Output;
}
