/**
 * One call of the service, described without saying how it is sent.
 * The authorised client (src/session) sends it; screens only see `Input` and `Output`.
 */
export interface Endpoint<Input, Output> {
  /** For logs and query keys; never shown. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Below the service address, begins with a slash, every segment already encoded. */
  readonly path: (input: Input) => string;
  readonly body?: (input: Input) => unknown;
  /** Of an answer; a larger one is not read to its end. */
  readonly maxBytes: number;
  /** Reads may be repeated after a failure without asking. */
  readonly isRead: boolean;
  /** The permission a 403 means, where the contract names one. */
  readonly permission: string | null;
  /** `Data` of the envelope to the domain. Throws (a zod error, or Error) when it is not what the contract says. */
  readonly decode: (data: unknown, input: Input) => Output;
}
