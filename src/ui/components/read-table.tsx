import { useLocale } from 'use-intl';
import {
  columnFilteringFeature,
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  FlexRender,
  functionalUpdate,
  globalFilteringFeature,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnFiltersState,
  type ReactTable,
  type Row,
  type RowData,
  type SortingState,
  type TableOptions,
  type Updater,
} from '@tanstack/react-table';
import { useMemo, type KeyboardEvent, type MouseEvent, type Ref } from 'react';
import classes from './read-table.module.css';
import { fold, searchTerms } from '../../lib/base/search-terms';
import { nameOrder } from '@/lib/formats/name-order';

export interface ReadColumnMeta {
  /** Whether the column is aligned to the right, with digits of equal width. */
  readonly isNumeric?: boolean;
  readonly className?: string | undefined;
}

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<ReadColumnMeta>(),
});
type Features = typeof features;

export type ReadTableModel<Data extends RowData> = ReactTable<Features, Data>;
export type ReadTableRow<Data extends RowData> = Row<Features, Data>;

/** Returns a helper that creates typed column definitions for `useReadTable`. Keep the result at module scope or in a memo. */
export function readColumnHelper<Data extends RowData>() {
  return createColumnHelper<Features, Data>();
}

export interface ReadTableOptions<Data extends RowData> {
  /** The definitions of the columns. The first one needs an accessor. */
  readonly columns: TableOptions<Features, Data>['columns'];
  readonly data: readonly Data[];
  readonly getRowId: (row: Data) => string;
  readonly search?: string;
  /** Returns the text that must contain every search term, regardless of case and accents. */
  readonly getSearchText?: (row: Data) => string;
  readonly columnFilters?: ColumnFiltersState;
  /** The column and direction to sort by. If it is empty, rows keep the order of `data`. */
  readonly sorting?: SortingState;
  readonly onSortingChange?: (sorting: SortingState) => void;
}

const NOTHING: [] = [];
const noSearchText = (): string => '';
const ignoreSorting = (): void => undefined;

/** Returns a table model with search, filters and sorting. Rows are memoized, so pass the same objects while nothing changes. */
export function useReadTable<Data extends RowData>({
  columns,
  data,
  getRowId,
  search = '',
  getSearchText = noSearchText,
  columnFilters = NOTHING,
  sorting = NOTHING,
  onSortingChange = ignoreSorting,
}: ReadTableOptions<Data>): ReadTableModel<Data> {
  const terms = useMemo(() => searchTerms(search), [search]);
  const globalFilterFn = useMemo(() => searchFilter(getSearchText), [getSearchText]);
  const language = useLocale();
  const defaultColumn = useMemo(
    () => ({ sortFn: valueOrder<Data>(language), sortUndefined: 'last' as const }),
    [language],
  );
  return useTable({
    features,
    columns,
    data,
    getRowId,
    defaultColumn,
    state: { sorting, columnFilters, globalFilter: terms.length === 0 ? undefined : terms },
    onSortingChange: (updater: Updater<SortingState>) => onSortingChange(functionalUpdate(updater, sorting)),
    enableMultiSort: false,
    sortDescFirst: false,
    globalFilterFn,
    // The search text covers the whole row, so the search runs only once per row, for the first column.
    getColumnCanGlobalFilter: (column) => column === column.table.getAllLeafColumns()[0],
  });
}

/** Returns a filter for the rows whose text contains every term. Each text is folded (see `fold`) only once. */
function searchFilter<Data extends RowData>(getSearchText: (row: Data) => string) {
  const foldedTexts = new WeakMap<ReadTableRow<Data>, string>();
  return (row: ReadTableRow<Data>, _columnId: string, terms: readonly string[]): boolean => {
    const text = foldedTexts.get(row) ?? fold(getSearchText(row.original));
    foldedTexts.set(row, text);
    return terms.every((term) => text.includes(term));
  };
}

function valueOrder<Data extends RowData>(language: string) {
  const compare = nameOrder(language);
  return (a: ReadTableRow<Data>, b: ReadTableRow<Data>, columnId: string): number =>
    compare(String(a.getValue(columnId)), String(b.getValue(columnId)));
}

const SORT_WORDS = { asc: 'ascending', desc: 'descending', none: undefined } as const;

export interface ReadTableProps<Data extends RowData> {
  readonly table: ReadTableModel<Data>;
  readonly label: string;
  /** How many rows are rendered; all of them by default. */
  readonly rowLimit?: number;
  readonly rowClassName?: string | undefined;
  readonly onRowClick?: (event: MouseEvent<HTMLTableRowElement>) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly bodyRef?: Ref<HTMLTableSectionElement>;
}

/** Renders a table without virtualization, so it must be short. The first cell of a row is the row's header. */
export function ReadTable<Data extends RowData>({
  table,
  label,
  rowLimit,
  rowClassName,
  onRowClick,
  onKeyDown,
  bodyRef,
}: ReadTableProps<Data>) {
  return (
    <div className={classes['scroller']}>
      <table className={classes['table']} aria-label={label}>
        <thead>
          <tr>
            {table.getFlatHeaders().map((header) => (
              <th
                key={header.id}
                scope="col"
                aria-sort={SORT_WORDS[header.column.getIsSorted() || 'none']}
                data-number={header.column.columnDef.meta?.isNumeric || undefined}
              >
                <FlexRender header={header} />
              </th>
            ))}
          </tr>
        </thead>
        {/* Key events bubble from the links in the cells. The table body itself is not a control. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody ref={bodyRef} onKeyDown={onKeyDown}>
          {table
            .getRowModel()
            .rows.slice(0, rowLimit)
            .map((row) => (
              <tr key={row.id} className={rowClassName} onClick={onRowClick}>
                {row.getAllCells().map((cell, index) => {
                  const { isNumeric, className } = cell.column.columnDef.meta ?? {};
                  return index === 0 ? (
                    <th key={cell.id} scope="row">
                      <FlexRender cell={cell} />
                    </th>
                  ) : (
                    <td key={cell.id} data-number={isNumeric || undefined} className={className}>
                      <FlexRender cell={cell} />
                    </td>
                  );
                })}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
