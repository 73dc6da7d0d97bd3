import type { Changes } from './proposal';
import {
  BODY_SPELLINGS,
  KEY_HEADERS,
  PAGE_SPELLINGS,
  ROWS_ADDRESS_ENDINGS,
  SNAPSHOT_ASKS,
  TOTAL_HEADERS,
} from '@/contract/known-spellings';
import { isJsonNumber } from '@/lib/base/decimal-grammar';
import { isMemberPath, isRecord, pathSteps, pathText, valueAt } from '@/contract/member-path';
import { PRICE_COLUMN_PLACE, type ServiceDescription } from '@/contract/service-description';
import type { PriceColumn } from '@/contract/column';
import type { Answer } from './caller';
import {
  askForRows,
  dataOf,
  dialectOf,
  fieldsWhere,
  isSameRows,
  noteOfAnswer,
  plain,
  refusalOf,
  rowsOf,
  SAMPLE_SIZE,
  type AskedRows,
  type CheckRun,
  type Finding,
  type Row,
} from './check-run';
import type { Note } from './check-step';
import { isExpressible, leavesOf, listsOf, nearest, nearness, type FoundList, type Leaf } from './near-names';
import type { WantedMember } from './refusal';

/** How many price columns are looked at to find a small one that has rows. */
const MOST_PRICE_COLUMNS = 3;
/** A price column with so few rows is small enough. */
const FEW_ROWS = 1_000_000;
const MOST_CORRECTIONS = 10;

/** The plain request for the first rows: of the described names, without a snapshot. */
function askPlain(run: CheckRun, asked: AskedRows = {}): Promise<Answer> {
  return askForRows(run, plain(run.proposal.description()), asked);
}

export async function checkFirstPage(run: CheckRun): Promise<Finding> {
  const { extraction } = run.proposal.description();
  const expected = `${pathText(extraction.rows)}: array of ${extraction.row}`;
  const byWidth = run.priceColumns
    .filter(({ fields }) => fields.length > 0)
    .toSorted((a, b) => a.fields.length - b.fields.length);
  const before = JSON.stringify(run.proposal.json());
  let best: {
    readonly priceColumn: PriceColumn;
    readonly answer: Answer;
    readonly rows: readonly Row[];
  } | null = null;
  let last: Answer | null = null;
  for (const priceColumn of byWidth.slice(0, MOST_PRICE_COLUMNS)) {
    run.priceColumn = priceColumn;
    const answer: Answer = last === null ? await findAddress(run) : await askPlain(run);
    const corrected: Answer = answer.isOk ? answer : await correctBody(run, answer);
    last = corrected;
    if (!corrected.isOk || corrected.form !== 'json') break;
    const rows = findRows(run, corrected);
    if (rows === null || rows.length === 0) continue;
    const total = totalOf(run, corrected);
    if (best === null || (total !== null && total < (totalOf(run, best.answer) ?? Infinity))) {
      best = { priceColumn, answer: corrected, rows };
    }
    const bestTotal = totalOf(run, best.answer);
    if (bestTotal !== null && bestTotal <= FEW_ROWS && best.rows.length === SAMPLE_SIZE) break;
  }
  if (best === null) {
    run.priceColumn = null;
    const notes: Note[] =
      last === null ? [] : last.isOk && last.form === 'json' ? [{ kind: 'no-rows' }] : [noteOfAnswer(last)];
    return { verdict: last?.status === 403 ? 'refused' : 'missing', expected, notes };
  }
  run.priceColumn = best.priceColumn;
  if (best.rows.length > SAMPLE_SIZE) {
    const sized = await findSize(run);
    if (sized === null)
      return { verdict: 'missing', expected, notes: [{ kind: 'no-effect', name: extraction.size.name }] };
    best = { ...best, ...sized };
  }
  run.sample = best.rows;
  run.sampleAnswer = best.answer;
  const { extraction: now } = run.proposal.description();
  const came = `${pathText(now.rows)}: array of ${best.rows.length} ${now.row}`;
  return { verdict: JSON.stringify(run.proposal.json()) === before ? 'fits' : 'differs', expected, came };
}

/** Finds the address of the rows below that of the list. Resolves to its answer, or to the last one. */
async function findAddress(run: CheckRun): Promise<Answer> {
  const { proposal } = run;
  const { extraction, priceColumns } = proposal.description();
  const below = ROWS_ADDRESS_ENDINGS.map((ending) => `${priceColumns.path}/${PRICE_COLUMN_PLACE}${ending}`);
  const parent = priceColumns.path.split('/').slice(0, -1).join('/');
  const beside = ['/rows', '', '/data'].map((ending) => `${parent}/${PRICE_COLUMN_PLACE}${ending}`);
  const isBelow = extraction.path.startsWith(`${priceColumns.path}/`);
  const addresses = [...(isBelow ? [extraction.path] : []), ...below, ...beside, extraction.path].slice(
    0,
    10,
  );
  let last: Answer | null = null;
  for (const path of new Set(addresses)) {
    const tried = proposal.tried([['extraction.path', path]]);
    if (tried === null) continue;
    const answer = await askForRows(run, plain(tried), {});
    const isNothingThere = answer.status === 404 || answer.status === 405 || answer.form === 'html';
    if (!isNothingThere) {
      if (path !== extraction.path)
        proposal.change([['extraction.path', path]], { kind: 'answers-there', name: path });
      return answer;
    }
    if (last === null || answer.status !== 404) last = answer;
  }
  return last ?? askPlain(run);
}

/** Changes the names of the body as the refusals say, until the service answers, or says nothing new. */
async function correctBody(run: CheckRun, first: Answer): Promise<Answer> {
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

/** The members that a plain request has, as an object for reading refusals. */
function bodyNames(run: CheckRun): Readonly<Record<string, unknown>> {
  const { page, size, fields, constants = {} } = run.proposal.description().extraction;
  return {
    [page.name]: 1,
    [size.name]: 1,
    ...(fields.all === 'empty' && { [fields.name]: [] }),
    ...constants,
  };
}

/** Follows what a refusal wants of a member. Returns whether the proposal has changed. */
function followWanted(
  run: CheckRun,
  { name, form, value }: WantedMember,
  unknown: readonly string[],
  settled: Set<string>,
): boolean {
  const { proposal } = run;
  const { page, size, constants = {} } = proposal.description().extraction;
  const reason = { kind: 'named-in-refusal', name } as const;
  if (value !== undefined) {
    return (
      JSON.stringify(constants[name]) !== JSON.stringify(value) &&
      proposal.change([['extraction.constants', { ...constants, [name]: value }]], reason)
    );
  }
  if (name === page.name) {
    // The name is right, so it is the number that is not: pages or rows are counted from zero.
    if (page.first === 0 || settled.has('first')) return false;
    settled.add('first');
    return proposal.change([['extraction.page.first', 0]], reason);
  }
  if (name === size.name || Object.hasOwn(constants, name)) return false;
  const nearTo = (spellings: readonly string[]) => nearness([name], spellings) > 0;
  if (form === 'list' || nearTo(BODY_SPELLINGS.fields)) {
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
    const result = await askForRows(run, plain(tried), {});
    if (result.isOk) return takePaging(run, eachSize, eachPage, eachOffset);
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
  const isKnownRow = (row: Row | undefined) =>
    row !== undefined && Object.keys(row).some((name) => names.has(name));
  if (described !== null && (described.length === 0 || isKnownRow(described[0]))) {
    findBeside(run, answer, []);
    return described;
  }
  const data = dataOf(answer, dialectOf(run));
  if (data === undefined) return null;
  const lists = listsOf(data);
  const overlap = ({ entries: [first] }: FoundList) =>
    isRecord(first) ? Object.keys(first).filter((name) => names.has(name)).length : 0;
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
        kind === 'texts' && entries.some((name) => typeof name === 'string' && names.has(name)),
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
function findBeside(run: CheckRun, answer: Answer, rowChanges: Changes, isOnlyCase = false): void {
  const { proposal } = run;
  const { extraction } = proposal.description();
  const dialect = dialectOf(run);
  const data = dataOf(answer, dialect);
  const leaves = leavesOf(data);
  const at = (path: unknown) => (isMemberPath(path) ? valueAt(data, pathSteps(path)) : undefined);
  const rowsPath = rowChanges.find(([key]) => key === 'extraction.rows')?.[1] ?? extraction.rows;
  const listed = at(rowsPath);
  const rowCount = Array.isArray(listed) ? listed.length : 0;
  const changes = new Map<string, unknown>(rowChanges);

  const isTotal = (value: unknown) =>
    typeof value === 'number' && Number.isInteger(value) && value >= rowCount;
  const asked = askedValue(proposal.description());
  const isPage = (value: unknown) => value === asked;
  const total = isTotal(at(extraction.total))
    ? null
    : (nearest(leaves, PAGE_SPELLINGS.total, ({ value }) => isTotal(value)) ??
      onlyOne(leaves.filter(({ value }) => isTotal(value) && (value as number) > rowCount)));
  if (total != null) changes.set('extraction.total', total.steps.join('.'));
  const totalPath = total?.steps.join('.') ?? extraction.total;
  if (extraction.pageOf !== null && !isPage(at(extraction.pageOf))) {
    const page = nearest(
      leaves,
      [...PAGE_SPELLINGS.pageOf, proposal.description().extraction.page.name],
      ({ steps, value }) => isPage(value) && steps.join('.') !== totalPath,
    );
    changes.set('extraction.pageOf', page?.steps.join('.') ?? null);
  }
  if (changes.size > 0) {
    const name = [...changes.values()]
      .filter((value): value is string => typeof value === 'string')
      .join(', ');
    const isChanged = proposal.change([...changes], {
      kind: isOnlyCase ? 'only-case-differs' : 'found-in-answer',
      name,
    });
    // A place that nobody has found yet, such as that of the snapshot, may lie on the way to another.
    if (!isChanged && rowChanges.length > 0)
      proposal.change(rowChanges, {
        kind: 'found-in-answer',
        name: isMemberPath(rowsPath) ? pathText(rowsPath) : '',
      });
  }
}

function onlyOne(leaves: readonly Leaf[]): Leaf | undefined {
  return leaves.length === 1 ? leaves[0] : undefined;
}

/** The number with which a description asks for the first page. */
function askedValue({ extraction: { page } }: ServiceDescription): number {
  return page.first;
}

function totalOf(run: CheckRun, answer: Answer): number | null {
  const { total } = run.proposal.description().extraction;
  const value = typeof total === 'string' ? valueAt(dataOf(answer, dialectOf(run)), pathSteps(total)) : null;
  return typeof value === 'number' && value >= 0 ? value : null;
}

/** `total` may be told in a header, which a description cannot say yet. */
export function checkTotal(run: CheckRun): Finding {
  const { proposal, sampleAnswer: answer } = run;
  const { total } = proposal.description().extraction;
  const expected = `${String(total)}: number`;
  if (answer === null)
    return { verdict: 'not-tried', expected, notes: [{ kind: 'needs-earlier', name: 'first-page' }] };
  run.rowCount = totalOf(run, answer);
  if (run.rowCount !== null) {
    const isNew = proposal.proposed().some(({ key }) => key === 'extraction.total');
    return { verdict: isNew ? 'differs' : 'fits', expected, came: `${String(total)}: number` };
  }
  const header = TOTAL_HEADERS.find((name) => /^\d+$/.test(answer.headers.get(name) ?? ''));
  const value = header === undefined ? null : { header };
  const reason =
    header === undefined
      ? ({ kind: 'not-there' } as const)
      : ({ kind: 'found-in-answer', name: header } as const);
  const isPossible = proposal.change([['extraction.total', value]], reason);
  const came = header === undefined ? '' : `${header} (HTTP)`;
  if (isPossible) return { verdict: 'differs', expected, came };
  return {
    verdict: 'missing',
    expected,
    came,
    notes: [{ kind: 'not-possible-yet', name: 'extraction.total' }],
  };
}

export async function checkSamePage(run: CheckRun): Promise<Finding> {
  if (run.sampleAnswer === null) return needs('first-page');
  const expected = `array of ${run.sample.length}`;
  const answer = await askPlain(run);
  const rows = rowsOf(answer, run.proposal.description());
  if (rows === null) {
    run.isStable = false;
    return {
      verdict: 'missing',
      expected,
      notes: [answer.isOk ? { kind: 'changes' } : noteOfAnswer(answer)],
    };
  }
  run.isStable = isSameRows(rows, run.sample);
  const came = `array of ${rows.length}`;
  return run.isStable
    ? { verdict: 'fits', expected, came }
    : { verdict: 'differs', expected, came, notes: [{ kind: 'changes' }] };
}

export function needs(step: string): Finding {
  return { verdict: 'not-tried', notes: [{ kind: 'needs-earlier', name: step }] };
}

const HALF = SAMPLE_SIZE / 2;

/** Asks for page 2 of half the size. Its rows tell apart all ways to count pages: each would lead to others. */
export async function checkSecondPage(run: CheckRun): Promise<Finding> {
  const { proposal } = run;
  const { page } = proposal.description().extraction;
  const expected = `${page.name}: number, first ${page.first}, ${page.style}`;
  if (run.sampleAnswer === null) return needs('first-page');
  if (run.sample.length < SAMPLE_SIZE)
    return { verdict: 'not-tried', expected, notes: [{ kind: 'no-sample' }] };
  if (await isSecondPage(run, proposal.description(), run.sample))
    return { verdict: 'fits', expected, came: expected };
  if (!run.isStable) return { verdict: 'differs', expected, notes: [{ kind: 'changes' }] };
  const others = ([1, 0] as const).flatMap((first) =>
    (['number', 'offset'] as const).map((style) => ({ first, style })),
  );
  const names = page.style === 'number' ? BODY_SPELLINGS.page : BODY_SPELLINGS.offset;
  const ways = [
    ...others
      .filter(({ first, style }) => first !== page.first || style !== page.style)
      .map((way) => ({ ...way, name: page.name })),
    ...names
      .slice(0, 3)
      .filter((name) => name !== page.name)
      .map((name) => ({ first: page.first, style: page.style, name })),
    ...(page.style === 'number'
      ? BODY_SPELLINGS.offset.slice(0, 2).map((name) => ({ first: 0, style: 'offset', name }))
      : []),
  ];
  for (const { first, style, name } of ways) {
    const changes = [
      ['extraction.page.name', name],
      ['extraction.page.style', style],
      ['extraction.page.first', first],
    ] as const;
    const tried = proposal.tried(changes);
    if (tried === null) continue;
    const firstPage = await askForRows(run, plain(tried), {});
    const sample = rowsOf(firstPage, tried);
    if (sample?.length !== SAMPLE_SIZE || !(await isSecondPage(run, tried, sample))) continue;
    proposal.change(changes, { kind: 'fits-rows', name });
    run.sample = sample;
    run.sampleAnswer = firstPage;
    findBeside(run, firstPage, []);
    return { verdict: 'differs', expected, came: `${name}: number, first ${first}, ${style}` };
  }
  return { verdict: 'missing', expected, notes: [{ kind: 'rows-differ' }] };
}

async function isSecondPage(
  run: CheckRun,
  description: ServiceDescription,
  sample: readonly Row[],
): Promise<boolean> {
  const answer = await askForRows(run, plain(description), { page: 2, pageSize: HALF });
  const rows = rowsOf(answer, description);
  const isSecond = rows !== null && isSameRows(rows, sample.slice(HALF));
  const { pageOf } = description.extraction;
  if (isSecond && pageOf !== null) {
    const told = valueAt(dataOf(answer, dialectOf(run)), pathSteps(pageOf));
    const { page } = description.extraction;
    const asked = page.first + (page.style === 'number' ? 1 : HALF);
    if (told !== asked) run.proposal.change([['extraction.pageOf', null]], { kind: 'not-there' });
  }
  return isSecond;
}

/** Asks for two fields as the first look of the workbench does. */
export async function checkFields(run: CheckRun): Promise<Finding> {
  const { proposal } = run;
  const { fields } = proposal.description().extraction;
  const expected = `${fields.name}: array of string`;
  if (run.sampleAnswer === null || run.priceColumn === null) return needs('first-page');
  const chosen = fieldsWhere(run, () => true)
    .slice(0, 2)
    .map(({ name }) => name);
  if (chosen.length === 0) return { verdict: 'not-tried', expected, notes: [{ kind: 'no-sample' }] };
  const before = JSON.stringify(proposal.json());
  const query = { fields: chosen };
  const isChosen = (answer: Answer) => {
    const rows = rowsOf(answer, proposal.description());
    return rows !== null && rows.length > 0 && rows.every((row) => isSameNames(Object.keys(row), chosen));
  };
  const finding = (): Finding => ({
    verdict: JSON.stringify(proposal.json()) === before ? 'fits' : 'differs',
    expected,
    came: `${proposal.description().extraction.fields.name}: array of string`,
  });
  // A first look says that rows need not be counted, unless constants are described.
  const isBypassing = proposal.description().extraction.constants === undefined;
  const extra = isBypassing ? { bypassTotalCount: true } : {};
  let answer = await askPlain(run, { query, extra });
  if (isChosen(answer)) return finding();
  if (!answer.isOk && isBypassing) {
    const refusal = refusalOf(answer, { ...extra, [fields.name]: chosen });
    if (refusal.mentions('bypassTotalCount')) {
      proposal.change([['extraction.constants', {}]], { kind: 'named-in-refusal', name: 'bypassTotalCount' });
      answer = await askPlain(run, { query });
      if (isChosen(answer)) return finding();
    }
  }
  const names = await knownAmong(run, BODY_SPELLINGS.fields, fields.name);
  for (const name of names.slice(0, 5)) {
    const tried = proposal.tried([['extraction.fields.name', name]]);
    if (tried === null) continue;
    answer = await askForRows(run, plain(tried), { query });
    if (!isChosen(answer)) continue;
    proposal.change([['extraction.fields.name', name]], { kind: 'accepted', name });
    return finding();
  }
  return {
    verdict: 'missing',
    expected,
    notes: [{ kind: 'tried', name: [fields.name, ...names.slice(0, 5)].join(', ') }],
  };
}

function isSameNames(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name) => others.includes(name));
}

/** Of the spellings, the names that the service has not refused, the most usual first. A single request tries all names of all parts. */
export async function knownAmong(
  run: CheckRun,
  spellings: readonly string[],
  described: string,
): Promise<readonly string[]> {
  run.knownNames ??= await tryAllNames(run);
  const { knownNames } = run;
  return spellings.filter((name) => name !== described && (knownNames.size === 0 || knownNames.has(name)));
}

/** Sends the known names of all optional parts at once. Empty if the refusal does not say which of them the service knows. */
async function tryAllNames(run: CheckRun): Promise<ReadonlySet<string>> {
  const lists = [...BODY_SPELLINGS.fields, ...BODY_SPELLINGS.filters, ...BODY_SPELLINGS.sort];
  const used = new Set(Object.keys(bodyNames(run)));
  const all = [...lists.map((name) => [name, []] as const), ...SNAPSHOT_ASKS].filter(
    ([name]) => !used.has(name),
  );
  let asked = all;
  for (let turn = 0; turn < 2; turn += 1) {
    const extra = Object.fromEntries(asked);
    const answer = await askPlain(run, { extra });
    if (answer.isOk) return new Set();
    const { unknown } = refusalOf(answer, extra);
    if (unknown.length > 1)
      return new Set(all.map(([name]) => name).filter((name) => !unknown.includes(name)));
    // Among the names may be one that asks for a snapshot, with another value than the service wants.
    asked = all.filter(([name]) => !SNAPSHOT_ASKS.some(([each]) => each === name));
  }
  return new Set();
}

function snapshotText({ key, created, expires }: ServiceDescription['extraction']['snapshot']): string {
  const moments = [created, expires].filter((place) => place !== null);
  return [`${pathText(key)}: string`, ...moments.map((place) => `${pathText(place)}: date-time`)].join(', ');
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

export async function checkSnapshotKey(run: CheckRun): Promise<Finding> {
  const { proposal } = run;
  const { snapshot } = proposal.description().extraction;
  const expected = snapshotText(snapshot);
  if (run.sampleAnswer === null) return needs('first-page');
  const before = JSON.stringify(proposal.json());
  const answer = await askForRows(run, proposal.description(), {});
  let found = findKey(run, answer);
  if (!found) {
    const names = await knownAmong(
      run,
      SNAPSHOT_ASKS.map(([name]) => name),
      '',
    );
    // Where nothing is known of the names, only the most usual ones are tried.
    const asks = SNAPSHOT_ASKS.filter(([name]) => names.includes(name)).slice(0, 5);
    for (const [name, value] of asks) {
      if (JSON.stringify(snapshot.ask) === JSON.stringify({ [name]: value })) continue;
      const changes = [['extraction.snapshot.ask', { [name]: value }]] as const;
      const tried = proposal.tried(changes);
      if (tried === null) continue;
      const result = await askForRows(run, tried, {});
      if (!result.isOk || newLeaves(run, result).length === 0) continue;
      proposal.change(changes, { kind: 'accepted', name });
      found = findKey(run, result);
      if (found) break;
    }
  }
  if (!found) {
    const header = KEY_HEADERS.find((name) => answer.headers.has(name));
    if (header !== undefined) {
      proposal.change(
        [
          ['extraction.snapshot.key', header],
          ['extraction.snapshot.send', 'header'],
        ],
        {
          kind: 'found-in-answer',
          name: header,
        },
      );
    }
    const isPossible = proposal.change([['extraction.snapshot', null]], { kind: 'not-there' });
    const notes: Note[] = isPossible ? [] : [{ kind: 'not-possible-yet', name: 'extraction.snapshot' }];
    return { verdict: isPossible ? 'differs' : 'missing', expected, came: header ?? '', notes };
  }
  const now = proposal.description().extraction.snapshot;
  const came = snapshotText(now);
  return { verdict: JSON.stringify(proposal.json()) === before ? 'fits' : 'differs', expected, came };
}

/** The members that a page with a snapshot has, and one without does not. */
function newLeaves(run: CheckRun, answer: Answer): readonly Leaf[] {
  const dialect = dialectOf(run);
  const before = new Set(
    run.sampleAnswer === null
      ? []
      : leavesOf(dataOf(run.sampleAnswer, dialect))
          .filter(({ value }) => value !== null)
          .map(({ steps }) => steps.join('.')),
  );
  return leavesOf(dataOf(answer, dialect)).filter(
    ({ steps, value }) => value !== null && !before.has(steps.join('.')),
  );
}

/** Finds the key of the snapshot in an answer, and when it was taken and ends. */
function findKey(run: CheckRun, answer: Answer): boolean {
  const { proposal } = run;
  if (!answer.isOk) return false;
  const { snapshot } = proposal.description().extraction;
  const dialect = dialectOf(run);
  const data = dataOf(answer, dialect);
  const at = (path: unknown) => (isMemberPath(path) ? valueAt(data, pathSteps(path)) : undefined);
  const isKey = (value: unknown) => (typeof value === 'string' && value !== '') || typeof value === 'number';
  const isMoment = (value: unknown) => typeof value === 'string' && DATE_TIME.test(value);
  const isEndTold = snapshot.expires === null || isMoment(at(snapshot.expires));
  if (!isKey(at(snapshot.key)) || !isMoment(at(snapshot.created)) || !isEndTold) {
    const news = newLeaves(run, answer);
    const leaves = news.length > 0 ? news : leavesOf(data);
    const moments = leaves.filter(({ value }) => isMoment(value));
    const keys = leaves.filter(({ value }) => isKey(value) && !isMoment(value));
    const key = isKey(at(snapshot.key))
      ? { steps: pathSteps(snapshot.key), value: at(snapshot.key) }
      : (nearest(keys, PAGE_SPELLINGS.key) ?? (news.length > 0 ? longest(keys) : undefined));
    if (key === undefined || !isExpressible(key.steps)) return false;
    const inTime = moments.toSorted((a, b) => Date.parse(String(a.value)) - Date.parse(String(b.value)));
    const created = nearest(moments, PAGE_SPELLINGS.created) ?? (inTime.length > 1 ? inTime[0] : undefined);
    const expires =
      nearest(moments, PAGE_SPELLINGS.expires, (leaf) => leaf !== created) ??
      inTime.findLast(
        (leaf) => leaf !== created && created !== undefined && String(leaf.value) > String(created.value),
      );
    const changes: [string, unknown][] = [
      ['extraction.snapshot.key', key.steps.join('.')],
      ['extraction.snapshot.created', created?.steps.join('.') ?? null],
      ['extraction.snapshot.expires', expires?.steps.join('.') ?? null],
      ...(expires === undefined
        ? ([['extraction.snapshot.lifetimeMinutes', ASSUMED_LIFETIME_MINUTES]] as const).map(
            ([k, v]): [string, unknown] => [k, v],
          )
        : []),
    ];
    const name = changes
      .map(([, value]) => value)
      .filter((value) => typeof value === 'string')
      .join(', ');
    if (!proposal.change(changes, { kind: 'found-in-answer', name })) return false;
    if (expires === undefined) {
      const lifetime = [['extraction.snapshot.lifetimeMinutes', ASSUMED_LIFETIME_MINUTES]] as const;
      proposal.change(lifetime, { kind: 'assumed', name: String(ASSUMED_LIFETIME_MINUTES) });
    }
  }
  const value = valueAt(data, pathSteps(proposal.description().extraction.snapshot.key));
  // The parser returns a number with many digits as text, so the answer itself shows whether the key has quotes.
  const hasQuotes = typeof value === 'string' && answer.text.includes(JSON.stringify(value));
  const keys = isKey(value) && !hasQuotes && isJsonNumber(String(value)) ? 'number' : 'text';
  if (keys !== proposal.description().extraction.snapshot.keys) {
    proposal.change([['extraction.snapshot.keys', keys]], { kind: 'found-in-answer', name: keys });
  }
  run.snapshotKey = isKey(value) ? String(value) : null;
  return run.snapshotKey !== null;
}

/** If answers do not say when a snapshot ends, the console asks for a new one this early. */
const ASSUMED_LIFETIME_MINUTES = 10;

function longest(leaves: readonly Leaf[]): Leaf | undefined {
  return leaves.toSorted((a, b) => String(b.value).length - String(a.value).length)[0];
}

export async function checkPageByKey(run: CheckRun): Promise<Finding> {
  const { proposal, snapshotKey: cacheKey } = run;
  const { snapshot } = proposal.description().extraction;
  const expected = `${pathText(snapshot.key)} (${snapshot.send})`;
  if (cacheKey === null) return needs('snapshot-key');
  if (run.sample.length < SAMPLE_SIZE)
    return { verdict: 'not-tried', expected, notes: [{ kind: 'no-sample' }] };
  const before = JSON.stringify(proposal.json());
  const ways: readonly Changes[] = [
    [],
    [['extraction.snapshot.send', snapshot.send === 'body' ? 'query' : 'body']],
    [['extraction.snapshot.repeatQuery', true]],
    [['extraction.snapshot.send', 'header']],
  ];
  let last: Answer | null = null;
  for (const changes of ways) {
    const tried = changes.length === 0 ? proposal.description() : proposal.tried(changes);
    if (tried === null) continue;
    last = await askForRows(run, tried, { cacheKey, page: 2, pageSize: HALF });
    const rows = rowsOf(last, tried);
    if (rows === null) continue;
    if (!isSameRows(rows, run.sample.slice(HALF)) && run.isStable) {
      return {
        verdict: 'missing',
        expected,
        came: `array of ${rows.length}`,
        notes: [{ kind: 'rows-differ' }],
      };
    }
    if (changes.length > 0)
      proposal.change(changes, {
        kind: 'accepted',
        name: pathText(proposal.description().extraction.snapshot.key),
      });
    await checkGoneStatus(run, cacheKey);
    const { send } = proposal.description().extraction.snapshot;
    return {
      verdict: JSON.stringify(proposal.json()) === before ? 'fits' : 'differs',
      expected,
      came: `${pathText(snapshot.key)} (${send})`,
    };
  }
  return { verdict: 'missing', expected, notes: last === null ? [] : [noteOfAnswer(last)] };
}

/** Asks for a snapshot that does not exist, to learn how the service says so. */
async function checkGoneStatus(run: CheckRun, cacheKey: string): Promise<void> {
  const { proposal } = run;
  const { goneStatus } = proposal.description().extraction.snapshot;
  const digit = cacheKey.endsWith('0') ? '1' : '0';
  const answer = await askForRows(run, proposal.description(), {
    cacheKey: cacheKey.slice(0, -1) + digit,
    pageSize: HALF,
  });
  // A 400 is said of every mistake in a request, so it does not say that a snapshot is gone.
  if (answer.isOk || answer.status === 400 || goneStatus.includes(answer.status)) return;
  proposal.change([['extraction.snapshot.goneStatus', [answer.status]]], {
    kind: 'found-in-answer',
    name: String(answer.status),
  });
}

/** A service may refuse a query beside a key, or ignore it. Both are safe, because the console does not send it. */
export async function checkKeyAndQuery(run: CheckRun): Promise<Finding> {
  const { proposal, snapshotKey: cacheKey } = run;
  if (cacheKey === null) return needs('snapshot-key');
  const { fields } = proposal.description().extraction;
  const chosen = fieldsWhere(run, () => true)
    .slice(0, 1)
    .map(({ name }) => name);
  const answer = await askForRows(run, proposal.description(), {
    cacheKey,
    pageSize: HALF,
    extra: { [fields.name]: chosen },
  });
  const expected = '4xx';
  if (!answer.isOk) return { verdict: 'fits', expected, came: String(answer.status) };
  return { verdict: 'differs', expected, came: String(answer.status), notes: [{ kind: 'ignored-query' }] };
}

export async function checkLargestPage(run: CheckRun): Promise<Finding> {
  const { proposal, rowCount } = run;
  const { size } = proposal.description().extraction;
  const expected = `${size.name}: ${size.max}`;
  if (run.sampleAnswer === null) return needs('first-page');
  const query = {
    fields: fieldsWhere(run, () => true)
      .slice(0, 1)
      .map(({ name }) => name),
  };
  const wanted = (pageSize: number) => askPlain(run, { query, pageSize });
  const answer = await wanted(size.max);
  const rows = rowsOf(answer, proposal.description());
  const most = rowCount === null ? null : Math.min(rowCount, size.max);
  if (rows !== null && (most === null || rows.length >= most)) {
    return { verdict: 'fits', expected, came: `array of ${rows.length}` };
  }
  const named = refusalOf(answer, {}).numbers.filter((count) => count >= 10 && count < size.max);
  const candidates = rows === null ? [...named, 5_000, 1_000, 500, 100] : [rows.length];
  for (const count of new Set(candidates.slice(0, 4))) {
    const isAccepted = rows !== null || rowsOf(await wanted(count), proposal.description()) !== null;
    if (!isAccepted) continue;
    const isPossible = proposal.change([['extraction.size.max', count]], {
      kind: 'accepted',
      name: String(count),
    });
    const notes: Note[] = isPossible ? [] : [{ kind: 'not-possible-yet', name: 'extraction.size.max' }];
    return {
      verdict: isPossible ? 'differs' : 'missing',
      expected,
      came: `${size.name}: ${count}`,
      notes: [...notes, { kind: 'fewer-rows', count }],
    };
  }
  return { verdict: 'missing', expected, notes: [noteOfAnswer(answer)] };
}
