import type { SnapshotPage } from '@/contract/extraction';
import { KEY_HEADERS, PAGE_SPELLINGS, SNAPSHOT_ASKS } from '@/contract/known-spellings';
import { isMemberPath, pathSteps, pathText, valueAt } from '@/contract/member-path';
import { pageMismatch } from '@/contract/page-mismatch';
import type { ServiceDescription } from '@/contract/service-description';
import { isJsonNumber } from '@/lib/base/decimal-grammar';
import type { Answer } from './caller';
import {
  askForRows,
  callsLeft,
  dataOf,
  dialectOf,
  fieldsWhere,
  HALF,
  needs,
  noteOfAnswer,
  rowsOf,
  snapshotPageOf,
  type AskedRows,
  type CheckRun,
  type Finding,
} from './check-run';
import type { Note } from './check-step';
import { caseDistance, isRefusedName, knownAmong } from './known-names';
import { isExpressible, leavesOf, nearest, type Leaf } from './near-names';
import type { Changes } from './proposal';
import { isAsSorted } from './sort-step';

type Snapshots = NonNullable<ServiceDescription['extraction']['snapshot']>;

function snapshotText({ key, created, expires }: Snapshots): string {
  const moments = [created, expires].filter((place) => place !== null);
  return [`${pathText(key)}: string`, ...moments.map((place) => `${pathText(place)}: date-time`)].join(', ');
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
/** Moments of this century. */
const MOMENTS = {
  iso: DATE_TIME,
  'iso-utc': DATE_TIME,
  'epoch-ms': /^[1-4]\d{12}$/,
  dotnet: /^\/Date\(/,
} as const;

function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The first page of a snapshot is asked for in an order, so that a page by key shows whether the service has kept the query. */
function askSnapshot(run: CheckRun, description: ServiceDescription): Promise<Answer> {
  return askForRows(run, description, firstPageInOrder(run));
}

function firstPageInOrder({ sorted }: CheckRun): AskedRows {
  return { query: { sort: sorted === null ? [] : [sorted.rule] }, effort: 'snapshot' };
}

export async function checkSnapshotKey(run: CheckRun): Promise<Finding> {
  const { proposal } = run;
  const { snapshot } = proposal.description().extraction;
  if (run.sampleAnswer === null) return needs('first-page');
  if (snapshot === null)
    return {
      verdict: 'differs',
      expected: NO_SNAPSHOTS,
      came: NO_SNAPSHOTS,
      notes: [{ kind: 'no-snapshots' }],
    };
  if (run.sorted === null) return needs('sort');
  const expected = snapshotText(snapshot);
  const before = JSON.stringify(proposal.json());
  const known = SNAPSHOT_ASKS.map(([name]) => name);
  const isKnown = Object.keys(snapshot.ask).every((name) => !isRefusedName(run, known, name));
  let answer = isKnown ? await askSnapshot(run, proposal.description()) : null;
  let key = answer === null ? null : findKey(run, answer);
  if (key === null) {
    const names = await knownAmong(run, known, '');
    // Where nothing is known of the names, only the most usual ones are tried.
    const asks = SNAPSHOT_ASKS.filter(([name]) => names.includes(name))
      .toSorted(([a], [b]) => caseDistance(run, a) - caseDistance(run, b))
      .slice(0, 4);
    for (const [name, value] of asks) {
      if (JSON.stringify(snapshot.ask) === JSON.stringify({ [name]: value })) continue;
      const changes = [['extraction.snapshot.ask', { [name]: value }]] as const;
      const tried = proposal.tried(changes);
      if (tried === null || callsLeft(run, CALLS_AFTER_SNAPSHOT) <= 0) continue;
      const result = await askSnapshot(run, tried);
      if (!result.isOk || newLeaves(run, result).length === 0) continue;
      const state = proposal.state();
      proposal.change(changes, { kind: 'accepted', name });
      key = findKey(run, result);
      answer = result;
      if (key !== null) break;
      proposal.restore(state);
    }
  }
  const now = proposal.description();
  const { snapshot: found } = now.extraction;
  if (key === null || answer === null || found === null) return noSnapshots(run, expected, answer);
  const came = snapshotText(found);
  const page = snapshotPageOf(run, answer, now, firstPageInOrder(run));
  if (page === null || page.snapshot.cacheKey !== key)
    return { verdict: 'missing', expected, came, notes: [{ kind: 'unreadable' }] };
  if (!isAsSorted(run, rowsOf(answer, now)))
    return { verdict: 'missing', expected, came, notes: [{ kind: 'rows-differ' }] };
  run.snapshotPage = page;
  return { verdict: JSON.stringify(proposal.json()) === before ? 'fits' : 'differs', expected, came };
}

/** What a check says of a service that is described to keep no snapshots. */
const NO_SNAPSHOTS = 'extraction.snapshot: null';

/** Calls that stay free for the steps after the snapshot's key. */
const CALLS_AFTER_SNAPSHOT = 8;

/** Proposes that the service keeps no snapshots. This is less than a snapshot with a name that the check does not know, so it says so. */
function noSnapshots(run: CheckRun, expected: string, answer: Answer | null): Finding {
  if (callsLeft(run, CALLS_AFTER_SNAPSHOT) <= 0)
    return { verdict: 'not-tried', expected, notes: [{ kind: 'stopped', reason: 'too-many-calls' }] };
  const header = KEY_HEADERS.find((name) => answer?.headers.has(name) === true);
  run.proposal.change([['extraction.snapshot', null]], { kind: 'not-there' });
  const notes: Note[] = [
    { kind: 'snapshots-not-found' },
    ...(header === undefined ? [] : [{ kind: 'not-possible-yet', name: `${header} (HTTP)` } as const]),
  ];
  return { verdict: 'differs', expected, came: NO_SNAPSHOTS, notes };
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

/** The members that every page has, with another value than the first page: some services make a snapshot for every request. */
function changedLeaves(run: CheckRun, data: unknown): readonly Leaf[] {
  const before = run.sampleAnswer === null ? undefined : dataOf(run.sampleAnswer, dialectOf(run));
  return leavesOf(data).filter(({ steps, value }) => valueAt(before, steps) !== value);
}

/** Finds the key of the snapshot in an answer, and when it was taken and ends. */
function findKey(run: CheckRun, answer: Answer): string | null {
  const { proposal } = run;
  const { snapshot } = proposal.description().extraction;
  if (!answer.isOk || snapshot === null) return null;
  const dialect = dialectOf(run);
  const data = dataOf(answer, dialect);
  const at = (path: unknown) => (isMemberPath(path) ? valueAt(data, pathSteps(path)) : undefined);
  const isKey = (value: unknown) => (typeof value === 'string' && value !== '') || typeof value === 'number';
  const isMoment = (value: unknown) =>
    MOMENTS[proposal.description().extraction.dates].test(
      typeof value === 'number' ? String(value) : textOrEmpty(value),
    );
  const isThere = (path: unknown) => path === null || isMoment(at(path));
  if (!isKey(at(snapshot.key)) || !isThere(snapshot.created) || !isThere(snapshot.expires)) {
    const news = newLeaves(run, answer);
    const leaves = news.length > 0 ? news : changedLeaves(run, data);
    const moments = leaves.filter(({ value }) => isMoment(value));
    const keys = leaves.filter(({ value }) => isKey(value) && !isMoment(value));
    const key = isKey(at(snapshot.key))
      ? { steps: pathSteps(snapshot.key), value: at(snapshot.key) }
      : (nearest(keys, PAGE_SPELLINGS.key) ?? (news.length > 0 ? longest(keys) : undefined));
    if (key === undefined || !isExpressible(key.steps)) return null;
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
    ];
    if (expires === undefined)
      changes.push(['extraction.snapshot.lifetimeMinutes', ASSUMED_LIFETIME_MINUTES]);
    const texts = changes.map(([, value]) => value).filter((value) => typeof value === 'string');
    if (!proposal.change(changes, { kind: 'found-in-answer', name: texts.join(', ') })) return null;
    if (expires === undefined) {
      const lifetime = [['extraction.snapshot.lifetimeMinutes', ASSUMED_LIFETIME_MINUTES]] as const;
      proposal.change(lifetime, { kind: 'assumed', name: String(ASSUMED_LIFETIME_MINUTES) });
    }
  }
  const now = proposal.description().extraction.snapshot;
  if (now === null) return null;
  const value = valueAt(data, pathSteps(now.key));
  // The parser returns a number with many digits as text, so the answer itself shows whether the key has quotes.
  const hasQuotes = typeof value === 'string' && answer.text.includes(JSON.stringify(value));
  const keys = isKey(value) && !hasQuotes && isJsonNumber(String(value)) ? 'number' : 'text';
  if (keys !== now.keys) {
    proposal.change([['extraction.snapshot.keys', keys]], { kind: 'found-in-answer', name: keys });
  }
  return isKey(value) ? String(value) : null;
}

/** If answers do not say when a snapshot ends, the console asks for a new one this early. */
const ASSUMED_LIFETIME_MINUTES = 10;

function longest(leaves: readonly Leaf[]): Leaf | undefined {
  return leaves.toSorted((a, b) => String(b.value).length - String(a.value).length)[0];
}

/**
 * Asks for page 2 by the key alone. It is proven only by the rows that follow those of page 1 in the order of the snapshot, with the same
 * key and total: a service that ignores the key answers with the rows of another order.
 */
export async function checkPageByKey(run: CheckRun): Promise<Finding> {
  const { proposal, snapshotPage: first } = run;
  const { snapshot } = proposal.description().extraction;
  if (snapshot === null)
    return { verdict: 'not-tried', expected: NO_SNAPSHOTS, notes: [{ kind: 'no-snapshots' }] };
  if (first === null) return needs('snapshot-key');
  const expected = sendingText(snapshot);
  const before = JSON.stringify(proposal.json());
  const others = (['body', 'query', 'header'] as const).filter((send) => send !== snapshot.send);
  const ways: readonly Changes[] = [
    [],
    ...others.map((send): Changes => [['extraction.snapshot.send', send]]),
    // Last, because a service that ignores the key also gives these rows, from a query that it evaluates anew.
    ...(snapshot.repeatQuery ? [] : [snapshot.send, ...others]).map((send): Changes => [
      ['extraction.snapshot.send', send],
      ['extraction.snapshot.repeatQuery', true],
    ]),
  ];
  const notes: Note[] = [];
  for (const changes of ways) {
    const tried = changes.length === 0 ? proposal.description() : proposal.tried(changes);
    if (tried === null) continue;
    const { query = {} } = firstPageInOrder(run);
    const asked = { query, cacheKey: first.snapshot.cacheKey, page: 2, pageSize: HALF };
    const answer = await askForRows(run, tried, asked);
    if (!answer.isOk) {
      notes.push(noteOfAnswer(answer));
      continue;
    }
    const page = snapshotPageOf(run, answer, tried, asked);
    if (page === null || !isNextPage(page, first)) {
      notes.push({ kind: page === null ? 'unreadable' : 'rows-differ' });
      continue;
    }
    const isAnyKey = await checkGoneStatus(run, first.snapshot.cacheKey, tried);
    const now = tried.extraction.snapshot;
    if (isAnyKey && now?.repeatQuery === true) {
      notes.push({ kind: 'any-key' });
      continue;
    }
    if (changes.length > 0) proposal.change(changes, { kind: 'fits-rows', name: pathText(snapshot.key) });
    return {
      verdict: JSON.stringify(proposal.json()) === before ? 'fits' : 'differs',
      expected,
      came: now === null ? '' : sendingText(now),
      notes: isAnyKey ? [{ kind: 'any-key' }] : [],
    };
  }
  return { verdict: 'missing', expected, notes: notes.slice(0, 1) };
}

function sendingText({ key, send, repeatQuery }: Snapshots): string {
  return `${pathText(key)} (${send})${repeatQuery ? ', repeatQuery' : ''}`;
}

/** Whether a page is the second one of the snapshot whose first page had twice as many rows. */
function isNextPage(page: SnapshotPage, first: SnapshotPage): boolean {
  return (
    pageMismatch(page, { page: 2, pageSize: HALF }, first.snapshot) === null &&
    JSON.stringify(page.rows) === JSON.stringify(first.rows.slice(HALF))
  );
}

/** Statuses that may mean that a snapshot is gone. All others are also said of mistakes in a request, or of the account. */
const GONE_STATUSES: readonly number[] = [404, 409, 410, 422];

/** Asks for a snapshot that does not exist, to learn how the service says so. Resolves to whether it answers as if it did. */
async function checkGoneStatus(
  run: CheckRun,
  cacheKey: string,
  description: ServiceDescription,
): Promise<boolean> {
  const { proposal } = run;
  const goneStatus = description.extraction.snapshot?.goneStatus ?? [];
  const { query = {} } = firstPageInOrder(run);
  const digit = cacheKey.endsWith('0') ? '1' : '0';
  const asked = { query, cacheKey: cacheKey.slice(0, -1) + digit, pageSize: HALF };
  const answer = await askForRows(run, description, asked);
  if (GONE_STATUSES.includes(answer.status) && !goneStatus.includes(answer.status)) {
    const all = [...goneStatus, answer.status];
    proposal.change([['extraction.snapshot.goneStatus', all]], {
      kind: 'found-in-answer',
      name: String(answer.status),
    });
  }
  return answer.isOk;
}

/** A service may refuse a query beside a key, or ignore it. Both are safe, because the console does not send it. */
export async function checkKeyAndQuery(run: CheckRun): Promise<Finding> {
  const { proposal, snapshotPage } = run;
  const { snapshot } = proposal.description().extraction;
  if (snapshot === null)
    return { verdict: 'not-tried', expected: NO_SNAPSHOTS, notes: [{ kind: 'no-snapshots' }] };
  if (snapshotPage === null) return needs('snapshot-key');
  // Where requests for further pages have both, the step before has shown it.
  if (snapshot.repeatQuery) return { verdict: 'fits', expected: sendingText(snapshot) };
  const { cacheKey } = snapshotPage.snapshot;
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
