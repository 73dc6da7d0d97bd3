import type { Words } from '@/ui/formats/words';
import { checkName } from '../checks/check-name';
import type { AnyCheckId } from '../checks/own-checks';
import { parametersOf } from '../checks/run-checks';
import type { FindingChange, CheckedPricesState } from './checked-prices';

/** Returns a sentence that says whether the new prices have new findings. `rows` is null if the prices were not checked. */
export function findingsText(words: Words, rows: FindingChange | null): string {
  const t = words.of('proposal.checks');
  if (rows === null) return t('notChecked');
  const { added, gone } = rows;
  const counted = (count: number) => ({ formatted: words.formats.formatInteger(count), count });
  const ofGone = gone === 0 ? '' : ` ${t('gone', counted(gone))}`;
  return added === 0 ? `${t('noneNew')}${ofGone}` : `${t('new', counted(added))}${ofGone}`;
}

/** Returns the name of a check of new prices, including the limits that it was run with. */
export function nameOfChecked(words: Words, state: CheckedPricesState, id: AnyCheckId): string {
  if (state.status !== 'checked') return checkName(words, [], id);
  const ran = state.checked.checks.find(({ check }) => check.id === id)?.check;
  const set = state.notRun.find(({ definition }) => definition.id === id);
  return checkName(words, state.own, id, ran === undefined ? set?.parameters : parametersOf(ran));
}
