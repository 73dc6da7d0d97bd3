import { describe, expect, test } from 'vitest';
import type { Column } from '@/contract/column';
import type { Rights } from '@/session/rights/rights';
import { COST_SECRETS, ITEM_COLUMNS, RIGHTS, testColumn } from '@/test/item-columns';
import {
  rememberedSchema,
  rememberedSchemaSchema,
  schemaChanges,
  withoutWithheld,
  type RememberedSchema,
  type SchemaChange,
} from './schema-changes';
import { schemaRows } from './schema-row';

function remembered(columns: readonly Column[], rights: Rights): RememberedSchema {
  return rememberedSchema(schemaRows(columns, rights), 0);
}

function changes(before: readonly Column[], after: readonly Column[], rights: Rights = RIGHTS.manager) {
  return schemaChanges(remembered(before, rights), remembered(after, rights));
}

const plain = testColumn({ name: 'A' });
const open = rememberedSchema(schemaRows([plain], RIGHTS.manager), 0).columns;

describe('schemaChanges', () => {
  test('reports nothing for the same columns', () => {
    expect(changes(ITEM_COLUMNS, ITEM_COLUMNS)).toEqual([]);
  });

  test('reports an added and a removed column; the others have only moved', () => {
    const after = [testColumn({ name: 'New', column_id: 1 }), ...ITEM_COLUMNS.slice(1)];
    expect(changes(ITEM_COLUMNS, after)).toEqual([
      { kind: 'added', name: 'New' },
      { kind: 'removed', name: 'Number' },
    ]);
  });

  test.each<[Parameters<typeof testColumn>[0], Parameters<typeof testColumn>[0], SchemaChange[]]>([
    [
      { typeName_display: 'nvarchar(128)', max_length: 128 },
      { typeName_display: 'nvarchar(256)', max_length: 256 },
      [
        {
          kind: 'changed',
          name: 'A',
          facts: [{ property: 'typeLabel', before: 'nvarchar(128)', after: 'nvarchar(256)' }],
        },
      ],
    ],
    [
      { max_length: 128 },
      { max_length: 0 },
      [{ kind: 'changed', name: 'A', facts: [{ property: 'maxLength', before: 128, after: null }] }],
    ],
    [
      { FORMATTING: '', EditSecurityRightID: null, canEdit: true },
      { FORMATTING: '#,##0', EditSecurityRightID: 'some-right', canEdit: false },
      [
        {
          kind: 'changed',
          name: 'A',
          facts: [
            { property: 'formatting', before: '', after: '#,##0' },
            { property: 'editRight', before: null, after: 'some-right' },
            { property: 'canEdit', before: true, after: false },
          ],
        },
      ],
    ],
    [{ is_nullable: false }, { is_nullable: 'maybe' }, []],
    [{ is_nullable: 'maybe' }, { is_nullable: false }, []],
  ])('%j to %j', (before, after, expected) => {
    expect(changes([testColumn({ name: 'A', ...before })], [testColumn({ name: 'A', ...after })])).toEqual(
      expected,
    );
  });

  test('reports a column that becomes locked or unlocked by its name alone', () => {
    const locked: RememberedSchema['columns'] = [{ kind: 'locked', name: 'A' }];
    const between = (before: typeof locked, after: typeof locked) =>
      schemaChanges({ columns: before }, { columns: after });
    expect(between(open, locked)).toEqual([{ kind: 'locked', name: 'A' }]);
    expect(between(locked, open)).toEqual([{ kind: 'unlocked', name: 'A' }]);
    expect(between(locked, locked)).toEqual([]);
  });

  test('stores and compares nothing of a locked column', () => {
    const text = JSON.stringify(remembered(ITEM_COLUMNS, RIGHTS.analyst));
    for (const secret of COST_SECRETS) expect(text).not.toContain(secret);
    const after = ITEM_COLUMNS.map((column) =>
      column.name === 'CostForPricing' ? { ...column, formatting: '0' } : column,
    );
    expect(changes(ITEM_COLUMNS, after, RIGHTS.analyst)).toEqual([]);
    expect(changes(ITEM_COLUMNS, after, RIGHTS.manager)).toHaveLength(1);
  });

  test('compares the first of two columns with the same name', () => {
    expect(changes([plain], [plain, testColumn({ name: 'A', FORMATTING: '0' })])).toEqual([]);
  });
});

describe('rememberedSchema', () => {
  test('survives storage', () => {
    const schema = remembered(ITEM_COLUMNS, RIGHTS.analyst);
    expect(rememberedSchemaSchema.parse(structuredClone(schema))).toEqual(schema);
  });

  test('loses the properties of a column as soon as the person may no longer see it', () => {
    const before = remembered(ITEM_COLUMNS, RIGHTS.manager);
    const now = remembered(ITEM_COLUMNS, RIGHTS.analyst);
    expect(JSON.stringify(before)).toContain(COST_SECRETS[0]);
    const permitted = withoutWithheld(before, now);
    for (const secret of COST_SECRETS) expect(JSON.stringify(permitted)).not.toContain(secret);
    expect(schemaChanges(permitted, now)).toEqual([{ kind: 'locked', name: 'CostForPricing' }]);
    expect(withoutWithheld(permitted, now)).toBe(permitted);
    expect(withoutWithheld(before, before)).toBe(before);
  });

  test.each([
    null,
    'text',
    { version: 2, seenAtMs: 0, columns: [] },
    { version: 1, seenAtMs: 0, columns: [{ kind: 'open', name: 'A' }] },
    { version: 1, seenAtMs: 0, columns: [{ kind: 'open', name: 'A', facts: { typeLabel: {} } }] },
  ])('rejects what another version or a fault has stored: %j', (stored) => {
    expect(rememberedSchemaSchema.safeParse(stored).success).toBe(false);
  });
});
