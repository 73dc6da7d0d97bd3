import { COLUMN_MEMBER_NAMES, columnFromRecord, SQL_TYPE_NAMES } from '@/contract/column.schema';
import { itemTableEndpoint } from '@/contract/item-table.schema';
import {
  ENVELOPE_SPELLINGS,
  EXTRACTION_RIGHT_WORDS,
  FIELD_SPELLINGS,
  PRICE_COLUMN_SPELLINGS,
  PRICE_LIST_ADDRESSES,
  ROWS_LINK_WORDS,
  TYPE_SPELLINGS,
} from '@/contract/known-spellings';
import {
  isMemberPath,
  isRecord,
  pathSteps,
  pathText,
  valueAt,
  type MemberPath,
} from '@/contract/member-path';
import { PRICE_COLUMN_PLACE } from '@/contract/service-description';
import type { TokenFacts } from '@/contract/token.schema';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
import type { PriceColumn } from '@/contract/column';
import { ownMember } from '@/lib/base/own-member';
import { CallFailed, type Answer } from './caller';
import { dataOf, dialectOf, noteOfAnswer, type CheckRun, type Finding } from './check-run';
import type { Note } from './check-step';
import { askGuess, isReadingAddress, serviceDocument } from './service-document';
import {
  isShortText,
  leavesOf,
  listsOf,
  nearest,
  nearness,
  shownName,
  type FoundList,
  type Leaf,
} from './near-names';

/** `facts`: null if the token came before this page was loaded; `api-key` if there is none. */
export function checkToken(run: CheckRun, facts: TokenFacts | 'api-key' | null): Finding {
  const { claim, form } = run.proposal.description().rights;
  const expected = claim === null ? '.expires' : `.expires, ${pathText(claim)}: array of string`;
  if (facts === 'api-key') return { verdict: 'not-tried', expected, notes: [{ kind: 'api-key' }] };
  if (facts === null) return { verdict: 'not-tried', expected, notes: [{ kind: 'lifetime-unknown' }] };
  const minutes = Math.round(facts.lifetimeMs / 60_000);
  const lifetime: Note = { kind: 'lifetime', name: facts.lifetimeFrom, count: minutes };
  const came = facts.textLists
    .filter(({ steps }) => steps.every(isShortText))
    .map(({ steps }) => `${steps.join('.')}: array of string`)
    .join(', ');
  // The facts of a token do not have claims that are one text.
  const rights = claim === null || form === 'text' ? [] : findRights(run, pathSteps(claim), facts.textLists);
  const isAsDescribed = rights.length === 0 && facts.lifetimeFrom !== 'default';
  return { verdict: isAsDescribed ? 'fits' : 'differs', expected, came, notes: [lifetime, ...rights] };
}

const RIGHTS_SPELLINGS = ['rights', 'permissions', 'scopes', 'roles', 'claims'];

/**
 * Finds the claim with the rights, and the right to extract among them. Without the right, screens would deny what the service allows.
 * A described claim that is in the token stays: it may be the person who lacks the right.
 */
function findRights(
  run: CheckRun,
  claim: readonly string[],
  lists: TokenFacts['textLists'],
): readonly Note[] {
  const { proposal } = run;
  const { extraction } = proposal.description().rights;
  const isSamePath = (steps: readonly string[]) => JSON.stringify(steps) === JSON.stringify(claim);
  const described = lists.find(({ steps }) => isSamePath(steps));
  if (described !== undefined)
    return described.texts.includes(extraction) ? [] : [{ kind: 'other-rights', name: claim.join('.') }];
  const [near] = lists
    .filter(({ steps, texts }) => texts.length > 0 && steps.every(isShortText))
    .map((list) => ({ ...list, score: nearness(list.steps, RIGHTS_SPELLINGS) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  if (near === undefined) return [{ kind: 'no-rights' }];
  const name = near.steps.join('.');
  const right = near.texts.includes(extraction) ? extraction : extractionRight(near.texts);
  if (right === null) return [{ kind: 'other-rights', name }];
  // A name with dots can stand in a list of names only.
  const place = near.steps.some((step) => step.includes('.')) ? near.steps : name;
  const changes = [
    ['rights.claim', place],
    ['rights.extraction', right],
  ] as const;
  proposal.change(changes, { kind: 'found-in-answer', name });
  return [];
}

function extractionRight(ids: readonly string[]): string | null {
  const scored = ids
    .filter(isShortText)
    .map((id) => ({
      id,
      score: EXTRACTION_RIGHT_WORDS.filter((word) =>
        id
          .toLowerCase()
          .split(/[^a-z]+/)
          .includes(word),
      ).length,
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const [best, second] = scored;
  return best === undefined || best.score === second?.score ? null : best.id;
}

/** The names of the contract's metadata in a record: how a list of columns is recognised. */
function metadataScore({ entries }: FoundList): number {
  const [first] = entries;
  return isRecord(first) ? COLUMN_MEMBER_NAMES.filter((name) => Object.hasOwn(first, name)).length : 0;
}

export async function checkItemTable(run: CheckRun): Promise<Finding> {
  const answer = await run.caller.ask({ method: 'GET', path: itemTableEndpoint.path(undefined) });
  const expected = `array of { ${COLUMN_MEMBER_NAMES.slice(0, 4).join(', ')}, … }`;
  if (!answer.isOk)
    return {
      verdict: answer.status === 403 ? 'refused' : 'missing',
      expected,
      notes: [noteOfAnswer(answer)],
    };
  if (answer.form !== 'json') return { verdict: 'missing', expected, notes: [noteOfAnswer(answer)] };
  const { envelope } = run.proposal.description();
  const asDescribed = dataOf(answer, dialectOf(run));
  const lists = listsOf(answer.json).filter(({ kind }) => kind === 'records');
  const list =
    Array.isArray(asDescribed) && asDescribed.every(isRecord)
      ? { steps: envelope === 'none' ? [] : pathSteps(envelope.data), entries: asDescribed }
      : lists.toSorted((a, b) => metadataScore(b) - metadataScore(a))[0];
  if (list === undefined) return { verdict: 'missing', expected, notes: [{ kind: 'no-list' }] };
  const isEnvelopeNew =
    !Array.isArray(dataOf(answer, dialectOf(run))) && findEnvelope(run, answer, list.steps);
  const data = dataOf(answer, dialectOf(run));
  const came = `${list.steps.join('.') || '(root)'}: array of ${list.entries.length}`;
  if (!Array.isArray(data))
    return { verdict: 'differs', expected, came, notes: [{ kind: 'not-possible-yet', name: 'envelope' }] };
  const lacking = missingMembers(data.filter(isRecord));
  const notes: Note[] = lacking.length === 0 ? [] : [{ kind: 'metadata-members', name: lacking.join(', ') }];
  return { verdict: isEnvelopeNew || notes.length > 0 ? 'differs' : 'fits', expected, came, notes };
}

/** The members of the contract that no record has. */
function missingMembers(records: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  const incomplete = records.map(
    (record, ordinal) => new Set(columnFromRecord({ ...record }, ordinal).incompleteMembers),
  );
  return COLUMN_MEMBER_NAMES.filter(
    (name) => incomplete.length > 0 && incomplete.every((names) => names.has(name)),
  );
}

/** Finds out what an answer is wrapped in by where its list is. Returns whether the proposal has changed. */
function findEnvelope(run: CheckRun, answer: Answer, listSteps: readonly string[]): boolean {
  const { proposal } = run;
  if (listSteps.length === 0)
    return proposal.change([['envelope', 'none']], { kind: 'found-in-answer', name: '(root)' });
  const place = listSteps.join('.');
  const outside = leavesOf(answer.json).filter(({ steps }) => !steps.join('.').startsWith(`${place}.`));
  const flags = outside.filter(({ value }) => value === true);
  const succeeded =
    nearest(flags, ENVELOPE_SPELLINGS.succeeded) ?? (flags.length === 1 ? flags[0] : undefined);
  // Without a member that says so, the status of HTTP says whether a call has succeeded.
  if (succeeded === undefined)
    return proposal.change([['envelope', 'none']], { kind: 'found-in-answer', name: place });
  const silent: readonly Leaf[] = [
    ...outside.filter(({ value }) => value === null || value === ''),
    ...listsOf(answer.json)
      .filter(({ kind }) => kind === 'empty')
      .map(({ steps }) => ({ steps, value: null })),
  ];
  const errors = nearest(silent, ENVELOPE_SPELLINGS.errors) ?? (silent.length === 1 ? silent[0] : undefined);
  return proposal.change(
    [
      [
        'envelope',
        {
          data: place,
          succeeded: succeeded.steps.join('.'),
          ...(errors !== undefined && { errors: errors.steps.join('.') }),
        },
      ],
    ],
    { kind: 'found-in-answer', name: place },
  );
}

/** A list that may be that of the price columns: its records hold lists of fields. */
interface ColumnList {
  readonly list: FoundList;
  readonly fields: FoundList | null;
}

export async function checkPriceColumns(run: CheckRun): Promise<Finding> {
  const { proposal } = run;
  const described = proposal.description().priceColumns;
  const fields = described.fields === null ? '' : ` ${pathText(described.fields)}: array,`;
  const expected = `${described.path}: array of { ${pathText(described.name)}: string,${fields} … }`;
  let last: Answer | null = null;
  let refusal: Answer | null = null;
  let failure: CallFailed | null = null;
  const tried: string[] = [];
  for await (const path of priceListAddresses(run)) {
    const isDescribed = path === described.path;
    const answer: Answer | CallFailed | null = isDescribed
      ? await askDescribed(run, path)
      : await askGuess(run.caller, { method: 'GET', path });
    tried.push(path);
    if (answer instanceof CallFailed) failure = answer;
    if (answer === null || answer instanceof CallFailed) continue;
    if (answer.status === 403) refusal ??= answer;
    if (last === null || NOT_THERE.includes(last.status)) last = answer;
    if (!answer.isOk || answer.form !== 'json') continue;
    const isRead = isDescribed && readPriceColumns(run, answer);
    const found = isRead ? null : bestList(answer);
    if (!isRead && found === null) continue;
    if (!isDescribed) {
      const reason = { kind: 'answers-there', name: path } as const;
      if (!proposal.change([['priceColumns.path', path]], reason)) continue;
    }
    return describeList(run, answer, found, expected);
  }
  // Nothing has answered at all.
  if (last === null && failure !== null) throw failure;
  const { indescribable } = await serviceDocument(run);
  const notYet: readonly Note[] =
    indescribable.length === 0 ? [] : [{ kind: 'not-possible-yet', name: someAddresses(indescribable) }];
  // Some gateways refuse every address at which nothing is, so this is told only where nothing else is found.
  if (refusal !== null) return { verdict: 'refused', expected, notes: [noteOfAnswer(refusal), ...notYet] };
  if (last !== null && !NOT_THERE.includes(last.status))
    return { verdict: 'missing', expected, notes: [noteOfAnswer(last), ...notYet] };
  return { verdict: 'missing', expected, notes: [{ kind: 'tried', name: someAddresses(tried) }, ...notYet] };
}

/** What services, and what stands before them, answer where nothing is. */
const NOT_THERE: readonly number[] = [401, 404, 503];

/**
 * Asks for the described list. Resolves to the failure of a call that another address may make good: a browser reports an address
 * where nothing is as unreachable, if what answers there knows nothing of CORS.
 */
async function askDescribed(run: CheckRun, path: string): Promise<Answer | CallFailed> {
  try {
    return await run.caller.ask({ method: 'GET', path });
  } catch (error) {
    if (error instanceof CallFailed && error.reason !== 'timed-out') return error;
    throw error;
  }
}

/** Addresses that the sentence about the outcome names; it has to stay readable. */
const MOST_NAMED = 3;

function someAddresses(paths: readonly string[]): string {
  const more = paths.length > MOST_NAMED ? ` (+${paths.length - MOST_NAMED})` : '';
  return paths.slice(0, MOST_NAMED).map(shownName).join(', ') + more;
}

/** Yields each address that may list price columns: the described one, then those that the service itself lists, then the usual ones. */
async function* priceListAddresses(run: CheckRun): AsyncGenerator<string> {
  const { path: described } = run.proposal.description().priceColumns;
  yield described;
  const { lists } = await serviceDocument(run);
  const others = new Set([...lists, ...PRICE_LIST_ADDRESSES]);
  others.delete(described);
  others.delete(itemTableEndpoint.path(undefined));
  yield* others;
}

/** Reads price columns as described. Returns whether there are some with fields, unless they are described to be in rows alone. */
function readPriceColumns(run: CheckRun, answer: Answer): boolean {
  const dialect = dialectOf(run);
  const endpoint =
    dialect === null
      ? priceColumnsEndpoint
      : (priceColumnsEndpoint.inDialect?.(dialect) ?? priceColumnsEndpoint);
  try {
    run.priceColumns = endpoint.decode(dataOf(answer, dialect));
    return run.priceColumns.some(
      ({ fields, areFieldsListed }) => fields.length > 0 || areFieldsListed === false,
    );
  } catch {
    run.priceColumns = [];
    return false;
  }
}

function bestList({ json }: Answer): ColumnList | null {
  const scored = listsOf(json)
    .filter(({ kind }) => kind === 'records' || kind === 'records-by-name')
    .map((list) => {
      const inside = listsOf(list.entries.find(isRecord)).filter(
        ({ kind, steps }) => (kind === 'records' || kind === 'records-by-name') && steps.length > 0,
      );
      const [fields = null] = inside.toSorted((a, b) => fieldsScore(b) - fieldsScore(a));
      const named = nearest(leavesOf(list.entries[0]), PRICE_COLUMN_SPELLINGS.name, isText);
      const score = (fields === null ? 0 : 2) + (named === undefined && list.kind === 'records' ? 0 : 1);
      return { list, fields, score };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  return scored[0] ?? null;
}

function fieldsScore({ steps, entries }: FoundList): number {
  return nearness(steps, PRICE_COLUMN_SPELLINGS.fields) + entries.length / 1000;
}

function isText({ value }: Leaf): boolean {
  return typeof value === 'string';
}

function describeList(run: CheckRun, answer: Answer, found: ColumnList | null, expected: string): Finding {
  const { proposal } = run;
  if (found !== null) {
    const { envelope } = proposal.description();
    const around = envelope === 'none' ? [] : pathSteps(envelope.data);
    if (dataOf(answer, dialectOf(run)) === undefined) findEnvelope(run, answer, found.list.steps);
    const isAround = around.every((step, index) => found.list.steps[index] === step);
    const inside =
      dataOf(answer, dialectOf(run)) === undefined || !isAround
        ? found.list.steps
        : found.list.steps.slice(around.length);
    const records = found.list.entries.filter(isRecord);
    proposal.change([['priceColumns.list', inside.join('.')]], {
      kind: 'found-in-answer',
      name: inside.join('.') || '(root)',
    });
    for (const [member, spellings] of Object.entries(PRICE_COLUMN_SPELLINGS)) {
      if (member === 'fields') continue;
      place(run, `priceColumns.${member}`, records, spellings, isTextOrNull);
    }
    if (found.fields === null) {
      // The step with the first page shows whether the rows of these records have members.
      proposal.change([['priceColumns.fields', null]], { kind: 'fields-in-rows' });
    } else {
      const name = found.fields.steps.join('.');
      proposal.change([['priceColumns.fields', name]], { kind: 'found-in-answer', name });
    }
  }
  const fieldRecords = describeFields(run, answer);
  const isRead = readPriceColumns(run, answer);
  run.listedAddresses = listedAddresses(run, answer);
  const came = `${shownName(proposal.description().priceColumns.path)}: array of ${run.priceColumns.length}`;
  if (!isRead)
    return {
      verdict: 'missing',
      expected,
      came,
      notes: [{ kind: 'no-list' }],
    };
  const now = proposal.description().priceColumns;
  const lacking =
    now.fields === null
      ? []
      : missingMembers(run.priceColumns.flatMap(({ fields }) => fields.map(({ raw }) => raw))).filter(
          (name) => valueAt(now.field, [name]) !== null,
        );
  const types = unknownTypes(run, run.priceColumns);
  const notes: Note[] = [
    ...(lacking.length > 0 ? [{ kind: 'missing-members', name: lacking.join(', ') } as const] : []),
    ...(types.length > 0 ? [{ kind: 'unknown-types', name: types.join(', ') } as const] : []),
    ...(now.fields === null ? [{ kind: 'fields-not-listed' } as const] : []),
  ];
  readPriceColumns(run, answer);
  const isSame = found === null && fieldRecords === 0 && notes.length === 0;
  return { verdict: isSame ? 'fits' : 'differs', expected, came, notes };
}

/** Words that only say that a name is that of an address. */
const LINK_WORDS = ['href', 'url', 'uri', 'link', 'links', '_links', 'address', 'path'];

/** Returns the addresses of rows that the records of price columns have, with a placeholder for the price column. */
function listedAddresses(run: CheckRun, answer: Answer): readonly string[] {
  const { list, name } = run.proposal.description().priceColumns;
  const records = entriesOf(valueAt(dataOf(answer, dialectOf(run)), pathSteps(list))).filter(isRecord);
  const found = records.slice(0, 20).flatMap((record) => {
    const ownName = valueAt(record, pathSteps(name));
    return leavesOf(record).flatMap(({ steps, value }) => {
      const names = steps.filter((step) => !LINK_WORDS.includes(step.toLowerCase()));
      const words = ROWS_LINK_WORDS.flatMap((word) => [word, ...LINK_WORDS.map((link) => `${word} ${link}`)]);
      if (typeof value !== 'string' || typeof ownName !== 'string' || nearness(names, words) === 0) return [];
      const path = value.slice(Math.max(0, value.indexOf('/api/'))).split(/[?#]/)[0] ?? '';
      const parts = path.split('/');
      const isOwn = (step: string) => step === ownName || step === encodeURIComponent(ownName);
      if (parts.filter(isOwn).length !== 1 || !isReadingAddress(path)) return [];
      // A long step may be a secret, such as a token, and the address would be shown and kept.
      if (!parts.every((step) => isOwn(step) || isShortText(step))) return [];
      return [parts.map((step) => (isOwn(step) ? PRICE_COLUMN_PLACE : step)).join('/')];
    });
  });
  return [...new Set(found)].slice(0, 3);
}

function isTextOrNull({ value }: Leaf): boolean {
  return typeof value === 'string' || value === null;
}

/** Finds the members of the fields. Returns how many keys have changed. */
function describeFields(run: CheckRun, answer: Answer): number {
  const { proposal } = run;
  const { list, fields } = proposal.description().priceColumns;
  const data = dataOf(answer, dialectOf(run));
  const columns = entriesOf(valueAt(data, pathSteps(list))).filter(isRecord);
  if (fields === null) return 0;
  const all = columns.flatMap((column) => entriesOf(valueAt(column, pathSteps(fields)))).filter(isRecord);
  const records = all.slice(0, 200);
  if (records.length === 0) return 0;
  const before = proposal.proposed().length;
  const taken = new Set<string>();
  const { field } = proposal.description().priceColumns;
  // A member that is where the description says is not offered to another one.
  const isAt = (path: MemberPath) => all.some((record) => valueAt(record, pathSteps(path)) !== undefined);
  for (const path of Object.values(field)) {
    if (path !== null && isAt(path)) taken.add(pathText(path));
  }
  for (const [member, spellings] of Object.entries(FIELD_SPELLINGS)) {
    const fits = ownMember(FIELD_VALUES, member) ?? isTextOrNull;
    const path = place(run, `priceColumns.field.${member}`, records, spellings, fits, taken);
    if (path !== null) taken.add(path);
    const now: unknown = valueAt(proposal.description().priceColumns.field, [member]);
    if (member !== 'name' && isMemberPath(now) && !isAt(now)) {
      const reason = ownMember(ABSENT_REASONS, member) ?? 'not-there';
      proposal.change([[`priceColumns.field.${member}`, null]], { kind: reason });
    }
  }
  return proposal.proposed().length - before;
}

type AbsentReason = 'not-there' | 'no-view-rights' | 'no-edit-rights' | 'no-uses';

/** What it means that fields do not have a member, if it means more than that they do not. */
const ABSENT_REASONS: Readonly<Record<string, AbsentReason>> = {
  ViewSecurityRightID: 'no-view-rights',
  EditSecurityRightID: 'no-edit-rights',
  EditTableSecurityRightID: 'no-edit-rights',
  canEdit: 'no-edit-rights',
  filterable: 'no-uses',
  sortable: 'no-uses',
};

const isFlag = ({ value }: Leaf) => typeof value === 'boolean' || value === null;
const isCount = ({ value }: Leaf) => typeof value === 'number' || value === null;
const FIELD_VALUES: Readonly<Record<string, (leaf: Leaf) => boolean>> = {
  column_id: isCount,
  max_length: isCount,
  precision: isCount,
  scale: isCount,
  is_nullable: isFlag,
  is_unique: isFlag,
  is_primary_key: isFlag,
  canEdit: isFlag,
  IsKey: isFlag,
  isPriceColumn: isFlag,
  filterable: isFlag,
  sortable: isFlag,
  enableInABC: () => true,
};

function entriesOf(list: unknown): readonly unknown[] {
  if (Array.isArray(list)) return list;
  return isRecord(list) ? Object.values(list) : [];
}

/** Finds where records have a member, and proposes the place. Returns it; null if the member is where it is described, or nowhere. */
function place(
  run: CheckRun,
  key: string,
  records: readonly Readonly<Record<string, unknown>>[],
  spellings: readonly string[],
  isFit: (leaf: Leaf) => boolean,
  taken: ReadonlySet<string> = new Set(),
): string | null {
  const described = valueAt(run.proposal.description(), pathSteps(key));
  if (typeof described !== 'string') return null;
  const isAt = (path: string) => records.some((record) => valueAt(record, pathSteps(path)) !== undefined);
  if (isAt(described)) return null;
  const leaves = new Map<string, Leaf>();
  for (const record of records) {
    for (const leaf of leavesOf(record)) {
      const path = leaf.steps.join('.');
      const known = leaves.get(path);
      if (known === undefined || known.value === null) leaves.set(path, leaf);
    }
  }
  const free = [...leaves.values()].filter(({ steps }) => !taken.has(steps.join('.')));
  const found = nearest(free, [described, ...spellings], isFit);
  if (found === undefined) return null;
  const path = found.steps.join('.');
  const kind = path.toLowerCase() === described.toLowerCase() ? 'only-case-differs' : 'found-in-answer';
  run.proposal.change([[key, path]], { kind, name: path });
  return path;
}

/** Proposes what the service's names of types stand for. Returns those that remain unknown. */
function unknownTypes(run: CheckRun, priceColumns: readonly PriceColumn[]): readonly string[] {
  const { types } = run.proposal.description().priceColumns;
  const names = new Set(priceColumns.flatMap(({ fields }) => fields.map(({ sqlType }) => sqlType)));
  const strange = [...names].filter(
    (name) => name !== '' && !SQL_TYPE_NAMES.includes(name.trim().toLowerCase()),
  );
  const meanings = strange.map((name) => [name, typeMeant(name)] as const);
  const known = meanings.filter(([name, meaning]) => meaning !== null && isShortText(name));
  if (known.length > 0) {
    const all = { ...types, ...Object.fromEntries(known) };
    run.proposal.change([['priceColumns.types', all]], {
      kind: 'types-of-fields',
      name: known.map(([name]) => name).join(', '),
    });
  }
  return meanings.filter(([, meaning]) => meaning === null).map(([name]) => shownName(name));
}

function typeMeant(name: string): string | null {
  const word = name
    .toLowerCase()
    .replace(/^system\./, '')
    .replace(/\(.*$|\?$/g, '')
    .trim();
  if (SQL_TYPE_NAMES.includes(word)) return word;
  return ownMember(TYPE_SPELLINGS, word) ?? null;
}
