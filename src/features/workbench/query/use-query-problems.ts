import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import type { DraftQuery } from '../model/draft-query';
import {
  resolveQuery,
  type PlacedProblem,
  type ResolvedQuery,
  type ResolveScope,
} from '../model/resolve-query';

/** A pause in typing after which a value counts as meant. */
const SETTLED_AFTER_MS = 500;

// Nobody wants to be told of a value that is missing while on the way to it. Run says it.
const TOLD_AT_RUN: ReadonlySet<string> = new Set(['value-missing', 'field-missing']);

/**
 * The draft, resolved, and those of its problems that are to be shown: after a failed Run all of them; before, what is
 * wrong since the person paused.
 */
export function useQueryProblems(
  draft: DraftQuery,
  scope: ResolveScope,
  isRunAttempted: boolean,
): { readonly resolved: ResolvedQuery; readonly shown: readonly PlacedProblem[] } {
  const [settledDraft] = useDebouncedValue(draft, SETTLED_AFTER_MS);
  const resolved = useMemo(() => resolveQuery(draft, scope), [draft, scope]);
  const settled = useMemo(() => resolveQuery(settledDraft, scope), [settledDraft, scope]);
  const shown = useMemo(() => {
    if (resolved.ok) return [];
    if (isRunAttempted) return resolved.problems;
    const told = new Set(settled.ok ? [] : settled.problems.map(problemKey));
    return resolved.problems.filter(
      (placed) => !TOLD_AT_RUN.has(placed.problem.kind) && told.has(problemKey(placed)),
    );
  }, [resolved, settled, isRunAttempted]);
  return { resolved, shown };
}

function problemKey({ where, problem }: PlacedProblem): string {
  return JSON.stringify([where, problem.kind]);
}
