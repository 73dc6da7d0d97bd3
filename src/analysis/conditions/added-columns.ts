import type { PriceColumn, PriceField } from '@/contract/column';
import { isDateOperand } from './relative-day';
import * as c from '../address/codec';
import { escape } from '../address/notation';
import { isOfOtherColumn, source, type Source } from './source';
import { columnText } from './formula';
import { computedField } from './computed-field';
import { ownColumn, ownColumnField, type OwnColumn } from './own-column';
import type { RefineColumn } from './refinement';
import type { SubsetCondition } from './row-subset';

const MOST_CHARACTERS = 1_000;
const MOST_LABEL_CHARACTERS = 60;
const MOST_KEYS = 8;
const MOST_COLUMNS = 12;
/** The limit of added sources. `useSources` loads each of them into the query engine, next to the rows of the query. */
const MOST_ADDED_SOURCES = 3;

/** Pairs a column of the rows on screen with the column of the other source that has the same meaning. */
export interface ColumnMatch {
  readonly current: string;
  readonly reference: string;
}

/** Decides which row of the other source is used if several match. If the rule cannot decide, the added cells stay empty. */
export type SeveralRule =
  /** No row is used if several match: the added cells stay empty. The matching rows are still counted. */
  | { readonly kind: 'empty' }
  /** The row that is valid on a day, which may be a relative day. An empty start or end does not limit the validity. */
  | ({ readonly kind: 'valid-on' } & ValidOn)
  | { readonly kind: 'least' | 'greatest' | 'latest'; readonly column: string };
interface ValidOn {
  readonly from: string;
  readonly to: string;
  readonly day: string;
}
export const SEVERAL_KINDS = [
  'empty',
  'valid-on',
  'least',
  'greatest',
  'latest',
] as const satisfies readonly SeveralRule['kind'][];

/** The limit of a file's columns in a link: key columns, added columns, and up to two columns of the rule for several rows. */
const MOST_OWN_COLUMNS = MOST_KEYS + MOST_COLUMNS + 2;

/** Columns of another source that are joined to the rows of the query by a key. */
export interface AddedColumns {
  /** The prefix of the names of the added columns. */
  readonly label: string;
  /** The source of the columns. In links from before version 0.3.0, a file's columns are fields of the price column on screen. */
  readonly origin: Source;
  readonly keys: readonly ColumnMatch[];
  /** The columns to add, by their names in the other source. */
  readonly columns: readonly string[];
  readonly several: SeveralRule;
  /** Whether key texts are compared without regard to case and surrounding spaces. */
  readonly isLenient: boolean;
  /** Whether a column with the number of matching rows is added, too. */
  readonly counts?: true | undefined;
  /** The used columns of a file with their types, because no metadata describes a file; undefined for other sources. */
  readonly own?: readonly OwnColumn[] | undefined;
}

const LABEL_SEPARATOR = ' · ';

/** Returns the name under which a column of another source is shown, such as "Cost · Value". */
export function addedColumnName(label: string, column: string): string {
  return `${label}${LABEL_SEPARATOR}${column}`;
}

/**
 * Returns the name of the column that counts the matching rows, after the rule for several rows was applied: 0 if no row has the key, 1 if
 * the added columns have values, more if the rule did not decide. The cell is null if not all rows of the other source are known.
 */
export function partnersName(label: string): string {
  return addedColumnName(label, '#');
}

/** How many rows of another source match a row: one (`found`), none (`missing`), several, or an unknown number. */
export type PartnerCount = 'found' | 'missing' | 'several' | 'unknown';

/** Returns the condition for rows by the number of their partners, the rows that match them in the source with this label. */
export function partnersCondition(label: string, partners: PartnerCount): SubsetCondition {
  const column = partnersName(label);
  switch (partners) {
    case 'found':
      return { kind: 'is', column, value: '1' };
    case 'missing':
      return { kind: 'is', column, value: '0' };
    case 'several':
      return { kind: 'between', column, from: '2', to: null, includesEnd: true };
    case 'unknown':
      return { kind: 'is', column, value: null };
  }
}

/** Reads a condition that `partnersCondition` made; returns null for other conditions. */
export function partnersOf(condition: SubsetCondition): { label: string; partners: PartnerCount } | null {
  const { kind, column } = condition;
  const end = partnersName('');
  if (!column.endsWith(end)) return null;
  const label = column.slice(0, -end.length);
  if (kind === 'between') {
    return condition.from === '2' && condition.to === null ? { label, partners: 'several' } : null;
  }
  if (kind !== 'is') return null;
  if (condition.value === null) return { label, partners: 'unknown' };
  if (condition.value === '1') return { label, partners: 'found' };
  return condition.value === '0' ? { label, partners: 'missing' } : null;
}

/** Returns the names of all columns that are needed from the other source, each once. */
export function referenceColumns({
  keys,
  columns,
  several,
}: Pick<AddedColumns, 'keys' | 'columns' | 'several'>): readonly string[] {
  const ofRule =
    several.kind === 'empty'
      ? []
      : several.kind === 'valid-on'
        ? [several.from, several.to]
        : [several.column];
  return [...new Set([...keys.map(({ reference }) => reference), ...columns, ...ofRule])];
}

type Details = Omit<AddedColumns, 'label' | 'origin'>;
const NO_DETAILS: Details = { keys: [], columns: [], several: { kind: 'empty' }, isLenient: false };

const columnName = c.nameUpTo(MOST_CHARACTERS);
const columnNames = c.list(columnName);

function rulePart(kind: 'least' | 'greatest' | 'latest'): c.Part<Details> {
  const columnOf = ({ several }: Details) => (several.kind === kind ? several.column : undefined);
  return c.part(columnName, columnOf, (column) => ({ several: { kind, column } }));
}

const PARTS: Readonly<Record<string, c.Part<Details>>> = {
  key: c.each('keys', c.record<ColumnMatch>({ current: columnName, reference: columnName })),
  take: c.part(
    columnNames,
    ({ columns }) => columns,
    (columns) => ({ columns }),
  ),
  'valid-on': c.part(
    c.record<ValidOn>({ from: columnName, to: columnName, day: c.where(c.text, isDateOperand) }),
    ({ several }) => (several.kind === 'valid-on' ? several : undefined),
    (days) => ({ several: { kind: 'valid-on', ...days } }),
  ),
  least: rulePart('least'),
  greatest: rulePart('greatest'),
  latest: rulePart('latest'),
  lenient: c.mark('isLenient'),
  count: c.mark('counts'),
  own: c.each('own', ownColumn),
};

const label = c.where(
  c.mapped(
    c.text,
    (text) => text.trim(),
    (text) => text,
  ),
  ({ length }) => length > 0 && length <= MOST_LABEL_CHARACTERS,
);
const details = c.parts(NO_DETAILS, PARTS, { separator: '~', mayRepeat: true });
const addedOfSource = c.mapped(
  c.record<Pick<AddedColumns, 'label' | 'origin'> & { readonly details: Details }>({
    label,
    origin: c.item(source),
    details,
  }),
  ({ details: read, ...others }): AddedColumns => ({ ...others, ...read }),
  (added) => ({ ...added, details: added }),
);

/**
 * Added columns in a parameter of the address:
 *
 *     added=1;Cost,price-column~CostForPricing,key~ItemNumber~Number,take~CostForPricing~Currency,least~CostForPricing,lenient
 *     added=1;Cost,price-column~CostForPricing,key~ItemNumber~Number,take~CostForPricing,count
 *     added=1;buy,file~buy.csv,key~ItemNumber~Article,take~Price,own~Article~text~0,own~Price~number~2
 */
const addedParameter = c.parameter(
  '1',
  c.where(c.list(c.item(c.where(addedOfSource, isWithinLimits), ',')), (added) => added.length > 0),
);

function isWithinLimits({ origin, keys, columns, own }: AddedColumns): boolean {
  return (
    keys.length > 0 &&
    keys.length <= MOST_KEYS &&
    areDistinct(columns, MOST_COLUMNS) &&
    (own === undefined ||
      (origin.kind === 'file' &&
        areDistinct(
          own.map(({ name }) => name),
          MOST_OWN_COLUMNS,
        )))
  );
}

/** Whether there is at least one name, not more than `most`, and no duplicate. */
function areDistinct(names: readonly string[], most: number): boolean {
  return names.length > 0 && names.length <= most && new Set(names).size === names.length;
}

/** Encodes added columns in a parameter of the address; undefined if there are none. */
export function addedColumnsToParameter(added: readonly AddedColumns[]): string | undefined {
  return addedParameter.write(added);
}

/** The known columns and the rights of the account, against which the added columns of a link are checked. */
export interface AddedColumnsScope {
  readonly columns: readonly RefineColumn[];
  readonly priceColumn: PriceColumn;
  readonly priceColumns: readonly PriceColumn[];
  readonly isLocked: (field: PriceField) => boolean;
}

export interface AddedColumnsProblem {
  readonly kind:
    | 'unknown-source'
    /** One of the two sources does not have the column, or the account may not view it. */
    | 'unknown-field'
    | 'name-taken'
    | 'other-type'
    | 'too-many';
  readonly text: string;
}

export type AddedAddressProblem =
  | AddedColumnsProblem
  | { readonly kind: 'unknown-version' | 'unreadable'; readonly text: string };

export type AddedColumnsFromAddress =
  | { readonly ok: true; readonly added: readonly AddedColumns[] }
  | { readonly ok: false; readonly problem: AddedAddressProblem };

/** Decodes `addedColumnsToParameter`. One bad source makes all unusable, because other parts may use its columns. Never throws. */
export function addedColumnsFromParameter(
  parameter: string,
  scope: AddedColumnsScope,
): AddedColumnsFromAddress {
  const read = addedParameter.read(parameter);
  if (!read.ok) return read;
  const problem = addedColumnsProblem(read.value, scope);
  return problem === null ? { ok: true, added: read.value } : { ok: false, problem };
}

/** Decodes the result of `addedColumnsToParameter` without checking columns and rights. Returns [] if it is unreadable. */
export function addedColumnsOfParameter(parameter: string): readonly AddedColumns[] {
  const read = addedParameter.read(parameter);
  return read.ok ? read.value : [];
}

/** Returns why columns cannot be added to rows; null if they can. */
export function addedColumnsProblem(
  added: readonly AddedColumns[],
  scope: AddedColumnsScope,
): AddedColumnsProblem | null {
  if (added.length > MOST_ADDED_SOURCES) return { kind: 'too-many', text: String(added.length) };
  const taken = new Set(scope.columns.map(({ name }) => name.toLowerCase()));
  for (const each of added) {
    const problem = problemOf(each, scope) ?? takenName(each, taken);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOf(added: AddedColumns, scope: AddedColumnsScope): AddedColumnsProblem | null {
  const { origin, keys, columns, several } = added;
  const reference = priceColumnOf(added, scope);
  if (reference === null) {
    return { kind: 'unknown-source', text: isOfOtherColumn(origin) ? origin.name : added.label };
  }
  const fieldOf = (name: string) =>
    reference.fields.find((field) => field.name === name && !scope.isLocked(field));
  for (const name of referenceColumns({ keys, columns, several })) {
    if (fieldOf(name) === undefined) return { kind: 'unknown-field', text: name };
  }
  for (const { current, reference: other } of keys) {
    const column = scope.columns.find(({ name }) => name === current);
    if (column === undefined) return { kind: 'unknown-field', text: current };
    const type = fieldOf(other)?.type;
    if (type !== column.type && type !== 'text' && column.type !== 'text') {
      return { kind: 'other-type', text: other };
    }
  }
  const isOfType = (name: string, types: readonly string[]) => types.includes(fieldOf(name)?.type ?? '');
  switch (several.kind) {
    case 'empty':
      return null;
    case 'valid-on': {
      const other = [several.from, several.to].find((name) => !isOfType(name, ['date']));
      return other === undefined ? null : { kind: 'other-type', text: other };
    }
    case 'least':
    case 'greatest':
      return isOfType(several.column, ['number', 'date'])
        ? null
        : { kind: 'other-type', text: several.column };
    case 'latest':
      return isOfType(several.column, ['date']) ? null : { kind: 'other-type', text: several.column };
  }
}

/** Adds the names of the added columns to `taken`. Returns a problem if one of them is already taken. */
function takenName({ label, columns }: AddedColumns, taken: Set<string>): AddedColumnsProblem | null {
  for (const name of [...columns.map((each) => addedColumnName(label, each)), partnersName(label)]) {
    if (taken.has(name.toLowerCase())) return { kind: 'name-taken', text: name };
    taken.add(name.toLowerCase());
  }
  return null;
}

/** Returns the price column that describes a source's rows; null if it is unknown. For a file, its fields are the file's columns. */
export function priceColumnOf(
  { origin, own }: Pick<AddedColumns, 'origin' | 'own'>,
  { priceColumn, priceColumns }: Pick<AddedColumnsScope, 'priceColumn' | 'priceColumns'>,
): PriceColumn | null {
  if (own !== undefined) return { ...priceColumn, fields: own.map(ownColumnField) };
  if (!isOfOtherColumn(origin)) return priceColumn;
  return priceColumns.find(({ name }) => name === origin.name) ?? null;
}

/** Returns the counting columns (`partnersName`) that the user has asked for or that a parameter of `search` names. */
export function askedCounts(added: readonly AddedColumns[], search: object): readonly string[] {
  return added.flatMap(({ label, counts }) => {
    const name = partnersName(label);
    return counts === true || namesColumn(search, name) ? [name] : [];
  });
}

/** Returns the added columns as fields. The counting column of a source is included if `counts` names it. */
export function addedFields(
  added: readonly AddedColumns[],
  scope: Pick<AddedColumnsScope, 'priceColumn' | 'priceColumns'>,
  counts: readonly string[],
): readonly PriceField[] {
  return added.flatMap((each) => {
    const { label, columns } = each;
    const partners = partnersName(label);
    const fields = priceColumnOf(each, scope)?.fields ?? [];
    return [
      ...columns.flatMap((name) => {
        const field = fields.find((other) => other.name === name);
        return field === undefined ? [] : [addedField(field, addedColumnName(label, name))];
      }),
      ...(counts.includes(partners) ? [computedField({ name: partners, places: 0 })] : []),
    ];
  });
}

/** Whether a parameter other than `added` names the column: in a condition, a formula, an order, a highlight or a group. */
function namesColumn(search: object, name: string): boolean {
  const written = [name, columnText(name)].map(escape);
  return Object.entries(search).some(
    ([parameter, value]) =>
      parameter !== 'added' && typeof value === 'string' && written.some((text) => value.includes(text)),
  );
}

/** Turns a field of the other source into a field of the rows on screen, without properties that only hold in the other source. */
function addedField(field: PriceField, name: string): PriceField {
  return {
    ...field,
    name,
    table: '',
    columnId: null,
    isUnique: false,
    isPrimaryKey: false,
    isKey: false,
    isNullable: true,
    isPriceColumn: null,
    canEdit: false,
    isFilterable: false,
    isSortable: true,
    raw: {},
  };
}
