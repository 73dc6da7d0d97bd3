import { extractPageEndpoint } from '@/contract/extraction.schema';
import type { ServiceClient } from '@/session/service-client';
import type { BodyPieces } from '@/shared/http/read-pieces';
import type { Clock } from '@/shared/http/clock';
import { ServiceError } from '@/shared/http/service-error';
import type { ExportFailure, ExportHolding } from '../model/export-failure';
import { pageRange, type ExportJob, type ExportPlan } from '../model/export-job';
import type { ExportProgress, ExportResult } from '../worker/export-run';
import { choosePageSize } from './choose-page-size';
import { createPageReader, type PageReader } from './page-reader';
import { createPersistence } from './persist';
import { createWorkerLine, type ExportWorker } from './worker-line';

export interface RunExportPorts {
  readonly client: Pick<ServiceClient, 'receive'>;
  readonly startWorker: () => ExportWorker;
  /** What an export is sealed under while it lies on disk; null where nothing may lie there. */
  readonly sealingKey: () => Promise<CryptoKey | null>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly isVersionGone: () => Promise<boolean>;
}

export interface RunExportEvents {
  /** The plan is settled; whoever goes on with the export needs this one. */
  readonly onPlanned: (job: ExportJob) => void;
  readonly onProgress: (progress: ExportProgress) => void;
  readonly onHolding: (holding: ExportHolding | null) => void;
  readonly onDone: (result: ExportResult) => void;
  readonly onFailed: (failure: ExportFailure) => void;
}

export interface RunningExport {
  readonly pause: () => void;
  readonly resume: () => void;
  /** Asks again at once for what waits to be asked for again. */
  readonly tryNow: () => void;
  /** Ends it and removes all it has stored. Resolves when nothing is left. */
  readonly discard: () => Promise<void>;
  /** Ends it, and lets a later run go on with it once the promise has resolved. */
  readonly leave: () => Promise<void>;
}

/**
 * Runs an export: fetches pages here, as whoever is signed in, and has a worker make files of them. A plan with a page
 * size is one that an earlier page has begun.
 */
export function runExport(plan: ExportPlan, ports: RunExportPorts, events: RunExportEvents): RunningExport {
  const controller = new AbortController();
  const { persist, tryNow } = createPersistence({ ...ports, onHolding: events.onHolding });
  let reader: PageReader | null = null;
  let firstPage: BodyPieces | null = null;
  let isPaused = false;
  let isOver = false;
  const line = createWorkerLine({
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
    onWaiting: (isWaiting) => events.onHolding(isWaiting ? { kind: 'not-loaded' } : null),
  });

  let job: ExportJob | null = plan.pageSize === null ? null : { ...plan, pageSize: plan.pageSize };
  void begin();

  async function begin(): Promise<void> {
    try {
      if (job === null) {
        const chosen = await persist(
          () => choosePageSize((pageSize) => firstPageOf({ ...plan, pageSize }), ports.clock.nowMs),
          controller.signal,
        );
        job = { ...plan, pageSize: chosen.pageSize };
        firstPage = chosen.answer;
        events.onPlanned(job);
      }
      const key = await ports.sealingKey();
      if (!controller.signal.aborted) line.start(job, key);
    } catch (error) {
      onFetchFailed(error);
    }
  }

  function firstPageOf(candidate: ExportJob): Promise<BodyPieces> {
    return fetchPage(candidate, pageRange(candidate).first, controller.signal);
  }

  function fetchPage(of: ExportJob, page: number, signal: AbortSignal): Promise<BodyPieces> {
    const { priceColumn, snapshot, snapshotColumns, pageSize } = of;
    return ports.client.receive(
      extractPageEndpoint,
      {
        priceColumn: priceColumn.name,
        cacheKey: snapshot.cacheKey,
        columns: snapshotColumns,
        page,
        pageSize,
      },
      { signal },
    );
  }

  function onTaken({ nextPage }: ExportProgress): void {
    if (job === null || isOver) return;
    if (reader !== null) return reader.received(nextPage);
    const current = job;
    let first = nextPage;
    if (firstPage !== null) {
      deliver(firstPage);
      firstPage = null;
      first += 1;
    }
    reader = createPageReader(
      { first, last: pageRange(current).last },
      {
        fetchPage: (page, signal) => persist(() => fetchPage(current, page, signal), signal),
        deliver,
        onFailed: onFetchFailed,
      },
    );
    if (isPaused) reader.pause();
  }

  function deliver(answer: BodyPieces): void {
    line.send(
      { kind: 'page', answer },
      answer.map(({ buffer }) => buffer),
    );
  }

  function onFetchFailed(error: unknown): void {
    if (controller.signal.aborted) return;
    if (error instanceof ServiceError) fail({ kind: 'service', failure: error.failure });
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
  }

  async function end(kind: 'close' | 'discard'): Promise<void> {
    isOver = true;
    stop();
    await line.end(kind);
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
    tryNow,
    discard: () => end('discard'),
    leave: () => end('close'),
  };
}
