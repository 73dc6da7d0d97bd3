import * as z from 'zod';
import type { PriceColumn, PriceField } from '@/contract/column';
import { isDateOperand } from './relative-day';
import {
  escape,
  itemsOfPart,
  partsOfParameter,
  textsOfItem,
  unescape,
  writeItem,
  writeParameter,
  writePart,
} from './address/notation';
import { isOfOtherColumn, sourceFromParameter, sourceSchema, sourceToParameter } from './source';
import { columnText } from './formula';
import { computedField } from './computed-field';
import { ownColumnField, ownColumnSchema } from './own-column';
import type { RefineColumn } from './refinement';

const MOST_CHARACTERS = 1_000;
const nameSchema = z.string().min(1).max(MOST_CHARACTERS);
const MOST_LABEL_CHARACTERS = 60;
const MOST_KEYS = 8;
const MOST_COLUMNS = 12;
/** The limit of sources, each of which `useSources` reads into the engine beside the rows. */
const MOST_ADDED_SOURCES = 3;

const matchSchema = z.object({ current: nameSchema, reference: nameSchema });
/** A column of the current rows, and the column of the reference rows with the same meaning. */
export type ColumnMatch = z.output<typeof matchSchema>;

const severalRuleSchema = z.discriminatedUnion('kind', [
  /** No row is taken: the cells stay empty, and the rows are counted. */
  z.object({ kind: z.literal('empty') }),
  /** The row that is valid on a day, which may be relative. Open ends count as valid. */
  z.object({
    kind: z.literal('valid-on'),
    from: nameSchema,
    to: nameSchema,
    day: z.string().refine(isDateOperand),
  }),
  z.object({ kind: z.literal('least'), column: nameSchema }),
  z.object({ kind: z.literal('greatest'), column: nameSchema }),
  z.object({ kind: z.literal('latest'), column: nameSchema }),
]);
/** Decides which of several matching rows is taken. If it cannot, cells stay empty: no row is guessed. */
export type SeveralRule = z.output<typeof severalRuleSchema>;
export const SEVERAL_KINDS = [
  'empty',
  'valid-on',
  'least',
  'greatest',
  'latest',
] as const satisfies readonly SeveralRule['kind'][];

/** The columns of the key, the added columns, and up to two columns of the rule. */
const MOST_OWN_COLUMNS = MOST_KEYS + MOST_COLUMNS + 2;

const addedColumnsSchema = z
  .object({
    /** The prefix of the names of the added columns. */
    label: z.string().trim().min(1).max(MOST_LABEL_CHARACTERS),
    /** A file's columns are in `own`; in links before 0.3.0 they are fields of the price column on screen. */
    origin: sourceSchema,
    keys: z.array(matchSchema).min(1).max(MOST_KEYS).readonly(),
    /** The columns to add, by their names in the other side. */
    columns: z
      .array(nameSchema)
      .min(1)
      .max(MOST_COLUMNS)
      .refine((names) => new Set(names).size === names.length)
      .readonly(),
    several: severalRuleSchema,
    /** Whether key texts are compared without regard to case and surrounding spaces. */
    isLenient: z.boolean(),
    /** Whether a column with the number of matching rows is added, too. */
    counts: z.literal(true).optional(),
    /** The needed columns of a file, which no metadata describes; absent for other sources. */
    own: z
      .array(ownColumnSchema)
      .min(1)
      .max(MOST_OWN_COLUMNS)
      .refine((columns) => new Set(columns.map(({ name }) => name)).size === columns.length)
      .readonly()
      .optional(),
  })
  .refine(({ own, origin }) => own === undefined || origin.kind === 'file');
/** Columns of another source that are added to the rows read by matching a key. */
export type AddedColumns = z.output<typeof addedColumnsSchema>;

const LABEL_SEPARATOR = ' · ';

/** Returns the name that a column of another source has beside the rows read: "Cost · Value". */
export function addedColumnName(label: string, column: string): string {
  return `${label}${LABEL_SEPARATOR}${column}`;
}

/**
 * Returns the name of the column that counts the matching rows after the rule was applied: 0 if no row has the key, 1 if the added columns
 * have values, more if they are empty because the rule did not decide. The cell is null if not all rows of the other side are known.
 */
export function partnersName(label: string): string {
  return addedColumnName(label, '#');
}

/** Returns the names of the other side's columns that are needed, each once. */
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

const VERSION = '1';

/**
 * Encodes added columns in a search parameter; undefined if there are none:
 *
 *     added=1;Cost,price-column~CostForPricing,key~ItemNumber~Number,take~CostForPricing~Currency,least~CostForPricing,lenient
 *     added=1;Cost,price-column~CostForPricing,key~ItemNumber~Number,take~CostForPricing,count
 *     added=1;buy,file~buy.csv,key~ItemNumber~Article,take~Price,own~Article~text~0,own~Price~number~2
 */
export function addedColumnsToParameter(added: readonly AddedColumns[]): string | undefined {
  if (added.length === 0) return undefined;
  return writeParameter(
    VERSION,
    added.map(({ label, origin, keys, columns, several, isLenient, counts, own = [] }) =>
      writePart(escape(label), [
        sourceToParameter(origin),
        ...keys.map(({ current, reference }) => writeItem('key', current, reference)),
        writeItem('take', ...columns),
        ...ruleItems(several),
        ...(isLenient ? ['lenient'] : []),
        ...(counts === true ? ['count'] : []),
        ...own.map(({ name, kind, places }) => writeItem('own', name, kind, String(places))),
      ]),
    ),
  );
}

function ruleItems(several: SeveralRule): readonly string[] {
  switch (several.kind) {
    case 'empty':
      return [];
    case 'valid-on':
      return [writeItem(several.kind, several.from, several.to, several.day)];
    case 'least':
    case 'greatest':
    case 'latest':
      return [writeItem(several.kind, several.column)];
  }
}

/** The columns and rights that the columns of a link are checked against. */
export interface AddedColumnsScope {
  readonly columns: readonly RefineColumn[];
  readonly priceColumn: PriceColumn;
  readonly priceColumns: readonly PriceColumn[];
  readonly isLocked: (field: PriceField) => boolean;
}

export interface AddedColumnsProblem {
  readonly kind:
    | 'unknown-source'
    /** The side does not have the column, or the account may not view it. */
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

/** Decodes `addedColumnsToParameter`. One bad source makes all unusable, as conditions and formulas may name its columns. Never throws. */
export function addedColumnsFromParameter(
  parameter: string,
  scope: AddedColumnsScope,
): AddedColumnsFromAddress {
  const read = partsOfParameter(parameter, VERSION);
  if (!read.ok) return read;
  const parsed = z.array(addedColumnsSchema).min(1).safeParse(read.parts.map(structureOf));
  if (!parsed.success) return { ok: false, problem: { kind: 'unreadable', text: parameter } };
  const problem = addedColumnsProblem(parsed.data, scope);
  return problem === null ? { ok: true, added: parsed.data } : { ok: false, problem };
}

function structureOf(part: string): unknown {
  const { name, items } = itemsOfPart(part);
  const [origin = '', ...others] = items;
  const keys: unknown[] = [];
  const own: unknown[] = [];
  let columns: unknown = null;
  let several: unknown = { kind: 'empty' };
  let isLenient = false;
  let counts = false;
  for (const item of others) {
    const [kind, ...texts] = textsOfItem(item);
    const [first, second, third] = texts;
    if (kind === 'key' && texts.length === 2) keys.push({ current: first, reference: second });
    else if (kind === 'take') columns = texts;
    else if (kind === 'valid-on' && texts.length === 3)
      several = { kind, from: first, to: second, day: third };
    else if ((kind === 'least' || kind === 'greatest' || kind === 'latest') && texts.length === 1) {
      several = { kind, column: first };
    } else if (kind === 'own' && texts.length === 3) {
      own.push({ name: first, kind: second, places: /^\d{1,2}$/.test(third ?? '') ? Number(third) : null });
    } else if (kind === 'lenient' && texts.length === 0) isLenient = true;
    else if (kind === 'count' && texts.length === 0) counts = true;
    else return null;
  }
  return {
    label: unescape(name),
    origin: sourceFromParameter(origin),
    keys,
    columns,
    several,
    isLenient,
    ...(counts && { counts }),
    ...(own.length > 0 && { own }),
  };
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

/** Adds the names of the added columns to `taken`. Returns a problem if one is already there. */
function takenName({ label, columns }: AddedColumns, taken: Set<string>): AddedColumnsProblem | null {
  for (const name of [...columns.map((each) => addedColumnName(label, each)), partnersName(label)]) {
    if (taken.has(name.toLowerCase())) return { kind: 'name-taken', text: name };
    taken.add(name.toLowerCase());
  }
  return null;
}

/** Returns the price column of a source's rows; null if it is unknown. For a file, its fields are the file's own columns. */
export function priceColumnOf(
  { origin, own }: Pick<AddedColumns, 'origin' | 'own'>,
  { priceColumn, priceColumns }: Pick<AddedColumnsScope, 'priceColumn' | 'priceColumns'>,
): PriceColumn | null {
  if (own !== undefined) return { ...priceColumn, fields: own.map(ownColumnField) };
  if (!isOfOtherColumn(origin)) return priceColumn;
  return priceColumns.find(({ name }) => name === origin.name) ?? null;
}

/** Returns the counting columns (`partnersName`) that the person has asked for or that a parameter of `search` names. */
export function askedCounts(added: readonly AddedColumns[], search: object): readonly string[] {
  return added.flatMap(({ label, counts }) => {
    const name = partnersName(label);
    return counts === true || namesColumn(search, name) ? [name] : [];
  });
}

/** Returns the added columns as fields, each source with its counting column if that is among `counts`. */
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

/** Turns a field of the other side into a field of these rows, without properties that only hold for the rows of the other side. */
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
