import type { RefineGroup } from '../conditions/refinement';
import { anyOfGroups } from '../conditions/refinement-of-rows';
import type { AnyCheckId } from './own-checks';
import type { CheckResult, CheckRun } from './run-checks';
import { checkDefinition } from './standard-checks';

/** Returns alternative conditions that find the same rows as the checks. Null if a check compares rows, which conditions cannot do. */
export function conditionsOfChecks(
  { rows, results }: Pick<CheckRun, 'rows' | 'results'>,
  checks: readonly AnyCheckId[],
): RefineGroup | null {
  const groups: RefineGroup[] = [];
  for (const result of results) {
    if (!checks.includes(result.id)) continue;
    const group = conditionsOfCheck(result, rows);
    if (group === null) return null;
    groups.push(group);
  }
  return groups.length === 0 ? null : anyOfGroups(groups);
}

function conditionsOfCheck(result: CheckResult, rows: CheckRun['rows']): RefineGroup | null {
  if ('own' in result) {
    const { conditions, computedColumns } = result.refinement;
    return computedColumns.length === 0 ? conditions : null;
  }
  if (result.against !== undefined) return null;
  const condition = checkDefinition(result.id).condition?.(rows, result.parameters) ?? null;
  return condition === null ? null : { kind: 'group', join: 'all', parts: [condition] };
}
