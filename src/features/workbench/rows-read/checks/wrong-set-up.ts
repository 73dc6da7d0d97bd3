import { isCheckUsed, PROPOSED_CHECKS } from './checks-spec';
import { isOwnCheckId, type AnyCheckId } from './own-checks';

/** Of fewer rows a fifth is a row or two, which says nothing. */
const LEAST_ROWS = 20;
/** A check that finds more than one in so many rows has probably been set up wrongly. */
const ONE_IN = 5;

/**
 * Whether a check finds so many of the rows that probably a column is taken for what it is not. A check of the person's own may find any
 * number of rows, and so may one that tells what is no error.
 */
export function isProbablyWrongSetUp(check: AnyCheckId, found: number, rowCount: number): boolean {
  if (isOwnCheckId(check) || !isCheckUsed(PROPOSED_CHECKS, check)) return false;
  return rowCount >= LEAST_ROWS && found * ONE_IN > rowCount;
}
