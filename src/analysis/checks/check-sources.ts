import type { ColumnType, PriceColumn, PriceField } from '@/contract/column';
import { keyColumns } from '../snapshot/row-identity';
import type { CheckId } from './check-definition';
import { isCostName, proposeRoles, type Roles } from '@/rows/price-rows/column-roles';
import type { ColumnMatch } from '../conditions/added-columns';
import { proposeAddition, type CurrentSide } from '../added/propose-addition';
import type { PriceColumnSource } from './reference-prices';
import { ownMember } from '@/lib/base/own-member';

/** The checks that may compare prices with rows of a source, such as another snapshot. */
export const SOURCED_CHECKS = ['below-cost', 'changed'] as const satisfies readonly CheckId[];
export type SourcedCheckId = (typeof SOURCED_CHECKS)[number];

/** How the columns of another price column are matched with those of the rows, to compare prices. */
export interface MatchedSource {
  /** The number columns of the source that can be chosen. `amount`: the chosen one; null for none. */
  readonly amounts: readonly string[];
  readonly amount: string | null;
  /** The key columns of the source, each with the column of the rows that it is matched with; null until one is chosen. */
  readonly keys: readonly {
    readonly reference: string;
    readonly current: string | null;
    readonly type: ColumnType | undefined;
  }[];
  readonly currency: ColumnMatch | null;
}

/** Whether prices can be compared with those of a price column. The account must be allowed to view its key columns and an amount. */
export function canBeSource(priceColumn: PriceColumn, isLocked: (field: PriceField) => boolean): boolean {
  const keys = keyColumns(priceColumn);
  const isVisible = (name: string) =>
    priceColumn.fields.some((field) => field.name === name && !isLocked(field));
  return keys.length > 0 && keys.every(isVisible) && amountsOf(priceColumn, isLocked).length > 0;
}

/** Matches columns as suggested or chosen. The key contains a currency only if the metadata's key does. */
export function matchSource(
  check: CheckId,
  { amount: chosen, matches }: PriceColumnSource,
  reference: PriceColumn,
  current: CurrentSide & { readonly roles: Roles },
  isLocked: (field: PriceField) => boolean,
): MatchedSource {
  const proposals = proposeRoles(reference.fields, reference.fields);
  const amounts = amountsOf(reference, isLocked);
  const price = proposals.price?.column ?? null;
  const cost = price !== null && isCostName(price) ? price : (proposals.cost?.column ?? price);
  const proposed = check === 'below-cost' ? cost : price;
  const isAmount = (name: string | null): name is string => name !== null && amounts.includes(name);
  const currency = proposals.currency?.column ?? null;
  const isCurrencyVisible = reference.fields.some((field) => field.name === currency && !isLocked(field));
  return {
    amounts,
    amount: [chosen, proposed].find(isAmount) ?? amounts[0] ?? null,
    keys: matchedKeys(reference, matches, current, isLocked),
    currency:
      currency === null || !isCurrencyVisible || current.roles.currency === null
        ? null
        : { current: current.roles.currency, reference: currency },
  };
}

function matchedKeys(
  reference: PriceColumn,
  matches: PriceColumnSource['matches'],
  current: CurrentSide,
  isLocked: (field: PriceField) => boolean,
): MatchedSource['keys'] {
  const named = keyColumns(reference);
  const { currency } = proposeRoles(reference.fields, reference.fields);
  const { keys, furtherKeys } = proposeAddition(reference, current, isLocked);
  const parts = [...keys.map((key) => key.reference), ...furtherKeys].filter(
    (name) => name !== currency?.column || named.includes(name),
  );
  const inOrder = named.some((name) => parts.includes(name)) ? named : parts.length > 0 ? parts : named;
  return inOrder.map((name) => {
    const type = reference.fields.find((field) => field.name === name)?.type;
    const candidates = [ownMember(matches, name), keys.find((key) => key.reference === name)?.current];
    const found = candidates.map((candidate) => current.columns.find((column) => column.name === candidate));
    return { reference: name, current: found.find((column) => column?.type === type)?.name ?? null, type };
  });
}

function amountsOf({ fields }: PriceColumn, isLocked: (field: PriceField) => boolean): readonly string[] {
  return fields
    .filter((field) => field.type === 'number' && (field.scale ?? 0) > 0 && !isLocked(field))
    .map(({ name }) => name);
}
