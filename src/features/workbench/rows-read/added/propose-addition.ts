import type { PriceColumn, PriceField } from '@/contract/column';
import { addedColumnName, type AddedColumns, type ColumnMatch } from '../../model/added-columns';
import { denominationKindsOf, denominationsOf, type DenominationKind } from '@/rows/price-rows/denominations';
import type { ComputedColumn } from '../../model/refinement';
import { columnText } from '../../model/formula';
import { keyColumns } from '../../snapshot/row-identity';
import {
  chosenRoles,
  isCostName,
  proposedKey,
  proposeRoles,
  type Role,
  type Roles,
} from '@/rows/price-rows/column-roles';
import type { DescribedColumn } from '@/rows/price-rows/field-meaning';

/** The rows that columns are added to, as their metadata describe them. */
export interface CurrentSide {
  readonly columns: readonly DescribedColumn[];
  readonly fields: readonly PriceField[];
  /** The roles of the columns where a person may have chosen them; absent for those that the metadata propose. */
  readonly roles?: Roles;
}

/** The columns to take of a source, and the key. */
export interface Addition {
  /** Empty where nothing tells which of its rows belong together with the current ones. */
  readonly keys: readonly ColumnMatch[];
  readonly columns: readonly string[];
  /** Further columns of the other side's key: without them several of its rows may have one key. */
  readonly furtherKeys: readonly string[];
}

/** The roles by which columns of both sides are the same. A day or a quantity seldom is: prices begin when they do on each side. */
const MATCHED_ROLES = ['article', 'currency', 'unit', 'group'] as const satisfies readonly Role[];

/**
 * Proposes the key and the columns of another price column: its key columns by their names, by what they refer to, or by their roles, such as
 * the article; without any of them, what else it is by. A currency that both sides have is a part of the key, so that amounts of one currency stand beside each other.
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
  // A number of the entry tells rows apart, and nothing of what they are about.
  const parts = ofKey.length > 0 ? named : proposedKey(fields, roles);
  const matched = ofKey.length > 0 ? ofKey : parts.flatMap(matchOf);
  const ofRole = (name: string | null) => (name === null ? [] : matchOf(name));
  const currency = ofRole(roles.currency);
  const hasCurrency = matched.some(({ reference: name }) => name === roles.currency);
  // Rates by currency, or factors by group: what is of no article is of these.
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
  // Equal numbers and days are chance, unless they identify something.
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

/** Whether a price column can be a source: something of it may be viewed, and some of its columns are the same as current ones. */
export function isUsableSource(
  reference: PriceColumn,
  current: CurrentSide,
  isLocked: (field: PriceField) => boolean,
): boolean {
  const { keys, columns } = proposeAddition(reference, current, isLocked);
  return keys.length > 0 && columns.length > 0;
}

/** Returns a margin in % of the price over the cost that is added; null where none is, or the rows have no price. */
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

/** The currencies or units of amounts of two sides, where the key does not make them the same. */
export interface MixedDenomination {
  readonly kind: DenominationKind;
  /** Columns of the sides; null where a side does not say. */
  readonly current: string | null;
  readonly reference: string | null;
}

/**
 * Returns the currencies and units that may differ between amounts that stand beside each other: those that the key does not match, although
 * one side or both have them.
 */
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
