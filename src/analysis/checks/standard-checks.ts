import type { Role } from '@/rows/price-rows/column-roles';
import { CHECK_IDS, type CheckDefinition, type CheckId } from './check-definition';
import { belowCost } from './standard/below-cost';
import { changed } from './standard/changed';
import { ended } from './standard/ended';
import { endsBeforeStart } from './standard/ends-before-start';
import { farFromGroup } from './standard/far-from-group';
import { gap } from './standard/gap';
import { keyTwice } from './standard/key-twice';
import { noPrice } from './standard/no-price';
import { overlap } from './standard/overlap';
import { severalCurrencies } from './standard/several-currencies';
import { shiftedDecimal } from './standard/shifted-decimal';
import { startsLater } from './standard/starts-later';
import { zeroPrice } from './standard/zero-price';

const DEFINITIONS: Readonly<Record<CheckId, CheckDefinition>> = {
  'no-price': noPrice,
  'zero-price': zeroPrice,
  'below-cost': belowCost,
  'far-from-group': farFromGroup,
  changed,
  overlap,
  gap,
  'ends-before-start': endsBeforeStart,
  ended,
  'starts-later': startsLater,
  'key-twice': keyTwice,
  'several-currencies': severalCurrencies,
  'shifted-decimal': shiftedDecimal,
};

/** A check that comes with the console. */
export interface StandardCheck extends CheckDefinition {
  readonly id: CheckId;
}

/** The checks that come with the console, in the order in which users see them. */
export const CHECKS: readonly StandardCheck[] = CHECK_IDS.map((id) => ({ id, ...DEFINITIONS[id] }));

export function checkDefinition(id: CheckId): CheckDefinition {
  return DEFINITIONS[id];
}

/** Returns the roles that a check lacks: those of `needs` without a column, and all of `needsOneOf` if none of these has one. */
export function missingRoles(
  { needs, needsOneOf = [] }: Pick<CheckDefinition, 'needs' | 'needsOneOf'>,
  isFilled: (role: Role) => boolean,
): readonly Role[] {
  const missing = needs.filter((role) => !isFilled(role));
  return needsOneOf.length === 0 || needsOneOf.some(isFilled) ? missing : [...missing, ...needsOneOf];
}
