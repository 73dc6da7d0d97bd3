import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import type { DraftQuery } from '../model/draft-query';
import {
  resolveQuery,
  type LocatedProblem,
  type ResolvedQuery,
  type ResolveScope,
} from '../model/resolve-query';
import { serviceProblems } from '../model/service-problems';
import type { RunState, WorkbenchState } from '../controller/workbench-state';

export interface QueryProblems {
  readonly resolved: ResolvedQuery;
  /** The problems, in the order in which their rules are on screen. */
  readonly problems: readonly LocatedProblem[];
  /** The number of problems that blocked the last run and still exist; null if the last run was not blocked. */
  readonly blockingCount: number | null;
}

/** How long typing must pause before a value is checked. */
const SETTLED_AFTER_MS = 500;

// While the user builds a query, a missing part is not a mistake. It is reported only by **Run**, for the rules that existed then. An
// earlier message would also move the fields while the user is about to press one.
const REPORTED_AT_RUN: ReadonlySet<string> = new Set(['value-missing', 'field-missing', 'no-field-selected']);

/** Returns the problems to show: invalid values after a pause in typing, and the problems of the last run. */
export function useQueryProblems(
  { draft, run, blockedRun }: Pick<WorkbenchState, 'draft' | 'run' | 'blockedRun'>,
  scope: ResolveScope,
): QueryProblems {
  const [settledDraft] = useDebouncedValue(draft, SETTLED_AFTER_MS);
  const resolved = useMemo(() => resolveQuery(draft, scope), [draft, scope]);
  const settled = useMemo(() => resolveQuery(settledDraft, scope), [settledDraft, scope]);
  const ofDraft = useMemo(
    () => draftProblems(resolved, settled, blockedRun?.problems ?? null),
    [resolved, settled, blockedRun],
  );
  const problems = useMemo(() => [...ofDraft, ...runProblems(run, draft)], [ofDraft, run, draft]);
  const isBlocked = blockedRun !== null && ofDraft.length > 0;
  return { resolved, problems, blockingCount: isBlocked ? ofDraft.length : null };
}

function draftProblems(
  resolved: ResolvedQuery,
  settled: ResolvedQuery,
  blocking: readonly LocatedProblem[] | null,
): readonly LocatedProblem[] {
  if (resolved.ok) return [];
  const settledKeys = new Set(settled.ok ? [] : settled.problems.map(problemKey));
  const blockingKeys = new Set(blocking?.map(problemKey));
  return resolved.problems.filter((located) => {
    const key = problemKey(located);
    if (REPORTED_AT_RUN.has(located.problem.kind)) return blockingKeys.has(key);
    return blocking !== null || settledKeys.has(key);
  });
}

function problemKey({ where, problem }: LocatedProblem): string {
  return JSON.stringify([where, problem.kind]);
}

function runProblems(run: RunState, draft: DraftQuery): readonly LocatedProblem[] {
  if (run.status !== 'failed' || run.failure.kind !== 'service' || run.request.kind !== 'query') return [];
  const { failure } = run.failure;
  const isAboutQuery = failure.kind === 'rejected' || failure.kind === 'forbidden';
  if (!isAboutQuery) return [];
  // The messages of the service are dropped when the draft was edited since the run, because they may no longer apply.
  const isAsRun = run.request.draft === draft || JSON.stringify(run.request.draft) === JSON.stringify(draft);
  const status = failure.kind === 'rejected' ? failure.status : null;
  return isAsRun ? serviceProblems({ status, messages: failure.messages }, draft) : [];
}
