import type { PriceColumn } from '@/contract/column';
import type { Snapshot, SnapshotRow } from '@/contract/extraction';
import type { BodyChunks } from '@/lib/base/body-chunks';
import type { OwnRecords } from '@/lib/storage/owned-store';
import type { RowsInColumns } from '@/lib/row-batches/column-buffers';
import type { WantedColumn } from '@/lib/table-files/parquet-columns';
import { connectCopies, type CopyConnection } from './copy-connection';
import { CopyError } from './copy-failure';
import { placeOf } from './keep-copy';
import { keptCopies } from './kept-copies';
import { copiedPriceColumn, copyCacheKey, isReadable, type KeptCopy } from './kept-copy';

/** An opened copy. Its file has been checked and is complete and unchanged. */
export interface OpenedCopy {
  readonly copy: KeptCopy;
  /** Takes the place of the snapshot from which the copy was made. It does not expire. */
  readonly snapshot: Snapshot;
  readonly priceColumn: Pick<PriceColumn, 'fields'>;
  /** The columns that the user may see, in the order of the cells. */
  readonly columns: readonly string[];
  /** Reads rows. `rowEnd` is exclusive. Rejects with a CopyError. */
  readonly readRows: (
    rowStart: number,
    rowEnd: number,
    signal: AbortSignal,
  ) => Promise<readonly SnapshotRow[]>;
  /** Reads a page (1-based) in the form of the service's responses. Rejects with a CopyError. */
  readonly receivePage: (page: number, pageSize: number, signal: AbortSignal) => Promise<BodyChunks>;
  /** Reads a page by columns. A column that the file does not store in the wanted type comes as texts. Rejects with a CopyError. */
  readonly receiveColumns: (
    page: number,
    pageSize: number,
    wanted: readonly WantedColumn[],
    signal: AbortSignal,
  ) => Promise<RowsInColumns>;
  /** Ends the worker. A new worker starts when the copy is read again. */
  readonly pause: () => void;
}

/** Reads the record of a copy. Rejects with a CopyError if there is none or this version cannot read it. */
export async function readCopyRecord(own: OwnRecords, id: string): Promise<KeptCopy> {
  const [copy] = await keptCopies.readSome(own, [id]);
  if (copy === undefined) throw new CopyError({ kind: 'missing' });
  if (!isReadable(copy) || copiedPriceColumn(copy, null) === null)
    throw new CopyError({ kind: 'other-version' });
  return copy;
}

export interface OpenCopyOptions {
  readonly signal: AbortSignal;
  readonly connect?: () => CopyConnection;
  /** The snapshot that the pages state as theirs. By default, it is the copy itself. */
  readonly snapshot?: Snapshot;
}

/** Checks and opens a copy, without its `isLocked` columns. Rejects with a CopyError if the file is incomplete or was changed. */
export async function openCopy(
  own: OwnRecords,
  id: string,
  isLocked: (column: string) => boolean,
  { signal, connect = connectCopies, ...options }: OpenCopyOptions,
): Promise<OpenedCopy> {
  const copy = await readCopyRecord(own, id);
  const priceColumn = copiedPriceColumn(copy, null);
  if (priceColumn === null) throw new CopyError({ kind: 'other-version' });
  const { size, rowCount, digest, createdAtMs } = copy;
  const columns = copy.columns.filter((column) => !isLocked(column));
  const place = await placeOf(own, id);
  const read = columns.map((name) => {
    const field = priceColumn.fields.find((each) => each.name === name);
    return { name, ...(field !== undefined && { sqlType: field.sqlType, scale: field.scale }) };
  });
  let connection: Promise<CopyConnection> | null = null;

  async function connected(): Promise<CopyConnection> {
    connection ??= connectAndOpen();
    try {
      return await connection;
    } catch (error) {
      connection = null;
      throw error;
    }
  }

  async function connectAndOpen(): Promise<CopyConnection> {
    const started = connect();
    try {
      await started.open({ place, size, rowCount, digest, columns: read });
      return started;
    } catch (error) {
      started.terminate();
      throw error;
    }
  }

  await connected();
  signal.throwIfAborted();
  const { traits } = copy;
  const ofCopy = { cacheKey: copyCacheKey(id), rowCount, createdAtMs, expiresAtMs: createdAtMs, traits };
  const { snapshot = ofCopy } = options;
  return {
    copy,
    snapshot,
    priceColumn,
    columns,
    readRows: async (rowStart, rowEnd, until) => {
      const rows = await (await connected()).rows({ rowStart, rowEnd });
      until.throwIfAborted();
      return rows;
    },
    receivePage: async (page, pageSize, until) => {
      const chunks = await (await connected()).page({ snapshot, page, pageSize });
      until.throwIfAborted();
      return chunks;
    },
    receiveColumns: async (page, pageSize, wanted, until) => {
      const [rowStart, rowEnd] = [(page - 1) * pageSize, Math.min(rowCount, page * pageSize)];
      const read = await (await connected()).columns({ rowStart, rowEnd, wanted });
      until.throwIfAborted();
      return read;
    },
    pause: () => {
      // Ignores the error of a worker that did not start. Pending commands are no longer wanted.
      void connection?.then(({ terminate }) => terminate()).catch(() => undefined);
      connection = null;
    },
  };
}
