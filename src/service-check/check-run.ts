import type { PriceColumn, PriceField } from '@/contract/column';
import { createDialect } from '@/contract/create-dialect';
import type { Dialect } from '@/contract/dialect';
import { openEnvelope } from '@/contract/envelope.schema';
import type { ComparisonOp, ExtractPageInput, ExtractionQuery } from '@/contract/extraction';
import { extractionBodyText, extractPageEndpoint } from '@/contract/extraction.schema';
import { isRecord } from '@/contract/member-path';
import type { ServiceDescription } from '@/contract/service-description';
import { parseJson } from '@/lib/base/parse-json';
import type { Answer, Caller, CheckRequest } from './caller';
import type { CheckStep, Note, StepId, Verdict } from './check-step';
import { MOST_CHARACTERS, shapeOf, shownName } from './near-names';
import type { Proposal } from './proposal';
import { readRefusal, type Refusal } from './refusal';

/** What a step finds. `expected` and `came` are names and types. */
export interface Finding {
  readonly verdict: Verdict;
  readonly expected?: string;
  readonly came?: string;
  readonly notes?: readonly Note[];
}

/** What the steps of one check share. */
export interface CheckRun {
  readonly caller: Caller;
  readonly proposal: Proposal;
  /** The price column whose rows are asked for, once it is known. */
  priceColumn: PriceColumn | null;
  priceColumns: readonly PriceColumn[];
  /** The first rows, and whether asking again gives the same rows. */
  sample: readonly Row[];
  sampleAnswer: Answer | null;
  rowCount: number | null;
  isStable: boolean;
  snapshotKey: string | null;
  /** Names of body members that the service has not refused among the known spellings; null before they were tried. */
  knownNames: ReadonlySet<string> | null;
}

export type Row = Readonly<Record<string, unknown>>;

export const SAMPLE_SIZE = 8;
const EVERYTHING: ExtractionQuery = { fields: null, filters: [], sort: [] };

/** Collects the steps. Requests belong to the step that is under way. */
export interface StepRecorder {
  readonly begin: (id: StepId, operator?: ComparisonOp) => void;
  readonly end: (finding: Finding) => void;
  readonly asked: (request: CheckRequest) => void;
  readonly answered: (answer: Answer) => void;
  readonly steps: () => readonly CheckStep[];
}

export function createRecorder(
  proposal: Proposal,
  onStep: (steps: readonly CheckStep[]) => void,
): StepRecorder {
  const steps: CheckStep[] = [];
  let current: Pick<CheckStep, 'id' | 'operator' | 'request' | 'answer' | 'callCount'> | null = null;
  let proposedBefore = new Set<string>();
  const keyOf = (each: unknown) => JSON.stringify(each);
  const learnt = () => [...proposal.proposed(), ...proposal.notYet()];
  return {
    begin: (id, operator) => {
      current = { id, operator: operator ?? null, request: null, answer: null, callCount: 0 };
      proposedBefore = new Set(learnt().map(keyOf));
    },
    end: ({ verdict, expected = '', came = '', notes = [] }) => {
      if (current === null) return;
      const news = learnt().filter((each) => !proposedBefore.has(keyOf(each)));
      steps.push({ ...current, verdict, expected, came, notes, learnt: news });
      current = null;
      onStep([...steps]);
    },
    asked: ({ method, path, body }) => {
      if (current === null) return;
      const members = body === undefined ? [] : memberNames(body);
      current = {
        ...current,
        callCount: current.callCount + 1,
        request: { method, path: shownPath(path), members: members.map(shownName) },
        answer: null,
      };
    },
    answered: ({ status, form, json }) => {
      if (current === null) return;
      current = { ...current, answer: { status, form, shape: form === 'json' ? shapeOf(json) : '' } };
    },
    steps: () => steps,
  };
}

/** Returns an address without the values of its parameters: one of them is the key of a snapshot. */
function shownPath(path: string): string {
  const [address = '', query] = path.split('?');
  const steps = address.split('/').map((step) => (step.length > MOST_CHARACTERS ? shownName(step) : step));
  return steps.join('/') + (query === undefined ? '' : `?${shownName(query.split('=')[0] ?? '')}=…`);
}

function memberNames(body: string): readonly string[] {
  const json = parseJson(body);
  return isRecord(json) ? Object.keys(json) : [];
}

/** Every name and word in the body of a request, for finding them in a refusal. */
function wordsOfBody(json: unknown, depth = 0): readonly string[] {
  if (typeof json === 'string') return [json];
  if (depth > 5) return [];
  if (Array.isArray(json)) return json.flatMap((entry: unknown) => wordsOfBody(entry, depth + 1));
  return isRecord(json)
    ? Object.entries(json).flatMap(([name, value]) => [name, ...wordsOfBody(value, depth + 1)])
    : [];
}

export function dialectOf(run: CheckRun): Dialect | null {
  return createDialect(run.proposal.description());
}

/** Returns the data inside the envelope of an answer; undefined if there is none. */
export function dataOf(answer: Answer, dialect: Dialect | null): unknown {
  if (!answer.isOk) return undefined;
  try {
    const content = (dialect?.openEnvelope ?? openEnvelope)(answer.json);
    return content.succeeded ? content.data : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the rows of an answer as described; null if they are not there. */
export function rowsOf(answer: Answer, description: ServiceDescription): readonly Row[] | null {
  const dialect = createDialect(description);
  const data = dataOf(answer, dialect);
  try {
    const rows =
      dialect === null ? (isRecord(data) ? data['data'] : undefined) : dialect.extraction.rows(data);
    return Array.isArray(rows) && rows.every(isRecord) ? rows : null;
  } catch {
    return null;
  }
}

/** Returns a description that asks for no snapshot, for requests of single pages. */
export function plain(description: ServiceDescription): ServiceDescription {
  const { extraction } = description;
  return { ...description, extraction: { ...extraction, snapshot: { ...extraction.snapshot, ask: {} } } };
}

export interface AskedRows {
  readonly query?: Partial<ExtractionQuery>;
  readonly page?: number;
  readonly pageSize?: number;
  readonly cacheKey?: string;
  /** Members added to the body. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Asks for rows of the price column as a description says. */
export async function askForRows(
  run: CheckRun,
  description: ServiceDescription,
  { query = {}, page = 1, pageSize = SAMPLE_SIZE, cacheKey, extra = {} }: AskedRows,
): Promise<Answer> {
  const { name: priceColumn = '', fields = [] } = run.priceColumn ?? {};
  const paging = { priceColumn, page, pageSize };
  const input: ExtractPageInput =
    cacheKey === undefined
      ? { ...paging, query: { ...EVERYTHING, ...query }, typedFields: fields }
      : { ...paging, cacheKey, columns: null };
  const dialect = createDialect(description);
  const body = extractionBodyText(input, dialect);
  const path = dialect?.extraction.path(priceColumn, cacheKey) ?? extractPageEndpoint.path(input);
  return run.caller.ask({ method: 'POST', path, body: withMembers(body, extra) });
}

/** Adds members to the text of an object, whose other members keep every digit. */
function withMembers(body: string, extra: Readonly<Record<string, unknown>>): string {
  const added = JSON.stringify(extra);
  if (added === '{}') return body;
  return body === '{}' ? added : `${body.slice(0, -1)},${added.slice(1)}`;
}

/** Reads a refusal; `body`: the names and words that were sent. */
export function refusalOf(answer: Answer, ...sent: readonly unknown[]): Refusal {
  return readRefusal(answer.json ?? answer.text, [...new Set(sent.flatMap((each) => wordsOfBody(each)))]);
}

/** A field of the price column that a step can use. */
export function fieldsWhere(run: CheckRun, isFit: (field: PriceField) => boolean): readonly PriceField[] {
  const names = new Set(run.sample.flatMap((row) => Object.keys(row)));
  return (run.priceColumn?.fields ?? []).filter((field) => names.has(field.name) && isFit(field));
}

/** Returns a value of a row as text; null for no value. */
export function textOf(row: Row, column: string): string | null {
  const value = Object.hasOwn(row, column) ? row[column] : null;
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function isSameRows(some: readonly Row[], others: readonly Row[]): boolean {
  const text = (row: Row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return some.length === others.length && some.every((row, index) => text(row) === text(others[index] ?? {}));
}

/** The status of an answer that is not a success, as a note. */
export function noteOfAnswer({ status, form }: Answer): Note {
  return form === 'json' || status >= 300
    ? { kind: 'status', count: status }
    : { kind: 'no-json', name: form };
}
