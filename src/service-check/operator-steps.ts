import type { PriceField } from '@/contract/column';
import type { ComparisonOp, FilterCondition } from '@/contract/extraction';
import { BODY_SPELLINGS, CONDITION_SPELLINGS, OPERATOR_SPELLINGS } from '@/contract/known-spellings';
import type { ServiceDescription } from '@/contract/service-description';
import type { Answer } from './caller';
import {
  askPlain,
  callsLeft,
  fieldsWhere,
  isSameRows,
  needs,
  noteOfAnswer,
  refusalOf,
  rowsOf,
  SAMPLE_SIZE,
  textOf,
  type CheckRun,
  type Finding,
  type Row,
} from './check-run';
import type { Note } from './check-step';
import { isRefusedName, knownAmong } from './known-names';
import type { Changes, Proposal } from './proposal';
import { compare, distinctTexts } from './sort-step';

/** The operators, in the order of the table: equality first, because the others are tried with what it has shown. */
export const OPERATORS = Object.keys(OPERATOR_SPELLINGS) as readonly ComparisonOp[];

/** Calls that the search for the form of conditions leaves for the other operators. */
const CALLS_AFTER_EQUALS = 3;

/** Conditions with values of the first rows, the most telling first. */
function conditionsFor(run: CheckRun, op: ComparisonOp): readonly FilterCondition[] {
  const fields = fieldsWhere(run, ({ isFilterable }) => isFilterable);
  const ofType = (type: PriceField['type']) => fields.filter((field) => field.type === type);
  const isPlain = (text: string) =>
    !text.includes(',') && text.length > 2 && text.length <= 40 && text.trim() === text;
  const plainTexts = (field: PriceField) => distinctTexts(run, field).filter(isPlain);
  const inOrder = (field: PriceField) =>
    distinctTexts(run, field).toSorted((a, b) => compare(a, b, field.type));
  const each = (
    some: readonly PriceField[],
    valuesOf: (field: PriceField) => readonly (readonly string[])[],
  ) => some.flatMap((field) => valuesOf(field).map((values) => ({ column: field.name, op, values })));
  const parts = (slice: (text: string, length: number) => string) =>
    each(ofType('text'), (field) =>
      plainTexts(field)
        .slice(0, 2)
        .flatMap((text) => [2, 3, 4, 6, 8].map((length) => [slice(text, length)])),
    );
  switch (op) {
    case 'equals':
    case 'notEquals':
      return [
        ...each(ofType('text'), (field) => plainTexts(field).map((text) => [text])),
        ...each(ofType('number'), (field) => inOrder(field).map((text) => [text])),
      ];
    case 'containsAny':
      return [
        ...each(ofType('text'), (field) => [plainTexts(field).slice(0, 2)]),
        ...each(ofType('number'), (field) => [inOrder(field).slice(0, 2)]),
      ].filter(({ values }) => values.length === 2);
    case 'isNull':
    case 'isNotNull':
      return each(fields, () => [[]]);
    case 'greaterThan':
    case 'lessThan':
    case 'greaterThanOrEquals':
    case 'lessThanOrEquals':
      return each([...ofType('number'), ...ofType('date')], (field) => {
        const texts = inOrder(field);
        return texts.slice(Math.floor(texts.length / 2)).map((text) => [text]);
      });
    case 'contains':
      return each(ofType('text'), (field) => plainTexts(field).map((text) => [text.slice(1, -1)]));
    case 'startsWith':
      return parts((text, length) => text.slice(0, length));
    case 'endsWith':
      return parts((text, length) => text.slice(-length));
  }
}

/**
 * A condition that holds for some of the first rows, and not for others; null if there is none. Only such a condition shows anything: a
 * service that ignores it answers with the first rows.
 */
function conditionFor(run: CheckRun, op: ComparisonOp): FilterCondition | null {
  const isTelling = (condition: FilterCondition) => {
    const count = run.sample.filter((row) => isSatisfied(run, row, condition)).length;
    return count > 0 && count < run.sample.length;
  };
  return conditionsFor(run, op).find(isTelling) ?? null;
}

function isSatisfied(run: CheckRun, row: Row, { column, op, values }: FilterCondition): boolean {
  const type = run.priceColumn?.fields.find(({ name }) => name === column)?.type ?? 'text';
  const text = textOf(row, column);
  if (op === 'isNull') return text === null;
  if (op === 'isNotNull') return text !== null;
  // Services differ in whether rows without a value satisfy `notEquals`.
  if (text === null) return op === 'notEquals';
  const [value = ''] = values;
  const order = compare(text, value, type);
  const [lower, part] = [text.toLowerCase(), value.toLowerCase()];
  switch (op) {
    case 'equals':
      return order === 0;
    case 'notEquals':
      return order !== 0;
    case 'containsAny':
      return values.some((each) => compare(text, each, type) === 0);
    case 'greaterThan':
      return order > 0;
    case 'lessThan':
      return order < 0;
    case 'greaterThanOrEquals':
      return order >= 0;
    case 'lessThanOrEquals':
      return order <= 0;
    case 'contains':
      return lower.includes(part);
    case 'startsWith':
      return lower.startsWith(part);
    case 'endsWith':
      return lower.endsWith(part);
  }
}

/** Whether a row satisfies a condition for every service: some distinguish upper and lower case, and some leave out rows without a value. */
function isSurelySatisfied(run: CheckRun, row: Row, condition: FilterCondition): boolean {
  const { column, op, values } = condition;
  const text = textOf(row, column);
  if (!isSatisfied(run, row, condition)) return false;
  if (text === null) return op === 'isNull';
  const isText = run.priceColumn?.fields.find(({ name }) => name === column)?.type === 'text';
  const [value = ''] = values;
  switch (op) {
    case 'equals':
    case 'containsAny':
      return !isText || values.includes(text);
    case 'contains':
      return text.includes(value);
    case 'startsWith':
      return text.startsWith(value);
    case 'endsWith':
      return text.endsWith(value);
    case 'notEquals':
    case 'isNull':
    case 'isNotNull':
    case 'greaterThan':
    case 'lessThan':
    case 'greaterThanOrEquals':
    case 'lessThanOrEquals':
      return true;
  }
}

type Held = { readonly kind: 'held' } | { readonly kind: 'no-effect' | 'refused'; readonly answer: Answer };

/** Rows that are asked for if the first ones that came leave out rows that are known to satisfy the condition. */
const ROWS_IN_ANOTHER_ORDER = 200;

/**
 * Asks for the rows that satisfy a condition, and holds them against it: each has to satisfy it, and none of the first rows without the
 * condition that satisfy it may be left out.
 */
async function hold(
  run: CheckRun,
  description: ServiceDescription,
  condition: FilterCondition,
): Promise<Held> {
  const query = { filters: [condition] };
  const answer = await askPlain(run, { query }, description);
  if (!answer.isOk) return { kind: 'refused', answer };
  const rows = rowsOf(answer, description) ?? [];
  if (rows.length === 0 || !areAllSatisfied(run, rows, condition)) return { kind: 'no-effect', answer };
  if (hasAllKnown(run, rows, condition)) return { kind: 'held' };
  // A full page may lack them because the service has another order for rows with a condition.
  if (rows.length < SAMPLE_SIZE || callsLeft(run, operatorsFrom(condition.op)) <= 0)
    return { kind: 'no-effect', answer };
  const more = await askPlain(run, { query, pageSize: ROWS_IN_ANOTHER_ORDER }, description);
  const moreRows = rowsOf(more, description) ?? [];
  // Without `equals` there is no way on, and so many equal rows show it well enough. Any other operator the console can do itself.
  const isSurelyEqual =
    condition.op === 'equals' &&
    moreRows.length === ROWS_IN_ANOTHER_ORDER &&
    areAllSatisfied(run, moreRows, condition);
  const isHeld = isSurelyEqual || hasAllKnown(run, moreRows, condition);
  return isHeld ? { kind: 'held' } : { kind: 'no-effect', answer: more };
}

export function areAllSatisfied(run: CheckRun, rows: readonly Row[], condition: FilterCondition): boolean {
  return rows.every((row) => isSatisfied(run, row, condition));
}

/** Whether rows have all first rows that satisfy a condition for every service. */
function hasAllKnown(run: CheckRun, rows: readonly Row[], condition: FilterCondition): boolean {
  return run.sample
    .filter((row) => isSurelySatisfied(run, row, condition))
    .every((row) => rows.some((each) => isSameRows([each], [row])));
}

/** The operators that are left from this one on. Each needs a call. */
function operatorsFrom(op: ComparisonOp): number {
  return OPERATORS.length - OPERATORS.indexOf(op);
}

function wordOf(run: CheckRun, op: ComparisonOp): string | null {
  return run.proposal.description().extraction.operators[op];
}

function keyOf(op: ComparisonOp): string {
  return `extraction.operators.${op}`;
}

/** Finds how a condition is written, with the operator `equals`. */
export async function checkEquals(run: CheckRun): Promise<Finding> {
  const { proposal } = run;
  const { filters } = proposal.description().extraction;
  const expected = `${filters.name}: ${filters.style}, ${filters.operator}: "${wordOf(run, 'equals') ?? ''}"`;
  if (run.sampleAnswer === null) return needs('first-page');
  if (!run.isStable) return needs('same-page');
  const condition = conditionFor(run, 'equals');
  if (condition === null) return { verdict: 'not-tried', expected, notes: [{ kind: 'no-sample' }] };
  const before = JSON.stringify(proposal.json());
  const first = isRefusedName(run, BODY_SPELLINGS.filters, filters.name)
    ? null
    : await hold(run, proposal.description(), condition);
  const isFound =
    first?.kind === 'held' || (await findFilters(run, condition, first === null ? null : first.answer));
  if (!isFound) {
    const note: Note =
      first === null || first.kind !== 'refused'
        ? { kind: 'no-effect', name: filters.name }
        : noteOfAnswer(first.answer);
    return { verdict: 'missing', expected, notes: [note] };
  }
  const now = proposal.description().extraction.filters;
  const word = wordOf(run, 'equals') ?? '';
  const family = OPERATOR_SPELLINGS.equals.indexOf(word);
  if (proposal.proposed().some(({ key }) => key === keyOf('equals')) && family !== -1)
    assumeWords(run, (op) => OPERATOR_SPELLINGS[op][family], word);
  const came = `${now.name}: ${now.style}, ${now.operator}: "${word}"`;
  return { verdict: JSON.stringify(proposal.json()) === before ? 'fits' : 'differs', expected, came };
}

/** Proposes words for the operators that were not tried yet. Their own steps try them; what is not proven then is taken back. */
function assumeWords(
  { proposal }: CheckRun,
  wordFor: (op: ComparisonOp) => string | undefined,
  name: string,
) {
  const proven = new Set(
    proposal.proposed().flatMap(({ key, reason }) => (reason.kind === 'fits-rows' ? [key] : [])),
  );
  const words = OPERATORS.filter((op) => op !== 'equals' && !proven.has(keyOf(op))).flatMap((op) => {
    const word = wordFor(op);
    return word === undefined ? [] : [[keyOf(op), word] as const];
  });
  proposal.change(words, { kind: 'assumed', name });
}

/**
 * Takes back the words that no rows have shown, if the service has other words than described. Without a word, the console does the
 * operator itself, which is never wrong.
 */
export function dropUnprovenWords(proposal: Proposal, proven: ReadonlySet<ComparisonOp>): void {
  const keys = new Set(proposal.proposed().map(({ key }) => key));
  for (const op of OPERATORS) {
    const isOther = keys.has(keyOf('equals')) || keys.has(keyOf(op));
    if (
      op !== 'equals' &&
      isOther &&
      !proven.has(op) &&
      proposal.description().extraction.operators[op] !== null
    )
      proposal.change([[keyOf(op), null]], { kind: 'not-there' });
  }
}

async function findFilters(
  run: CheckRun,
  condition: FilterCondition,
  first: Answer | null,
): Promise<boolean> {
  const { proposal } = run;
  const { name: described } = proposal.description().extraction.filters;
  const isNameKnown =
    first !== null && !first.isOk && !refusalOf(first, { [described]: [] }).unknown.includes(described);
  const names = isNameKnown
    ? [described]
    : (await knownAmong(run, BODY_SPELLINGS.filters, described)).slice(0, 3);
  for (const name of names) {
    if (callsLeft(run, CALLS_AFTER_EQUALS) <= 0) return false;
    if (await findCondition(run, name, condition, isNameKnown ? first : null)) return true;
  }
  return false;
}

const MOST_CONDITION_TURNS = 8;

/** Finds style, members and word of a condition: all known members go along, and the refusal lists those that are not known. */
async function findCondition(
  run: CheckRun,
  name: string,
  condition: FilterCondition,
  first: Answer | null,
): Promise<boolean> {
  const { proposal } = run;
  const { filters, operators } = proposal.description().extraction;
  let style = filters.style;
  const spellings = OPERATOR_SPELLINGS.equals.filter((word) => word !== operators.equals);
  const [usual = '', ...rest] = spellings;
  // A service with another name for the conditions is likely to have another word, too.
  let words = name === filters.name ? [operators.equals, ...spellings] : [usual, operators.equals, ...rest];
  const parts: Record<'column' | 'operator' | 'value', string[]> = {
    column: [...CONDITION_SPELLINGS.column],
    operator: [...CONDITION_SPELLINGS.operator],
    value: [...CONDITION_SPELLINGS.value],
  };
  let hasTriedOther = false;
  const [text = ''] = condition.values;
  const wantsObject = (answer: Answer) => !answer.isOk && refusalOf(answer, {}).mentions('object');
  if (first !== null && style === 'list' && wantsObject(first)) style = 'by-column';

  for (let turn = 0; turn < MOST_CONDITION_TURNS && callsLeft(run, CALLS_AFTER_EQUALS) > 0; turn += 1) {
    const [word] = words;
    if (word === undefined) return false;
    const operatorPart = Object.fromEntries(parts.operator.map((each) => [each, word]));
    const valuePart = Object.fromEntries(
      parts.value.filter((each) => !parts.operator.includes(each)).map((each) => [each, text]),
    );
    const columnPart = Object.fromEntries(parts.column.map((each) => [each, condition.column]));
    const members = { ...valuePart, ...operatorPart, ...(style === 'list' && columnPart) };
    const sent = style === 'list' ? [members] : { [condition.column]: [members] };
    const answer = await askPlain(run, { extra: { [name]: sent } });
    if (answer.isOk) break;
    const refusal = refusalOf(answer, members);
    if (
      !hasTriedOther &&
      (refusal.mentions('object') || refusal.mentions('list') || refusal.mentions('array'))
    ) {
      hasTriedOther = true;
      style = style === 'list' ? 'by-column' : 'list';
      continue;
    }
    if (refusal.unknown.includes(word) || (refusal.mentions(word) && refusal.unknown.length === 0)) {
      words = words.slice(1);
      continue;
    }
    const isKnown = (each: string) => !refusal.unknown.includes(each);
    if (refusal.unknown.length === 0) return false;
    parts.column = parts.column.filter(isKnown);
    parts.operator = parts.operator.filter(isKnown);
    parts.value = parts.value.filter(isKnown);
    break;
  }
  const [word = operators.equals] = words;
  const common: Changes = [
    ['extraction.filters.name', name],
    ['extraction.filters.style', style],
    ['extraction.operators.equals', word],
  ];
  const orNothing = (list: readonly string[], usual: string) =>
    list.includes(usual) ? [usual] : list.slice(0, 3);
  for (const operator of orNothing(parts.operator, filters.operator)) {
    for (const value of orNothing(
      parts.value.filter((each) => each !== operator),
      filters.value,
    )) {
      for (const column of style === 'list' ? orNothing(parts.column, filters.column) : [undefined]) {
        if (callsLeft(run, CALLS_AFTER_EQUALS) <= 0) return false;
        const changes: Changes = [
          ...common,
          ['extraction.filters.operator', operator],
          ['extraction.filters.value', value],
          ...(column === undefined ? [] : [['extraction.filters.column', column] as const]),
        ];
        const tried = proposal.tried(changes);
        if (tried === null) continue;
        if ((await hold(run, tried, condition)).kind !== 'held') continue;
        return proposal.change(changes, { kind: 'fits-rows', name });
      }
    }
  }
  return false;
}

function snakeCase(word: string): string {
  return word.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Whether the service has shown names such as `page_size`. */
function writesSnakeCase({ proposal }: CheckRun): boolean {
  return proposal.proposed().some(({ value }) => typeof value === 'string' && /[a-z]_[a-z]/.test(value));
}

const SEPARATORS = [';', '|'];
const NO_VALUES = ['null', 'absent', 'empty'] as const;

/** Holds a condition without a value, or with several ones, in the other forms that services have for it. Resolves to null if none holds. */
async function holdInOtherForms(
  run: CheckRun,
  { op, ...condition }: FilterCondition,
  first: Exclude<Held, { kind: 'held' }>,
): Promise<Held | null> {
  const { proposal } = run;
  const { lists, separator, noValue } = proposal.description().extraction.filters;
  const word = wordOf(run, op) ?? '';
  const refusal = first.kind === 'refused' ? refusalOf(first.answer, { word }) : null;
  const isAboutList = refusal?.mentions('list') === true || refusal?.mentions('array') === true;
  const isJoined = op === 'containsAny' && lists === 'join' && !isAboutList;
  const forms: Changes = [
    ...(isJoined ? SEPARATORS : [])
      .filter((each) => each !== separator)
      .map((each) => ['extraction.filters.separator', each] as const),
    ...(op === 'isNull' || op === 'isNotNull' ? NO_VALUES : [])
      .filter((each) => each !== noValue)
      .map((each) => ['extraction.filters.noValue', each] as const),
  ];
  if (refusal?.unknown.includes(word) === true) return null;
  for (const [key, value] of forms) {
    const tried = proposal.tried([[key, value]]);
    if (tried === null || callsLeft(run, operatorsFrom(op)) <= 0) continue;
    const result = await hold(run, tried, { op, ...condition });
    if (result.kind !== 'held') continue;
    proposal.change([[key, value]], { kind: 'fits-rows', name: String(value) });
    return result;
  }
  return null;
}

/** Holds a condition; if the refusal is about how values are written, writes them in the other way and tries again. */
async function holdFollowing(run: CheckRun, condition: FilterCondition): Promise<Held> {
  const { proposal } = run;
  const word = wordOf(run, condition.op) ?? '';
  let result = await hold(run, proposal.description(), condition);
  if (result.kind !== 'held') result = (await holdInOtherForms(run, condition, result)) ?? result;
  const turned = new Set<string>();
  while (result.kind === 'refused' && turned.size < 2) {
    const refusal = refusalOf(result.answer, { word });
    if (refusal.unknown.includes(word)) return result;
    const { values, lists } = proposal.description().extraction.filters;
    const isAboutList = refusal.mentions('list') || refusal.mentions('array');
    const isAboutValue = refusal.mentions('number') || refusal.mentions('text') || refusal.mentions('string');
    const change =
      condition.op === 'containsAny' && isAboutList
        ? (['extraction.filters.lists', lists === 'join' ? 'array' : 'join'] as const)
        : isAboutValue
          ? (['extraction.filters.values', values === 'text' ? 'typed' : 'text'] as const)
          : null;
    if (change === null || turned.has(change[0])) return result;
    turned.add(change[0]);
    if (!proposal.change([change], { kind: 'named-in-refusal', name: change[1] })) return result;
    result = await hold(run, proposal.description(), condition);
  }
  return result;
}

export async function checkOperator(run: CheckRun, op: ComparisonOp): Promise<Finding> {
  const { proposal } = run;
  const key = keyOf(op);
  const described = wordOf(run, op);
  const expected = described === null ? 'null' : `"${described}"`;
  if (run.sampleAnswer === null) return needs('first-page');
  if (described === null) return { verdict: 'not-tried', expected };
  const condition = conditionFor(run, op);
  if (condition === null) return { verdict: 'not-tried', expected, notes: [{ kind: 'no-sample' }] };
  const isAssumed = proposal.proposed().some((each) => each.key === key);
  const before = proposal.state();
  const written = JSON.stringify(proposal.json());
  const restyled = snakeCase(op);
  const spellings = OPERATOR_SPELLINGS[op];
  const isInStyle = (word: string) => writesSnakeCase(run) && word.includes('_');
  // A service with another word for equality is not likely to have the words of the contract, written like its own.
  const inStyle = spellings.filter(isInStyle);
  const styled =
    wordOf(run, 'equals') === 'equals'
      ? inStyle
      : inStyle.toSorted((a, b) => Number(a === restyled) - Number(b === restyled));
  const others = [...styled, ...(spellings.includes(restyled) ? [restyled] : []), ...spellings];
  const tried: string[] = [];
  let last: Note | null = null;
  for (const word of new Set([described, ...others])) {
    if (tried.length === 3 || (tried.length > 0 && callsLeft(run, operatorsFrom(op)) <= 0)) break;
    if (word !== described && !proposal.change([[key, word]], { kind: 'assumed', name: word })) continue;
    const result = await holdFollowing(run, condition);
    tried.push(word);
    if (result.kind !== 'held') {
      proposal.restore(before);
      last = result.kind === 'refused' ? noteOfAnswer(result.answer) : { kind: 'no-effect', name: word };
      continue;
    }
    if (word !== described || isAssumed) proposal.change([[key, word]], { kind: 'fits-rows', name: word });
    // A service that writes one word like this writes the others like this, too.
    if (word === restyled && word !== described && word !== op) assumeWords(run, snakeCase, word);
    const isSame = !isAssumed && JSON.stringify(proposal.json()) === written;
    return { verdict: isSame ? 'fits' : 'differs', expected, came: `"${word}"` };
  }
  proposal.change([[key, null]], { kind: 'not-there' });
  const notes: Note[] = [{ kind: 'tried', name: tried.join(', ') }, ...(last === null ? [] : [last])];
  return { verdict: 'missing', expected, notes, isProposalRight: true };
}

/** The condition that the step `equals` has used. */
export function equalsCondition(run: CheckRun): FilterCondition | null {
  return conditionFor(run, 'equals');
}
