import * as z from 'zod';
import type { AnswerContent } from './exchange';
import { parseJson } from './parse-json';
import { throttledFailure } from './retry-policy';
import { ServiceError } from './service-error';

export type EnvelopeContent =
  | { readonly succeeded: true; readonly data: unknown }
  | { readonly succeeded: false; readonly messages: readonly string[] };

/** How the service wraps its answers; the wire adapter knows. */
export interface AnswerReaders {
  /** Throws when there is no envelope. */
  readonly openEnvelope: (json: unknown) => EnvelopeContent;
  /** Never throws. */
  readonly errorMessages: (json: unknown) => readonly string[];
}

export interface ExpectedAnswer<Output> {
  readonly name: string;
  readonly permission: string | null;
  /** Throws when the data is not what it should be. */
  readonly decode: (data: unknown) => Output;
}

/** The result an answer holds. Throws the ServiceError it means when it holds none. A 401 is `unauthenticated`. */
export function readAnswer<Output>(
  answer: AnswerContent,
  expected: ExpectedAnswer<Output>,
  readers: AnswerReaders,
  wallMs: number,
): Output {
  const { status } = answer;
  const fail = (failure: ServiceError['failure']) => new ServiceError(failure, status);
  const body = parseBody(answer);
  const messages = body.isJson ? readers.errorMessages(body.json) : [];

  if (status === 401) throw fail({ kind: 'unauthenticated' });
  if (status === 403) throw fail({ kind: 'forbidden', permission: expected.permission, messages });
  if (status === 410) throw fail({ kind: 'expired-snapshot', messages });
  if (status === 421) throw fail({ kind: 'misdirected' });
  if (status === 429) throw fail(throttledFailure(answer, wallMs));
  if (status === 502 || status === 503 || status === 504) {
    // With an envelope it is the service itself that speaks, else the gateway before it.
    throw fail(messages.length > 0 ? { kind: 'rejected', status, messages } : { kind: 'unreachable' });
  }
  if (status < 200 || status >= 300) throw fail({ kind: 'rejected', status, messages });

  if (!body.isJson) {
    const found = answer.text.trim() === '' ? 'an empty body' : body.isHtml ? 'HTML' : 'something else';
    throw fail({ kind: 'malformed', detail: `${expected.name}: ${found} instead of JSON` });
  }
  const content = decodeOrFail('envelope', () => readers.openEnvelope(body.json));
  if (!content.succeeded) throw fail({ kind: 'rejected', status, messages: content.messages });
  return decodeOrFail('Data', () => expected.decode(content.data));

  function decodeOrFail<T>(place: string, decode: () => T): T {
    try {
      return decode();
    } catch (error) {
      throw fail({ kind: 'malformed', detail: `${expected.name}: ${placeOf(error, place)}` });
    }
  }
}

type Body = { isJson: true; json: unknown } | { isJson: false; isHtml: boolean };

/** The body as JSON where it is some, whatever its declared type (services behind old gateways mislabel it). */
export function parseBody(answer: Pick<AnswerContent, 'text' | 'contentType'>): Body {
  try {
    return { isJson: true, json: parseJson(answer.text) };
  } catch {
    return {
      isJson: false,
      isHtml: /html/i.test(answer.contentType) || answer.text.trimStart().startsWith('<'),
    };
  }
}

/** Where in an answer something is wrong; member names and positions only, never what stood there. */
export function placeOf(error: unknown, place: string): string {
  if (error instanceof z.core.$ZodError) {
    const issue = error.issues[0];
    return issue === undefined ? place : `${place}${pathText(issue.path)} (${issue.code})`;
  }
  // The wire adapter's own errors name a place; those of the JavaScript engine may quote what they stumbled over.
  return error instanceof Error && error.name === 'Error' ? error.message : place;
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
}
