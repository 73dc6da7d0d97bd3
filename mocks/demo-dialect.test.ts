import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { parseServiceDescription } from '@/contract/read-description';
import { DEFAULT_DESCRIPTION, serviceDescriptionSchema } from '@/contract/service-description';
import { DIALECT_NAMES } from './demo-dialect';

const DIRECTORY = 'mocks/dialects';
const FILES = readdirSync(DIRECTORY);
/** Members with names of the service's own, and keys that have one value only. */
const WITHOUT_KEYS = new Set(['$schema', 'version', 'method', 'types', 'ask', 'constants']);

const schemaNode = z.object({
  properties: z.record(z.string(), z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  type: z.string().optional(),
});

/** Returns the keys of the format that have no keys below them, each with those values that the format lists. */
function keysOf(schema: unknown, key: readonly string[] = []): (readonly [key: string, listed: unknown[]])[] {
  const forms = [schema]
    .map((form) => schemaNode.parse(form))
    .flatMap((form) => [form, ...(form.anyOf ?? form.oneOf ?? []).map((each) => schemaNode.parse(each))]);
  const parts = forms.flatMap(({ properties }) => Object.entries(properties ?? {}));
  const name = key.at(-1) ?? '';
  if (WITHOUT_KEYS.has(name)) return [];
  // The place of the total is a text or an object with the name of a header.
  if (parts.length > 0 && name !== 'total') {
    return parts.flatMap(([member, part]) => keysOf(part, [...key, member]));
  }
  const listed = forms.flatMap((form) => [
    ...(form.enum ?? []),
    ...(form.const === undefined ? [] : [form.const]),
    ...(form.type === 'boolean' ? [true, false] : []),
  ]);
  return [[key.join('.'), listed]];
}

/** Returns the value at a key in each description, as JSON. */
function valuesAt(key: string): (string | undefined)[] {
  return [DEFAULT_DESCRIPTION, ...FILES.map(descriptionIn)].map((description) =>
    JSON.stringify(key.split('.').reduce<unknown>((part, step) => Object(part)[step], description)),
  );
}

function descriptionIn(file: string): unknown {
  const result = parseServiceDescription(readFileSync(path.join(DIRECTORY, file), 'utf8'));
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.description;
}

const KEYS = keysOf(z.toJSONSchema(serviceDescriptionSchema, { io: 'input', unrepresentable: 'any' }));

test('Demo controls offer every dialect of the folder', () => {
  expect(FILES.map((file) => path.basename(file, '.json')).toSorted()).toEqual(
    DIALECT_NAMES.filter((name) => name !== 'contract').toSorted(),
  );
});

test.each(KEYS)('the contract and the dialects differ in %s', (key, listed) => {
  const values = valuesAt(key);
  expect(new Set(values).size).toBeGreaterThanOrEqual(Math.min(3, Math.max(2, listed.length)));
  expect(values).toEqual(expect.arrayContaining(listed.map((value) => JSON.stringify(value))));
});
