import type { PriceColumn, PriceField } from '@/contract/column';
import { readDecimal } from '@/lib/formats/decimal';
import * as c from '@/analysis/address/codec';
import { isDateOperand } from '@/analysis/conditions/relative-day';
import type { AddressProblem, WorkbenchSearch } from './workbench-search';
import {
  conditionOf,
  isCondition,
  nextRuleId,
  NO_OPERAND,
  operandsOf,
  operatorOf,
  withOperands,
  type DraftCondition,
  type DraftFilter,
  type DraftQuery,
  type DraftSort,
  type Operand,
} from './draft-query';

/**
 * The version of the notation below. A link with another version is reported, not interpreted. A new operator or value does not change the
 * notation: earlier versions of the console report the part that they do not know, and apply the rest.
 */
const ADDRESS_VERSION = '1';

/** The search parameters that hold the query. */
export type QuerySearch = Pick<WorkbenchSearch, 'v' | 'fields' | 'filter' | 'sort'>;

/** Reads and writes a piece with an optional mark in front of it. */
function marked<Value>(mark: string, codec: c.Codec<Value>): c.Codec<Marked<Value>> {
  return {
    read: ([piece = '']) => {
      const isMarked = piece.startsWith(mark);
      return { isMarked, value: codec.read([isMarked ? piece.slice(mark.length) : piece]) };
    },
    write: ({ isMarked, value }) => codec.write(value).map((piece) => (isMarked ? mark + piece : piece)),
  };
}
type Marked<Value> = { readonly isMarked: boolean; readonly value: Value };

const names = c.list(c.text);
const disabledOrNot = marked(
  '!off~',
  c.item(c.record<WrittenFilter>({ field: c.text, operator: c.text, operands: c.list(c.orMissing(c.text)) })),
);
type WrittenFilter = {
  readonly field: string;
  readonly operator: string;
  readonly operands: readonly (string | null)[];
};
const descendingOrNot = marked<string>('-', {
  read: c.text.read,
  // Escapes a name that begins with the mark.
  write: (name) => c.text.write(name).map((text) => text.replace(/^-/, '!m')),
});

/**
 * Encodes a query in search parameters:
 *
 *     v=1 · fields=Number,Value · filter=Value~between~10.00~20.00;Country~is-any-of~DE~AT · sort=-Value,Number
 *
 * `-` before a sort field means descending, `!off~` marks a disabled filter. Values are canonical, so a link means the
 * same in every language, and relative dates (`ValidTo~on-or-after~today`, `ValidFrom~last-days~7`) stay relative, so a
 * stored link follows the calendar. Filters without a field and text that cannot be parsed are omitted.
 */
export function queryToSearch({ fields, filters, sort }: DraftQuery): QuerySearch {
  const filter = filters.flatMap((each) => {
    // Groups are applied in the browser, and `whole-query.ts` encodes them.
    if (!isCondition(each)) return [];
    const operands = operandsOf(each).map(({ value }) => value);
    return disabledOrNot.write({ isMarked: each.isDisabled, value: { ...each, operands } });
  });
  const sorted = sort.flatMap(({ field, direction }) =>
    field === null ? [] : descendingOrNot.write({ isMarked: direction === 'descending', value: field }),
  );
  return {
    v: ADDRESS_VERSION,
    ...(fields !== null && { fields: names.write(fields).join(',') }),
    ...(filter.length > 0 && { filter: filter.join(';') }),
    ...(sorted.length > 0 && { sort: sorted.join(',') }),
  };
}

/** Decodes the query of an address by the types of the price column's fields; null if the address has no query. Never throws. */
export function queryFromSearch(
  search: QuerySearch,
  priceColumn: Pick<PriceColumn, 'fields' | 'abilities'>,
  isLocked: (field: PriceField) => boolean,
): { readonly draft: DraftQuery | null; readonly problems: readonly AddressProblem[] } {
  const isAbsent = search.fields === undefined && search.filter === undefined && search.sort === undefined;
  if (search.v === undefined && isAbsent) return { draft: null, problems: [] };
  if (search.v !== undefined && search.v !== ADDRESS_VERSION) {
    return { draft: null, problems: [{ part: 'version', kind: 'unknown-version', text: search.v }] };
  }
  const problems: AddressProblem[] = [];
  const fields = new Map(priceColumn.fields.map((field) => [field.name, field]));
  const readerOf = (part: AddressProblem['part']): Reader => {
    const report: Reader['report'] = (kind, text) => {
      problems.push({ part, kind, text });
      return null;
    };
    return {
      report,
      hidesUses: priceColumn.abilities?.hidesUses === true,
      usableField: (name) => {
        const field = fields.get(name);
        if (field === undefined) return report('unknown-field', name);
        return isLocked(field) ? report('locked-field', name) : field;
      },
    };
  };
  return {
    draft: {
      fields: readFields(search.fields, readerOf('fields')),
      filters: readFilters(search.filter, readerOf('filter')),
      sort: readSort(search.sort, readerOf('sort')),
    },
    problems,
  };
}

/** Reports the parts of a parameter that cannot be used. */
interface Reader {
  readonly report: (kind: AddressProblem['kind'], text: string) => null;
  /** Returns null for a missing or locked field, after reporting it. */
  readonly usableField: (name: string) => PriceField | null;
  /** Whether the service says only by refusing that it cannot filter or sort by a field. The browser then does it. */
  readonly hidesUses: boolean;
}

/** Reads the pieces of a parameter one by one, and reports those that cannot be read. The empty text has no pieces. */
function* piecesOf<Value>(
  parameter: string,
  separator: RegExp,
  codec: c.Codec<Value>,
  { report }: Reader,
): Generator<Value> {
  for (const piece of parameter === '' ? [] : parameter.split(separator)) {
    const read = c.tryRead(codec, [piece]);
    if (read === null) report('unreadable', piece);
    else yield read.value;
  }
}

// The search schema joins repeated parameters with semicolons, so both signs separate names.
const COMMA = /[,;]/;

function readFields(parameter: string | undefined, reader: Reader): string[] | null {
  if (parameter === undefined) return null;
  const chosen = new Set<string>();
  for (const name of piecesOf(parameter, COMMA, c.text, reader)) {
    if (chosen.has(name)) reader.report('duplicate-field', name);
    else if (reader.usableField(name) !== null) chosen.add(name);
  }
  // When no listed field is usable, the query shows all fields; the problems explain why.
  return chosen.size > 0 || parameter === '' ? [...chosen] : null;
}

function readFilters(parameter: string | undefined, reader: Reader): DraftFilter[] {
  const filters: DraftFilter[] = [];
  for (const { isMarked, value } of piecesOf(parameter ?? '', /;/, disabledOrNot, reader)) {
    const filter = readFilter(value, { id: nextRuleId('filter', filters), isDisabled: isMarked }, reader);
    if (filter !== null) filters.push(filter);
  }
  return filters;
}

function readFilter(
  { field: name, operator, operands }: WrittenFilter,
  rule: { readonly id: string; readonly isDisabled: boolean },
  { report, usableField, hidesUses }: Reader,
): DraftFilter | null {
  const refused = (kind: AddressProblem['kind']) =>
    report(kind, [name, operator, ...operands].join(' ').trim());
  const field = usableField(name);
  if (field === null) return null;
  if (!field.isFilterable && !hidesUses) return refused('not-filterable');
  const condition = conditionOf(field, operator, rule);
  if (condition === null || operatorOf(condition).finds !== 'conditions') return refused('unknown-operator');
  const usable = operands.flatMap((value) => readOperand(value, condition) ?? []);
  const complete = usable.length === operands.length ? withOperands(condition, usable) : null;
  return complete ?? refused('unreadable-value');
}

function readSort(parameter: string | undefined, reader: Reader): DraftSort[] {
  const sort: DraftSort[] = [];
  for (const { isMarked, value: name } of piecesOf(parameter ?? '', COMMA, descendingOrNot, reader)) {
    const field = reader.usableField(name);
    if (field === null) continue;
    if (!field.isSortable && !reader.hidesUses) {
      reader.report('not-sortable', name);
    } else if (sort.some((rule) => rule.field === name)) {
      reader.report('duplicate-field', name);
    } else {
      const direction = isMarked ? 'descending' : 'ascending';
      sort.push({ id: nextRuleId('sort', sort), field: name, direction });
    }
  }
  return sort;
}

/** Reads a value of a condition. Returns null if it does not have the column's type. */
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
