import type { PriceColumn, PriceField } from '@/contract/column';
import { addedColumnName, type AddedColumns, type ColumnMatch } from '../conditions/added-columns';
import { denominationKindsOf, denominationsOf, type DenominationKind } from '@/rows/price-rows/denominations';
import type { ComputedColumn } from '../conditions/refinement';
import { columnText } from '../conditions/formula';
import { keyColumns } from '../snapshot/row-identity';
import {
  chosenRoles,
  isCostName,
  proposedKey,
  proposeRoles,
  type Role,
  type Roles,
} from '@/rows/price-rows/column-roles';
import type { DescribedColumn } from '@/rows/price-rows/field-meaning';

/** The rows to which columns are added, described by their metadata. */
export interface CurrentSide {
  readonly columns: readonly DescribedColumn[];
  readonly fields: readonly PriceField[];
  /** The roles of the columns, such as article or price, if the user may have chosen them. If absent, they follow from the fields. */
  readonly roles?: Roles;
}

/** The columns to take from a source, and the key that matches its rows. */
export interface Addition {
  /** The matched columns of the key. Empty if no columns of the source match columns of the rows. */
  readonly keys: readonly ColumnMatch[];
  readonly columns: readonly string[];
  /** Key columns of the source that are not matched. Without them, several of its rows may have the same key. */
  readonly furtherKeys: readonly string[];
}

/** The roles whose columns are matched. Days and quantities seldom match, because prices may begin at other times in the source. */
const MATCHED_ROLES = ['article', 'currency', 'unit', 'group'] as const satisfies readonly Role[];

/**
 * Suggests the key and the columns of another price column. Its key columns are matched by name, by reference, or by a role such as the
 * article. If none matches, the columns that identify its prices are matched. The key includes the currency if both sides have one.
 */
export function proposeAddition(
  reference: PriceColumn,
  current: CurrentSide,
  isLocked: (field: PriceField) => boolean,
): Addition {
  const fields = reference.fields.filter((field) => !isLocked(field));
  const ownRoles = current.roles ?? rolesOf(current.columns, current.fields);
  const roles = rolesOf(fields, fields);
  const matchOf = (name: string): ColumnMatch[] => {
    const found = currentColumn(name, fields, roles, current, ownRoles);
    return found === null ? [] : [{ current: found, reference: name }];
  };
  const isVisible = (name: string) => fields.some((field) => field.name === name);
  const named = keyColumns(reference).filter(isVisible);
  const ofKey = named.flatMap(matchOf);
  // An entry number identifies a row, but not what the row is about. If the key does not match, the columns that identify prices do.
  const parts = ofKey.length > 0 ? named : proposedKey(fields, roles);
  const matched = ofKey.length > 0 ? ofKey : parts.flatMap(matchOf);
  const ofRole = (name: string | null) => (name === null ? [] : matchOf(name));
  const currency = ofRole(roles.currency);
  const hasCurrency = matched.some(({ reference: name }) => name === roles.currency);
  // Prices without an article, such as rates by currency or factors by group, are matched by these roles.
  const others = roles.article === null ? MATCHED_ROLES.flatMap((role) => ofRole(roles[role])) : [];
  const keys = matched.length === 0 ? others : hasCurrency ? matched : [...matched, ...currency];
  const amount =
    fields.find(({ isPriceColumn }) => isPriceColumn === true)?.name ?? roles.cost ?? roles.price;
  return {
    keys,
    columns: amount === null ? [] : [amount],
    furtherKeys: parts.filter((name) => !matched.some((match) => match.reference === name)),
  };
}

function rolesOf(columns: readonly DescribedColumn[], fields: readonly PriceField[]): Roles {
  return chosenRoles(proposeRoles(columns, fields), {});
}

function currentColumn(
  name: string,
  fields: readonly PriceField[],
  roles: Roles,
  current: CurrentSide,
  ownRoles: Roles,
): string | null {
  const field = fields.find((each) => each.name === name);
  // Dates and fractional numbers do not identify rows, so equal ones are a coincidence.
  if (field === undefined || field.type === 'date' || (field.scale ?? 0) > 0) return null;
  const isSame = ({ type }: DescribedColumn) =>
    type === field.type || (type !== 'date' && type !== 'boolean' && field.type === 'text');
  const candidates = current.columns.filter(isSame);
  const plain = (text: string) => text.replaceAll(/[_\s]/g, '').toLowerCase();
  const byName = candidates.find((each) => each.type === field.type && plain(each.name) === plain(name));
  const target = field.foreignKey;
  const byReference = candidates.find((each) => {
    const own = current.fields.find((other) => other.name === each.name)?.foreignKey ?? null;
    return own !== null && target !== null && own.table === target.table && own.column === target.column;
  });
  const role = MATCHED_ROLES.find((each) => roles[each] === name);
  const byRole = candidates.find((each) => role !== undefined && each.name === ownRoles[role]);
  return (byName ?? byReference ?? byRole)?.name ?? null;
}

/** Whether columns of a price column can be added: the account may view some of them, and some match columns of the rows. */
export function isUsableSource(
  reference: PriceColumn,
  current: CurrentSide,
  isLocked: (field: PriceField) => boolean,
): boolean {
  const { keys, columns } = proposeAddition(reference, current, isLocked);
  return keys.length > 0 && columns.length > 0;
}

/** Returns the margin in % of the price over the added cost, as a computed column; null if there is no added cost or no price. */
export function proposeMargin(
  { label, columns }: Pick<AddedColumns, 'label' | 'columns'>,
  current: CurrentSide,
  name: string,
): ComputedColumn | null {
  const { price } = rolesOf(current.columns, current.fields);
  const cost = columns.find(isCostName);
  if (price === null || cost === undefined || isCostName(price)) return null;
  const [value, costs] = [columnText(price), columnText(addedColumnName(label, cost))];
  return { name, formula: `(${value} - ${costs}) / ${value} * 100`, places: MARGIN_PLACES };
}

const MARGIN_PLACES = 2;

/** Currencies or units that the key does not match, so that amounts of both sides may not be comparable. */
export interface MixedDenomination {
  readonly kind: DenominationKind;
  /** The currency or unit column of each side; null if the side has none. */
  readonly current: string | null;
  readonly reference: string | null;
}

/** Returns the currencies and units that may differ between the amounts of both sides, because they are not part of the key. */
export function mixedDenominations(
  { keys, columns }: Pick<AddedColumns, 'keys' | 'columns'>,
  reference: Pick<PriceColumn, 'fields'>,
  current: CurrentSide,
): readonly MixedDenomination[] {
  const amounts = reference.fields.filter(({ name }) => columns.includes(name));
  const kinds = new Set(amounts.flatMap((field) => denominationKindsOf(field)));
  const currentFields = current.columns.flatMap((column) => {
    const field = current.fields.find(({ name }) => name === column.name);
    return [{ ...column, foreignKey: field?.foreignKey ?? null }];
  });
  const fieldOf = (all: Parameters<typeof denominationsOf>[0], kind: DenominationKind) =>
    denominationsOf(all).find((each) => each.kind === kind)?.field ?? null;
  return [...kinds].flatMap((kind) => {
    const own = fieldOf(currentFields, kind);
    const other = fieldOf(reference.fields, kind);
    const isMatched = keys.some((key) => key.current === own && key.reference === other);
    return isMatched || (own === null && other === null) ? [] : [{ kind, current: own, reference: other }];
  });
}
