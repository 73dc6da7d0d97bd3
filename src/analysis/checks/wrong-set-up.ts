import { isCheckUsed, PROPOSED_CHECKS } from './checks-spec';
import { isOwnCheckId, type AnyCheckId } from './own-checks';

/** With fewer rows than this, a fifth of them is only a few rows, which is no sign of a wrong set-up. */
const LEAST_ROWS = 20;
/** If a check finds more than one in this many rows, it is probably set up wrongly. */
const ONE_IN = 5;

/** Whether a check for errors that comes with the console finds so many rows that a column probably has the wrong role. */
export function isProbablyWrongSetUp(check: AnyCheckId, found: number, rowCount: number): boolean {
  if (isOwnCheckId(check) || !isCheckUsed(PROPOSED_CHECKS, check)) return false;
  return rowCount >= LEAST_ROWS && found * ONE_IN > rowCount;
}
