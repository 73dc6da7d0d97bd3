import { pagesOf } from '@/contract/extraction';
import { extractPageEndpoint, mostRowsOfPage } from '@/contract/extraction.schema';
import { CopyError } from '@/rows/kept-copies/copy-failure';
import type { ServiceClient } from '@/session/service-client';
import type { BodyChunks } from '@/lib/base/body-chunks';
import { choosePageSize, pageSizesUpTo } from '@/ui/http/choose-page-size';
import type { Clock } from '@/lib/base/clock';
import { createPageReader, type PageReader } from '@/ui/http/page-reader';
import { createRetryUntilDone } from '@/ui/http/retry-until-done';
import { requestIdsOfBody } from '@/ui/http/request-id';
import { ServiceError } from '@/ui/http/service-error';
import { failureOfCopy, type ExportFailure, type RetryReason } from '../model/export-failure';
import { pageRange, type ExportJob, type ExportPlan } from '../model/export-job';
import type { ExportProgress, ExportResult } from '../worker/export-run';
import type { LocalPages } from './local-pages';
import { createWorkerConnection, type ExportWorker } from './worker-connection';

export interface RunExportPorts {
  readonly client: Pick<ServiceClient, 'receive' | 'dialect'>;
  readonly startWorker: () => ExportWorker;
  readonly hasWebAssembly: boolean;
  /** Returns the key that encrypts the export on disk; null if nothing may be stored there. */
  readonly sealingKey: () => Promise<CryptoKey | null>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly isVersionGone: () => Promise<boolean>;
  /** Opens pages that this browser already has; null or absent if the service has to be asked. Rejects with CopyError. */
  readonly openLocalPages?: (signal: AbortSignal) => Promise<LocalPages | null>;
}

export interface RunExportEvents {
  readonly onPlanned: (job: ExportJob) => void;
  readonly onProgress: (progress: ExportProgress) => void;
  readonly onRetrying: (retryReason: RetryReason | null) => void;
  readonly onDone: (result: ExportResult) => void;
  readonly onFailed: (failure: ExportFailure) => void;
}

export interface RunningExport {
  readonly pause: () => void;
  readonly resume: () => void;
  /** Skips the delay before the next automatic attempt. */
  readonly tryNow: () => void;
  readonly discard: () => Promise<void>;
  /** Ends the run. When the promise has resolved, a later run can continue the export. */
  readonly leave: () => Promise<void>;
}

/** The page size for rows in this browser. It is small, because writing such a page blocks the main thread. */
const LOCAL_PAGE_ROWS = 2_000;

/** Requests pages of rows and passes them to a worker, which writes them to the file. A plan with a page size continues an export of an earlier page load. */
export function runExport(plan: ExportPlan, ports: RunExportPorts, events: RunExportEvents): RunningExport {
  const controller = new AbortController();
  const retries = createRetryUntilDone({ ...ports, onRetrying: events.onRetrying });
  let reader: PageReader | null = null;
  let local: LocalPages | null = null;
  let firstPage: BodyChunks | null = null;
  let firstAsked = 0;
  let isPaused = false;
  let isOver = false;
  const connection = createWorkerConnection({
    ...ports,
    onReport: (report) => {
      switch (report.kind) {
        case 'progress':
          events.onProgress(report);
          return onTaken(report);
        case 'done':
          isOver = true;
          return events.onDone(report);
        case 'failed':
          return fail(report.failure);
      }
    },
    onWaiting: (isWaiting) => events.onRetrying(isWaiting ? { kind: 'not-loaded' } : null),
  });

  let job: ExportJob | null = plan.pageSize === null ? null : { ...plan, pageSize: plan.pageSize };
  void begin();

  async function begin(): Promise<void> {
    try {
      local = (await ports.openLocalPages?.(controller.signal)) ?? null;
      if (controller.signal.aborted) return local?.close();
      if (job === null) {
        const most = mostRowsOfPage(ports.client.dialect);
        const sizes = local === null ? pageSizesUpTo(most) : [LOCAL_PAGE_ROWS];
        const chosen = await retries.retryUntilDone(
          () => choosePageSize((pageSize) => firstPageOf({ ...plan, pageSize }), ports.clock.nowMs, sizes),
          controller.signal,
        );
        job = { ...plan, pageSize: chosen.pageSize };
        firstPage = chosen.response;
        events.onPlanned(job);
      }
      const key = await ports.sealingKey();
      if (!controller.signal.aborted) connection.start(job, key);
    } catch (error) {
      onFetchFailed(error);
    }
  }

  function firstPageOf(candidate: ExportJob): Promise<BodyChunks> {
    return fetchPage(candidate, pageRange(candidate).first, controller.signal);
  }

  async function fetchPage(of: ExportJob, page: number, signal: AbortSignal): Promise<BodyChunks> {
    const { priceColumn, snapshot, snapshotColumns, columns, highlights, pageSize } = of;
    if (local !== null) {
      try {
        return await local.receivePage(page, pageSize, signal);
      } catch (error) {
        // The user may have left the view that has read the rows. The service has the same page, so it is requested.
        if (signal.aborted || !local.areAtService) throw error;
      }
    }
    return ports.client.receive(
      extractPageEndpoint,
      {
        priceColumn: priceColumn.name,
        ...pagesOf(snapshot),
        columns: snapshotColumns,
        typedFields: [...columns, ...(highlights?.columns ?? [])],
        page,
        pageSize,
      },
      { signal },
    );
  }

  function onTaken({ nextPage }: ExportProgress): void {
    if (job === null || isOver) return;
    if (reader !== null) return reader.received(nextPage - firstAsked);
    const current = job;
    let first = nextPage;
    if (firstPage !== null) {
      deliver(firstPage);
      firstPage = null;
      first += 1;
    }
    firstAsked = first;
    reader = createPageReader(
      { count: pageRange(current).last - first + 1, pageAt: (index) => first + index, order: 'listed' },
      {
        fetchPage: (page, signal) => retries.retryUntilDone(() => fetchPage(current, page, signal), signal),
        deliver,
        onFailed: onFetchFailed,
      },
    );
    if (isPaused) reader.pause();
  }

  function deliver(response: BodyChunks): void {
    connection.send(
      { kind: 'page', response, ids: requestIdsOfBody(response) },
      response.map(({ buffer }) => buffer),
    );
  }

  function onFetchFailed(error: unknown): void {
    if (controller.signal.aborted) return;
    if (error instanceof ServiceError) fail({ kind: 'service', failure: error.failure });
    else if (error instanceof CopyError) fail(failureOfCopy(error.failure));
    else fail({ kind: 'fault', detail: error instanceof Error ? error.name : 'unknown' });
  }

  function fail(failure: ExportFailure): void {
    if (isOver) return;
    isOver = true;
    stop();
    events.onFailed(failure);
  }

  function stop(): void {
    controller.abort();
    reader?.stop();
    local?.close();
  }

  async function end(kind: 'close' | 'discard'): Promise<void> {
    isOver = true;
    stop();
    await connection.end(kind);
  }

  return {
    pause: () => {
      isPaused = true;
      reader?.pause();
    },
    resume: () => {
      isPaused = false;
      reader?.resume();
    },
    tryNow: () => {
      retries.tryNow();
      connection.tryNow();
    },
    discard: () => end('discard'),
    leave: () => end('close'),
  };
}
