import * as z from 'zod';
import type { ResponseContent } from './send-request';
import { parseJson } from '@/lib/base/parse-json';
import { LIMITED_THINGS } from '@/lib/base/limited-things';
import { isGatewayStatus, throttledFailure } from './retry-policy';
import { ServiceError, withRequestIds, type ExceededLimit, type ServiceFailure } from './service-error';

export type EnvelopeContent =
  | { readonly succeeded: true; readonly data: unknown }
  | { readonly succeeded: false; readonly messages: readonly string[] };

/** Reads the envelope (the JSON object around the data) of the service's responses. `src/contract/` implements it. */
export interface ResponseReaders {
  /** Opens the envelope of a successful response. Throws if there is none. */
  readonly openEnvelope: (json: unknown) => EnvelopeContent;
  /** Returns the messages of a failed response. Never throws. */
  readonly errorMessages: (json: unknown) => readonly string[];
}

export interface ExpectedResponse<Output> {
  readonly name: string;
  readonly permission: string | null;
  /** The statuses which mean that the snapshot has expired. The default is 410. */
  readonly goneStatus?: readonly number[] | undefined;
  /** Converts the data of a response. Throws if the data does not match the contract. */
  readonly decode: (data: unknown, header: string | null) => Output;
}

/** Returns the data of a response, or throws a ServiceError; a 401 is `unauthenticated`. `body` is the parsed body, if known. */
export function readResponse<Output>(
  response: ResponseContent,
  expected: ExpectedResponse<Output>,
  readers: ResponseReaders,
  wallMs: number,
  body?: Body,
): Output {
  const { status, ids } = response;
  const fail = (failure: ServiceFailure) => new ServiceError(withRequestIds(failure, ids), status);
  const failure = failureOfStatus(response, expected, readers, wallMs);
  if (failure !== null) throw fail(failure);

  const content = readEnvelope({ ...response, body }, expected, readers.openEnvelope);
  switch (content.kind) {
    case 'data':
      return content.data;
    case 'refused':
      throw fail({ kind: 'rejected', status, messages: content.messages });
    case 'beyond-limit':
      throw fail(content);
    case 'malformed':
      throw fail({ kind: 'malformed', detail: content.detail });
  }
}

export type EnvelopeReading<Output> =
  | { readonly kind: 'data'; readonly data: Output }
  | { readonly kind: 'refused'; readonly messages: readonly string[] }
  | ({ readonly kind: 'beyond-limit' } & ExceededLimit)
  | { readonly kind: 'malformed'; readonly detail: string };

/** Reads the body of a successful response. It takes the body as text, because the export calls it in a worker. */
export function readEnvelope<Output>(
  response: Pick<ResponseContent, 'text' | 'header'> & {
    readonly contentType?: string;
    readonly body?: Body | undefined;
  },
  expected: Pick<ExpectedResponse<Output>, 'name' | 'decode'>,
  openEnvelope: ResponseReaders['openEnvelope'],
): EnvelopeReading<Output> {
  const malformed = (detail: string) =>
    ({ kind: 'malformed', detail: `${expected.name}: ${detail}` }) as const;
  const { text, contentType = '', body = parseBody({ text, contentType }) } = response;
  if (!body.isJson) return malformed(insteadOfJson(text, body));
  let location = 'envelope';
  try {
    const content = openEnvelope(body.json);
    if (!content.succeeded) return { kind: 'refused', messages: content.messages };
    location = 'Data';
    return { kind: 'data', data: expected.decode(content.data, response.header ?? null) };
  } catch (error) {
    const exceeded = exceededLimit(error);
    if (exceeded !== null) return { kind: 'beyond-limit', ...exceeded };
    return malformed(mismatchLocation(error, location));
  }
}

/** Returns the failure that the status of a response means; null for a successful response. */
export function failureOfStatus(
  response: ResponseContent,
  expected: Pick<ExpectedResponse<unknown>, 'permission' | 'goneStatus'>,
  readers: Pick<ResponseReaders, 'errorMessages'>,
  wallMs: number,
): ServiceFailure | null {
  const failure = statusFailure(response, expected, readers, wallMs);
  return failure === null ? null : withRequestIds(failure, response.ids);
}

function statusFailure(
  response: ResponseContent,
  { permission, goneStatus = GONE }: Pick<ExpectedResponse<unknown>, 'permission' | 'goneStatus'>,
  readers: Pick<ResponseReaders, 'errorMessages'>,
  wallMs: number,
): ServiceFailure | null {
  const { status } = response;
  if (status >= 200 && status < 300) return null;
  if (status === 401) return { kind: 'unauthenticated' };
  if (status === 421) return { kind: 'misdirected' };
  if (status === 429) return throttledFailure(response, wallMs);
  const body = parseBody(response);
  const messages = body.isJson ? readers.errorMessages(body.json) : [];
  if (status === 403) return { kind: 'forbidden', permission, messages };
  if (goneStatus.includes(status)) return { kind: 'expired-snapshot', messages };
  // A gateway sends no messages in an envelope, so a response with messages comes from the service itself.
  if (isGatewayStatus(status) && messages.length === 0) return { kind: 'unreachable' };
  return { kind: 'rejected', status, messages };
}

const GONE: readonly number[] = [410];

export type Body = { isJson: true; json: unknown } | { isJson: false; isHtml: boolean };

/** Parses a body as JSON if possible. Ignores its declared type, because old gateways declare a wrong one. */
export function parseBody(response: Pick<ResponseContent, 'text' | 'contentType'>): Body {
  try {
    return { isJson: true, json: parseJson(response.text) };
  } catch {
    return {
      isJson: false,
      isHtml: /html/i.test(response.contentType) || response.text.trimStart().startsWith('<'),
    };
  }
}

/** Describes a body that is no JSON. */
export function insteadOfJson(text: string, { isHtml }: Extract<Body, { isJson: false }>): string {
  const found = text.trim() === '' ? 'an empty body' : isHtml ? 'HTML' : 'something else';
  return `${found} instead of JSON`;
}

const limitSchema = z.object({
  beyond: z.enum(LIMITED_THINGS),
  limit: z.int(),
  subject: z.string().nullable(),
});

/** Returns the limit that a response exceeds, if an error of `src/contract/` names one; otherwise null. */
function exceededLimit(error: unknown): ExceededLimit | null {
  const issue = error instanceof z.core.$ZodError ? error.issues[0] : undefined;
  const read = issue?.code === 'custom' ? limitSchema.safeParse(issue.params) : null;
  if (read?.success !== true) return null;
  const { beyond, limit, subject } = read.data;
  return { of: beyond, limit, subject };
}

/** Describes where a response is invalid, with names and positions of members but without their content. */
export function mismatchLocation(error: unknown, location: string): string {
  if (error instanceof z.core.$ZodError) {
    const issue = error.issues[0];
    return issue === undefined ? location : `${location}${pathText(issue.path)} (${issue.code})`;
  }
  // Errors thrown by `src/contract/` name a location. Errors of the JavaScript engine may quote the content, so they are not used.
  return error instanceof Error && error.name === 'Error' ? error.message : location;
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
}
