import type { ColumnType } from '@/contract/column';
import { operatorFor, operatorIds, type OperatorId } from '@/analysis/conditions/operators';

/** Returns the operators of a type that the service itself can run. */
export function serviceOperatorIds(type: ColumnType): readonly OperatorId[] {
  const ids: readonly OperatorId[] = operatorIds(type);
  return ids.filter((id) => operatorFor(type, id)?.finds === 'conditions');
}
