import type { PriceColumn, PriceField } from '@/contract/column';
import { describeQuery } from '@/features/workbench/model/describe-query';
import { queryFromSearch } from '@/features/workbench/model/query-address';
import type { SavedView } from '@/features/workbench/model/saved-view';
import { createRoutineEngine } from '@/features/workbench/routine/routine-engine';
import { byNews, type RoutineResult } from '@/features/workbench/routine/routine-result';
import { runView, type KeptSidesPorts, type ViewFailure } from '@/features/workbench/routine/run-view';
import { readPriceColumns } from '@/rows/price-rows/read-price-columns';
import { viewState } from '@/session/rights/rights';
import type { ServiceClient } from '@/session/service-client';
import { localDay } from '@/lib/formats/iso-date';
import { mismatchProblem, type CommandProblem } from '../command-problem';
import { readingProblem } from '../engine/read-rows';
import { problemOf } from '../problem-of';
import type { RunContext } from '../run-context';
import { claimFolder } from './claimed-folder';
import { keptName, routineStorageOfFolder } from './kept-files';

/** A view that the routine has run, with the result. */
export interface RunView {
  readonly view: SavedView;
  readonly priceColumn: PriceColumn;
  readonly result: RoutineResult;
  /** Whether the rows kept by the last run are missing or damaged. */
  readonly hasLostRows: boolean;
}

export interface FailedView {
  readonly view: SavedView;
  readonly problem: CommandProblem;
}

export interface Routine {
  /** The views that were run, sorted by the size of their changes, the largest first. */
  readonly done: readonly RunView[];
  readonly failed: readonly FailedView[];
  readonly ports: KeptSidesPorts;
  /** The date of the run, in ISO 8601 format. */
  readonly today: string;
  readonly signal: AbortSignal;
}

/**
 * Runs views one after the other with the console's routine, and keeps their rows in a folder for the next time. If one fails,
 * the others still run. `report` is called with the results, while the rows can be read. Rejects with CommandError, among others.
 */
export async function runRoutine<Result>(
  views: readonly SavedView[],
  folder: string,
  context: RunContext,
  report: (routine: Routine) => Promise<Result>,
): Promise<Result> {
  const giveBack = await claimFolder(folder, context.signal);
  const leave = context.onLeave(giveBack);
  try {
    return await runViews(views, folder, context, report);
  } finally {
    giveBack();
    leave();
  }
}

async function runViews<Result>(
  views: readonly SavedView[],
  folder: string,
  context: RunContext,
  report: (routine: Routine) => Promise<Result>,
): Promise<Result> {
  const { signedIn, words, connectEngine } = context;
  // Stops the routine when the session ends, because no further view could be run.
  const over = new AbortController();
  signedIn.ended.catch((error: unknown) => over.abort(error));
  const signal = AbortSignal.any([context.signal, over.signal]);
  const run: RunContext = { ...context, signal };
  const client = retryingClient(run);
  const storage = routineStorageOfFolder(folder, run);
  const isUsed = (name: string) => views.some((view) => view.priceColumn === name);
  const priceColumns = await readPriceColumns(signedIn.client, isUsed, signal, {
    // A view reads the missing fields of its price column again, and fails alone if it cannot.
    isOptional: () => true,
    retry: (call) => context.retryUntilDone(call, signal),
  });
  const isLocked = (field: PriceField) => viewState(field, signedIn.rights).state === 'locked';
  const today = localDay(new Date());
  const engine = createRoutineEngine(connectEngine);
  const ports = { client, storage, isLocked, connect: engine.connect, savedChecks: () => undefined };
  const done: RunView[] = [];
  const failed: FailedView[] = [];
  try {
    for (const saved of views) {
      const view = { ...saved, id: keptName(saved, signedIn.account.service) };
      const priceColumn = priceColumns.find(({ name }) => name === view.priceColumn);
      try {
        const last = await storage.lastResult(view.id);
        const outcome = await runView(
          { view, priceColumn, words: wordsOf(view, priceColumn), copyName: view.id },
          { ...ports, nowMs: Date.now },
          signal,
          context.noteProgress,
        );
        if (!outcome.ok || priceColumn === undefined) {
          const problem: CommandProblem = outcome.ok
            ? { kind: 'view', failure: { kind: 'no-price-column', name: view.priceColumn } }
            : problemOfView(outcome.failure);
          failed.push({ view, problem });
          continue;
        }
        const { result } = outcome;
        done.push({
          view,
          priceColumn,
          result,
          hasLostRows: last !== null && result.before === null,
        });
      } catch (error) {
        signal.throwIfAborted();
        failed.push({ view, problem: problemOf(error) });
      }
    }
    return await report({
      done: done.toSorted((a, b) => byNews(a.result, b.result)),
      failed,
      ports,
      today,
      signal,
    });
  } finally {
    engine.end();
  }

  function wordsOf({ query }: SavedView, priceColumn: PriceColumn | undefined): string {
    if (priceColumn === undefined) return '';
    const { draft } = queryFromSearch(query, priceColumn, isLocked);
    return draft === null ? '' : describeQuery(words, draft, priceColumn, today);
  }
}

/** Returns a client that repeats calls that may succeed later, because no user is present to start the routine again. */
function retryingClient({ signedIn: { client }, retryUntilDone, signal }: RunContext): ServiceClient {
  return {
    ...client,
    send: (endpoint, input, options) => retryUntilDone(() => client.send(endpoint, input, options), signal),
  };
}

function problemOfView(failure: ViewFailure): CommandProblem {
  switch (failure.kind) {
    case 'reading':
      return readingProblem(failure.failure);
    case 'engine':
      return readingProblem(failure);
    case 'too-many-rows':
      return { kind: 'too-many-rows' };
    case 'snapshot': {
      const { failure: of } = failure;
      if (of.kind === 'service') return { kind: 'service', failure: of.failure };
      if (of.kind === 'mismatch') return mismatchProblem(of);
      return { kind: 'fault', detail: of.kind };
    }
    case 'not-kept':
      return { kind: 'fault', detail: failure.kind };
    case 'no-price-column':
    case 'query':
      return { kind: 'view', failure };
  }
}
