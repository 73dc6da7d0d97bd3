import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Rights } from '@/session/rights/rights';
import { ITEM_COLUMNS, RIGHTS, testColumn } from '@/test/item-columns';
import { rememberedSchema, schemaChanges } from './schema-changes';
import { exportText, type ExportOptions } from './schema-export';
import { readSchemaFile } from './schema-file';
import { schemaRows } from './schema-row';

// The text is not set, because the JSON format contains no translated texts.
const OPTIONS = { text: undefined, excelRegion: 'en' } as unknown as ExportOptions;

function fileOf(columns = ITEM_COLUMNS, rights: Rights = RIGHTS.manager): string {
  return exportText(schemaRows(columns, rights), 'json', OPTIONS);
}

function changesSince(text: string, columns = ITEM_COLUMNS, rights: Rights = RIGHTS.manager) {
  const schema = readSchemaFile(text, rights);
  return schema && schemaChanges(schema, rememberedSchema(schemaRows(columns, rights), 0));
}

test.each(['manager', 'analyst', 'viewer', 'unknown'] as const)(
  'an export of the same table has no change (%s)',
  (name) => {
    expect(changesSince(fileOf(ITEM_COLUMNS, RIGHTS[name]), ITEM_COLUMNS, RIGHTS[name])).toEqual([]);
  },
);

test('says what is new, gone and retyped', () => {
  const [number, name, ...others] = ITEM_COLUMNS;
  if (number === undefined || name === undefined) throw new Error('The contract has these columns.');
  const wider = testColumn({ name: 'Number', typeName_display: 'nvarchar(200)', max_length: 200 });
  const before = fileOf([number, name, ...others]);
  const changes = changesSince(before, [
    { ...number, typeLabel: wider.typeLabel },
    ...others,
    testColumn({ name: 'Ean' }),
  ]);
  expect(changes).toEqual([
    {
      kind: 'changed',
      name: 'Number',
      facts: [{ property: 'typeLabel', before: number.typeLabel, after: 'nvarchar(200)' }],
    },
    { kind: 'added', name: 'Ean' },
    { kind: 'removed', name: name.name },
  ]);
});

test('what may no longer be viewed is in no comparison, although the file has it', () => {
  const read = readSchemaFile(fileOf(), RIGHTS.analyst);
  expect(JSON.stringify(read)).not.toContain('18,4');
  expect(read?.columns.find(({ name }) => name === 'CostForPricing')).toEqual({
    kind: 'locked',
    name: 'CostForPricing',
  });
});

test('a column that was locked when exported is now visible', () => {
  expect(changesSince(fileOf(ITEM_COLUMNS, RIGHTS.analyst))).toContainEqual({
    kind: 'unlocked',
    name: 'CostForPricing',
  });
});

test('any other text is refused', () => {
  for (const text of ['', '[]', '{}', 'null', '[1]', '[{"name":"a"}]', '[{"name":1,"metadata":{}}]']) {
    expect(readSchemaFile(text, RIGHTS.manager)).toBeNull();
  }
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const read = readSchemaFile(text, RIGHTS.manager);
      expect(read === null || read.columns.length > 0).toBe(true);
    }),
  );
});
