import type { AnyCheckId } from '../../rows-read/checks/own-checks';
import { parametersOf } from '../../rows-read/checks/run-checks';
import { useCheckName } from '../../rows-read/checks/use-check-name';
import type { CheckedPricesState } from './use-checked-prices';

const NO_CHECKS = [] as const;

/** Returns a function that names the checks of new prices, with the limits that they were run with. */
export function useNameOfChecked(state: CheckedPricesState): (id: AnyCheckId) => string {
  const isChecked = state.status === 'checked';
  const checkName = useCheckName(isChecked ? state.own : NO_CHECKS);
  return (id) => {
    if (!isChecked) return checkName(id);
    const ran = state.checked.checks.find(({ check }) => check.id === id)?.check;
    const set = state.notRun.find(({ definition }) => definition.id === id);
    return checkName(id, ran === undefined ? set?.parameters : parametersOf(ran));
  };
}
