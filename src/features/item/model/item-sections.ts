import type { ColumnType, PriceColumn, PriceField } from '@/contract/column';
import type { SortRule } from '@/contract/extraction';
import {
  changedOnField,
  chosenRoles,
  itemFieldOf,
  proposedKey,
  proposeRoles,
  type Roles,
} from '@/rows/price-rows/column-roles';
import { notesWriting } from '@/rows/price-rows/field-meaning';
import { lookedAtFields } from '@/rows/price-rows/first-rows.queries';
import { viewState, type Rights } from '@/session/rights/rights';

/** How a price column is queried for an item, and what its columns mean. */
export interface ItemSection {
  readonly priceColumn: PriceColumn;
  readonly itemField: PriceField;
  readonly roles: Roles;
  /** The columns that, besides the item, identify a price: price list, customer, currency, unit, quantity. */
  readonly laneColumns: readonly string[];
  /** Lane columns that the user may not view. Without them, one lane may contain rows of different prices. */
  readonly hiddenLaneColumns: readonly string[];
  /** The column with the date of each change, if the rows are a history without validity dates; otherwise null. */
  readonly changedOn: string | null;
  /** The columns that the user may view. The most important come first. */
  readonly columnOrder: readonly string[];
  /** The columns to request; null if the service should choose them. */
  readonly fields: readonly string[] | null;
  readonly sort: readonly SortRule[];
}

/** The price columns that have a column for items, grouped by whether their rows can be shown. */
export interface ItemSections {
  readonly sections: readonly ItemSection[];
  /** Price columns that the service cannot filter by item. */
  readonly unsearchable: readonly PriceColumn[];
  /** Price columns whose item column the user may not view. */
  readonly locked: readonly { readonly priceColumn: PriceColumn; readonly right: string }[];
}

/** Returns how each price column is queried for an item. Price columns without an item column are omitted. */
export function itemSections(priceColumns: readonly PriceColumn[], rights: Rights): ItemSections {
  const sections: ItemSection[] = [];
  const unsearchable: PriceColumn[] = [];
  const locked: { priceColumn: PriceColumn; right: string }[] = [];
  for (const priceColumn of priceColumns) {
    const itemField = itemFieldOf(priceColumn.fields);
    if (itemField === null) continue;
    const view = viewState(itemField, rights);
    if (view.state === 'locked') locked.push({ priceColumn, right: view.right });
    else if (!itemField.isFilterable) unsearchable.push(priceColumn);
    else sections.push(sectionOf(priceColumn, itemField, rights));
  }
  return { sections, unsearchable, locked };
}

function sectionOf(priceColumn: PriceColumn, itemField: PriceField, rights: Rights): ItemSection {
  const viewable = priceColumn.fields.filter((field) => viewState(field, rights).state !== 'locked');
  const roles = { ...chosenRoles(proposeRoles(viewable, viewable), {}), article: itemField.name };
  const laneColumns = proposedKey(viewable, roles).filter((name) => name !== itemField.name);
  const { fields } = priceColumn;
  const all = { ...chosenRoles(proposeRoles(fields, fields), {}), article: itemField.name };
  const hiddenLaneColumns = proposedKey(fields, all).filter((name) =>
    viewable.every((field) => field.name !== name),
  );
  const changeField = changedOnField(viewable, roles);
  const changedOn = changeField?.name ?? null;
  const first = [
    ...laneColumns.filter((name) => name !== roles.currency),
    roles.price,
    roles.currency,
    roles.validFrom,
    roles.validTo,
    changedOn,
  ];
  const rankOf = ({ name }: PriceField) => {
    const rank = first.indexOf(name);
    if (rank !== -1) return rank;
    // Columns that only record when or by whom a row was written are the least important.
    return notesWriting({ name, isKey: false, isPrimaryKey: false }) ? Infinity : first.length;
  };
  const ordered = viewable.toSorted((a, b) => {
    const [left, right] = [rankOf(a), rankOf(b)];
    return left === right ? 0 : left - right;
  });
  return {
    priceColumn,
    itemField,
    roles,
    laneColumns,
    hiddenLaneColumns,
    changedOn,
    columnOrder: ordered.map(({ name }) => name),
    fields: lookedAtFields(withItem(ordered, itemField), rights),
    sort: changeField?.isSortable === true ? [{ column: changeField.name, direction: 'descending' }] : [],
  };
}

/** Moves the columns with the item's number and name to the front, so that they are always requested. */
function withItem(ordered: readonly PriceField[], itemField: PriceField): readonly PriceField[] {
  const names = nameField(ordered);
  const isMain = ({ name }: PriceField) => name === itemField.name || name === names?.name;
  return [...ordered.filter(isMain), ...ordered.filter((field) => !isMain(field))];
}

const NAME =
  /^(?:item|article|artikel|product|produkt|material)?_?(?:name|bezeichnung|beschreibung|description|designation|d[eé]signation|nombre|nome|naam)$/i;

/** Returns the column that contains the item's name; null if there is none. */
export function nameField<Field extends { readonly name: string; readonly type: ColumnType }>(
  fields: readonly Field[],
): Field | null {
  return fields.find(({ name, type }) => type === 'text' && NAME.test(name)) ?? null;
}
