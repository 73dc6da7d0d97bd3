import { useMemo } from 'react';
import type { PriceColumn, PriceField } from '@/contract/column';
import type { FilterCondition } from '@/contract/extraction';
import { useWords } from '@/ui/formats/use-words';
import {
  addedColumnsFromParameter,
  addedFields,
  askedCounts,
  priceColumnOf,
  referenceColumns,
  type AddedColumns,
  type AddedColumnsFromAddress,
} from '@/analysis/conditions/added-columns';
import { typeOfKind } from '@/analysis/conditions/own-column';
import { isOfOtherColumn } from '@/analysis/conditions/source';
import type { RefineColumn } from '@/analysis/conditions/refinement';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import type { EngineFailure } from '@/analysis/engine/analysis-engine';
import {
  ANALYSIS_KEY,
  rowsReadKey,
  type AddedSourceFacts,
  type RowsRead,
} from '@/analysis/reading/rows-read';
import { useEngineTable } from '../reading/use-engine-table';
import { useRowsReadScope, type RowsReadScope } from '../rows/rows-read-scope';
import { useChosenFiles } from '../sources/files/files-of-page';
import type { MappedFile } from '@/analysis/source-files/read-file';
import { areRowsComing } from '../sources/whole-rows';
import { useSource, type SourceState } from '../sources/use-source';
import {
  joinSources,
  type JoinedRows,
  type PartnerCounts,
  type ReferenceSide,
} from '@/analysis/steps/joined-columns';
import { askedTable, joinOf } from '@/analysis/added/added-joins';
import { addedFacts, type FileOfSource } from '@/analysis/added/added-text';
import { carriedFilters } from './carried-filters';

export interface AddedOfAddress {
  readonly read: AddedColumnsFromAddress | null;
  /** The columns of the rows, including the added ones. */
  readonly columns: readonly RefineColumn[];
  readonly fields: readonly PriceField[];
}

/** Reads the added columns from the address. `columns`: the columns of the rows read. */
export function useAddedOfAddress(
  columns: readonly RefineColumn[],
  priceColumns: RowsReadScope['priceColumns'],
): AddedOfAddress {
  const { address, priceColumn, isLocked } = useWorkbenchScope();
  const { added } = address;
  const scope = useMemo(
    () => ({ columns, priceColumn, priceColumns, isLocked }),
    [columns, priceColumn, priceColumns, isLocked],
  );
  const read = useMemo(
    () => (added === undefined ? null : addedColumnsFromParameter(added, scope)),
    [added, scope],
  );
  // The counts are joined into one text, so that an address with the same counts does not cause a new result.
  const counts = read?.ok === true ? askedCounts(read.added, address).join('\n') : '';
  return useMemo(() => {
    const fields = read?.ok === true ? addedFields(read.added, scope, counts.split('\n')) : [];
    return { read, columns: [...columns, ...fields.map(({ name, type }) => ({ name, type }))], fields };
  }, [read, scope, columns, counts]);
}

/** A source of added columns, and its progress. */
export interface AddedSource {
  readonly columns: AddedColumns;
  readonly state: SourceState;
  /** Needed columns that the source's rows do not have. A snapshot may have fewer columns than its price column. */
  readonly lacking: readonly string[];
  /** False if only some of the source's rows were joined. */
  readonly isWhole: boolean;
  /** How many rows have a matching row in the source; null until the rows are joined. */
  readonly counts: PartnerCounts | null;
}

/** The rows read, joined with the added columns. */
export interface AddedRows {
  readonly sources: readonly AddedSource[];
  /** The joined rows; null until all sources are joined. */
  readonly rowsRead: RowsRead | null;
  /** Whether the rows are being read or joined, and no action of the user is needed. */
  readonly areComing: boolean;
  readonly failure: EngineFailure | null;
  readonly retry: () => void;
}

/** Reads the sources of added columns after the rows on screen, and joins them. `fields`: the fields of the added columns. */
export function useAddedRows(added: readonly AddedColumns[], fields: readonly PriceField[]): AddedRows {
  const { reading, priceColumns } = useRowsReadScope();
  const { address, ranOn, priceColumn: shown } = useWorkbenchScope();
  const { rowsRead, store } = reading;
  // Rows that are still being read are not joined, because they change with every page.
  const isReading = rowsRead?.coverage.kind === 'part' && rowsRead.coverage.status === 'reading';
  const isNeeded = rowsRead !== null && !isReading;
  const read = useSources(added, isNeeded);
  const words = useWords();
  const scope = { priceColumn: shown, priceColumns };
  const references = read.map(({ reference }) => reference);
  const areRead = references.every((reference) => reference !== null);
  const isReady = isNeeded && areRead && added.length > 0;
  const { current, failure, retry } = useEngineTable<JoinedRows>({
    key: [
      ...(rowsRead === null ? ANALYSIS_KEY : rowsReadKey(rowsRead)),
      'added',
      address.added,
      ranOn,
      references.map((reference) => [reference?.table.sqlName, reference?.isWhole, reference?.revision]),
    ],
    isWanted: isReady,
    // Rows that were joined with other settings are not shown.
    keeps: 0,
    make: async (signal) => {
      if (rowsRead === null) throw new RangeError('There are no rows to join to.');
      const joins = read.flatMap(({ columns, reference }) =>
        reference === null ? [] : [{ reference, join: joinOf(columns, ranOn) }],
      );
      const joined = await joinSources(store.engine, rowsRead.table, joins, signal);
      return { value: joined, drop: joined.drop };
    },
  });
  const joined = isReady ? current : null;
  const facts = read.flatMap(({ columns, opened, file, priceColumn }): readonly AddedSourceFacts[] =>
    opened === null ? [] : [addedFacts(words, columns, opened, { scope, priceColumn, file, today: ranOn })],
  );
  const factsText = JSON.stringify(facts);
  const joinedRowsRead = useMemo(
    () =>
      rowsRead === null || joined === null
        ? null
        : {
            ...rowsRead,
            table: askedTable(joined.table, added, fields),
            added: JSON.parse(factsText) as readonly AddedSourceFacts[],
          },
    [rowsRead, joined, added, fields, factsText],
  );
  return {
    sources: read.map(({ columns, state: ofSource, lacking, reference }, index) => ({
      columns,
      state: ofSource,
      lacking,
      isWhole: reference?.isWhole !== false,
      counts: joined?.counts[index] ?? null,
    })),
    rowsRead: joinedRowsRead,
    areComing:
      joinedRowsRead === null &&
      failure === null &&
      read.every(({ state: ofSource, lacking }) => lacking.length === 0 && isComing(ofSource)),
    failure,
    retry,
  };
}

function isComing(state: SourceState): boolean {
  switch (state.status) {
    case 'opening':
    case 'read':
      return true;
    case 'file':
      return state.state.status === 'waiting' || state.state.status === 'reading';
    case 'reading':
      return areRowsComing(state.reading);
    case 'none':
    case 'same':
    case 'unknown':
    case 'failed':
      return false;
  }
}

interface ReadSource {
  readonly columns: AddedColumns;
  readonly state: SourceState;
  readonly opened: OpenSnapshot | null;
  /** The file that the columns come from; null for other sources, and until the file is read. */
  readonly file: FileOfSource | null;
  readonly priceColumn: string;
  readonly lacking: readonly string[];
  readonly reference: (ReferenceSide & { readonly revision: string }) | null;
}

/** Calls the hook for `MOST_ADDED_SOURCES` sources, some of them undefined, because hooks cannot be called in a loop of changing length. */
function useSources(added: readonly AddedColumns[], isNeeded: boolean): readonly ReadSource[] {
  const all: readonly (ReadSource | null)[] = [
    useAddedSource(added[0], isNeeded),
    useAddedSource(added[1], isNeeded),
    useAddedSource(added[2], isNeeded),
  ];
  return all.flatMap((each) => each ?? []);
}

function useAddedSource(columns: AddedColumns | undefined, isNeeded: boolean): ReadSource | null {
  const { priceColumns } = useRowsReadScope();
  const files = useChosenFiles('own');
  const { priceColumn } = useWorkbenchScope();
  const filters = useCarriedFilters(columns);
  const origin = columns?.origin ?? null;
  const reference = columns === undefined ? null : priceColumnOf(columns, { priceColumn, priceColumns });
  const isOfColumn = origin !== null && isOfOtherColumn(origin);
  const chosen = origin?.kind === 'file' ? (files.get(origin.name)?.file ?? null) : null;
  const { opened, state } = useSource({
    source: origin,
    file: chosen !== null && reference !== null && hasTypes(chosen, reference) ? chosen : null,
    taken:
      columns === undefined || reference === null || !isOfColumn
        ? null
        : { priceColumn: reference, fields: referenceColumns(columns), filters },
    isNeeded,
  });
  if (columns === undefined) return null;
  const found = referenceOf(state);
  const lacking =
    found === null
      ? []
      : referenceColumns(columns).filter((name) => found.table.columns.every((each) => each.name !== name));
  return {
    columns,
    state,
    opened,
    file:
      chosen !== null && state.status === 'read'
        ? { outline: chosen.outline, isAsCertified: state.added?.isAsCertified ?? null }
        : null,
    priceColumn: (reference ?? priceColumn).name,
    lacking,
    reference: lacking.length === 0 ? found : null,
  };
}

/** Whether the columns of a file have the types that the address names. Another file of the same name may have other types. */
function hasTypes({ mapping }: MappedFile, reference: PriceColumn): boolean {
  return (mapping.own ?? []).every(({ name, kind }) => {
    const field = reference.fields.find((each) => each.name === name);
    return field === undefined || field.type === typeOfKind(kind);
  });
}

/** Returns the source's rows to join with; null until there are any. */
function referenceOf(state: SourceState): ReadSource['reference'] {
  if (state.status === 'read') {
    const { table, secondDigits = null, lacksEmptyTexts = false } = state.rows;
    return { table, secondDigits, lacksEmptyTexts, isWhole: true, revision: state.revision };
  }
  if (state.status !== 'reading') return null;
  const { rowsRead } = state.reading;
  // An incomplete reading is joined only if no more rows are being read: a sample, or rows whose reading was paused or cancelled.
  const { coverage } = rowsRead ?? {};
  const isSettled =
    coverage?.kind === 'sample' ||
    (coverage?.kind === 'part' && (coverage.status === 'paused' || coverage.status === 'stopped'));
  if (rowsRead === null || !isSettled) return null;
  return { table: rowsRead.table, isWhole: false, revision: String(rowsRead.revision) };
}

const NO_FILTERS: readonly FilterCondition[] = [];

/** Returns the query's conditions on key columns, as conditions on the source's columns. */
function useCarriedFilters(added: AddedColumns | undefined): readonly FilterCondition[] {
  const { applied, priceColumn, isLocked, ranOn } = useWorkbenchScope();
  const { priceColumns } = useRowsReadScope();
  return useMemo(() => {
    if (added === undefined || applied === null) return NO_FILTERS;
    const reference = priceColumnOf(added, { priceColumn, priceColumns });
    if (reference === null) return NO_FILTERS;
    return carriedFilters(added, reference, { draft: applied, priceColumn, isLocked, today: ranOn });
  }, [added, applied, priceColumn, priceColumns, isLocked, ranOn]);
}
