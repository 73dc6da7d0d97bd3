import { useQuery } from '@tanstack/react-query';
import type { PriceColumn } from '@/contract/column';
import type { FilterCondition } from '@/contract/extraction';
import { useServiceClient } from '@/session/session-context';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { cacheKeyOfSource, type Source } from '@/analysis/conditions/source';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { newSnapshotQuery } from '../../snapshot/snapshot.queries';
import type { ComparedSide } from '@/analysis/matching/matched-sides';
import { useReading, type Reading } from '../reading/use-reading';
import { useRowsReadScope } from '../rows/rows-read-scope';
import { fileSide } from '@/analysis/source-files/open-file-rows';
import type { AddedFile, MappedFile } from '@/analysis/source-files/read-file';
import { useFileRows, type FileRows, type FileRowsState } from './files/use-file-rows';
import { isWhole, wholeSide } from './whole-rows';
import { useOtherSnapshot, type OtherSnapshot } from './use-other-snapshot';

/** Which rows to read, with facts that an address does not contain. */
interface SourceRequest {
  readonly source: Source | null;
  /** The file of the source; null until the user has chosen it on this page. */
  readonly file?: MappedFile | null;
  /** The rows of another price column; null if it is unknown, or the account may not view the columns that are needed. */
  readonly taken?: TakenRows | null;
  /** Whether the rows are needed now. After they are read, they stay even if this becomes false. */
  readonly isNeeded: boolean;
}

/** Rows of another price column: either the current rows, or those of a snapshot that the source names. */
interface TakenRows {
  readonly priceColumn: PriceColumn;
  /** If current rows are read, the columns that are needed. */
  readonly fields: readonly string[];
  /** If current rows are read, the conditions for the rows that are needed; absent for all rows. */
  readonly filters?: readonly FilterCondition[];
}

/** The progress of reading a source into the engine that has the rows on screen. */
export type SourceState =
  | { readonly status: 'none' | 'opening' }
  /** The source is the snapshot on screen. */
  | { readonly status: 'same' }
  /** The file was not chosen on this page, or the price column is unknown. */
  | { readonly status: 'unknown'; readonly source: Source }
  | { readonly status: 'failed'; readonly error: unknown; readonly retry: () => void }
  /** The pages are being read, or the reading waits, was cancelled or has failed. */
  | { readonly status: 'reading'; readonly reading: Reading }
  | {
      readonly status: 'file';
      readonly file: MappedFile;
      readonly state: Exclude<FileRowsState, { status: 'done' }>;
      /** Cancels the reading, and releases the rows that were read so far. */
      readonly cancel: () => void;
      /** Reads the file again from its beginning. */
      readonly retry: () => void;
    }
  | {
      readonly status: 'read';
      readonly rows: ComparedSide;
      /** A text that is unique among the tables of rows, and changes with their content. */
      readonly revision: string;
      /** The result of reading a file, with notes about its rows; null for other sources. */
      readonly added: AddedFile | null;
    };

interface SourceReading {
  /** The rows opened like a snapshot; null until they are open. */
  readonly opened: OpenSnapshot | null;
  readonly state: SourceState;
}

type SourcePlace =
  | { readonly kind: 'none' | 'same' }
  | { readonly kind: 'unknown'; readonly source: Source }
  | { readonly kind: 'file'; readonly file: MappedFile }
  /** A snapshot or kept copy, which is opened by its key. */
  | { readonly kind: 'stored'; readonly priceColumn: PriceColumn; readonly cacheKey: string | null }
  /** Another price column. A snapshot of its current rows is taken. */
  | ({ readonly kind: 'current' } & TakenRows);

/** Reads a source after the rows on screen, because reading both at once would double the requests. Unmounting releases the source. */
export function useSource(request: SourceRequest): SourceReading {
  const { isNeeded } = request;
  const { openSnapshot, reading } = useRowsReadScope();
  const { priceColumn } = useWorkbenchScope();
  const place = placeOf(request, openSnapshot.snapshot.cacheKey, priceColumn);
  const ofPlace = 'priceColumn' in place ? place.priceColumn : priceColumn;
  // Every hook is called for every source, but gets null and does nothing if the source is of another kind.
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

/** Takes a snapshot of the current rows of another price column. With null, no snapshot is taken. */
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
