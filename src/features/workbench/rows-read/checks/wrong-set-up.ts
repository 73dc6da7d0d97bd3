import { isCheckUsed, PROPOSED_CHECKS } from './checks-spec';
import { isOwnCheckId, type AnyCheckId } from './own-checks';

/** A fifth of fewer rows is only a few rows, which says nothing. */
const LEAST_ROWS = 20;
/** A check that finds more than one in this many rows has probably been set up wrongly. */
const ONE_IN = 5;

/** Whether a built-in check for errors finds so many rows that a column probably has the wrong role. */
export function isProbablyWrongSetUp(check: AnyCheckId, found: number, rowCount: number): boolean {
  if (isOwnCheckId(check) || !isCheckUsed(PROPOSED_CHECKS, check)) return false;
  return rowCount >= LEAST_ROWS && found * ONE_IN > rowCount;
}
