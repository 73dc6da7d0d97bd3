import type { PriceColumn, PriceField } from '@/contract/column';
import { createDialect } from '@/contract/create-dialect';
import type { Dialect } from '@/contract/dialect';
import { openEnvelope } from '@/contract/envelope.schema';
import type {
  ComparisonOp,
  ExtractPageInput,
  ExtractionQuery,
  SnapshotPage,
  SortRule,
} from '@/contract/extraction';
import { extractionBodyText, extractPageEndpoint } from '@/contract/extraction.schema';
import { ENVELOPE_SPELLINGS } from '@/contract/known-spellings';
import { isRecord } from '@/contract/member-path';
import type { ServiceDescription } from '@/contract/service-description';
import { ownMember } from '@/lib/base/own-member';
import { parseJson } from '@/lib/base/parse-json';
import { MOST_EXTRACTION_CALLS, type Answer, type Caller, type CheckRequest } from './caller';
import type { CheckStep, Note, StepId, Verdict } from './check-step';
import { leavesOf, MOST_CHARACTERS, nearness, shapeOf, shownName } from './near-names';
import type { Proposal } from './proposal';
import { readRefusal, type Refusal } from './refusal';
import type { ServiceDocument } from './service-document';

/** What a step finds. `expected` and `came` are names and types. */
export interface Finding {
  readonly verdict: Verdict;
  readonly expected?: string;
  readonly came?: string;
  readonly notes?: readonly Note[];
  /** What the step has proposed is right although it has not found what it looked for. */
  readonly isProposalRight?: boolean;
}

/** What the steps of one check share. */
export interface CheckRun {
  readonly caller: Caller;
  readonly proposal: Proposal;
  /** The price column whose rows are asked for, once it is known. */
  priceColumn: PriceColumn | null;
  priceColumns: readonly PriceColumn[];
  /** Addresses that the service lists for rows, with the placeholder of a description. */
  listedAddresses: readonly string[];
  /** The service's own list of its addresses; null before the check has looked for it. */
  document: ServiceDocument | null;
  /** The first rows of the price column. */
  sample: readonly Row[];
  sampleAnswer: Answer | null;
  /** More rows, from which the types of fields are guessed; none if the service lists its fields. */
  moreRows: readonly Row[];
  /** The answer with the second half of the first rows, as page 2. */
  secondAnswer: Answer | null;
  rowCount: number | null;
  /** The order that all requests for rows have, if the service gives the same rows twice only then. */
  order: readonly SortRule[];
  /** Whether the service gives the same rows twice. */
  isStable: boolean;
  /** An order that the service follows, and its first rows; they are others than the first rows without the order. */
  sorted: { readonly rule: SortRule; readonly rows: readonly Row[] } | null;
  /** The first page of a snapshot, as the console reads it. */
  snapshotPage: SnapshotPage | null;
  /** Names of body members that the service has not refused among the known spellings; null before they were tried. */
  knownNames: ReadonlySet<string> | null;
  /** A member of a body that the service has refused as unknown, so that it refuses any request with it; an object, which copies share. */
  readonly refused: { name: string | null };
}

export function createRun(caller: Caller, proposal: Proposal): CheckRun {
  return {
    caller,
    proposal,
    priceColumn: null,
    priceColumns: [],
    listedAddresses: [],
    document: null,
    sample: [],
    sampleAnswer: null,
    moreRows: [],
    secondAnswer: null,
    rowCount: null,
    order: [],
    isStable: true,
    sorted: null,
    snapshotPage: null,
    knownNames: null,
    refused: { name: null },
  };
}

export type Row = Readonly<Record<string, unknown>>;

export const SAMPLE_SIZE = 8;
export const HALF = SAMPLE_SIZE / 2;
const EVERYTHING: ExtractionQuery = { fields: null, filters: [], sort: [] };

/** Returns how many requests for rows are left for a step, which leaves some for those after it. */
export function callsLeft({ caller }: CheckRun, reserved: number): number {
  return MOST_EXTRACTION_CALLS - caller.extractionCalls() - reserved;
}

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
    asked: ({ method, path, body, headers = {} }) => {
      if (current === null) return;
      const members = [...(body === undefined ? [] : memberNames(body)), ...Object.keys(headers)];
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

/** Whether an answer says that its call has failed, whatever the HTTP status is. */
export function isRefusal(json: unknown, dialect: Dialect | null): boolean {
  try {
    return !(dialect?.openEnvelope ?? openEnvelope)(json).succeeded;
  } catch {
    // The envelope has other names than described, or there is none.
    return leavesOf(json).some(
      ({ steps, value }) =>
        value === false && steps.length === 1 && nearness(steps, ENVELOPE_SPELLINGS.succeeded) > 0,
    );
  }
}

export function needs(step: StepId): Finding {
  return { verdict: 'not-tried', notes: [{ kind: 'needs-earlier', name: step }] };
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
  const dialect = createDialect(withWireDates(description));
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
function plain(description: ServiceDescription): ServiceDescription {
  const { extraction } = withWireDates(description);
  const { snapshot } = extraction;
  return {
    ...description,
    extraction: { ...extraction, snapshot: snapshot === null ? null : { ...snapshot, ask: {} } },
  };
}

/** Returns a description with which dates stay as the service writes them, in rows and in conditions. */
function withWireDates(description: ServiceDescription): ServiceDescription {
  return { ...description, extraction: { ...description.extraction, dates: 'iso' } };
}

export interface AskedRows {
  /** Beside a key, the query of the snapshot: some services want it again with each page. */
  readonly query?: Partial<ExtractionQuery>;
  readonly page?: number;
  readonly pageSize?: number;
  readonly cacheKey?: string;
  readonly effort?: CheckRequest['effort'];
  readonly isGuess?: CheckRequest['isGuess'];
  /** Members added to the body. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

function inputOf(
  run: CheckRun,
  { query = {}, page = 1, pageSize = SAMPLE_SIZE, cacheKey }: AskedRows,
  dialect: Dialect | null,
): ExtractPageInput {
  const { name: priceColumn = '', fields = [] } = run.priceColumn ?? {};
  // A service that does not tell the total gets the number of rows that two pages show.
  const rowCount = run.rowCount ?? SAMPLE_SIZE;
  const paging = { priceColumn, page, pageSize, typedFields: fields, rowCount };
  const first = { ...paging, query: { ...EVERYTHING, ...query } };
  if (cacheKey === undefined) return first;
  const isRepeated = dialect?.description.extraction.snapshot?.repeatQuery === true;
  const repeats = isRepeated ? dialect.extraction.body(first).text : null;
  return { ...paging, cacheKey, columns: run.snapshotPage?.columns ?? null, repeats };
}

/** Asks for rows of the price column as a description says. */
export async function askForRows(
  run: CheckRun,
  description: ServiceDescription,
  asked: AskedRows,
): Promise<Answer> {
  const { effort, isGuess, extra = {} } = asked;
  const dialect = createDialect(description);
  const input = inputOf(run, asked, dialect);
  const headers = dialect?.extraction.headers(input.cacheKey) ?? {};
  const body = extractionBodyText(input, dialect);
  const path = dialect?.extraction.path(input.priceColumn, input.cacheKey) ?? extractPageEndpoint.path(input);
  const sent = withMembers(body, extra);
  const answer = await run.caller.ask({
    method: 'POST',
    path,
    body: sent,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(effort !== undefined && { effort }),
    ...(isGuess !== undefined && { isGuess }),
  });
  if (!answer.isOk) run.refused.name ??= refusedMember(answer, sent);
  return answer;
}

/** The first member of a body that a refusal lists as unknown. */
function refusedMember(answer: Answer, body: string): string | null {
  const json = parseJson(body);
  const { unknown } = refusalOf(answer, json);
  return isRecord(json) ? (Object.keys(json).find((name) => unknown.includes(name)) ?? null) : null;
}

/** Asks for rows as described, without a snapshot. */
export function askPlain(
  run: CheckRun,
  { query, ...asked }: AskedRows = {},
  description: ServiceDescription = run.proposal.description(),
): Promise<Answer> {
  return askForRows(run, plain(description), { ...asked, query: { sort: run.order, ...query } });
}

/** Reads a page of a snapshot with the code that screens use; null if they could not. */
export function snapshotPageOf(
  run: CheckRun,
  answer: Answer,
  description: ServiceDescription,
  asked: AskedRows,
): SnapshotPage | null {
  const dialect = createDialect(description);
  const endpoint =
    dialect === null
      ? extractPageEndpoint
      : (extractPageEndpoint.inDialect?.(dialect) ?? extractPageEndpoint);
  const header = answer.headers.get(endpoint.header?.toLowerCase() ?? '') ?? null;
  try {
    return answer.isOk
      ? endpoint.decode(dataOf(answer, dialect), inputOf(run, asked, dialect), header)
      : null;
  } catch {
    return null;
  }
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
  const value = ownMember(row, column);
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function textOfRow(row: Row): string {
  return JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export function isSameRows(some: readonly Row[], others: readonly Row[]): boolean {
  return (
    some.length === others.length &&
    some.every((row, index) => textOfRow(row) === textOfRow(others[index] ?? {}))
  );
}

/** Whether rows can show what a service does: there are enough, no two are the same, and some values differ. */
export function isTelling(rows: readonly Row[]): boolean {
  const names = Object.keys(rows[0] ?? {});
  const countOf = (name: string) => new Set(rows.map((row) => textOf(row, name))).size;
  return (
    rows.length === SAMPLE_SIZE &&
    new Set(rows.map(textOfRow)).size === rows.length &&
    names.some((name) => countOf(name) > 2)
  );
}

/** The status of an answer that is not a success, as a note. */
export function noteOfAnswer({ status, form, isOk }: Answer): Note {
  if (!isOk && status < 300) return { kind: 'envelope-refusal', count: status };
  return form === 'json' || status >= 300
    ? { kind: 'status', count: status }
    : { kind: 'no-json', name: form };
}
