import type { ColumnType, PriceColumn, PriceField } from '@/contract/column';
import { keyColumns } from '../../snapshot/row-identity';
import type { CheckId } from './check-definitions';
import { isCostName, proposeRoles, ROLES, type DescribedColumn, type Roles } from './check-roles';
import type { ColumnMatch, PriceColumnSource } from './partners';

/** Which columns of another price column say what prices here are held against. */
export interface MatchedSource {
  /** The number columns there that may be chosen, and the one that is; null for none. */
  readonly amounts: readonly string[];
  readonly amount: string | null;
  /** Its key columns, each with the one here; null until one is chosen. */
  readonly keys: readonly {
    readonly there: string;
    readonly here: string | null;
    readonly type: ColumnType | undefined;
  }[];
  readonly currency: ColumnMatch | null;
}

/** Whether prices can be held against those of a price column: its rows have a key and an amount that the account may view. */
export function canBeSource(priceColumn: PriceColumn, isLocked: (field: PriceField) => boolean): boolean {
  const keys = keyColumns(priceColumn);
  const isVisible = (name: string) =>
    priceColumn.fields.some((field) => field.name === name && !isLocked(field));
  return keys.length > 0 && keys.every(isVisible) && amountsOf(priceColumn, isLocked).length > 0;
}

/** Puts the price columns with costs before the others. */
export function costsFirst(priceColumns: readonly PriceColumn[]): readonly PriceColumn[] {
  const hasCosts = ({ fields }: PriceColumn) =>
    fields.some(({ name, type }) => type === 'number' && isCostName(name));
  return priceColumns.toSorted((a, b) => Number(hasCosts(b)) - Number(hasCosts(a)));
}

/**
 * Matches the columns of a price column with those here: its key columns by what the person has chosen, by their names, or by their
 * roles, such as the article.
 */
export function matchSource(
  check: CheckId,
  { amount: chosen, matches }: PriceColumnSource,
  there: PriceColumn,
  here: { readonly columns: readonly DescribedColumn[]; readonly roles: Roles },
  isLocked: (field: PriceField) => boolean,
): MatchedSource {
  const proposals = proposeRoles(there.fields, there.fields);
  const typeOf = (columns: readonly DescribedColumn[], name: string | null) =>
    columns.find((column) => column.name === name)?.type;
  const amounts = amountsOf(there, isLocked);
  const price = proposals.price?.column ?? null;
  const cost = price !== null && isCostName(price) ? price : (proposals.cost?.column ?? price);
  const proposed = check === 'below-cost' ? cost : price;
  const isAmount = (name: string | null): name is string => name !== null && amounts.includes(name);
  const hereOf = (name: string): string | null => {
    const role = ROLES.find((each) => proposals[each]?.column === name);
    const type = typeOf(there.fields, name);
    const candidates = [matches[name] ?? null, name, role === undefined ? null : here.roles[role]];
    return candidates.find((each) => type !== undefined && typeOf(here.columns, each) === type) ?? null;
  };
  const currency = proposals.currency?.column ?? null;
  const isCurrencyVisible = there.fields.some((field) => field.name === currency && !isLocked(field));
  return {
    amounts,
    amount: [chosen, proposed].find(isAmount) ?? amounts[0] ?? null,
    keys: keyColumns(there).map((name) => ({
      there: name,
      here: hereOf(name),
      type: typeOf(there.fields, name),
    })),
    currency:
      currency === null || !isCurrencyVisible || here.roles.currency === null
        ? null
        : { here: here.roles.currency, there: currency },
  };
}

function amountsOf({ fields }: PriceColumn, isLocked: (field: PriceField) => boolean): readonly string[] {
  return fields
    .filter((field) => field.type === 'number' && (field.scale ?? 0) > 0 && !isLocked(field))
    .map(({ name }) => name);
}
