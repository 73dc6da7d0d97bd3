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
  /** The problems in the order of the rules on screen. */
  readonly problems: readonly LocatedProblem[];
  /** Number of problems that still block the last run; null if no run was blocked. */
  readonly blockingCount: number | null;
}

/** A value counts as entered after this pause in typing. */
const SETTLED_AFTER_MS = 500;

// What is missing is not a mistake while the person builds the query. Run reports it, for the rules that existed then. Reported earlier, it would
// also move the fields away from a pointer that is about to press one.
const REPORTED_AT_RUN: ReadonlySet<string> = new Set(['value-missing', 'field-missing', 'no-field-selected']);

/** Returns the problems to show: invalid values after a pause in typing, and those of the last run. */
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
  // The service's messages do not apply to a draft that was edited since the run.
  const isAsRun = run.request.draft === draft || JSON.stringify(run.request.draft) === JSON.stringify(draft);
  const status = failure.kind === 'rejected' ? failure.status : null;
  return isAsRun ? serviceProblems({ status, messages: failure.messages }, draft) : [];
}
