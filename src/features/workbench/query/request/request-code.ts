import type { ExtractionQuery } from '@/contract/extraction';
import { extractPageEndpoint, extractionBody, type ExtractionBody } from '@/contract/extraction.schema';
import type { SignInMethod } from '@/session/session-state';
import type { CodeInput } from './code-input';
import { curlCode } from './curl-code';
import { javaScriptCode } from './java-script-code';
import { JSON_NOTATION, literal, type JsonValue } from '@/shared/program-text/literal';
import { powerQueryCode } from './power-query-code';
import { powerShellCode } from './power-shell-code';
import { pythonCode } from './python-code';

/** In display order. */
export const REQUEST_FORMATS = [
  'body',
  'curl',
  'power-query',
  'python',
  'power-shell',
  'java-script',
] as const;
export type RequestFormat = (typeof REQUEST_FORMATS)[number];

export interface RequestSource {
  readonly serviceAddress: string;
  readonly clientId: string;
  readonly method: SignInMethod;
  readonly priceColumn: string;
  readonly query: ExtractionQuery;
}

/** Scripts read all rows, so they use larger pages than the grid. */
const SCRIPT_PAGE_SIZE = 5000;

/** Returns the body that Run sends, byte for byte. `pageSize` is the workbench's page size. */
export function bodyAsSent(priceColumn: string, query: ExtractionQuery, pageSize: number): string {
  return JSON.stringify(extractionBody({ priceColumn, query, page: 1, pageSize }));
}

/** Indents a body for reading. */
export function bodyIndented(body: string): string {
  return literal(JSON.parse(body) as JsonValue, JSON_NOTATION);
}

/** Generates a program that takes the snapshot and reads all its pages. */
export function requestCode(format: Exclude<RequestFormat, 'body'>, source: RequestSource): string {
  const { priceColumn, query, serviceAddress, clientId, method } = source;
  const page = { priceColumn, query, page: 1, pageSize: SCRIPT_PAGE_SIZE };
  const input: CodeInput = {
    serviceAddress,
    clientId,
    method,
    path: extractPageEndpoint.path(page),
    body: bodyValue(extractionBody(page)),
    pageSize: SCRIPT_PAGE_SIZE,
    fields: query.fields,
  };
  switch (format) {
    case 'curl':
      return curlCode(input);
    case 'power-query':
      return powerQueryCode(input);
    case 'python':
      return pythonCode(input);
    case 'power-shell':
      return powerShellCode(input);
    case 'java-script':
      return javaScriptCode(input);
  }
}

function bodyValue(body: ExtractionBody): CodeInput['body'] {
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  );
}
