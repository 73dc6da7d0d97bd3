import { ADDRESS_WORDS, DOCUMENT_ADDRESSES, SEARCH_ENDINGS } from '@/contract/known-spellings';
import { isRecord } from '@/contract/member-path';
import { PRICE_COLUMN_PLACE } from '@/contract/service-description';
import { ownMember } from '@/lib/base/own-member';
import { CallFailed, type Answer, type Caller, type CheckRequest } from './caller';
import { isShortText, wordsOf } from './near-names';
import { isListAddress } from './proposal';

/** The addresses in a service's own description of itself that may be those of price columns and their rows; the most likely ones first. */
export interface ServiceDocument {
  /** Addresses that are read with GET. */
  readonly lists: readonly string[];
  /** Addresses that are read with POST, with the placeholder of a description. */
  readonly rows: readonly string[];
  /** Addresses as in `lists` that no description can have, such as one with a slash at its end. They are not asked. */
  readonly indescribable: readonly string[];
}

/** The part of a check that asks for the document, and keeps it. */
interface Asking {
  readonly caller: Caller;
  document: ServiceDocument | null;
}

const NO_DOCUMENT: ServiceDocument = { lists: [], rows: [], indescribable: [] };
export const MOST_LISTS = 12;
const MOST_ROWS = 4;
const MOST_PATHS = 2_000;

/** Asks for an OpenAPI document at the usual addresses, once in a check. Only answers that are read without effort count. */
export async function serviceDocument(run: Asking): Promise<ServiceDocument> {
  run.document ??= await findDocument(run);
  return run.document;
}

async function findDocument({ caller }: Asking): Promise<ServiceDocument> {
  for (const path of DOCUMENT_ADDRESSES) {
    const document = documentOf(await askGuess(caller, { method: 'GET', path }));
    if (document !== null) return document;
  }
  return NO_DOCUMENT;
}

/** Asks at an address where there may be nothing, or something else that is large or slow: null then, so that the step goes on. */
export async function askGuess(caller: Caller, request: CheckRequest): Promise<Answer | null> {
  try {
    return await caller.ask({ ...request, isGuess: true });
  } catch (error) {
    if (error instanceof CallFailed) return null;
    throw error;
  }
}

function documentOf(answer: Answer | null): ServiceDocument | null {
  const json = answer?.isOk === true ? answer.json : undefined;
  const paths = isRecord(json) ? json['paths'] : undefined;
  if (!isRecord(json) || !isRecord(paths)) return null;
  const prefixes = prefixesOf(json);
  const known = Object.entries(paths)
    .slice(0, MOST_PATHS)
    .filter(([path]) => path.startsWith('/') && path.split('/').every(isShortText));
  const withMethod = (method: string) =>
    known.flatMap(([path, methods]) =>
      isRecord(methods) && isRecord(ownMember(methods, method)) ? [path] : [],
    );
  const lists = byLikeness(withMethod('get').filter((path) => !path.includes('{')));
  const rows = byLikeness(withMethod('post').flatMap(rowsAddress));
  const everywhere = (list: readonly string[]) =>
    list.flatMap((path) => prefixes.map((prefix) => prefix + path));
  const found = everywhere(lists);
  return {
    lists: found.filter(isListAddress).slice(0, MOST_LISTS),
    rows: everywhere(rows).slice(0, MOST_ROWS),
    indescribable: found.filter((path) => !isListAddress(path)).slice(0, MOST_LISTS),
  };
}

/**
 * Returns what may stand before the paths of a document. Its server has an address that may begin with the one under which this check
 * knows the service, so each end of it is possible.
 */
function prefixesOf({ servers, basePath }: Readonly<Record<string, unknown>>): readonly string[] {
  const first: unknown = Array.isArray(servers) ? servers[0] : undefined;
  const address = isRecord(first) ? first['url'] : basePath;
  const path = typeof address === 'string' ? address.replace(/^https?:\/\/[^/]*/, '') : '';
  const steps = path.split('/').filter((step) => step !== '' && !step.includes('{') && isShortText(step));
  const ends = [...steps.keys()].map((index) => `/${steps.slice(index).join('/')}`);
  return [...ends.slice(0, 3), ''];
}

/** Returns addresses that have words of price columns in their names, those with the most first. */
function byLikeness(paths: readonly string[]): readonly string[] {
  const score = (path: string) => {
    const words = new Set(path.split('/').flatMap(wordsOf));
    return ADDRESS_WORDS.filter((word) => words.has(word)).length;
  };
  return paths
    .map((path) => ({ path, score: score(path) }))
    .filter((each) => each.score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ path }) => path);
}

/** Whether the last step of an address says that a POST to it only reads. One to another address could create something. */
export function isReadingAddress(path: string): boolean {
  const last = path.split('/').at(-1) ?? '';
  return SEARCH_ENDINGS.includes(`/${last.toLowerCase()}`);
}

function rowsAddress(path: string): readonly string[] {
  const steps = path.split('/');
  const isPlace = (step: string) => /^\{[^{}]+\}$/.test(step);
  if (
    !isReadingAddress(path) ||
    steps.filter((step) => step.includes('{')).length !== 1 ||
    !steps.some(isPlace)
  )
    return [];
  return [steps.map((step) => (isPlace(step) ? PRICE_COLUMN_PLACE : step)).join('/')];
}
