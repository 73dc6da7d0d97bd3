import type { ServiceDescription } from '@/contract/service-description';
import type { Refusal } from './refusal';
import {
  aroundRows,
  hasOtherRows,
  otherRows,
  keyHeaderOf,
  refusalBody,
  statusOf,
  successBody,
  totalHeaders,
  type PageContent,
} from './service-dialect';

const encoder = new TextEncoder();

export type Bytes = Uint8Array<ArrayBuffer>;

const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id, Date',
};

/** Returns the response to a CORS preflight, with which a browser asks whether it may send a call. */
export function preflightResponse(description: ServiceDescription): Response {
  const keyHeader = keyHeaderOf(description);
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
      'Access-Control-Allow-Headers': [
        'authorization, client_id, content-type, traceparent',
        ...(keyHeader === null ? [] : [keyHeader]),
      ].join(', '),
      'Access-Control-Max-Age': '600',
    },
  });
}

export function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  });
}

/** Returns a response with data in an envelope. The description says how the envelope is written. */
export function envelopeResponse(data: unknown, description: ServiceDescription): Response {
  return jsonResponse(200, successBody(description, data));
}

/** Returns a response with a page of rows in an envelope. The rows are already JSON. */
export function rowsResponse(
  rowsJson: readonly Bytes[],
  page: PageContent,
  description: ServiceDescription,
): Response {
  const [before, after] = aroundRows(description, page);
  const rows = rowsJson.filter((part) => part.length > 0);
  const inDescription = (part: Bytes) =>
    encoder.encode(otherRows(new TextDecoder().decode(part), page, description));
  const written = hasOtherRows(description) ? rows.map(inDescription) : rows;
  const parts = [encoder.encode(before), ...withCommas(written), encoder.encode(after)];
  return new Response(concatenated(parts), {
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...totalHeaders(description, page) },
  });
}

export function refusalResponse(refusal: Refusal, description: ServiceDescription): Response {
  const { body, headers } = refusal;
  const status = statusOf(description, refusal.status);
  switch (body.kind) {
    case 'envelope':
      return jsonResponse(status, refusalBody(description, body.messages), headers);
    case 'oauth':
      return jsonResponse(status, { error: body.error, error_description: body.description }, headers);
    case 'message':
      return jsonResponse(status, { message: body.message }, headers);
  }
}

/** Returns the response with the headers that all responses have. */
export function withHeaders(
  response: Response,
  { requestId, nowMs }: { requestId: string; nowMs: number },
): Response {
  if (response.type === 'error') return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(CORS_HEADERS)) headers.append(name, value);
  headers.set('X-Request-Id', requestId);
  headers.set('Date', new Date(nowMs).toUTCString());
  headers.set('Cache-Control', 'no-store');
  return new Response(response.body, { status: response.status, headers });
}

function withCommas(parts: readonly Bytes[]): Bytes[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [encoder.encode(','), part]));
}

function concatenated(parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
