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

/** The rows to read, including facts that an address does not contain. */
export interface SourceRequest {
  /** Null for none. */
  readonly source: Source | null;
  /** The file of the source; null until it is chosen on this page. */
  readonly file?: MappedFile | null;
  /** The other price column of the source; null if it is unknown, or the account may not view the necessary columns. */
  readonly taken?: TakenRows | null;
  /** Whether the rows are needed now. They stay once they are read. */
  readonly isNeeded: boolean;
}

/** Rows of another price column: of a snapshot that the source names, or the current rows. */
export interface TakenRows {
  readonly priceColumn: PriceColumn;
  /** The necessary columns, for current rows. */
  readonly fields: readonly string[];
  /** The conditions for the necessary rows, for current rows; absent for all rows. */
  readonly filters?: readonly FilterCondition[];
}

/** The progress of reading a source into the engine of the rows read. */
export type SourceState =
  | { readonly status: 'none' | 'opening' }
  /** The source is the snapshot on screen. */
  | { readonly status: 'same' }
  /** The file was not chosen on this page, or the price column is not known. */
  | { readonly status: 'unknown'; readonly source: Source }
  | { readonly status: 'failed'; readonly error: unknown; readonly retry: () => void }
  /** The pages are being read, or the reading waits, was cancelled or has failed. */
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
      /** Unique among the tables of rows. */
      readonly revision: string;
      /** The notes about a file, taken while reading it; null for other sources. */
      readonly added: AddedFile | null;
    };

export interface SourceReading {
  /** The rows as a snapshot; null until it is open. */
  readonly opened: OpenSnapshot | null;
  readonly state: SourceState;
}

/** Reads a source after the rows read: both at once would double the requests. Unmounting releases it. */
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
