import type { PriceColumn, PriceField } from '@/contract/column';
import { BODY_SPELLINGS, PAGE_SPELLINGS, SEARCH_ENDINGS } from '@/contract/known-spellings';
import { isMemberPath, isRecord, pathSteps, pathText, valueAt } from '@/contract/member-path';
import { SAMPLE_ROWS, sampledFields } from '@/contract/sampled-fields';
import { PRICE_COLUMN_PLACE, type ServiceDescription } from '@/contract/service-description';
import { ownMember } from '@/lib/base/own-member';
import { parseKeepingNumbers } from '@/lib/base/json-text';
import { CallFailed, type Answer } from './caller';
import {
  askPlain,
  dataOf,
  dialectOf,
  isTelling,
  noteOfAnswer,
  refusalOf,
  rowsOf,
  SAMPLE_SIZE,
  type CheckRun,
  type Finding,
  type Row,
} from './check-run';
import type { Note } from './check-step';
import { leavesOf, listsOf, nearest, nearness, type FoundList } from './near-names';
import { bodyNames } from './known-names';
import type { Changes } from './proposal';
import type { WantedMember } from './refusal';
import { serviceDocument } from './service-document';

/** How many price columns are looked at to find a small one whose rows can show what the service does. */
const MOST_PRICE_COLUMNS = 4;
/** A price column with so few rows is small enough. */
const FEW_ROWS = 1_000_000;
const MOST_CORRECTIONS = 10;

interface FirstRows {
  readonly priceColumn: PriceColumn;
  readonly answer: Answer;
  readonly rows: readonly Row[];
  readonly total: number | null;
}

export async function checkFirstPage(run: CheckRun): Promise<Finding> {
  const { extraction } = run.proposal.description();
  const expected = `${pathText(extraction.rows)}: array of ${extraction.row}`;
  const byWidth = run.priceColumns
    .filter(({ fields, areFieldsListed }) => fields.length > 0 || areFieldsListed === false)
    .toSorted((a, b) => a.fields.length - b.fields.length);
  const before = JSON.stringify(run.proposal.json());
  let best: FirstRows | null = null;
  let last: Answer | null = null;
  for (const priceColumn of byWidth.slice(0, MOST_PRICE_COLUMNS)) {
    run.priceColumn = priceColumn;
    const answer: Answer = last === null ? await findAddress(run) : await askPlain(run);
    last = answer.isOk ? answer : await correctBody(run, answer);
    if (!last.isOk) {
      if (best !== null) continue;
      break;
    }
    // A success without rows may say that something was created, so nothing is asked there again.
    if (!hasRows(run, last)) break;
    const first = await firstRows(run, priceColumn, last);
    if (first === null && !hasRows(run, last)) break;
    if (first === null) continue;
    if (best === null || isBetter(first, best)) best = first;
    if (isTelling(best.rows) && (best.total ?? 0) <= FEW_ROWS) break;
  }
  if (best === null) {
    run.priceColumn = null;
    const notes: Note[] =
      last === null ? [] : last.isOk && last.form === 'json' ? [{ kind: 'no-rows' }] : [noteOfAnswer(last)];
    return { verdict: last?.status === 403 ? 'refused' : 'missing', expected, notes };
  }
  run.priceColumn = best.priceColumn;
  if (best.priceColumn.areFieldsListed === false) await guessFields(run, best.priceColumn);
  if (best.rows.length > SAMPLE_SIZE)
    return { verdict: 'missing', expected, notes: [{ kind: 'no-effect', name: extraction.size.name }] };
  run.sample = best.rows;
  run.sampleAnswer = best.answer;
  const { extraction: now } = run.proposal.description();
  const came = `${pathText(now.rows)}: array of ${best.rows.length} ${now.row}`;
  const notes: Note[] = best.rows.length < SAMPLE_SIZE ? [{ kind: 'few-rows', count: SAMPLE_SIZE }] : [];
  return {
    verdict: JSON.stringify(run.proposal.json()) === before ? 'fits' : 'differs',
    expected,
    came,
    notes,
  };
}

/** Whether a success has rows, or says that there are none: a list of records, or an empty list where rows are described or usual. */
function hasRows(run: CheckRun, answer: Answer): boolean {
  const data = dataOf(answer, dialectOf(run));
  if (rowsOf(answer, run.proposal.description()) !== null) return true;
  return listsOf(data).some(
    ({ kind, steps }) =>
      kind === 'records' ||
      kind === 'arrays' ||
      (kind === 'empty' && (steps.length === 0 || nearness(steps, PAGE_SPELLINGS.rows) > 0)),
  );
}

/** Rows that show more are better, and then a smaller price column. */
function isBetter(first: FirstRows, other: FirstRows): boolean {
  if (isTelling(first.rows) !== isTelling(other.rows)) return isTelling(first.rows);
  if (first.rows.length !== other.rows.length) return first.rows.length > other.rows.length;
  return (first.total ?? Infinity) < (other.total ?? Infinity);
}

/** Resolves to the first rows of a price column; null if the answer has none. */
async function firstRows(run: CheckRun, priceColumn: PriceColumn, first: Answer): Promise<FirstRows | null> {
  let found = { answer: first, rows: findRows(run, first) };
  if (found.rows !== null && found.rows.length > SAMPLE_SIZE) found = (await findSize(run)) ?? found;
  const { answer, rows } = found;
  if (rows === null || rows.length === 0) return null;
  // Some services give only the fields that are asked for by their names.
  const isWithoutFields = rows.every((row) => Object.keys(row).length === 0);
  if (isWithoutFields && run.proposal.description().extraction.fields.all === 'empty') {
    run.proposal.change([['extraction.fields.all', 'listed']], { kind: 'fits-rows', name: 'listed' });
    return firstRows(run, priceColumn, await askPlain(run));
  }
  const known =
    priceColumn.areFieldsListed === false ? withSampledFields(run, priceColumn, answer) : priceColumn;
  if (known.fields.length === 0) return null;
  const { total } = run.proposal.description().extraction;
  const told = isMemberPath(total) ? valueAt(dataOf(answer, dialectOf(run)), pathSteps(total)) : null;
  return {
    priceColumn: known,
    answer,
    rows,
    total: typeof told === 'number' && told >= rows.length ? told : null,
  };
}

/** Guesses the fields again from as many rows as screens read: the first ones may have no value in most fields. */
async function guessFields(run: CheckRun, priceColumn: PriceColumn): Promise<void> {
  const answer = await askPlain(run, { pageSize: SAMPLE_ROWS });
  const rows = answer.isOk ? rowsOf(answer, run.proposal.description()) : null;
  if (rows === null || rows.length < run.sample.length) return;
  run.moreRows = rows;
  run.priceColumn = withSampledFields(run, priceColumn, answer);
}

/** Returns a price column with fields that are read from its first rows, as screens do. */
function withSampledFields(run: CheckRun, priceColumn: PriceColumn, answer: Answer): PriceColumn {
  const json = parseKeepingNumbers(answer.text);
  const data = rowsOf({ ...answer, json }, run.proposal.description());
  if (data === null) return priceColumn;
  // How dates are written is found only by a later step, so the form counts in which most columns have dates.
  const { dates, zone } = run.proposal.description().extraction;
  const guesses = [...new Set([dates, 'iso', 'iso-utc', 'dotnet'] as const)].map((form) =>
    sampledFields({ data }, { dates: form, zone }),
  );
  const dateCount = (fields: readonly PriceField[]) => fields.filter(({ type }) => type === 'date').length;
  const [fields = []] = guesses.toSorted((a, b) => dateCount(b) - dateCount(a));
  return { ...priceColumn, fields };
}

/**
 * Finds the address of the rows. A request goes to the described address, and, only if nothing is there, to addresses that the service
 * lists itself, or whose names say that they only read: a collection might take the body for a new entry. Resolves to the first answer
 * of an address that is there, or to the last one.
 */
async function findAddress(run: CheckRun): Promise<Answer> {
  const { proposal } = run;
  const { extraction, priceColumns } = proposal.description();
  const searching = [`${priceColumns.path}/${PRICE_COLUMN_PLACE}`, extraction.path].flatMap((path) =>
    SEARCH_ENDINGS.map((ending) => path + ending),
  );
  const first = await askDescribed(run);
  if (!(first instanceof CallFailed) && isThere(first) && first.status !== 403) return first;
  const { rows } = run.listedAddresses.length === 0 ? await serviceDocument(run) : { rows: [] };
  for (const path of new Set([...run.listedAddresses, ...rows, ...searching])) {
    const tried = path === extraction.path ? null : proposal.tried([['extraction.path', path]]);
    if (tried === null) continue;
    const answer = await askFound(run, tried);
    if (answer === null || !isThere(answer) || REFUSED_UNSEEN.includes(answer.status)) continue;
    proposal.change([['extraction.path', path]], { kind: 'answers-there', name: path });
    return answer;
  }
  if (first instanceof CallFailed) throw first;
  return first;
}

/** What gateways and services in trouble answer to any request, so it says nothing of an address. */
const REFUSED_UNSEEN: readonly number[] = [401, 403, 500, 502, 503, 504];

/** Asks at the described address. A browser reports one where nothing is as unreachable, if what answers there knows nothing of CORS. */
async function askDescribed(run: CheckRun): Promise<Answer | CallFailed> {
  try {
    return await askPlain(run);
  } catch (error) {
    if (error instanceof CallFailed && error.reason === 'unreachable') return error;
    throw error;
  }
}

/** Asks at an address where there may be nothing: null if the call has failed. */
async function askFound(run: CheckRun, tried: ServiceDescription): Promise<Answer | null> {
  try {
    return await askPlain(run, { isGuess: true }, tried);
  } catch (error) {
    if (error instanceof CallFailed) return null;
    throw error;
  }
}

function isThere({ status, form }: Answer): boolean {
  return status !== 404 && status !== 405 && form !== 'html';
}

/** Changes the names of the body as the refusals say, until the service answers, or says nothing new. */
async function correctBody(run: CheckRun, first: Answer): Promise<Answer> {
  if (!isThere(first)) return first;
  let answer = first;
  let hasTriedNames = false;
  const settled = new Set<string>();
  for (let turn = 0; turn < MOST_CORRECTIONS && !answer.isOk; turn += 1) {
    if (answer.status === 403 || answer.status >= 500) return answer;
    const body = bodyNames(run);
    const refusal = refusalOf(answer, body);
    const isChanged = refusal.wanted.some((wanted) => followWanted(run, wanted, refusal.unknown, settled));
    if (!isChanged) {
      if (hasTriedNames) return answer;
      hasTriedNames = true;
      if (!(await tryPagingNames(run))) return answer;
    }
    answer = await askPlain(run);
  }
  return answer;
}

/** Follows what a refusal wants of a member. Returns whether the proposal has changed. */
function followWanted(
  run: CheckRun,
  { name, form, value }: WantedMember,
  unknown: readonly string[],
  settled: Set<string>,
): boolean {
  const { proposal } = run;
  const { page, size, fields, constants = {} } = proposal.description().extraction;
  // Nobody has said that a found address is that of rows, so a body does not become there whatever the service asks for.
  if (isAddressFound(run) && (value !== undefined || !isKnownName(name))) return false;
  const reason = { kind: 'named-in-refusal', name } as const;
  if (value !== undefined) {
    return (
      JSON.stringify(ownMember(constants, name)) !== JSON.stringify(value) &&
      proposal.change([['extraction.constants', { ...constants, [name]: value }]], reason)
    );
  }
  if (name === page.name) {
    // The name is right, so it is the number that is not: pages or rows are counted from zero, or from one.
    if (settled.has('first')) return false;
    settled.add('first');
    return proposal.change([['extraction.page.first', page.first === 0 ? 1 : 0]], reason);
  }
  if (name === size.name || Object.hasOwn(constants, name)) return false;
  // A service often has the same word for the fields of a price column in its list and in requests.
  const { fields: place } = proposal.description().priceColumns;
  const ownWords = place === null ? [] : pathSteps(place).slice(-1);
  const nearTo = (spellings: readonly string[]) => nearness([name], spellings) > 0;
  if (form === 'list' || nearTo([...BODY_SPELLINGS.fields, ...ownWords])) {
    if (settled.has('fields'))
      return fields.all === 'empty' && proposal.change([['extraction.fields.all', 'listed']], reason);
    settled.add('fields');
    return proposal.change(
      [
        ['extraction.fields.name', name],
        ['extraction.fields.all', 'empty'],
      ],
      reason,
    );
  }
  const isOffset = nearTo(BODY_SPELLINGS.offset);
  const isPage = isOffset || nearTo(BODY_SPELLINGS.page);
  const isSize = nearTo(BODY_SPELLINGS.size);
  const isFree = (role: string, current: string) => !settled.has(role) || unknown.includes(current);
  if (isSize || (!isPage && form === 'number' && isFree('size', size.name))) {
    settled.add('size');
    return proposal.change([['extraction.size.name', name]], reason);
  }
  if (isPage || (form === 'number' && isFree('page', page.name))) {
    settled.add('page');
    return proposal.change(
      [
        ['extraction.page.name', name],
        ['extraction.page.style', isOffset ? 'offset' : 'number'],
        ['extraction.page.first', isOffset ? 0 : 1],
      ],
      reason,
    );
  }
  return false;
}

/** Whether the check itself has found the address of the rows: nobody has described or given it. */
function isAddressFound({ proposal }: CheckRun): boolean {
  return proposal
    .proposed()
    .some(({ key, reason }) => key === 'extraction.path' && reason.kind === 'answers-there');
}

/** Whether a name has nothing to do with what a service may store: it is one of those that page through rows. */
function isKnownName(name: string): boolean {
  const { size, page, offset, fields } = BODY_SPELLINGS;
  return [...size, ...page, ...offset, ...fields].some((known) => known === name);
}

/** Sends all known names of page and size at once. The names that the refusal does not list are those that the service knows. */
async function tryPagingNames(run: CheckRun): Promise<boolean> {
  const { proposal } = run;
  const { page, size } = proposal.description().extraction;
  const names = [...BODY_SPELLINGS.size, ...BODY_SPELLINGS.page, ...BODY_SPELLINGS.offset].filter(
    (name) => name !== page.name && name !== size.name,
  );
  const extra = Object.fromEntries(
    names.map((name) => [name, BODY_SPELLINGS.offset.some((each) => each === name) ? 0 : 1]),
  );
  const answer = await askPlain(run, { extra });
  if (answer.isOk) return false;
  const { unknown } = refusalOf(answer, { ...bodyNames(run), ...extra });
  const known = [page.name, size.name, ...names].filter((name) => !unknown.includes(name));
  const sizeName = BODY_SPELLINGS.size.find((name) => known.includes(name));
  const pageName = BODY_SPELLINGS.page.find((name) => known.includes(name));
  const offsetName = BODY_SPELLINGS.offset.find((name) => known.includes(name));
  if (unknown.length > 0 && known.length <= 4) {
    return takePaging(run, sizeName, pageName, offsetName);
  }
  // Nothing was named, so pairs that often go together are tried one by one.
  for (const [eachSize, eachPage, eachOffset] of USUAL_PAIRS) {
    const tried = proposal.tried(pagingChanges(eachSize, eachPage, eachOffset));
    if (tried === null) continue;
    const result = await askPlain(run, {}, tried);
    if (result.isOk) return hasRows(run, result) && takePaging(run, eachSize, eachPage, eachOffset);
  }
  return false;
}

const USUAL_PAIRS: readonly (readonly [
  size: string,
  page: string | undefined,
  offset: string | undefined,
])[] = [
  ['pageSize', 'page', undefined],
  ['pageSize', 'pageNumber', undefined],
  ['limit', undefined, 'offset'],
  ['take', undefined, 'skip'],
  ['size', 'page', undefined],
  ['top', undefined, 'skip'],
];

function pagingChanges(size: string | undefined, page: string | undefined, offset: string | undefined) {
  return [
    ...(size === undefined ? [] : [['extraction.size.name', size] as const]),
    ...(page !== undefined
      ? [['extraction.page.name', page] as const]
      : offset !== undefined
        ? ([
            ['extraction.page.name', offset],
            ['extraction.page.style', 'offset'],
            ['extraction.page.first', 0],
          ] as const)
        : []),
  ];
}

function takePaging(run: CheckRun, size?: string, page?: string, offset?: string): boolean {
  const changes = pagingChanges(size, page, offset);
  const name = changes
    .map(([, value]) => value)
    .filter((value) => typeof value === 'string')
    .join(', ');
  return changes.length > 0 && run.proposal.change(changes, { kind: 'accepted', name });
}

/** Finds the member that limits the rows, at a service that ignores members it does not know: each known name asks for another number. */
async function findSize(
  run: CheckRun,
): Promise<{ readonly answer: Answer; readonly rows: readonly Row[] } | null> {
  const { proposal } = run;
  const names = BODY_SPELLINGS.size.filter((name) => name !== proposal.description().extraction.size.name);
  const extra = Object.fromEntries(names.map((name, index) => [name, index + 2]));
  const answer = await askPlain(run, { extra });
  const rows = answer.isOk ? findRows(run, answer) : null;
  const name = rows === null ? undefined : names[rows.length - 2];
  if (name === undefined || !proposal.change([['extraction.size.name', name]], { kind: 'accepted', name }))
    return null;
  const sized = await askPlain(run);
  const found = sized.isOk ? findRows(run, sized) : null;
  return found !== null && found.length <= SAMPLE_SIZE ? { answer: sized, rows: found } : null;
}

/** Finds the rows of a page, and what is beside them. Returns the rows; null if there are none. */
function findRows(run: CheckRun, answer: Answer): readonly Row[] | null {
  const { proposal } = run;
  const described = rowsOf(answer, proposal.description());
  const names = new Set((run.priceColumn?.fields ?? []).map(({ name }) => name));
  // Without listed fields, whatever has members may be a row.
  const isField = (name: string) => names.size === 0 || names.has(name);
  const isKnownRow = (row: Row | undefined) => row !== undefined && Object.keys(row).some(isField);
  if (described !== null && (described.length === 0 || isKnownRow(described[0]))) {
    findBeside(run, answer, []);
    return described;
  }
  const data = dataOf(answer, dialectOf(run));
  if (data === undefined) return null;
  const lists = listsOf(data);
  const overlap = ({ entries: [first] }: FoundList) =>
    isRecord(first) ? Object.keys(first).filter(isField).length : 0;
  const [records] = lists
    .filter((list) => list.kind === 'records' && overlap(list) > 0)
    .toSorted((a, b) => overlap(b) - overlap(a));
  if (records !== undefined) {
    const isCase =
      records.steps.join('.').toLowerCase() ===
      pathText(proposal.description().extraction.rows).toLowerCase();
    findBeside(
      run,
      answer,
      [
        ['extraction.rows', records.steps.join('.')],
        ['extraction.row', 'object'],
      ],
      isCase,
    );
  } else {
    const arrays = lists.filter(({ kind }) => kind === 'arrays');
    const columns = lists.find(
      ({ kind, entries }) =>
        kind === 'texts' && entries.some((name) => typeof name === 'string' && isField(name)),
    );
    const width = columns?.entries.length;
    const rows = arrays.find(({ entries: [first] }) => Array.isArray(first) && first.length === width);
    if (columns === undefined || rows === undefined) return null;
    findBeside(run, answer, [
      ['extraction.rows', rows.steps.join('.')],
      ['extraction.row', 'array'],
      ['extraction.columns', columns.steps.join('.')],
    ]);
  }
  const found = rowsOf(answer, proposal.description());
  return found !== null && isKnownRow(found[0]) ? found : null;
}

/** Finds the total and the page beside the rows. All places change together, because some lead through others. */
export function findBeside(run: CheckRun, answer: Answer, rowChanges: Changes, isOnlyCase = false): void {
  const { proposal } = run;
  const { extraction } = proposal.description();
  const data = dataOf(answer, dialectOf(run));
  const leaves = leavesOf(data);
  const at = (path: unknown) => (isMemberPath(path) ? valueAt(data, pathSteps(path)) : undefined);
  const rowsPath = rowChanges.find(([key]) => key === 'extraction.rows')?.[1] ?? extraction.rows;
  const listed = at(rowsPath);
  const rowCount = Array.isArray(listed) ? listed.length : 0;
  const changes = new Map<string, unknown>(rowChanges);

  // A first idea: the step `total` holds it against another page.
  const isTotal = (value: unknown) => isWhole(value) && value >= rowCount;
  const total = isTotal(at(extraction.total))
    ? undefined
    : nearest(leaves, PAGE_SPELLINGS.total, ({ value }) => isTotal(value));
  if (total !== undefined) changes.set('extraction.total', total.steps.join('.'));
  const totalPath = total?.steps.join('.') ?? extraction.total;
  const isPage = (value: unknown) => value === extraction.page.first;
  if (extraction.pageOf !== null && !isPage(at(extraction.pageOf))) {
    const page = nearest(
      leaves,
      [...PAGE_SPELLINGS.pageOf, extraction.page.name],
      ({ steps, value }) => isPage(value) && steps.join('.') !== totalPath,
    );
    changes.set('extraction.pageOf', page?.steps.join('.') ?? null);
  }
  if (changes.size === 0) return;
  const texts = [...changes.values()].filter((value) => typeof value === 'string');
  const isChanged = proposal.change([...changes], {
    kind: isOnlyCase ? 'only-case-differs' : 'found-in-answer',
    name: texts.join(', '),
  });
  // A place that nobody has found yet, such as that of the snapshot, may lie on the way to another.
  if (!isChanged && rowChanges.length > 0)
    proposal.change(rowChanges, {
      kind: 'found-in-answer',
      name: isMemberPath(rowsPath) ? pathText(rowsPath) : '',
    });
}

export function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value);
}
