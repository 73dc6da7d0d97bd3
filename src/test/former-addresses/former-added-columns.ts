import * as z from 'zod';
import { MAX_CACHE_KEY_LENGTH } from '@/contract/limits';
import {
  addedColumnsProblem,
  type AddedColumns,
  type AddedColumnsFromAddress,
  type AddedColumnsScope,
  type SeveralRule,
} from '@/features/workbench/model/added-columns';
import {
  escape,
  itemsOfPart,
  partsOfParameter,
  textsOfItem,
  unescape,
  writeItem,
  writeParameter,
  writePart,
} from '@/features/workbench/model/address/notation';
import { OWN_KINDS } from '@/features/workbench/model/own-column';
import { isDateOperand } from '@/features/workbench/model/relative-day';
import { sourceFromParameter, sourceToParameter } from '@/features/workbench/model/source';

const MOST_CHARACTERS = 1_000;
const nameSchema = z.string().min(1).max(MOST_CHARACTERS);
const MOST_LABEL_CHARACTERS = 60;
const MOST_KEYS = 8;
const MOST_COLUMNS = 12;

const sourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('snapshot'), cacheKey: nameSchema.max(MAX_CACHE_KEY_LENGTH) }),
  z.object({ kind: z.literal('copy'), id: nameSchema }),
  z.object({ kind: z.literal('file'), name: nameSchema }),
  z.object({ kind: z.literal('price-column'), name: nameSchema }),
  z.object({
    kind: z.literal('snapshot-of'),
    name: nameSchema,
    cacheKey: nameSchema.max(MAX_CACHE_KEY_LENGTH),
  }),
]);

const ownColumnSchema = z.object({
  name: z.string().min(1).max(1_000),
  kind: z.enum(OWN_KINDS),
  places: z.int().min(0).max(38),
});

const matchSchema = z.object({ current: nameSchema, reference: nameSchema });
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
const VERSION = '1';
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
