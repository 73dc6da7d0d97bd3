import type { PriceColumn } from '@/contract/column';
import type { Rights } from '@/session/rights/rights';
import type { ServiceClient } from '@/session/service-client';
import { ServiceError } from '@/ui/http/service-error';
import { BLOCK_ROWS, type RowDigest } from '@/lib/table-files/row-digest';
import { readPriceColumns } from '@/rows/price-rows/read-price-columns';
import { isProvable, type Certificate } from '@/rows/certificates/certificate';
import { readFirstPage } from '@/analysis/snapshot/first-page';
import { lockedColumns, tableColumn } from '../model/export-choices';
import { ExportError, type ExportFailure, type RetryReason } from '../model/export-failure';
import type { ExportPlan } from '../model/export-job';
import { runExport, type RunExportPorts } from '../run/run-export';

export type SnapshotComparison =
  | { readonly kind: 'same' }
  | { readonly kind: 'different'; readonly differences: readonly SnapshotDifference[] }
  | { readonly kind: 'expired' }
  /** The service keeps no snapshots, so it cannot have these rows. */
  | { readonly kind: 'not-provable' }
  /** The certificate names another service than the session's. That service is not contacted. */
  | { readonly kind: 'other-service' }
  /** The account may not view these columns, so they cannot be compared. */
  | { readonly kind: 'locked'; readonly columns: readonly string[] }
  | { readonly kind: 'failed'; readonly failure: ExportFailure }
  /** The comparison was not started, or was cancelled. */
  | { readonly kind: 'not-compared' };

export type SnapshotDifference =
  /** Rows whose values differ: row numbers in the file, 1-based and inclusive. */
  | { readonly kind: 'rows'; readonly ranges: readonly RowRange[] }
  | { readonly kind: 'row-count'; readonly found: number }
  | { readonly kind: 'taken'; readonly foundMs: number }
  /** Columns that the snapshot does not contain, or that have another type there. */
  | { readonly kind: 'columns'; readonly columns: readonly string[] };

interface RowRange {
  readonly first: number;
  readonly last: number;
}

export interface ComparisonPorts extends Omit<RunExportPorts, 'client' | 'sealingKey'> {
  readonly client: ServiceClient;
  readonly rights: Rights;
  /** The service of the session; null if no user is signed in. */
  readonly service: string | null;
}

interface ComparisonEvents {
  readonly onRows: (rowCount: number) => void;
  readonly onRetrying: (retryReason: RetryReason | null) => void;
  /** Called when reading the rows begins. `tryNow` skips the delay before the next automatic attempt. */
  readonly onReading: (tryNow: () => void) => void;
}

/** Compares a certificate's digest with the digest of its snapshot, which is read like an export. Never rejects. */
export async function compareWithSnapshot(
  certificate: Certificate,
  ports: ComparisonPorts,
  events: ComparisonEvents,
  signal: AbortSignal,
): Promise<SnapshotComparison> {
  if (!isProvable(certificate)) return { kind: 'not-provable' };
  if (certificate.service !== ports.service) return { kind: 'other-service' };
  try {
    const priceColumn = await priceColumnOf(certificate, ports.client, signal);
    const plan = comparisonPlan(certificate, priceColumn);
    const locked = lockedColumns(plan, ports.rights);
    if (locked.length > 0) return { kind: 'locked', columns: locked };
    const stated = await wrongStatements(certificate, priceColumn, ports.client, signal);
    if (stated.length > 0) return { kind: 'different', differences: stated };
    const digest = await snapshotDigest(plan, ports, events, signal);
    return digest.sha256 === certificate.digest.sha256
      ? { kind: 'same' }
      : { kind: 'different', differences: [{ kind: 'rows', ranges: differingRows(certificate, digest) }] };
  } catch (error) {
    if (signal.aborted) return { kind: 'not-compared' };
    const failure = failureOf(error);
    const isExpired = failure.kind === 'service' && failure.failure.kind === 'expired-snapshot';
    return isExpired ? { kind: 'expired' } : { kind: 'failed', failure };
  }
}

async function priceColumnOf(
  certificate: Certificate,
  client: ServiceClient,
  signal: AbortSignal,
): Promise<PriceColumn | null> {
  const isIt = (name: string) => name === certificate.priceColumn;
  const priceColumns = await readPriceColumns(client, isIt, signal);
  return priceColumns.find(({ name }) => isIt(name)) ?? null;
}

/** Returns the differences that the snapshot's first page and the price column's metadata show. */
async function wrongStatements(
  { priceColumn: name, snapshot, columns, query }: Certificate,
  priceColumn: PriceColumn | null,
  client: ServiceClient,
  signal: AbortSignal,
): Promise<SnapshotDifference[]> {
  const cacheKey = snapshot.cacheKey ?? '';
  const repeats = query.request;
  const look = {
    priceColumn: name,
    cacheKey,
    repeats,
    columns: null,
    typedFields: columns,
    page: 1,
    pageSize: 1,
  };
  const found = await readFirstPage(client, look, { signal });
  const fields = new Map(priceColumn?.fields.map((field) => [field.name, field]));
  const isMissing = (column: string) => found.rows.length > 0 && !found.columns.includes(column);
  const others = columns.filter(
    // A changed type counts as a difference: values that differ as text, such as 007 and 7, would be equal as numbers.
    (column) =>
      isMissing(column.name) || column.type !== tableColumn(column.name, fields.get(column.name)).type,
  );
  const { rowCount, createdAtMs } = found.snapshot;
  return [
    ...(rowCount === snapshot.rows ? [] : [{ kind: 'row-count', found: rowCount } as const]),
    ...(snapshot.createdBy === 'console' || createdAtMs === Date.parse(snapshot.created)
      ? []
      : [{ kind: 'taken', foundMs: createdAtMs } as const]),
    ...(others.length === 0
      ? []
      : [{ kind: 'columns', columns: others.map((column) => column.name) } as const]),
  ];
}

/** Returns the plan of an export with the same rows and columns. Only its digest is used. */
function comparisonPlan(certificate: Certificate, priceColumn: PriceColumn | null): ExportPlan {
  const { service, priceColumn: name, snapshot, query, columns, rows, digest, started } = certificate;
  const names = columns.map((column) => column.name);
  return {
    id: 'comparison',
    account: { service, userName: '' },
    priceColumn: { name, displayName: priceColumn?.displayName ?? name },
    snapshot: {
      cacheKey: snapshot.cacheKey ?? '',
      rowCount: snapshot.rows,
      createdAtMs: Date.parse(snapshot.created),
      expiresAtMs: Date.parse(snapshot.expires ?? snapshot.created),
      // A service may expect the query beside the key.
      traits: {
        isStable: true,
        isTimeTold: snapshot.createdBy !== 'console',
        isCounted: snapshot.counted === true,
        repeats: query.request,
      },
    },
    snapshotColumns: names,
    columns: columns.map((column) => ({ ...column, precision: null, maxLength: null, formatting: '' })),
    keyColumns: [],
    rowColumns: [],
    hasAllFields: false,
    viewRights: (priceColumn?.fields ?? []).flatMap(({ name: column, viewRight }) =>
      viewRight === null || !names.includes(column) ? [] : [{ column, viewRight }],
    ),
    rowStart: rows.first - 1,
    rowEnd: rows.last,
    pageSize: null,
    format: { kind: 'json-lines' },
    digestedSecondDigits: digest.secondDigits,
    fileName: name,
    queryLines: [],
    requestBody: null,
    startedAtMs: Date.parse(started),
  };
}

/** Computes the digest of the snapshot. Rejects with ExportError, or with the signal's reason. */
function snapshotDigest(
  plan: ExportPlan,
  ports: ComparisonPorts,
  { onRows, onRetrying, onReading }: ComparisonEvents,
  signal: AbortSignal,
): Promise<RowDigest> {
  return new Promise((resolve, reject) => {
    // The comparison stores nothing, so it needs no key.
    const unsealed = { ...ports, sealingKey: async () => null };
    const running = runExport(plan, unsealed, {
      onPlanned: () => undefined,
      onProgress: ({ rows }) => onRows(rows),
      onRetrying,
      onDone: ({ certificate }) => {
        void running.discard();
        resolve(certificate.digest);
      },
      onFailed: (failure) => {
        void running.discard();
        reject(new ExportError(failure));
      },
    });
    onReading(running.tryNow);
    signal.addEventListener('abort', () => {
      void running.discard();
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    });
  });
}

function differingRows({ digest, rows }: Certificate, found: RowDigest): RowRange[] {
  const ranges: RowRange[] = [];
  for (const [block, expected] of digest.blocks.entries()) {
    if (found.blocks[block] === expected) continue;
    const first = block * BLOCK_ROWS + 1;
    const last = Math.min(rows.written, first + BLOCK_ROWS - 1);
    const before = ranges.at(-1);
    if (before !== undefined && before.last === first - 1)
      ranges.splice(-1, 1, { first: before.first, last });
    else ranges.push({ first, last });
  }
  return ranges;
}

function failureOf(error: unknown): ExportFailure {
  if (error instanceof ExportError) return error.failure;
  if (error instanceof ServiceError) return { kind: 'service', failure: error.failure };
  return { kind: 'fault', detail: error instanceof Error ? error.name : 'unknown' };
}
