import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { isRecord, pathSteps, valueAt } from '@/contract/member-path';
import { readServiceDescription } from '@/contract/read-description';
import { DEFAULT_DESCRIPTION, serviceDescriptionSchema } from '@/contract/service-description';

const DIRECTORY = 'mocks/dialects';
/** A value for every key, so also for those that the contract does not need. */
const EVERY_KEY = merged(DEFAULT_DESCRIPTION, {
  extraction: { columns: 'columns', constants: {}, snapshot: { lifetimeMinutes: 1 } },
});
const DIALECTS = readdirSync(DIRECTORY)
  .filter((file) => file.endsWith('.json'))
  .map((file) => readDialect(path.join(DIRECTORY, file)));
/** Keys that have one value only. */
const FIXED = new Set(['$schema', 'version', 'extraction.method']);
/**
 * Constants are left out. Check service finds each dialect from nothing, but it never takes constants from an address that it has found
 * itself, because the body that a refusal asks for could create something there.
 */
const NOT_FOUND = new Set(['extraction.constants']);

const schemaNode = z.object({
  properties: z.record(z.string(), z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  type: z.string().optional(),
});
type SchemaNode = z.output<typeof schemaNode>;

/** A key of the format. */
interface Key {
  readonly key: string;
  /** The values that the format lists. */
  readonly listed: readonly unknown[];
  /** How many values the key can have; Infinity for a name, a place, a number or a list. */
  readonly valueCount: number;
}

/** Returns the forms that a value may have, without those that only join other forms. */
function formsOf(schema: unknown): readonly SchemaNode[] {
  const node = schemaNode.parse(schema);
  const joined = node.anyOf ?? node.oneOf;
  return joined === undefined ? [node] : joined.flatMap(formsOf);
}

/** Returns the values of a form that lists them; null for a form that allows any text, number, list or object. */
function listedIn(form: SchemaNode): readonly unknown[] | null {
  if (form.enum !== undefined) return form.enum;
  if (form.const !== undefined) return [form.const];
  if (form.type === 'boolean') return [true, false];
  return form.type === 'null' ? [null] : null;
}

/** Returns the keys of the format. A part that can be replaced by a single value, such as `"none"`, is a key, too. */
function keysOf(schema: unknown, steps: readonly string[] = []): readonly Key[] {
  const key = steps.join('.');
  if (FIXED.has(key) || NOT_FOUND.has(key)) return [];
  const forms = formsOf(schema);
  const values = forms.map(listedIn);
  // Null is left out: most names can be null, and no service lacks everything.
  const listed = values.flatMap((each) => each ?? []).filter((value) => value !== null);
  const valueCount = values.reduce((sum, each) => sum + (each?.length ?? Infinity), 0);
  // The place of the total is a text, or an object with the name of a header.
  const parts =
    key === 'extraction.total' ? [] : forms.flatMap(({ properties }) => Object.entries(properties ?? {}));
  const keysOfParts = parts.flatMap(([name, part]) => keysOf(part, [...steps, name]));
  if (parts.length === 0) return [{ key, listed, valueCount }];
  const isReplaceable = values.some((each) => each !== null);
  return [
    ...(isReplaceable ? [{ key, listed: values.flatMap((each) => each ?? []), valueCount }] : []),
    ...keysOfParts,
  ];
}

interface Read {
  readonly description: unknown;
  /** The keys that have no effect in this dialect, or the parts with only such keys. */
  readonly useless: readonly string[];
}

function readDialect(file: string): Read {
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const result = readServiceDescription(json);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return { description: result.description, useless: uselessBeside(json) };
}

/** Returns the keys that have no effect beside those of a file. A file that has them is refused, and the refusal lists them. */
function uselessBeside(json: unknown): readonly string[] {
  const result = readServiceDescription(merged(EVERY_KEY, json));
  const problems = result.ok ? [] : result.problems;
  // A value that the format forbids would hide which keys have no effect.
  if (problems.some(({ kind }) => kind === 'wrong-value')) throw new Error(JSON.stringify(problems));
  return problems.flatMap(({ kind, key }) => (kind === 'no-effect' && key !== null ? [key] : []));
}

/** Returns `json` with the members that it lacks of `usual`. */
function merged(usual: unknown, json: unknown): unknown {
  if (json === undefined) return usual;
  if (!isRecord(usual) || !isRecord(json)) return json;
  const names = new Set([...Object.keys(usual), ...Object.keys(json)]);
  return Object.fromEntries([...names].map((name) => [name, merged(usual[name], json[name])]));
}

function hasEffect(steps: readonly string[], { description, useless }: Read): boolean {
  const key = steps.join('.');
  const isInPart = isRecord(valueAt(description, steps.slice(0, -1)));
  return isInPart && !useless.some((each) => key === each || key.startsWith(`${each}.`));
}

/** Returns the values of a key as JSON: the contract's, and that of each dialect in which the key has an effect. */
function valuesAt(key: string): readonly string[] {
  const steps = pathSteps(key);
  return [
    DEFAULT_DESCRIPTION,
    ...DIALECTS.filter((dialect) => hasEffect(steps, dialect)).map(({ description }) => description),
  ].map((description) => JSON.stringify(valueAt(description, steps)) ?? 'undefined');
}

const KEYS = keysOf(z.toJSONSchema(serviceDescriptionSchema, { io: 'input', unrepresentable: 'any' }));

test('there are three dialects beside the contract', () => {
  expect(DIALECTS).toHaveLength(3);
});

test.each(KEYS)('the contract and the dialects differ pairwise in $key', ({ key, listed, valueCount }) => {
  const values = valuesAt(key);
  // A key with fewer values than there are services has each of them in one service at least.
  expect(new Set(values).size).toBe(Math.min(valueCount, values.length));
  expect(values).toEqual(expect.arrayContaining(listed.map((value) => JSON.stringify(value))));
});

test('only these keys have fewer values than there are services', () => {
  expect(
    Object.fromEntries(
      KEYS.filter(({ valueCount }) => valueCount < 4).map(({ key, valueCount }) => [key, valueCount]),
    ),
  ).toEqual({
    'rights.form': 2,
    'extraction.page.style': 2,
    'extraction.page.first': 2,
    'extraction.fields.all': 3,
    'extraction.filters.style': 2,
    'extraction.filters.values': 2,
    'extraction.filters.lists': 2,
    'extraction.filters.noValue': 3,
    'extraction.sort.style': 2,
    'extraction.snapshot.keys': 2,
    'extraction.snapshot.send': 3,
    'extraction.snapshot.repeatQuery': 2,
    'extraction.row': 2,
  });
});
