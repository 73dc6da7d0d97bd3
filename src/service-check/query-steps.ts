import type { Changes } from './proposal';
import type { PriceColumn, PriceField } from '@/contract/column';
import type { ComparisonOp, FilterCondition } from '@/contract/extraction';
import {
  BODY_SPELLINGS,
  CONDITION_SPELLINGS,
  OPERATOR_SPELLINGS,
  SORT_OBJECT_SPELLINGS,
  SORT_TEXT_SPELLINGS,
} from '@/contract/known-spellings';
import type { ServiceDescription } from '@/contract/service-description';
import { MOST_EXTRACTION_CALLS, type Answer } from './caller';
import {
  askForRows,
  fieldsWhere,
  noteOfAnswer,
  plain,
  refusalOf,
  rowsOf,
  textOf,
  type CheckRun,
  type Finding,
  type Row,
} from './check-run';
import type { Note } from './check-step';
import { knownAmong, needs } from './page-steps';

/** The operators, in the order of the table: equality first, because the others are tried with what it has shown. */
export const OPERATORS = Object.keys(OPERATOR_SPELLINGS) as readonly ComparisonOp[];

/** Calls that stay free for the steps after the operators. */
const RESERVED_CALLS = 4;

function callsLeft(run: CheckRun): number {
  return MOST_EXTRACTION_CALLS - run.caller.extractionCalls() - RESERVED_CALLS;
}

function askQuery(
  run: CheckRun,
  description: ServiceDescription,
  query: Parameters<typeof askForRows>[2]['query'] = {},
) {
  return askForRows(run, plain(description), { query });
}

function distinctTexts(run: CheckRun, { name }: Pick<PriceField, 'name'>): readonly string[] {
  return [...new Set(run.sample.map((row) => textOf(row, name)).filter((text) => text !== null))];
}

/** A field whose rows can be told to be in order: numbers before dates, with several values. */
function sortField(run: CheckRun): PriceField | undefined {
  const fields = fieldsWhere(run, (field) => field.isSortable && distinctTexts(run, field).length > 2);
  const hasNoGaps = ({ name }: PriceField) => run.sample.every((row) => textOf(row, name) !== null);
  const whole = fields.filter(hasNoGaps);
  return (
    whole.find(({ type }) => type === 'number') ??
    whole.find(({ type }) => type === 'date') ??
    whole[0] ??
    fields[0]
  );
}

function compare(a: string, b: string, type: string): number {
  if (type === 'number') return Number(a) - Number(b);
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Whether rows are in order. Texts are not compared with each other: every service has an alphabet of its own. */
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
    return (
      known.some((text) => compare(text, first, 'text') * sign > 0) || compare(first, last, 'text') * sign < 0
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

/** Whether a request with all known names has shown that the service does not know this one. */
function isRefusedName(run: CheckRun, spellings: readonly string[], name: string): boolean {
  const { knownNames } = run;
  return knownNames !== null && knownNames.size > 0 && spellings.includes(name) && !knownNames.has(name);
}

export async function checkSort(run: CheckRun): Promise<Finding> {
  const { proposal } = run;
  const { sort } = proposal.description().extraction;
  const expected =
    sort.style === 'texts'
      ? `${sort.name}: ["${sort.descending}"]`
      : `${sort.name}: [{ ${sort.column}, ${sort.direction} }]`;
  if (run.sampleAnswer === null) return needs('first-page');
  const field = sortField(run);
  if (field === undefined) return { verdict: 'not-tried', expected, notes: [{ kind: 'no-sample' }] };
  const before = JSON.stringify(proposal.json());

  async function isSorted(
    description: ServiceDescription,
    direction: 'ascending' | 'descending',
  ): Promise<Answer | true> {
    const answer = await askQuery(run, description, { sort: [{ column: field?.name ?? '', direction }] });
    const rows = rowsOf(answer, description);
    const isRight =
      field !== undefined && rows !== null && isInOrder(rows, field, direction === 'descending', run.sample);
    return isRight ? true : answer;
  }

  const first = isRefusedName(run, BODY_SPELLINGS.sort, sort.name)
    ? null
    : await isSorted(proposal.description(), 'descending');
  if (first !== true) {
    const isNameKnown =
      first !== null && !first.isOk && !refusalOf(first, { [sort.name]: [] }).unknown.includes(sort.name);
    const names = isNameKnown
      ? [sort.name]
      : (await knownAmong(run, BODY_SPELLINGS.sort, sort.name)).slice(0, 6);
    const way = await findSort(run, names.length === 0 ? [sort.name] : names, first, isSorted);
    if (way === null)
      return {
        verdict: 'missing',
        expected,
        notes: [first === null || first.isOk ? { kind: 'no-effect', name: sort.name } : noteOfAnswer(first)],
      };
    const found = way[0]?.[1];
    proposal.change(way, { kind: 'fits-rows', name: typeof found === 'string' ? found : '' });
  }
  const ascending = await isSorted(proposal.description(), 'ascending');
  const now = proposal.description().extraction.sort;
  const came =
    now.style === 'texts'
      ? `${now.name}: ["${now.descending}"]`
      : `${now.name}: [{ ${now.column}, ${now.direction} }]`;
  if (ascending !== true)
    return {
      verdict: 'missing',
      expected,
      came,
      notes: [ascending.isOk ? { kind: 'no-effect', name: now.name } : noteOfAnswer(ascending)],
    };
  return { verdict: JSON.stringify(proposal.json()) === before ? 'fits' : 'differs', expected, came };
}

async function findSort(
  run: CheckRun,
  names: readonly string[],
  refused: Answer | null,
  isSorted: (description: ServiceDescription, direction: 'descending') => Promise<Answer | true>,
): Promise<Changes | null> {
  const { proposal } = run;
  let wantsObjects = refused !== null && !refused.isOk && refusalOf(refused, {}).mentions('object');
  for (const name of names) {
    const texts = SORT_TEXT_SPELLINGS.map(([ascending, descending]): Changes => [
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
    let left = [...texts.slice(0, 1), ...objects.slice(0, 4), ...texts.slice(1, 4), ...objects.slice(4)];
    if (wantsObjects) left = objects;
    for (let turn = 0; turn < 7 && left.length > 0 && callsLeft(run) > 0; turn += 1) {
      const [changes = []] = left;
      left = left.slice(1);
      const tried = proposal.tried(changes);
      if (tried === null) continue;
      const result = await isSorted(tried, 'descending');
      if (result === true) return changes;
      if (refusalOf(result, { [name]: [] }).unknown.includes(name)) break;
      if (!wantsObjects && !result.isOk && refusalOf(result, {}).mentions('object')) {
        wantsObjects = true;
        left = objects;
      }
    }
  }
  return null;
}

/** A condition for an operator, taken from the first rows; null if they have none that would show anything. */
function conditionFor(run: CheckRun, op: ComparisonOp): FilterCondition | null {
  const fields = fieldsWhere(run, ({ isFilterable }) => isFilterable);
  const valuesOf = (field: PriceField) => distinctTexts(run, field);
  const isPlain = (text: string) =>
    !text.includes(',') && text.length > 2 && text.length <= 40 && text.trim() === text;
  const text = fields.find((field) => field.type === 'text' && valuesOf(field).filter(isPlain).length > 1);
  const number = fields.find((field) => field.type === 'number' && valuesOf(field).length > 2);
  const condition = (field: PriceField | undefined, ...values: readonly (string | undefined)[]) =>
    field === undefined || values.includes(undefined)
      ? null
      : { column: field.name, op, values: values.flatMap((value) => value ?? []) };
  const [one, other] = text === undefined ? [] : valuesOf(text).filter(isPlain);
  const inOrder = number === undefined ? [] : valuesOf(number).toSorted((a, b) => Number(a) - Number(b));
  const middle = inOrder[Math.floor(inOrder.length / 2)];
  switch (op) {
    case 'equals':
    case 'notEquals':
      return text === undefined ? condition(number, middle) : condition(text, one);
    case 'containsAny':
      return text === undefined ? condition(number, inOrder[0], inOrder.at(-1)) : condition(text, one, other);
    case 'isNull':
    case 'isNotNull': {
      const gaps = fields.find((field) => {
        const count = run.sample.filter((row) => textOf(row, field.name) === null).length;
        return count > 0 && count < run.sample.length;
      });
      return condition(gaps ?? fields.find(({ isNullable }) => isNullable));
    }
    case 'greaterThan':
      return condition(number, inOrder[0]);
    case 'lessThan':
      return condition(number, inOrder.at(-1));
    case 'greaterThanOrEquals':
    case 'lessThanOrEquals':
      return condition(number, middle);
    case 'contains':
      return condition(text, one?.slice(1, -1));
    case 'startsWith':
      return condition(text, one?.slice(0, 2));
    case 'endsWith':
      return condition(text, one?.slice(-2));
  }
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

type Held =
  | { readonly kind: 'held'; readonly rowCount: number }
  | { readonly kind: 'no-effect' | 'refused'; readonly answer: Answer };

/** Asks for the rows that satisfy conditions, and holds them against the conditions. */
async function hold(
  run: CheckRun,
  description: ServiceDescription,
  filters: readonly FilterCondition[],
): Promise<Held> {
  const answer = await askQuery(run, description, { filters });
  if (!answer.isOk) return { kind: 'refused', answer };
  const rows = rowsOf(answer, description);
  const areRight = rows?.every((row) => filters.every((filter) => isSatisfied(run, row, filter))) === true;
  const isExpected = run.sample.some((row) => filters.every((filter) => isSatisfied(run, row, filter)));
  if (rows === null || !areRight || (rows.length === 0 && isExpected)) return { kind: 'no-effect', answer };
  return { kind: 'held', rowCount: rows.length };
}

/** What is known of operators before their own steps: words that one request has shown to work, or not to exist. */
export interface OperatorsTried {
  /** Operators whose conditions held in one request with others. */
  readonly held: ReadonlySet<ComparisonOp>;
  readonly missing: ReadonlySet<ComparisonOp>;
}

export const NOTHING_TRIED: OperatorsTried = { held: new Set(), missing: new Set() };

function wordOf(run: CheckRun, op: ComparisonOp): string | null {
  return run.proposal.description().extraction.operators[op];
}

/** Finds how a condition is written, with the operator `equals`. */
export async function checkEquals(run: CheckRun): Promise<Finding> {
  const { proposal } = run;
  const { filters } = proposal.description().extraction;
  const expected = `${filters.name}: ${filters.style}, ${filters.operator}: "${wordOf(run, 'equals') ?? ''}"`;
  if (run.sampleAnswer === null) return needs('first-page');
  const condition = conditionFor(run, 'equals');
  if (condition === null) return { verdict: 'not-tried', expected, notes: [{ kind: 'no-sample' }] };
  const before = JSON.stringify(proposal.json());
  const first = isRefusedName(run, BODY_SPELLINGS.filters, filters.name)
    ? null
    : await hold(run, proposal.description(), [condition]);
  const isFound =
    first?.kind === 'held' || (await findFilters(run, condition, first === null ? null : first.answer));
  const now = proposal.description().extraction.filters;
  const came = isFound ? `${now.name}: ${now.style}, ${now.operator}: "${wordOf(run, 'equals') ?? ''}"` : '';
  if (isFound)
    return { verdict: JSON.stringify(proposal.json()) === before ? 'fits' : 'differs', expected, came };
  const note: Note =
    first === null || first.kind !== 'refused'
      ? { kind: 'no-effect', name: filters.name }
      : noteOfAnswer(first.answer);
  return { verdict: 'missing', expected, notes: [note] };
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
    if (callsLeft(run) <= 0) return false;
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
  let words = [operators.equals, ...OPERATOR_SPELLINGS.equals.filter((word) => word !== operators.equals)];
  const parts: Record<'column' | 'operator' | 'value', string[]> = {
    column: [...CONDITION_SPELLINGS.column],
    operator: [...CONDITION_SPELLINGS.operator],
    value: [...CONDITION_SPELLINGS.value],
  };
  let hasTriedOther = false;
  const [text = ''] = condition.values;
  const wantsObject = (answer: Answer) => !answer.isOk && refusalOf(answer, {}).mentions('object');
  if (first !== null && style === 'list' && wantsObject(first)) style = 'by-column';

  for (let turn = 0; turn < MOST_CONDITION_TURNS && callsLeft(run) > 0; turn += 1) {
    const [word] = words;
    if (word === undefined) return false;
    const operatorPart = Object.fromEntries(parts.operator.map((each) => [each, word]));
    const valuePart = Object.fromEntries(
      parts.value.filter((each) => !parts.operator.includes(each)).map((each) => [each, text]),
    );
    const columnPart = Object.fromEntries(parts.column.map((each) => [each, condition.column]));
    const members = { ...valuePart, ...operatorPart, ...(style === 'list' && columnPart) };
    const sent = style === 'list' ? [members] : { [condition.column]: [members] };
    const answer = await askForRows(run, plain(proposal.description()), { extra: { [name]: sent } });
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
        if (callsLeft(run) <= 0) return false;
        const changes: Changes = [
          ...common,
          ['extraction.filters.operator', operator],
          ['extraction.filters.value', value],
          ...(column === undefined ? [] : [['extraction.filters.column', column] as const]),
        ];
        const tried = proposal.tried(changes);
        if (tried === null) continue;
        if ((await hold(run, tried, [condition])).kind !== 'held') continue;
        return proposal.change(changes, { kind: 'fits-rows', name });
      }
    }
  }
  return false;
}

function snakeCase(word: string): string {
  return word.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** If the word for `equals` is another one, the words of its family are tried together: one request instead of eleven. */
export async function tryFamily(run: CheckRun): Promise<OperatorsTried> {
  const { proposal } = run;
  const word = wordOf(run, 'equals');
  const isNew = proposal.proposed().some(({ key }) => key === 'extraction.operators.equals');
  const index = OPERATOR_SPELLINGS.equals.indexOf(word ?? '');
  const others = OPERATORS.filter((op) => op !== 'equals' && op !== 'isNull');
  if (isNew && index !== -1) {
    const family = OPERATORS.flatMap((op) => {
      const spelling = OPERATOR_SPELLINGS[op][index];
      return spelling === undefined || op === 'equals'
        ? []
        : [[`extraction.operators.${op}`, spelling] as const];
    });
    proposal.change(family, { kind: 'assumed', name: word ?? '' });
  }
  if (!isNew && callsLeft(run) > OPERATORS.length) return NOTHING_TRIED;
  const missing = new Set<ComparisonOp>();
  const styles = [snakeCase];
  let asked = others.filter((op) => wordOf(run, op) !== null && conditionFor(run, op) !== null);
  for (let turn = 0; turn < 5 && asked.length > 1 && callsLeft(run) > 2; turn += 1) {
    const filters = asked.flatMap((op) => withinOneRow(run, op) ?? []);
    const result = await holdFollowing(run, filters);
    if (result.kind === 'held') return { held: new Set(asked), missing };
    if (result.kind === 'no-effect') return { held: new Set(), missing };
    const { mentions } = refusalOf(result.answer, { words: asked.map((op) => wordOf(run, op)) });
    const bad = asked.find((op) => mentions(wordOf(run, op) ?? ''));
    if (bad === undefined) return { held: new Set(), missing };
    const style = styles.shift();
    if (!isNew && style !== undefined) {
      // One word may be written like a word of the contract although all others are not.
      const restyled = OPERATORS.filter((op) => op !== 'equals').map(
        (op) => [`extraction.operators.${op}`, style(op)] as const,
      );
      proposal.change(restyled, { kind: 'assumed', name: style(bad) });
      continue;
    }
    missing.add(bad);
    asked = asked.filter((op) => op !== bad);
  }
  return { held: new Set(), missing };
}

/** A condition that one of the first rows satisfies, with the conditions of all other operators: one request can have them together. */
function withinOneRow(run: CheckRun, op: ComparisonOp): FilterCondition | null {
  const condition = conditionFor(run, op);
  const number = conditionFor(run, 'greaterThanOrEquals');
  const target =
    number === null
      ? run.sample[0]
      : run.sample.find((row) => textOf(row, number.column) === number.values[0]);
  if (condition === null || target === undefined) return null;
  const value = textOf(target, condition.column);
  switch (op) {
    case 'isNotNull': {
      const isFilled = ({ name }: PriceField) => textOf(target, name) !== null;
      const field = fieldsWhere(run, ({ isFilterable, isNullable }) => isFilterable && isNullable).find(
        isFilled,
      );
      return field === undefined ? null : { ...condition, column: field.name };
    }
    case 'notEquals':
    case 'containsAny': {
      const other = condition.values.find((each) => each !== value);
      if (value === null || value.includes(',')) return null;
      if (op === 'containsAny')
        return { ...condition, values: other === undefined ? [value] : [value, other] };
      const another = distinctTexts(run, { name: condition.column }).find((each) => each !== value);
      return another === undefined ? null : { ...condition, values: [another] };
    }
    case 'contains':
      return value === null || value.length < 3 ? null : { ...condition, values: [value.slice(1, -1)] };
    case 'startsWith':
      return value === null ? null : { ...condition, values: [value.slice(0, 2)] };
    case 'endsWith':
      return value === null ? null : { ...condition, values: [value.slice(-2)] };
    case 'greaterThan':
    case 'lessThan':
      // The middle value is greater than the least one, but may be the greatest itself.
      return value === condition.values[0] ? null : condition;
    case 'equals':
    case 'isNull':
    case 'greaterThanOrEquals':
    case 'lessThanOrEquals':
      return condition;
  }
}

/** Holds conditions; if the refusal is about how values are written, writes them in the other way and tries once more. */
async function holdFollowing(run: CheckRun, filters: readonly FilterCondition[]): Promise<Held> {
  const { proposal } = run;
  let result = await hold(run, proposal.description(), filters);
  for (let turn = 0; turn < 2 && result.kind === 'refused'; turn += 1) {
    const refusal = refusalOf(result.answer, {});
    const { values, lists } = proposal.description().extraction.filters;
    const isAboutList = refusal.mentions('list') || refusal.mentions('array');
    const isAboutValue = refusal.mentions('number') || refusal.mentions('text') || refusal.mentions('string');
    const hasList = filters.some(({ op }) => op === 'containsAny');
    const changes: Changes | null =
      hasList && isAboutList
        ? [['extraction.filters.lists', lists === 'join' ? 'array' : 'join']]
        : isAboutValue
          ? [['extraction.filters.values', values === 'text' ? 'typed' : 'text']]
          : null;
    if (
      changes === null ||
      !proposal.change(changes, { kind: 'named-in-refusal', name: String(changes[0]?.[1]) })
    )
      break;
    result = await hold(run, proposal.description(), filters);
  }
  return result;
}

export async function checkOperator(
  run: CheckRun,
  op: ComparisonOp,
  { held, missing }: OperatorsTried,
): Promise<Finding> {
  const { proposal } = run;
  const described = wordOf(run, op);
  const expected = described === null ? 'null' : `"${described}"`;
  if (run.sampleAnswer === null) return needs('first-page');
  const isAssumed = proposal.proposed().some(({ key }) => key === `extraction.operators.${op}`);
  const verdict = isAssumed ? 'differs' : 'fits';
  if (described === null) return { verdict: 'not-tried', expected };
  const condition = conditionFor(run, op);
  if (held.has(op)) {
    if (isAssumed)
      proposal.change([[`extraction.operators.${op}`, described]], { kind: 'fits-rows', name: described });
    return { verdict, expected, came: `"${described}"`, notes: [{ kind: 'held-together' }] };
  }
  if (condition === null) {
    // A word that was only guessed, and that no row could show, is not proposed.
    if (isAssumed) proposal.change([[`extraction.operators.${op}`, null]], { kind: 'not-there' });
    return { verdict: 'not-tried', expected, notes: [{ kind: 'no-sample' }] };
  }
  const family = OPERATOR_SPELLINGS[op].filter((word) => word !== described);
  const others = missing.has(op) && callsLeft(run) < 8 ? [] : family.slice(0, 2);
  const tried: string[] = missing.has(op) ? [described] : [];
  const key = `extraction.operators.${op}`;
  let last: Note | null = null;
  for (const word of [...(missing.has(op) ? [] : [described]), ...others]) {
    if (callsLeft(run) <= 0) break;
    if (word !== described && !proposal.change([[key, word]], { kind: 'assumed', name: word })) continue;
    const result = await holdFollowing(run, [condition]);
    tried.push(word);
    if (result.kind === 'held') {
      if (word !== described || isAssumed) proposal.change([[key, word]], { kind: 'fits-rows', name: word });
      return { verdict: word === described ? verdict : 'differs', expected, came: `"${word}"` };
    }
    last = result.kind === 'refused' ? noteOfAnswer(result.answer) : { kind: 'no-effect', name: described };
  }
  if (tried.length === 0) {
    // The word was guessed, or nobody knows it: the console then does the operator itself, which is never wrong.
    if (isAssumed) proposal.change([[key, null]], { kind: 'not-there' });
    return { verdict: 'not-tried', expected, notes: [{ kind: 'stopped', reason: 'too-many-calls' }] };
  }
  proposal.change([[key, null]], { kind: 'not-there' });
  return {
    verdict: 'missing',
    expected,
    notes: [{ kind: 'tried', name: tried.join(', ') }, ...(last === null ? [] : [last])],
  };
}

/** In ascending order, rows without a value come first. Nothing in a description depends on it. */
export async function checkNulls(run: CheckRun): Promise<Finding> {
  const expected = 'null, …';
  if (run.sampleAnswer === null) return needs('first-page');
  const field = fieldsWhere(
    run,
    ({ name, isSortable }) => isSortable && run.sample.some((row) => textOf(row, name) === null),
  )[0];
  if (field === undefined) return { verdict: 'not-tried', expected, notes: [{ kind: 'no-sample' }] };
  const description = run.proposal.description();
  const answer = await askQuery(run, description, { sort: [{ column: field.name, direction: 'ascending' }] });
  const rows = rowsOf(answer, description);
  if (rows === null) return { verdict: 'missing', expected, notes: [noteOfAnswer(answer)] };
  const isFirst = textOf(rows[0] ?? {}, field.name) === null;
  return isFirst
    ? { verdict: 'fits', expected, came: expected }
    : { verdict: 'differs', expected, came: '…, null', notes: [{ kind: 'nulls-last' }] };
}

export async function checkCase(run: CheckRun): Promise<Finding> {
  const expected = 'a = A';
  if (run.sampleAnswer === null) return needs('first-page');
  const condition = conditionFor(run, 'equals');
  const [text = ''] = condition?.values ?? [];
  const swapped = text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
  if (condition === null || swapped === text)
    return { verdict: 'not-tried', expected, notes: [{ kind: 'no-sample' }] };
  const description = run.proposal.description();
  const answer = await askQuery(run, description, { filters: [{ ...condition, values: [swapped] }] });
  const rows = rowsOf(answer, description);
  if (rows === null) return { verdict: 'missing', expected, notes: [noteOfAnswer(answer)] };
  return rows.length > 0
    ? { verdict: 'fits', expected, came: expected }
    : { verdict: 'differs', expected, came: 'a ≠ A', notes: [{ kind: 'case-matters' }] };
}

/** The name of a column that no service has. */
const NO_COLUMN = 'no_such_column_';

export async function checkUnknownColumn(run: CheckRun): Promise<Finding> {
  const expected = '4xx';
  if (run.sampleAnswer === null) return needs('first-page');
  const answer = await askQuery(run, run.proposal.description(), { fields: [NO_COLUMN] });
  const came = String(answer.status);
  return answer.isOk
    ? { verdict: 'differs', expected, came, notes: [{ kind: 'accepted' }] }
    : { verdict: answer.status < 500 ? 'fits' : 'differs', expected, came };
}

const MANY_DIGITS = 16;
const MOST_WIDE_PRICE_COLUMNS = 2;

/** Looks for numbers with more digits than a JavaScript number holds, in the widest column that there is. */
export async function checkDigits(run: CheckRun): Promise<Finding> {
  const expected = 'number or string, every digit';
  if (run.sampleAnswer === null) return needs('first-page');
  const isWide = ({ type, precision }: PriceField) => type === 'number' && (precision ?? 0) >= MANY_DIGITS;
  const mostDigits = ({ fields }: Pick<PriceColumn, 'fields'>) =>
    Math.max(0, ...fields.map(({ precision }) => precision ?? 0));
  const wide = run.priceColumns
    .map((priceColumn) => ({ priceColumn, fields: priceColumn.fields.filter(isWide) }))
    .filter(({ fields }) => fields.length > 0)
    .toSorted((a, b) => mostDigits(b) - mostDigits(a) || a.fields.length - b.fields.length);
  const description = run.proposal.description();
  for (const { priceColumn, fields } of wide.slice(0, MOST_WIDE_PRICE_COLUMNS)) {
    const names = fields.map(({ name }) => name);
    const answer = await askQuery({ ...run, priceColumn }, description, { fields: names });
    const texts = (rowsOf(answer, description) ?? []).flatMap((row) =>
      names.map((name) => textOf(row, name) ?? ''),
    );
    if (texts.some((text) => /e\+?\d/i.test(text))) {
      return { verdict: 'differs', expected, notes: [{ kind: 'digits-lost' }] };
    }
    const found = texts.find((text) => text.replaceAll(/\D/g, '').replace(/^0+/, '').length >= MANY_DIGITS);
    if (found === undefined) continue;
    const isQuoted = answer.text.includes(`"${found}"`);
    const kind = isQuoted ? 'digits-of-texts' : 'digits-of-numbers';
    return { verdict: 'fits', expected, came: isQuoted ? 'string' : 'number', notes: [{ kind }] };
  }
  return { verdict: 'not-tried', expected, notes: [{ kind: 'no-sample' }] };
}

const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,7})?)?)?$/;
const ISO_UTC = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/;

export function checkDates(run: CheckRun): Finding {
  const { proposal } = run;
  const { dates } = proposal.description().extraction;
  if (run.sampleAnswer === null) return needs('first-page');
  const fields = fieldsWhere(run, ({ type }) => type === 'date');
  const texts = fields.flatMap(({ name }) =>
    run.sample.map((row) => textOf(row, name)).filter((text) => text !== null),
  );
  if (texts.length === 0) return { verdict: 'not-tried', expected: dates, notes: [{ kind: 'no-sample' }] };
  const isAll = (pattern: RegExp) => texts.every((text) => pattern.test(text));
  const form = isAll(ISO)
    ? 'iso'
    : isAll(ISO_UTC)
      ? 'iso-utc'
      : isAll(/^-?\d{9,14}$/)
        ? 'epoch-ms'
        : isAll(/^\/Date\(/)
          ? 'dotnet'
          : null;
  if (form === dates) return { verdict: 'fits', expected: dates, came: form };
  if (form === null) return { verdict: 'missing', expected: dates, notes: [{ kind: 'date-form' }] };
  const isPossible = proposal.change([['extraction.dates', form]], { kind: 'found-in-answer', name: form });
  const notes: Note[] = isPossible ? [] : [{ kind: 'not-possible-yet', name: 'extraction.dates' }];
  return { verdict: isPossible ? 'differs' : 'missing', expected: dates, came: form, notes };
}
