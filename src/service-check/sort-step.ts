import type { PriceField } from '@/contract/column';
import type { SortRule } from '@/contract/extraction';
import { BODY_SPELLINGS, SORT_OBJECT_SPELLINGS, SORT_TEXT_SPELLINGS } from '@/contract/known-spellings';
import { COLUMN_PLACE, DEFAULT_DESCRIPTION, type ServiceDescription } from '@/contract/service-description';
import type { Answer } from './caller';
import {
  askPlain,
  callsLeft,
  fieldsWhere,
  HALF,
  isSameRows,
  needs,
  noteOfAnswer,
  refusalOf,
  rowsOf,
  textOf,
  type CheckRun,
  type Finding,
  type Row,
} from './check-run';
import { caseDistance, isRefusedName, knownAmong } from './known-names';
import type { Changes } from './proposal';
import type { Refusal } from './refusal';

export function distinctTexts(run: CheckRun, { name }: Pick<PriceField, 'name'>): readonly string[] {
  return [...new Set(run.sample.map((row) => textOf(row, name)).filter((text) => text !== null))];
}

/** A field whose rows can be told to be in order: numbers before dates, and both before texts. */
function sortField(run: CheckRun): PriceField | undefined {
  const fields = fieldsWhere(run, (field) => field.isSortable && distinctTexts(run, field).length > 2);
  const whole = fields.filter(({ name }) => run.sample.every((row) => textOf(row, name) !== null));
  // In ascending order, rows without a value come first, and may be all that are seen.
  const always = whole.filter(({ isNullable }) => !isNullable);
  for (const some of [always, whole, fields]) {
    const found = some.find(({ type }) => type === 'number') ?? some.find(({ type }) => type === 'date');
    if (found !== undefined) return found;
  }
  return always[0] ?? whole[0] ?? fields[0];
}

export function compare(a: string, b: string, type: string): number {
  if (type === 'number') return Number(a) - Number(b);
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Whether a text comes before another one in every alphabet: the first characters that differ are both digits or both Latin letters. */
function isSurelyBefore(text: string, other: string): boolean {
  const [one, two] = [text.toLowerCase(), other.toLowerCase()];
  const at = Array.from(one).findIndex((character, index) => character !== two[index]);
  const pair = `${one[at] ?? ''}${two[at] ?? ''}`;
  return /^(?:\d\d|[a-z]{2})$/.test(pair) && one < two;
}

/** Whether rows are in order. Texts are compared only as far as all alphabets agree. */
function isInOrder(
  rows: readonly Row[],
  field: PriceField,
  isDescending: boolean,
  sample: readonly Row[],
): boolean {
  const values = rows.map((row) => textOf(row, field.name)).filter((text) => text !== null);
  const [first, last] = [values[0], values.at(-1)];
  // Rows without a value come first in ascending order, and may be more than were asked for.
  if (first === undefined || last === undefined) return rows.length > 0 && !isDescending;
  const sign = isDescending ? -1 : 1;
  if (field.type === 'text') {
    const known = sample.map((row) => textOf(row, field.name)).filter((text) => text !== null);
    const isBeyond = (text: string) =>
      isDescending ? isSurelyBefore(first, text) : isSurelyBefore(text, first);
    return (
      !known.some(isBeyond) &&
      (known.some((text) => compare(text, first, 'text') * sign > 0) ||
        compare(first, last, 'text') * sign < 0)
    );
  }
  const isSorted = values.every(
    (value, index) => index === 0 || compare(values[index - 1] ?? '', value, field.type) * sign <= 0,
  );
  // The first rows are the least or the greatest of all, so no known row goes before them.
  return (
    isSorted &&
    sample.every((row) => {
      const text = textOf(row, field.name);
      return text === null || compare(first, text, field.type) * sign <= 0;
    })
  );
}

/** Whether rows are in the order of the snapshot. */
export function isAsSorted(run: CheckRun, rows: readonly Row[] | null): boolean {
  const field = run.priceColumn?.fields.find(({ name }) => name === run.sorted?.rule.column);
  if (run.sorted === null || field === undefined || rows?.length !== run.sample.length) return false;
  return isInOrder(rows, field, run.sorted.rule.direction === 'descending', run.sample);
}

/** Calls that stay free for the steps after the order. */
const CALLS_AFTER_SORT = 10;

interface Sorted {
  readonly answer: Answer;
  /** Null if the rows are not in order. */
  readonly rows: readonly Row[] | null;
}

type Try = (description: ServiceDescription, direction: SortRule['direction']) => Promise<Sorted>;

function sortText({ sort }: ServiceDescription['extraction']): string {
  return sort.style === 'texts'
    ? `${sort.name}: ["${sort.descending}"]`
    : `${sort.name}: [{ ${sort.column}, ${sort.direction} }]`;
}

export async function checkSort(run: CheckRun): Promise<Finding> {
  const { proposal } = run;
  const { extraction } = proposal.description();
  const { name } = extraction.sort;
  const expected = sortText(extraction);
  if (run.sampleAnswer === null) return needs('first-page');
  if (!run.isStable) return needs('same-page');
  const field = sortField(run);
  if (field === undefined) return { verdict: 'not-tried', expected, notes: [{ kind: 'no-sample' }] };
  const before = JSON.stringify(proposal.json());
  const ruleOf = (direction: SortRule['direction']) => ({ column: field.name, direction });
  const turns = async (description: ServiceDescription) => {
    const rows = rowsOf(
      await askPlain(run, { query: { sort: [ruleOf('ascending')] } }, description),
      description,
    );
    return rows !== null && !isSameRows(rows, run.sample) && isInOrder(rows, field, false, run.sample);
  };
  const sorted: Try = async (description, direction) => {
    const answer = await askPlain(run, { query: { sort: [ruleOf(direction)] } }, description);
    const rows = rowsOf(answer, description);
    const isRight =
      rows?.length === run.sample.length && isInOrder(rows, field, direction === 'descending', run.sample);
    // Rows in the usual order show nothing by themselves: it may be the one that is asked for, or the service ignores the rule.
    const isShown =
      isRight && (direction === 'ascending' || !isSameRows(rows, run.sample) || (await turns(description)));
    return { answer, rows: isShown ? rows : null };
  };

  // A service that has other names for the page or its size is likely to have others for the order, too.
  const isOther = proposal.proposed().some(({ key }) => /^extraction\.(?:page|size)\.name$/.test(key));
  if (isOther && extraction.sort.name === DEFAULT_DESCRIPTION.extraction.sort.name)
    await knownAmong(run, BODY_SPELLINGS.sort, name);
  let descending = isRefusedName(run, BODY_SPELLINGS.sort, name)
    ? null
    : await sorted(proposal.description(), 'descending');
  if (descending?.rows == null) {
    const first = descending?.answer ?? null;
    const isNameKnown =
      first !== null && !first.isOk && !refusalOf(first, { [name]: [] }).unknown.includes(name);
    const names = isNameKnown ? [name] : (await knownAmong(run, BODY_SPELLINGS.sort, name)).slice(0, 6);
    const found = await findSort(run, names.length === 0 ? [name] : names, field, first, sorted);
    if (found === null)
      return {
        verdict: 'missing',
        expected,
        notes: [first === null || first.isOk ? { kind: 'no-effect', name } : noteOfAnswer(first)],
      };
    const [[, newName] = []] = found.changes;
    proposal.change(found.changes, { kind: 'fits-rows', name: String(newName) });
    descending = found.sorted;
  }
  const ascending = await findAscending(run, sorted);
  const now = proposal.description().extraction;
  const came = sortText(now);
  if (ascending.rows === null || isSameRows(ascending.rows, descending.rows ?? []))
    return {
      verdict: 'missing',
      expected,
      came,
      notes: [
        ascending.answer.isOk ? { kind: 'no-effect', name: now.sort.name } : noteOfAnswer(ascending.answer),
      ],
    };
  const usual = run.sample.slice(HALF);
  const others = [
    { rule: ruleOf('descending'), rows: descending.rows ?? [] },
    { rule: ruleOf('ascending'), rows: ascending.rows },
  ];
  run.sorted = others.find(({ rows }) => !isSameRows(rows.slice(HALF), usual)) ?? null;
  return { verdict: JSON.stringify(proposal.json()) === before ? 'fits' : 'differs', expected, came };
}

/** Asks for the ascending order: services that write descending rules alike differ in how they write the others. */
async function findAscending(run: CheckRun, sorted: Try): Promise<Sorted> {
  const { proposal } = run;
  const { sort } = proposal.description().extraction;
  const first = await sorted(proposal.description(), 'ascending');
  if (first.rows !== null || sort.style !== 'texts') return first;
  for (const [ascending, descending] of SORT_TEXT_SPELLINGS) {
    if (descending !== sort.descending || ascending === sort.ascending) continue;
    const changes = [['extraction.sort.ascending', ascending]] as const;
    const tried = proposal.tried(changes);
    if (tried === null || callsLeft(run, CALLS_AFTER_SORT) <= 0) continue;
    const other = await sorted(tried, 'ascending');
    if (other.rows === null) continue;
    proposal.change(changes, { kind: 'fits-rows', name: ascending });
    return other;
  }
  return first;
}

/** How programs write an object where a text is expected. */
const OBJECT_AS_TEXT = '[object Object]';

function isAboutObjects(refusal: Refusal): boolean {
  return refusal.mentions('object') && !refusal.mentions(OBJECT_AS_TEXT);
}

/** The texts that differ in descending order, which is tried first. */
const TEXTS_BY_DESCENDING = SORT_TEXT_SPELLINGS.filter(
  ([, descending], index) => SORT_TEXT_SPELLINGS.findIndex(([, other]) => other === descending) === index,
);

/** Finds how an order is written: as texts or objects, under one of the names. */
async function findSort(
  run: CheckRun,
  names: readonly string[],
  field: PriceField,
  refused: Answer | null,
  sorted: Try,
): Promise<{ readonly changes: Changes; readonly sorted: Sorted } | null> {
  const { proposal } = run;
  let wantsObjects = refused !== null && !refused.isOk && isAboutObjects(refusalOf(refused, {}));
  // A refusal that repeats the text has read it as a rule. One that shows an object as a text wanted a text.
  const isAboutText = (refusal: Refusal, { extraction: { sort } }: ServiceDescription) =>
    refusal.mentions(OBJECT_AS_TEXT) ||
    (sort.style === 'texts' && refusal.mentions(sort.descending.replace(COLUMN_PLACE, field.name)));
  for (const name of names) {
    const texts = TEXTS_BY_DESCENDING.toSorted(
      ([, a], [, b]) => caseDistance(run, a) - caseDistance(run, b),
    ).map(([ascending, descending]): Changes => [
      ['extraction.sort.name', name],
      ['extraction.sort.style', 'texts'],
      ['extraction.sort.ascending', ascending],
      ['extraction.sort.descending', descending],
    ]);
    const objects = SORT_OBJECT_SPELLINGS.map(([column, direction, up, down]): Changes => [
      ['extraction.sort.name', name],
      ['extraction.sort.style', 'objects'],
      ['extraction.sort.column', column],
      ['extraction.sort.direction', direction],
      ['extraction.sort.values', [up, down]],
    ]);
    const done = new Set<Changes>();
    let left: readonly Changes[] = [
      ...texts.slice(0, 1),
      ...objects.slice(0, 4),
      ...texts.slice(1, 4),
      ...objects.slice(4),
    ];
    if (refused !== null && !refused.isOk && isAboutText(refusalOf(refused, {}), proposal.description()))
      left = texts.slice(1);
    else if (wantsObjects) left = objects;
    let hasAskedAll = false;
    for (let turn = 0; turn < 6 && left.length > 0 && callsLeft(run, CALLS_AFTER_SORT) > 0; turn += 1) {
      const [changes = []] = left;
      left = left.slice(1);
      done.add(changes);
      const tried = proposal.tried(changes);
      if (tried === null) continue;
      const result = await sorted(tried, 'descending');
      if (result.rows !== null) return { changes, sorted: result };
      const refusal = refusalOf(result.answer, { [name]: [] }, Object.fromEntries(changes));
      if (refusal.unknown.includes(name)) break;
      if (!result.answer.isOk && isAboutText(refusal, tried)) {
        left = texts.filter((each) => !done.has(each));
      } else if (!wantsObjects && !result.answer.isOk && isAboutObjects(refusal)) {
        wantsObjects = true;
        left = objects;
      } else if (wantsObjects && !hasAskedAll && isAboutMember(refusal, changes)) {
        hasAskedAll = true;
        left = await knownObjects(run, name, field, objects);
      }
    }
  }
  return null;
}

/** Whether a refusal lists a member of the rule as unknown, so that it would list all others, too. */
function isAboutMember({ unknown }: Refusal, changes: Changes): boolean {
  return changes.some(([, value]) => typeof value === 'string' && unknown.includes(value));
}

/** Sends an object with all known members. Returns the forms with the members that the service does not refuse as unknown. */
async function knownObjects(
  run: CheckRun,
  name: string,
  field: PriceField,
  objects: readonly Changes[],
): Promise<Changes[]> {
  const members = Object.fromEntries(
    SORT_OBJECT_SPELLINGS.flatMap(([column, direction, , down]) => [
      [column, field.name],
      [direction, down],
    ]),
  );
  const answer = await askPlain(run, { extra: { [name]: [members] } });
  const { unknown } = refusalOf(answer, { ...members, [field.name]: null });
  const isKnown = (value: unknown) => typeof value !== 'string' || !unknown.includes(value);
  const known = objects.filter((changes) =>
    changes.every(([key, value]) => !/column$|direction$/.test(key) || isKnown(value)),
  );
  return answer.isOk || unknown.length === 0 ? [...objects] : known;
}
