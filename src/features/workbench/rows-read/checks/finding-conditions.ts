import type { RefineCondition, RefineGroup } from '../../model/refinement';
import { anyOfGroups } from '../../model/refinement-of-rows';
import type { AnyCheckId } from './own-checks';
import type { CheckResult, CheckRun } from './run-checks';
import { ownMember } from '@/lib/base/own-member';

/** Expresses findings as alternative conditions; null if a check compares rows, as no condition can. */
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

function conditionsOfCheck(
  result: CheckResult,
  { roles, day, misfits }: CheckRun['rows'],
): RefineGroup | null {
  if ('own' in result) {
    const { conditions, computedColumns } = result.refinement;
    return computedColumns.length === 0 ? conditions : null;
  }
  const { price, cost, validFrom, validTo } = roles;
  switch (result.id) {
    case 'no-price':
      // The check also finds values that are not numbers, and no condition expresses that.
      if (price === null || (ownMember(misfits, price) ?? 0) > 0) return null;
      return one(price, 'is-empty', { kind: 'none' });
    case 'zero-price':
      return price === null ? null : one(price, 'less-than-or-equal-to', values('0'));
    case 'below-cost': {
      const { against, parameters } = result;
      const isOfColumn = against === undefined && !/[1-9]/.test(parameters.margin ?? '0');
      if (!isOfColumn || price === null || cost === null) return null;
      return one(price, 'less-than', { kind: 'column', column: cost });
    }
    case 'ended':
      return validTo === null ? null : one(validTo, 'before', values(day));
    case 'starts-later':
      return validFrom === null ? null : one(validFrom, 'after', values(day));
    case 'far-from-group':
    case 'changed':
    case 'overlap':
    case 'gap':
    // The check compares days, but the columns may have times.
    case 'ends-before-start':
    case 'key-twice':
    case 'several-currencies':
    case 'shifted-decimal':
      return null;
  }
}

function values(value: string): RefineCondition['operand'] {
  return { kind: 'values', values: [value] };
}

function one(
  column: string,
  operator: RefineCondition['operator'],
  operand: RefineCondition['operand'],
): RefineGroup {
  return { kind: 'group', join: 'all', parts: [{ kind: 'condition', column, operator, operand }] };
}
