import type { ColumnType, PriceColumn, PriceField } from '@/contract/column';
import { keyColumns } from '../../snapshot/row-identity';
import type { CheckId } from './check-definitions';
import { isCostName, proposeRoles, ROLES, type Roles } from '@/price-rows/column-roles';
import type { DescribedColumn } from '@/price-rows/field-meaning';
import type { ColumnMatch } from '../../model/added-columns';
import type { PriceColumnSource } from './reference-prices';

/** The checks that may compare prices with rows of a source. */
export const SOURCED_CHECKS = ['below-cost', 'changed'] as const satisfies readonly CheckId[];

/** Which columns of another price column say what prices are compared with. */
export interface MatchedSource {
  /** The number columns of it that may be chosen, and the one that is; null for none. */
  readonly amounts: readonly string[];
  readonly amount: string | null;
  /** Its key columns, each with the current one; null until one is chosen. */
  readonly keys: readonly {
    readonly reference: string;
    readonly current: string | null;
    readonly type: ColumnType | undefined;
  }[];
  readonly currency: ColumnMatch | null;
}

/** Whether prices can be compared with those of a price column: its rows have a key and an amount that the account may view. */
export function canBeSource(priceColumn: PriceColumn, isLocked: (field: PriceField) => boolean): boolean {
  const keys = keyColumns(priceColumn);
  const isVisible = (name: string) =>
    priceColumn.fields.some((field) => field.name === name && !isLocked(field));
  return keys.length > 0 && keys.every(isVisible) && amountsOf(priceColumn, isLocked).length > 0;
}

/**
 * Matches the columns of a price column with the current ones: its key columns by what the person has chosen, by their names, or by their
 * roles, such as the article.
 */
export function matchSource(
  check: CheckId,
  { amount: chosen, matches }: PriceColumnSource,
  reference: PriceColumn,
  current: { readonly columns: readonly DescribedColumn[]; readonly roles: Roles },
  isLocked: (field: PriceField) => boolean,
): MatchedSource {
  const proposals = proposeRoles(reference.fields, reference.fields);
  const typeOf = (columns: readonly DescribedColumn[], name: string | null) =>
    columns.find((column) => column.name === name)?.type;
  const amounts = amountsOf(reference, isLocked);
  const price = proposals.price?.column ?? null;
  const cost = price !== null && isCostName(price) ? price : (proposals.cost?.column ?? price);
  const proposed = check === 'below-cost' ? cost : price;
  const isAmount = (name: string | null): name is string => name !== null && amounts.includes(name);
  const currentOf = (name: string): string | null => {
    const role = ROLES.find((each) => proposals[each]?.column === name);
    const type = typeOf(reference.fields, name);
    const candidates = [matches[name] ?? null, name, role === undefined ? null : current.roles[role]];
    return candidates.find((each) => type !== undefined && typeOf(current.columns, each) === type) ?? null;
  };
  const currency = proposals.currency?.column ?? null;
  const isCurrencyVisible = reference.fields.some((field) => field.name === currency && !isLocked(field));
  return {
    amounts,
    amount: [chosen, proposed].find(isAmount) ?? amounts[0] ?? null,
    keys: keyColumns(reference).map((name) => ({
      reference: name,
      current: currentOf(name),
      type: typeOf(reference.fields, name),
    })),
    currency:
      currency === null || !isCurrencyVisible || current.roles.currency === null
        ? null
        : { current: current.roles.currency, reference: currency },
  };
}

function amountsOf({ fields }: PriceColumn, isLocked: (field: PriceField) => boolean): readonly string[] {
  return fields
    .filter((field) => field.type === 'number' && (field.scale ?? 0) > 0 && !isLocked(field))
    .map(({ name }) => name);
}
