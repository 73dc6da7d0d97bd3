import { useQuery } from '@tanstack/react-query';
import type { PriceColumn } from '@/contract/column';
import type { FilterCondition } from '@/contract/extraction';
import { useServiceClient } from '@/session/session-context';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { cacheKeyOfSource, type Source } from '../../model/source';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { newSnapshotQuery } from '../../snapshot/snapshot.queries';
import type { ComparedSide } from '../matching/matched-sides';
import { useReading, type Reading } from '../reading/use-reading';
import { useRowsReadScope } from '../rows/rows-read-scope';
import { fileSide } from './files/open-file-rows';
import type { AddedFile, MappedFile } from './files/read-file';
import { useFileRows, type FileRows, type FileRowsState } from './files/use-file-rows';
import { isWhole, wholeSide } from './reading-status';
import { useOtherSnapshot, type OtherSnapshot } from './use-other-snapshot';

/** The rows to read, including facts that an address does not contain. */
interface SourceRequest {
  readonly source: Source | null;
  /** The file of the source; null until it is chosen on this page. */
  readonly file?: MappedFile | null;
  /** The other price column of the source; null if it is unknown, or the account may not view the necessary columns. */
  readonly taken?: TakenRows | null;
  /** Whether the rows are needed now. They stay once they are read. */
  readonly isNeeded: boolean;
}

/** Rows of another price column: of a snapshot that the source names, or the current rows. */
interface TakenRows {
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

interface SourceReading {
  /** The rows as a snapshot; null until it is open. */
  readonly opened: OpenSnapshot | null;
  readonly state: SourceState;
}

type SourcePlace =
  | { readonly kind: 'none' | 'same' }
  | { readonly kind: 'unknown'; readonly source: Source }
  | { readonly kind: 'file'; readonly file: MappedFile }
  /** A snapshot or kept copy, which is opened by its key. */
  | { readonly kind: 'stored'; readonly priceColumn: PriceColumn; readonly cacheKey: string | null }
  /** Another price column, of whose current rows a snapshot is taken. */
  | ({ readonly kind: 'current' } & TakenRows);

/** Reads a source after the rows read: both at once would double the requests. Unmounting releases it. */
export function useSource(request: SourceRequest): SourceReading {
  const { isNeeded } = request;
  const { openSnapshot, reading } = useRowsReadScope();
  const { priceColumn } = useWorkbenchScope();
  const place = placeOf(request, openSnapshot.snapshot.cacheKey, priceColumn);
  const ofPlace = 'priceColumn' in place ? place.priceColumn : priceColumn;
  // Every hook runs for every source; those for other places get null and do nothing.
  const stored = useOtherSnapshot(ofPlace, place.kind === 'stored' ? place.cacheKey : null);
  const current = useCurrentRows(place.kind === 'current' ? place : null, isNeeded);
  const snapshot = place.kind === 'current' ? current : stored;
  const further = useReading(snapshot.other, ofPlace, isNeeded, reading);
  const fileRows = useFileRows(place.kind === 'file' ? place.file : null, reading, isWhole(reading));

  switch (place.kind) {
    case 'none':
      return { opened: null, state: { status: 'none' } };
    case 'same':
      return { opened: openSnapshot, state: { status: 'same' } };
    case 'unknown':
      return { opened: null, state: { status: 'unknown', source: place.source } };
    case 'file':
      return readingOfFile(place.file, fileRows);
    case 'stored':
    case 'current':
      return readingOfSnapshot(snapshot, further);
  }
}

function placeOf(
  { source, file = null, taken = null }: SourceRequest,
  shownKey: string,
  priceColumn: PriceColumn,
): SourcePlace {
  if (source === null) return { kind: 'none' };
  const cacheKey = cacheKeyOfSource(source);
  if (cacheKey === shownKey) return { kind: 'same' };
  const unknown = { kind: 'unknown', source } as const;
  switch (source.kind) {
    case 'snapshot':
    case 'copy':
      return { kind: 'stored', priceColumn, cacheKey };
    case 'snapshot-of':
      return taken === null ? unknown : { kind: 'stored', priceColumn: taken.priceColumn, cacheKey };
    case 'price-column':
      return taken === null ? unknown : { kind: 'current', ...taken };
    case 'file':
      return file === null ? unknown : { kind: 'file', file };
  }
}

/** Takes a snapshot of the current rows of another price column; null takes none. */
function useCurrentRows(taken: TakenRows | null, isNeeded: boolean): OtherSnapshot {
  const { openSnapshot } = useRowsReadScope();
  const { priceColumn } = useWorkbenchScope();
  const query = newSnapshotQuery(
    useServiceClient(),
    taken?.priceColumn ?? priceColumn,
    taken?.fields ?? [],
    openSnapshot.snapshot.cacheKey,
    taken?.filters,
  );
  const { data = null, error, refetch } = useQuery({ ...query, enabled: taken !== null && isNeeded });
  return { other: data, error, retry: () => void refetch() };
}

function readingOfSnapshot({ other, error, retry }: OtherSnapshot, reading: Reading | null): SourceReading {
  if (other === null || reading === null) {
    return {
      opened: null,
      state: error === null ? { status: 'opening' } : { status: 'failed', error, retry },
    };
  }
  const rows = wholeSide(reading);
  if (rows === null) return { opened: other, state: { status: 'reading', reading } };
  const revision = String(reading.rowsRead?.revision);
  return { opened: other, state: { status: 'read', rows, revision, added: null } };
}

function readingOfFile(file: MappedFile, { state, id, cancel, retry }: FileRows): SourceReading {
  if (state.status !== 'done') {
    return { opened: null, state: { status: 'file', file, state, cancel, retry } };
  }
  const { opened, added } = state;
  const rows = fileSide(file, added);
  const revision = `file ${id} ${rows.table.sqlName}`;
  return { opened, state: { status: 'read', rows, revision, added } };
}
