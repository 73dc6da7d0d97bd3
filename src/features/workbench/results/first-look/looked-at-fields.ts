import type { PriceField } from '@/contract/column';
import { viewState, type Rights } from '@/session/rights';

/** As many columns as a look is of. All of a price column with a thousand fields would be no look. */
const MOST_LOOKED_AT = 24;

/**
 * Returns the fields whose values a look asks for: the first ones that the person may view, none if there are none. Null
 * leaves the choice to the service, which alone knows the person's rights where they are unknown.
 */
export function lookedAtFields(fields: readonly PriceField[], rights: Rights): readonly string[] | null {
  const isUnknown = (field: PriceField) => viewState(field, rights).state === 'unknown';
  if (fields.length <= MOST_LOOKED_AT && fields.some(isUnknown)) return null;
  return fields
    .filter((field) => viewState(field, rights).state === 'visible')
    .slice(0, MOST_LOOKED_AT)
    .map(({ name }) => name);
}
