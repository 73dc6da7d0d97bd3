import { createTestCaller, TEST_BASE } from './test-caller';
import { createTestService } from '@mocks/node';
import type { ServiceSettings } from '@mocks/service/state';
import { createDialect } from '@/contract/create-dialect';
import { readFirstPage } from '@/analysis/snapshot/first-page';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
import type { ServiceDescription } from '@/contract/service-description';
import { DEFAULT_CHOICES, exportContent } from '@/features/export/model/export-choices';
import { ExportError, type ExportFailure } from '@/features/export/model/export-failure';
import type { ExportPlan } from '@/features/export/model/export-job';
import {
  runExport,
  type RunExportEvents,
  type RunExportPorts,
  type RunningExport,
} from '@/features/export/run/run-export';
import type { ExportWorker } from '@/features/export/run/worker-connection';
import type { ExportProgress, ExportResult } from '@/features/export/worker/export-run';
import type { ExportStorage } from '@/features/export/worker/export-storage';
import { createMemoryStorage } from '@/features/export/worker/memory-storage';
import { createFileWriter } from '@/features/export/worker/file-writer';
import { serveExport } from '@/features/export/worker/serve-export';
import { createServiceClient, type ServiceClient } from '@/session/service-client';
import { browserClock } from '@/lib/base/clock';
import { MACHINE_CSV } from '@/lib/table-files/csv-dialect';

/** The format of a workbook in English. */
export const TEST_WORKBOOK = {
  kind: 'xlsx',
  hasFilePerSheet: false,
  language: 'en',
  locale: 'en-GB',
} satisfies ExportPlan['format'];

export type ExportOutcome =
  | { readonly kind: 'done'; readonly result: ExportResult }
  | { readonly kind: 'failed'; readonly failure: ExportFailure };

export interface HarnessRun {
  readonly running: RunningExport;
  readonly outcome: Promise<ExportOutcome>;
  /** Returns the last progress that was reported. */
  readonly progress: () => ExportProgress | null;
  readonly plan: () => ExportPlan;
}

export interface RunOptions {
  readonly storage?: ExportStorage;
  readonly onProgress?: (progress: ExportProgress, running: RunningExport) => void;
  readonly onRetrying?: RunExportEvents['onRetrying'];
  /** Opens pages that need no service. */
  readonly openLocalPages?: RunExportPorts['openLocalPages'];
  /** How many workers fail to start because their own code (`crashes`) or a module that they load (`faults`) cannot be fetched. */
  readonly failingStarts?: { readonly crashes: number; readonly faults: number };
}

/** Runs exports against the reference service, including the worker, in this process. */
export async function createExportHarness(
  settings: Partial<ServiceSettings> = {},
  description: ServiceDescription | null = null,
) {
  const service = createTestService({ description, settings: { rowCount: 5_000, ...settings } });
  const caller = createTestCaller(service);
  let { headers } = await caller.signIn('manager');
  const clock = browserClock();
  let callsNow = 0;
  let mostCallsAtOnce = 0;
  const client: ServiceClient = createServiceClient({
    fetch: async (request) => {
      callsNow += 1;
      mostCallsAtOnce = Math.max(mostCallsAtOnce, callsNow);
      try {
        return await service.handle(request);
      } finally {
        callsNow -= 1;
      }
    },
    clock,
    random: () => 0,
    dialect: description === null ? null : createDialect(description),
    authorize: async ({ refused }) => {
      if (refused !== null) ({ headers } = await caller.signIn('manager'));
      return { serviceAddress: TEST_BASE, headers };
    },
  });
  const priceColumns = await client.send(priceColumnsEndpoint, undefined);

  /** Creates a plan for a new snapshot of a whole price column. */
  async function plan(name = 'SalesPrice', changes: Partial<ExportPlan> = {}): Promise<ExportPlan> {
    const priceColumn = priceColumns.find((candidate) => candidate.name === name);
    if (priceColumn === undefined) throw new Error(`There is no price column ${name}.`);
    const query = { fields: null, filters: [], sort: [] };
    const { snapshot, columns } = await readFirstPage(client, {
      priceColumn: name,
      query,
      typedFields: priceColumn.fields,
      page: 1,
      pageSize: 1,
    });
    const content = exportContent(
      {
        priceColumn,
        snapshot,
        expiresAtMs: snapshot.expiresAtMs,
        columns,
        shownColumns: columns,
        selection: null,
        queryText: null,
        requestBody: null,
        sampleRows: [],
        hasExpired: false,
        takenAtMs: 0,
        search: {},
        onTakeNew: () => undefined,
      },
      DEFAULT_CHOICES,
      { kind: 'unknown' },
    );
    return {
      id: 'test',
      account: { service: TEST_BASE, userName: 'manager' },
      priceColumn: { name, displayName: priceColumn.displayName },
      snapshot,
      snapshotColumns: [...content.snapshotColumns],
      columns: [...content.columns],
      keyColumns: [...content.keyColumns],
      rowColumns: [...content.rowColumns],
      hasAllFields: content.hasAllFields,
      viewRights: content.viewRights,
      rowStart: content.rowStart,
      rowEnd: content.rowEnd,
      pageSize: 200,
      format: { kind: 'csv', dialect: MACHINE_CSV },
      fileName: 'test',
      queryLines: [],
      requestBody: null,
      startedAtMs: 0,
      ...changes,
    };
  }

  function run(
    begun: ExportPlan,
    {
      storage = createMemoryStorage(),
      onProgress,
      onRetrying,
      openLocalPages,
      failingStarts,
    }: RunOptions = {},
  ): HarnessRun {
    let lastProgress: ExportProgress | null = null;
    let lastPlan = begun;
    let starts = 0;
    const { crashes, faults } = failingStarts ?? { crashes: 0, faults: 0 };
    let settle: (outcome: ExportOutcome) => void = () => undefined;
    const outcome = new Promise<ExportOutcome>((resolve) => {
      settle = resolve;
    });
    const running: RunningExport = runExport(
      begun,
      {
        client,
        clock,
        random: () => 0,
        sealingKey: async () => null,
        hasWebAssembly: true,
        isVersionGone: () => Promise.resolve(false),
        ...(openLocalPages !== undefined && { openLocalPages }),
        startWorker: () => {
          starts += 1;
          const isFaulty = starts <= crashes + faults;
          if (starts <= crashes) return CRASHING_WORKER;
          return inProcessWorker(async () => {
            if (isFaulty) throw new ExportError({ kind: 'not-loaded' });
            return storage;
          });
        },
      },
      {
        onPlanned: (job) => {
          lastPlan = job;
        },
        onProgress: (progress) => {
          lastProgress = progress;
          onProgress?.(progress, running);
        },
        onRetrying: (retryReason) => onRetrying?.(retryReason),
        onDone: (result) => settle({ kind: 'done', result }),
        onFailed: (failure) => settle({ kind: 'failed', failure }),
      },
    );
    return { running, outcome, progress: () => lastProgress, plan: () => lastPlan };
  }

  return { service, client, plan, run, mostCallsAtOnce: () => mostCallsAtOnce };
}

const CRASHING_WORKER: ExportWorker = {
  send: () => undefined,
  listen: (_, onCrash) => void setImmediate(() => onCrash('not-loaded')),
  terminate: () => undefined,
};

/** Runs a worker's code in this process. */
export function inProcessWorker(
  openStorage: Parameters<typeof serveExport>[1],
  createWriter = createFileWriter,
): ExportWorker {
  let report: Parameters<typeof serveExport>[0] = () => undefined;
  const onOrder = serveExport(
    (message) => void setImmediate(() => report(message)),
    openStorage,
    createWriter,
    () => 0,
  );
  return {
    send: (command) => void setImmediate(() => onOrder(structuredClone(command))),
    listen: (onReport) => {
      report = onReport;
    },
    terminate: () => undefined,
  };
}

/** Resolves to the result of an export; throws if it failed. */
export async function resultOf(run: HarnessRun): Promise<ExportResult> {
  const outcome = await run.outcome;
  if (outcome.kind === 'failed') throw new Error(`The export failed: ${JSON.stringify(outcome.failure)}`);
  return outcome.result;
}
