import { useQuery } from '@tanstack/react-query';
import type { PriceColumn } from '@/contract/column';
import type { FilterCondition } from '@/contract/extraction';
import { useServiceClient } from '@/session/session-context';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { cacheKeyOfSource, isOfOtherColumn, type Source } from '../../model/source';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { newSnapshotQuery } from '../../snapshot/snapshot.queries';
import type { ComparedSide } from '../matching/matched-sides';
import { useReading, type Reading } from '../reading/use-reading';
import { useRowsReadScope } from '../rows/rows-read-scope';
import { fileSide } from './files/open-file-rows';
import type { AddedFile, MappedFile } from './files/read-file';
import { useFileRows, type FileRowsState } from './files/use-file-rows';
import { isWhole, wholeSide } from './reading-status';
import { useOtherSnapshot } from './use-other-snapshot';

/** Which rows to read, and what no address can say of them. */
export interface SourceRequest {
  /** Null for none. */
  readonly source: Source | null;
  /** The file of the source; null while nobody has chosen it on this page. */
  readonly file?: MappedFile | null;
  /** The other price column of the source; null where it is not known, or the account may not view what is needed of it. */
  readonly taken?: TakenRows | null;
  /** Whether its rows are needed now. They stay once they are read. */
  readonly isNeeded: boolean;
}

/** Rows of another price column: of a snapshot that the source names, or to be taken as they are now. */
export interface TakenRows {
  readonly priceColumn: PriceColumn;
  /** The columns of it that are needed, of rows as they are now. */
  readonly fields: readonly string[];
  /** The conditions of the rows that are needed, of rows as they are now; absent for all. */
  readonly filters?: readonly FilterCondition[];
}

/** How far the rows of a source have come on their way into the engine of the rows read. */
export type SourceState =
  | { readonly status: 'none' | 'opening' }
  /** The source is the snapshot on screen. */
  | { readonly status: 'same' }
  /** Its file was not chosen on this page, or its price column is not known. */
  | { readonly status: 'unknown'; readonly source: Source }
  | { readonly status: 'failed'; readonly error: unknown; readonly retry: () => void }
  /** Its pages are read, or the reading waits, was cancelled or has failed. */
  | { readonly status: 'reading'; readonly reading: Reading }
  | {
      readonly status: 'file';
      readonly file: MappedFile;
      readonly state: Exclude<FileRowsState, { status: 'done' }>;
      /** Cancels the reading and releases the rows read so far. */
      readonly cancel: () => void;
      /** Reads the file from its beginning. */
      readonly retry: () => void;
    }
  | {
      readonly status: 'read';
      readonly rows: ComparedSide;
      /** Differs with every other table of rows. */
      readonly revision: string;
      /** The notes taken while a file was read; null for other sources. */
      readonly added: AddedFile | null;
    };

export interface SourceReading {
  /** The rows as a snapshot; null until it is open. */
  readonly opened: OpenSnapshot | null;
  readonly state: SourceState;
}

/**
 * Opens a source and reads all of its rows into the engine of the rows read, after those: together they would ask the service for twice
 * as much at once. `SourceStatus` shows how far that is. The rows are released with the component, and when another source is read.
 */
export function useSource({ source, file = null, taken = null, isNeeded }: SourceRequest): SourceReading {
  const { openSnapshot, reading } = useRowsReadScope();
  const { priceColumn } = useWorkbenchScope();
  const client = useServiceClient();
  const shownKey = openSnapshot.snapshot.cacheKey;
  const cacheKey = source === null ? null : cacheKeyOfSource(source);
  const isSame = cacheKey === shownKey;
  const ofColumn = source !== null && isOfOtherColumn(source) ? taken : null;
  const isUnknownColumn = source !== null && isOfOtherColumn(source) && ofColumn === null;
  const known = useOtherSnapshot(
    ofColumn?.priceColumn ?? priceColumn,
    isSame || isUnknownColumn ? null : cacheKey,
  );
  const takesNew = source?.kind === 'price-column' && ofColumn !== null;
  const latest = useQuery({
    ...newSnapshotQuery(
      client,
      ofColumn?.priceColumn ?? priceColumn,
      ofColumn?.fields ?? [],
      shownKey,
      ofColumn?.filters,
    ),
    enabled: takesNew && isNeeded,
  });
  const opening = takesNew
    ? { other: latest.data ?? null, error: latest.error, retry: () => void latest.refetch() }
    : known;
  const further = useReading(opening.other, ofColumn?.priceColumn ?? priceColumn, isNeeded, reading);
  const ofFile = source?.kind === 'file' ? file : null;
  const fileRows = useFileRows(ofFile, reading, isWhole(reading));

  if (source === null) return { opened: null, state: { status: 'none' } };
  if (isSame) return { opened: openSnapshot, state: { status: 'same' } };
  if (ofFile !== null) {
    const { state, id, cancel, retry } = fileRows;
    return state.status === 'done'
      ? { opened: state.opened, state: readFile(ofFile, state.added, id) }
      : { opened: null, state: { status: 'file', file: ofFile, state, cancel, retry } };
  }
  if (source.kind === 'file' || isUnknownColumn)
    return { opened: null, state: { status: 'unknown', source } };
  const { other, error, retry } = opening;
  if (other === null || further === null) {
    const state =
      error === null ? ({ status: 'opening' } as const) : ({ status: 'failed', error, retry } as const);
    return { opened: null, state };
  }
  const rows = wholeSide(further);
  if (rows === null) return { opened: other, state: { status: 'reading', reading: further } };
  const revision = String(further.rowsRead?.revision);
  return { opened: other, state: { status: 'read', rows, revision, added: null } };
}

function readFile(file: MappedFile, added: AddedFile, id: string): SourceState {
  const rows = fileSide(file, added);
  return { status: 'read', rows, revision: `file ${id} ${rows.table.sqlName}`, added };
}
