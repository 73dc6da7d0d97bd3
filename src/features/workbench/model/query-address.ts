import type { PriceColumn, PriceField } from '@/contract/column';
import { readDecimal } from '@/lib/formats/decimal';
import { MISSING, escape, escapeOptional, unescape } from './address/notation';
import { isDateOperand } from './relative-day';
import type { AddressProblem, WorkbenchSearch } from './workbench-search';
import {
  conditionOf,
  nextRuleId,
  NO_OPERAND,
  operandsOf,
  operatorOf,
  type DraftCondition,
  type DraftFilter,
  type DraftQuery,
  type DraftSort,
  type Operand,
} from './draft-query';

/**
 * The version of the notation below. A link with another version is reported, not interpreted. A new operator or value
 * does not change the notation: earlier pages report the part that they do not know and apply the rest.
 */
const ADDRESS_VERSION = '1';

/** The search parameters that hold the query. */
export type QuerySearch = Pick<WorkbenchSearch, 'v' | 'fields' | 'filter' | 'sort'>;

/**
 * Encodes a query in search parameters:
 *
 *     v=1 · fields=Number,Value · filter=Value~between~10.00~20.00;Country~is-any-of~DE~AT · sort=-Value,Number
 *
 * `-` before a sort field means descending, `!off~` marks a disabled filter. Values are canonical, so a link means the
 * same in every language, and relative dates (`ValidTo~on-or-after~today`, `ValidFrom~last-days~7`) stay relative, so a
 * stored link follows the calendar. Filters without a field and text that cannot be parsed are omitted.
 */
export function queryToSearch(draft: DraftQuery): QuerySearch {
  return {
    v: ADDRESS_VERSION,
    ...(draft.fields !== null && { fields: draft.fields.map(escape).join(',') }),
    ...optional('filter', draft.filters.flatMap(filterText).join(';')),
    ...optional('sort', draft.sort.flatMap(sortText).join(',')),
  };
}

/** Decodes the query of an address by the types of the price column's fields; null if the address has none. Never throws. */
export function queryFromSearch(
  search: QuerySearch,
  priceColumn: Pick<PriceColumn, 'fields'>,
  isLocked: (field: PriceField) => boolean,
): { readonly draft: DraftQuery | null; readonly problems: readonly AddressProblem[] } {
  const isAbsent = search.fields === undefined && search.filter === undefined && search.sort === undefined;
  if (search.v === undefined && isAbsent) return { draft: null, problems: [] };
  if (search.v !== undefined && search.v !== ADDRESS_VERSION) {
    return { draft: null, problems: [{ part: 'version', kind: 'unknown-version', text: search.v }] };
  }
  const problems: AddressProblem[] = [];
  const fields = new Map(priceColumn.fields.map((field) => [field.name, field]));
  const reader: Reader = {
    problems,
    usableField: (part, name) => {
      const field = fields.get(name);
      if (field !== undefined && !isLocked(field)) return field;
      problems.push({ part, kind: field === undefined ? 'unknown-field' : 'locked-field', text: name });
      return null;
    },
  };
  return {
    draft: {
      fields: readFields(search.fields, reader),
      filters: readFilters(search.filter, reader),
      sort: readSort(search.sort, reader),
    },
    problems,
  };
}

interface Reader {
  readonly problems: AddressProblem[];
  /** Returns null for a missing or locked field, after reporting it. */
  readonly usableField: (part: AddressProblem['part'], name: string) => PriceField | null;
}

function readFields(parameter: string | undefined, reader: Reader): string[] | null {
  if (parameter === undefined) return null;
  const names = new Set<string>();
  // The search schema joins repeated parameters with semicolons.
  for (const piece of split(parameter, /[,;]/)) {
    const name = unescape(piece);
    if (name === null) reader.problems.push({ part: 'fields', kind: 'unreadable', text: piece });
    else if (names.has(name)) reader.problems.push({ part: 'fields', kind: 'duplicate-field', text: name });
    else if (reader.usableField('fields', name) !== null) names.add(name);
  }
  // When no listed field is usable, the query shows all fields; the problems explain why.
  return names.size > 0 || parameter === '' ? [...names] : null;
}

function readFilters(parameter: string | undefined, reader: Reader): DraftFilter[] {
  const filters: DraftFilter[] = [];
  for (const piece of split(parameter ?? '', ';')) {
    const isDisabled = piece.startsWith(DISABLED_PREFIX);
    const [name, operatorId, ...values] = piece
      .slice(isDisabled ? DISABLED_PREFIX.length : 0)
      .split('~')
      .map((part) => (part === MISSING ? undefined : unescape(part)));
    if (name == null || operatorId == null || values.includes(null)) {
      reader.problems.push({ part: 'filter', kind: 'unreadable', text: piece });
      continue;
    }
    const rule = { id: nextRuleId('filter', filters), isDisabled };
    const operands = values.map((value) => value ?? null);
    const filter = readFilter(name, operatorId, operands, rule, reader);
    if (filter !== null) filters.push(filter);
  }
  return filters;
}

function readFilter(
  name: string,
  operatorId: string,
  values: readonly (string | null)[],
  rule: { readonly id: string; readonly isDisabled: boolean },
  reader: Reader,
): DraftFilter | null {
  const report = (kind: AddressProblem['kind']) => {
    reader.problems.push({ part: 'filter', kind, text: [name, operatorId, ...values].join(' ').trim() });
    return null;
  };
  const field = reader.usableField('filter', name);
  if (field === null) return null;
  if (!field.isFilterable) return report('not-filterable');
  const condition = conditionOf(field, operatorId, rule);
  if (condition === null) return report('unknown-operator');
  const operands = values.map((value) => readOperand(value, condition));
  const usable = operands.filter((operand) => operand !== null);
  const complete = usable.length === operands.length ? withOperands(condition, usable) : null;
  return complete ?? report('unreadable-value');
}

function readSort(parameter: string | undefined, reader: Reader): DraftSort[] {
  const sort: DraftSort[] = [];
  for (const piece of split(parameter ?? '', /[,;]/)) {
    const isDescending = piece.startsWith('-');
    const name = unescape(isDescending ? piece.slice(1) : piece);
    if (name === null) {
      reader.problems.push({ part: 'sort', kind: 'unreadable', text: piece });
      continue;
    }
    const field = reader.usableField('sort', name);
    if (field === null) continue;
    if (!field.isSortable) {
      reader.problems.push({ part: 'sort', kind: 'not-sortable', text: name });
    } else if (sort.some((rule) => rule.field === name)) {
      reader.problems.push({ part: 'sort', kind: 'duplicate-field', text: name });
    } else {
      const direction = isDescending ? 'descending' : 'ascending';
      sort.push({ id: nextRuleId('sort', sort), field: name, direction });
    }
  }
  return sort;
}

const DISABLED_PREFIX = '!off~';

function filterText(filter: DraftFilter): string[] {
  if (filter.kind === 'unset') return [];
  const operands = operandsOf(filter).map(({ value }) => escapeOptional(value));
  const parts = [escape(filter.field), filter.operator, ...operands];
  return [(filter.isDisabled ? DISABLED_PREFIX : '') + parts.join('~')];
}

function sortText(rule: DraftSort): string[] {
  if (rule.field === null) return [];
  const name = escape(rule.field).replace(/^-/, '!m');
  return [rule.direction === 'descending' ? `-${name}` : name];
}

/** Returns null when the value does not have the column's type. */
function readOperand(value: string | null, condition: DraftCondition): Operand | null {
  if (value === null) return NO_OPERAND;
  if (condition.kind === 'number') {
    const decimal = readDecimal(value);
    return decimal === null ? null : { value: decimal, text: null };
  }
  const operand = { value, text: null };
  if (operatorOf(condition).editor === 'days') return /^\d{1,6}$/.test(value) ? operand : null;
  switch (condition.kind) {
    case 'text':
      return operand;
    case 'date':
      return isDateOperand(value) ? operand : null;
    case 'boolean':
      return value === 'true' || value === 'false' ? operand : null;
  }
}

/** Returns null when the operator takes another number of operands. */
function withOperands(condition: DraftCondition, operands: readonly Operand[]): DraftCondition | null {
  const [first, second] = operands;
  switch (operatorOf(condition).editor) {
    case 'none':
      return operands.length === 0 ? condition : null;
    case 'value':
      return operands.length === 1 && first !== undefined ? { ...condition, value: first } : null;
    case 'range':
      return operands.length === 2 && first !== undefined && second !== undefined
        ? { ...condition, value: first, to: second }
        : null;
    case 'list':
      return { ...condition, values: [...operands] };
    case 'days':
      return operands.length === 1 && first !== undefined ? { ...condition, days: first } : null;
  }
}

/** Splits a text; the empty text has no pieces. */
function split(text: string, separator: string | RegExp): string[] {
  return text === '' ? [] : text.split(separator);
}

function optional<K extends string>(name: K, text: string): { [key in K]?: string } {
  return text === '' ? {} : ({ [name]: text } as { [key in K]: string });
}
