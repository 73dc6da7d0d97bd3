import { readColumnHelper } from '@/ui/components/read-table';
import { isKeyColumn, rightIds, type OpenRow, type SchemaRow } from '../model/schema-row';
import type { FilterName, SchemaColumnId } from '../model/schema-view';
import {
  DefaultCell,
  EditRightCell,
  FormatCell,
  KeysCell,
  NullableCell,
  TypeCell,
  ViewRightCell,
} from './schema-cells';

/** The value by which a row is sorted. Rows with `undefined` come last in both directions. */
type SortValue = string | number | undefined;

/** Returns a sort value for open rows only. The position of a locked row would disclose what is withheld. */
function ofOpenRow(value: (row: OpenRow) => SortValue) {
  return (row: SchemaRow): SortValue => (row.kind === 'locked' ? undefined : value(row));
}

function orUndefined(text: string): SortValue {
  return text === '' ? undefined : text;
}

const EDIT_ORDER = { editable: 'a', unknown: 'b', 'read-only': 'c' } as const;

/** Returns the sort value for keys. The strongest key comes first. */
function keyRank({ column }: OpenRow): SortValue {
  if (column.isPrimaryKey) return 0;
  if (column.isUnique) return 1;
  if (column.isKey) return 2;
  return column.foreignKey === null ? undefined : 3;
}

interface FilteredRow {
  readonly original: SchemaRow;
}

const column = readColumnHelper<SchemaRow>();
const id = (columnId: SchemaColumnId) => columnId;

/** All filters keep rows whose rights are unknown. All except "viewable" drop locked rows, which disclose only their lock. */
export const schemaColumns = column.columns([
  column.accessor('name', {
    id: id('name'),
    filterFn: ({ original }: FilteredRow, _columnId: string, names: ReadonlySet<string>) =>
      names.has(original.name),
  }),
  column.accessor(
    ofOpenRow((row) => orUndefined(row.column.typeLabel)),
    { id: id('type'), cell: TypeCell },
  ),
  column.accessor(
    ofOpenRow((row) => (row.unreadable.has('isNullable') ? undefined : Number(row.column.isNullable))),
    { id: id('nullable'), cell: NullableCell },
  ),
  column.accessor(
    ofOpenRow((row) => orUndefined(row.column.defaultExpression ?? '')),
    { id: id('default'), cell: DefaultCell },
  ),
  column.accessor(ofOpenRow(keyRank), {
    id: id('keys'),
    cell: KeysCell,
    filterFn: ({ original }: FilteredRow) => original.kind === 'open' && isKeyColumn(original),
  }),
  column.accessor(
    ofOpenRow((row) => orUndefined(row.column.formatting)),
    { id: id('format'), cell: FormatCell },
  ),
  column.accessor((row): SortValue => row.viewRight?.id ?? undefined, {
    id: id('view'),
    cell: ViewRightCell,
    filterFn: ({ original }: FilteredRow) => original.kind === 'open',
  }),
  column.accessor(
    ofOpenRow((row) => EDIT_ORDER[row.edit.state] + rightIds(row.editRights).join(' ')),
    {
      id: id('edit'),
      cell: EditRightCell,
      filterFn: ({ original }: FilteredRow) =>
        original.kind === 'open' && original.edit.state !== 'read-only',
    },
  ),
]);

const FILTERED_COLUMNS: Record<FilterName, SchemaColumnId> = {
  viewable: 'view',
  editable: 'edit',
  keys: 'keys',
};

/** Returns the state of the table model's column filters. `names` limits the rows to these columns; null means all rows. */
export function columnFilters(filters: ReadonlySet<FilterName>, names: ReadonlySet<string> | null) {
  return [
    ...[...filters].map((name) => ({ id: FILTERED_COLUMNS[name] as string, value: true as unknown })),
    ...(names === null ? [] : [{ id: id('name') as string, value: names }]),
  ];
}
