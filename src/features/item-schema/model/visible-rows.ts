import { fold, searchWords } from './marked-text';
import { isKeyColumn, type AskedRight, type OpenRow, type SchemaRow } from './schema-row';
import type { FilterName, SchemaSort, SchemaView, SortKey } from './schema-view';

/** The rows that search and filters let through, in the order wanted. */
export function visibleRows(
  rows: readonly SchemaRow[],
  { search, filters, sort }: Pick<SchemaView, 'search' | 'filters' | 'sort'>,
): SchemaRow[] {
  const words = searchWords(search);
  const found = rows.filter(
    (row) =>
      words.every((word) => searchText(row).includes(word)) &&
      [...filters].every((name) => passes(row, name)),
  );
  return sort === null ? found : sorted(found, sort);
}

/** What a search looks at, and where its matches are marked. Of a locked row no more than is on screen. */
export function searchedTexts(row: SchemaRow): string[] {
  if (row.kind === 'locked') return [row.name, ...idsOf([row.viewRight])];
  const { typeLabel, foreignKey } = row.column;
  return [
    row.name,
    typeLabel,
    ...(foreignKey === null ? [] : [foreignKeyText(foreignKey)]),
    ...idsOf(row.viewRight === null ? row.editRights : [row.viewRight, ...row.editRights]),
  ];
}

/** `PriceGroup.Code` */
export function foreignKeyText(foreignKey: NonNullable<OpenRow['column']['foreignKey']>): string {
  return `${foreignKey.table}.${foreignKey.column}`;
}

const foldedTexts = new WeakMap<SchemaRow, string>();

function searchText(row: SchemaRow): string {
  const known = foldedTexts.get(row);
  if (known !== undefined) return known;
  const text = fold(searchedTexts(row).join('\n'));
  foldedTexts.set(row, text);
  return text;
}

function idsOf(rights: readonly AskedRight[]): string[] {
  return rights.flatMap(({ id }) => (id === null ? [] : [id]));
}

/**
 * Where it is not known whether a right is held, the column stays: only what is certain is filtered away. Nothing but
 * being locked is ever told of a locked column.
 */
function passes(row: SchemaRow, filter: FilterName): boolean {
  if (row.kind === 'locked') return false;
  switch (filter) {
    case 'viewable':
      return true;
    case 'editable':
      return row.edit.state !== 'read-only';
    case 'keys':
      return isKeyColumn(row);
  }
}

/** Numbers within texts count as numbers: nvarchar(128) comes before nvarchar(1000). */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Undefined: the row has nothing to be sorted by, and stands at the end in either direction. */
type SortValue = string | number | undefined;

function sorted(rows: readonly SchemaRow[], { key, isDescending }: SchemaSort): SchemaRow[] {
  const direction = isDescending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: sortValue(row, key) }))
    .sort((a, b) => {
      if (a.value === undefined || b.value === undefined) {
        return Number(a.value === undefined) - Number(b.value === undefined) || a.row.ordinal - b.row.ordinal;
      }
      return direction * compare(a.value, b.value) || a.row.ordinal - b.row.ordinal;
    })
    .map(({ row }) => row);
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
}

function sortValue(row: SchemaRow, key: SortKey): SortValue {
  if (key === 'name') return row.name;
  if (key === 'view') return row.viewRight?.id ?? undefined;
  // The place of a locked column must not tell what is withheld.
  return row.kind === 'locked' ? undefined : openSortValue(row, key);
}

const EDIT_ORDER = { editable: 'a', unknown: 'b', 'read-only': 'c' } as const;

function openSortValue(row: OpenRow, key: Exclude<SortKey, 'name' | 'view'>): SortValue {
  const { column } = row;
  switch (key) {
    case 'type':
      return orUndefined(column.typeLabel);
    case 'nullable':
      return row.unreadable.has('isNullable') ? undefined : Number(column.isNullable);
    case 'default':
      return orUndefined(column.defaultExpression ?? '');
    case 'keys':
      return keyRank(row);
    case 'format':
      return orUndefined(column.formatting);
    case 'edit':
      return EDIT_ORDER[row.edit.state] + idsOf(row.editRights).join(' ');
  }
}

/** The strongest first. */
function keyRank({ column }: OpenRow): SortValue {
  if (column.isPrimaryKey) return 0;
  if (column.isUnique) return 1;
  if (column.isKey) return 2;
  return column.foreignKey === null ? undefined : 3;
}

function orUndefined(text: string): SortValue {
  return text === '' ? undefined : text;
}
