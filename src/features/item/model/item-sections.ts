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
  /** Columns that say what a price is for besides the item: price list, customer, currency, unit, quantity. */
  readonly laneColumns: readonly string[];
  /** Lane columns that the person may not view; without them, a lane mixes rows of different prices. */
  readonly hiddenLaneColumns: readonly string[];
  /** The date of each change, where rows are a history and have no validity; else null. */
  readonly changedOn: string | null;
  /** The columns that the person may view, the important ones first. */
  readonly columnOrder: readonly string[];
  /** Columns to ask for; null leaves the choice to the service. */
  readonly fields: readonly string[] | null;
  readonly sort: readonly SortRule[];
}

/** The price columns with a column of items, by whether their rows can be shown. */
export interface ItemSections {
  readonly sections: readonly ItemSection[];
  /** The service cannot search them by item. */
  readonly unsearchable: readonly PriceColumn[];
  /** The person may not view the column of the item. */
  readonly locked: readonly { readonly priceColumn: PriceColumn; readonly right: string }[];
}

/** Returns how the price columns are queried for an item. Price columns without a column of the item are left out. */
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
    // Columns that only note when a row was written, or by whom, matter least.
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

/** Moves the columns of the item and of its name to the front, so that they are always requested. */
function withItem(ordered: readonly PriceField[], itemField: PriceField): readonly PriceField[] {
  const names = nameField(ordered);
  const isMain = ({ name }: PriceField) => name === itemField.name || name === names?.name;
  return [...ordered.filter(isMain), ...ordered.filter((field) => !isMain(field))];
}

const NAME =
  /^(?:item|article|artikel|product|produkt|material)?_?(?:name|bezeichnung|beschreibung|description|designation|d[eé]signation|nombre|nome|naam)$/i;

/** Returns the column with the name of an item; null without such a column. */
export function nameField<Field extends { readonly name: string; readonly type: ColumnType }>(
  fields: readonly Field[],
): Field | null {
  return fields.find(({ name, type }) => type === 'text' && NAME.test(name)) ?? null;
}
