import type { ExtractPageInput, SnapshotPage, UncountedPage } from '@/contract/extraction';
import { uncountedPageEndpoint } from '@/contract/extraction.schema';
import { PageMismatchError } from '@/contract/page-mismatch';
import type { ServiceClient } from '@/session/service-client';
import type { CallOptions } from '@/ui/http/http-client';
import { ServiceError } from '@/ui/http/service-error';

/** The most requests that a count sends. They are enough for 10^9 rows. */
const MOST_COUNT_REQUESTS = 64;

/** Returns whether a snapshot has a row with this number, counted from 1. */
type HasRow = (rowNumber: number) => Promise<boolean>;

interface KnownRows {
  /** The number of rows that are there for certain. */
  readonly rowCount: number;
  /** Whether there are probably more, because the page with these rows was full. */
  readonly isPageFull: boolean;
}

/**
 * Finds the number of rows by asking for single rows: at doubling distances until one is missing, and then between. `onAtLeast` gets
 * the numbers that are certain meanwhile.
 */
async function countRows(
  { rowCount: known, isPageFull }: KnownRows,
  hasRow: HasRow,
  onAtLeast: (rowCount: number) => void = () => undefined,
): Promise<number> {
  let present = known;
  let missing = Infinity;
  let requests = 0;

  async function look(rowNumber: number): Promise<void> {
    // A service that has rows at every distance does not read the number of the page.
    if (requests === MOST_COUNT_REQUESTS) throw endless();
    requests += 1;
    if (await hasRow(rowNumber)) {
      present = rowNumber;
      onAtLeast(present);
    } else missing = rowNumber;
  }

  // A page with fewer rows than asked for is probably the last one. Some services send fewer rows than asked for, so the next row is
  // asked for, too.
  if (!isPageFull) await look(present + 1);
  while (missing === Infinity) await look(Math.max(1, present * 2));
  while (missing - present > 1) await look(present + Math.floor((missing - present) / 2));
  return present;
}

function endless(): ServiceError {
  const detail = `${uncountedPageEndpoint.name}: rows without an end`;
  return new ServiceError({ kind: 'malformed', detail }, 200);
}

/** Gets the first page of a snapshot while its rows are counted, with the number of rows that are certain so far. */
export type OnCounting = (page: SnapshotPage) => void;

/** Opens a snapshot, and shows its first page while its rows are counted. */
export type WhileCounting = <Opened>(open: (onCounting?: OnCounting) => Promise<Opened>) => Promise<Opened>;

interface FirstPageOptions extends CallOptions {
  /** Called when the rows have to be counted, and whenever more of them are certain. */
  readonly onCounting?: OnCounting | undefined;
}

/**
 * Reads the first page of a snapshot. If the service does not say how many rows there are, they are counted before the promise
 * resolves, and `onCounting` gets the page with the number of rows that are certain. Rejects with ServiceError, or with
 * PageMismatchError.
 */
export async function readFirstPage(
  client: Pick<ServiceClient, 'send'>,
  input: ExtractPageInput,
  { onCounting, ...options }: FirstPageOptions = {},
): Promise<SnapshotPage> {
  const page = await client.send(uncountedPageEndpoint, input, options);
  const { rowCount } = page.snapshot;
  if (rowCount !== null) return { ...page, snapshot: { ...page.snapshot, rowCount } };
  const counted = (count: number): SnapshotPage => ({
    ...page,
    snapshot: { ...page.snapshot, rowCount: count },
  });
  const shown = page.rows.length;
  if (shown === 0) return counted(0);
  onCounting?.(counted(shown));
  const count = await countRows(
    { rowCount: shown, isPageFull: shown === input.pageSize },
    (rowNumber) => hasRow(client, input.priceColumn, page, rowNumber, options.signal),
    (least) => onCounting?.(counted(least)),
  );
  return counted(count);
}

async function hasRow(
  client: Pick<ServiceClient, 'send'>,
  priceColumn: string,
  { snapshot: taken, columns }: UncountedPage,
  rowNumber: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { cacheKey } = taken;
  const asked = {
    priceColumn,
    cacheKey,
    repeats: taken.traits?.repeats,
    columns,
    typedFields: [],
    page: rowNumber,
    pageSize: 1,
  };
  const { snapshot, page, rows } = await client.send(uncountedPageEndpoint, asked, { signal });
  if (snapshot.cacheKey !== cacheKey) throw new PageMismatchError('other-snapshot', null, rowNumber);
  if (page !== rowNumber) throw new PageMismatchError('other-page', null, rowNumber);
  if (rows.length > 1) throw new PageMismatchError('row-count', null, rowNumber);
  return rows.length === 1;
}
