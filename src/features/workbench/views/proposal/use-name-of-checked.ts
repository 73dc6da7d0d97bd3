import { useWords } from '@/ui/formats/use-words';
import type { AnyCheckId } from '../../rows-read/checks/own-checks';
import { parametersOf } from '../../rows-read/checks/run-checks';
import { checkName } from '../../rows-read/checks/check-name';
import type { CheckedPricesState } from './use-checked-prices';

const NO_CHECKS = [] as const;

/** Returns a function that names the checks of new prices, with the limits that they were run with. */
export function useNameOfChecked(state: CheckedPricesState): (id: AnyCheckId) => string {
  const isChecked = state.status === 'checked';
  const words = useWords();
  return (id) => {
    if (!isChecked) return checkName(words, NO_CHECKS, id);
    const ran = state.checked.checks.find(({ check }) => check.id === id)?.check;
    const set = state.notRun.find(({ definition }) => definition.id === id);
    return checkName(words, state.own, id, ran === undefined ? set?.parameters : parametersOf(ran));
  };
}
