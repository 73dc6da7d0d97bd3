import { describe, expect, test } from 'vitest';
import { createDialect } from '@/contract/create-dialect';
import { described } from '@/test/service-description.arbitraries';
import {
  editState,
  extractionPermission,
  extractionRight,
  holds,
  rightsFromIds,
  UNKNOWN_RIGHTS,
  viewState,
  type EditState,
  type Rights,
} from './rights';

const RIGHTS: Readonly<Record<string, Rights>> = {
  'none held': rightsFromIds([]),
  'column right held': rightsFromIds(['column-right']),
  'table right held': rightsFromIds(['table-right']),
  'both held': rightsFromIds(['column-right', 'table-right']),
  unknown: UNKNOWN_RIGHTS,
};

describe('viewing a column', () => {
  test.each(Object.entries(RIGHTS))('without a view right it is visible: %s', (_, rights) => {
    expect(viewState({ viewRight: null }, rights)).toEqual({ state: 'visible' });
  });

  test.each([
    ['none held', { state: 'locked', right: 'column-right' }],
    ['column right held', { state: 'visible' }],
    ['table right held', { state: 'locked', right: 'column-right' }],
    ['both held', { state: 'visible' }],
    ['unknown', { state: 'unknown', right: 'column-right' }],
  ])('with a view right: %s', (held, expected) => {
    expect(viewState({ viewRight: 'column-right' }, RIGHTS[held] ?? UNKNOWN_RIGHTS)).toEqual(expected);
  });
});

const editable: EditState = { state: 'editable' };
const frozen: EditState = { state: 'read-only', reason: { kind: 'can-edit-false' } };
const missing = (...rights: string[]): EditState => ({
  state: 'read-only',
  reason: { kind: 'missing-rights', rights },
});
const unknown = (...rights: string[]): EditState => ({ state: 'unknown', rights });

/** `canEdit`, the column's and the table's right, then the result if the account has neither, one, the other, both, or unknown rights. */
const EDIT_TABLE: readonly [boolean, string | null, string | null, readonly EditState[]][] = [
  [true, null, null, [editable, editable, editable, editable, editable]],
  [
    true,
    'column-right',
    null,
    [missing('column-right'), editable, missing('column-right'), editable, unknown('column-right')],
  ],
  [
    true,
    null,
    'table-right',
    [missing('table-right'), missing('table-right'), editable, editable, unknown('table-right')],
  ],
  [
    true,
    'column-right',
    'table-right',
    [
      missing('column-right', 'table-right'),
      missing('table-right'),
      missing('column-right'),
      editable,
      unknown('column-right', 'table-right'),
    ],
  ],
  [false, null, null, [frozen, frozen, frozen, frozen, frozen]],
  [false, 'column-right', null, [frozen, frozen, frozen, frozen, frozen]],
  [false, null, 'table-right', [frozen, frozen, frozen, frozen, frozen]],
  [false, 'column-right', 'table-right', [frozen, frozen, frozen, frozen, frozen]],
];

describe('editing a column', () => {
  const cases = EDIT_TABLE.flatMap(([canEdit, editRight, tableEditRight, expected]) =>
    Object.entries(RIGHTS).map(([held, rights], index) => ({
      canEdit,
      editRight,
      tableEditRight,
      held,
      rights,
      expected: expected[index],
    })),
  );

  test('every combination is in the table', () => {
    expect(cases).toHaveLength(2 * 2 * 2 * 5);
    expect(cases.every(({ expected }) => expected !== undefined)).toBe(true);
  });

  test.each(cases)(
    'canEdit $canEdit, column $editRight, table $tableEditRight, $held',
    ({ rights, expected, ...column }) => {
      expect(editState(column, rights)).toEqual(expected);
    },
  );

  test('a right that both ask for is named once', () => {
    const column = { canEdit: true, editRight: 'same', tableEditRight: 'same' };
    expect(editState(column, rightsFromIds([]))).toEqual(missing('same'));
    expect(editState(column, UNKNOWN_RIGHTS)).toEqual(unknown('same'));
  });
});

describe('holding a right', () => {
  test('ids are compared exactly', () => {
    const rights = rightsFromIds(['dataadmin-item_edit']);
    expect(holds(rights, 'dataadmin-item_edit')).toBe('granted');
    expect(holds(rights, 'DataAdmin-item_edit')).toBe('denied');
    expect(holds(rights, 'dataadmin-item')).toBe('denied');
  });

  test('extraction', () => {
    expect(extractionPermission(rightsFromIds(['api-prices-extraction']))).toBe('granted');
    expect(extractionPermission(rightsFromIds([]))).toBe('denied');
    expect(extractionPermission(UNKNOWN_RIGHTS)).toBe('unknown');
  });

  test('extraction from a service that calls the right otherwise', () => {
    const dialect = createDialect(described({ rights: { extraction: 'prices.read' } }));
    expect(extractionPermission(rightsFromIds(['prices.read']), dialect)).toBe('granted');
    expect(extractionPermission(rightsFromIds(['api-prices-extraction']), dialect)).toBe('denied');
    expect(extractionRight(dialect)).toBe('prices.read');
    expect(extractionRight(null)).toBe('api-prices-extraction');
  });

  test('a token that names no rights is not a token without rights', () => {
    expect(rightsFromIds(null)).toEqual({ kind: 'unknown' });
    expect(rightsFromIds([])).toEqual({ kind: 'known', ids: new Set() });
  });
});
