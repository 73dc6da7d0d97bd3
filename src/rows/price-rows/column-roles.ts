import type { ColumnType, PriceColumn, PriceField } from '@/contract/column';
import { denominationsOf } from './denominations';
import { mainNumberField, notesWriting, type DescribedColumn } from './field-meaning';

/** The roles that columns can have in the checks of prices, in the order in which users see them. */
export const ROLES = [
  'price',
  'earlierPrice',
  'cost',
  'currency',
  'unit',
  'group',
  'article',
  'validFrom',
  'validTo',
  'quantity',
] as const;
export type Role = (typeof ROLES)[number];

export type RoleReason =
  | { readonly kind: 'marked' | 'amount' | 'name' | 'currency-codes' }
  | { readonly kind: 'reference'; readonly table: string }
  /** The rows that share a value of the column have the prices that are closest together. */
  | { readonly kind: 'closest' };

export interface RoleProposal {
  readonly column: string;
  readonly reason: RoleReason;
}

export type RoleProposals = Readonly<Partial<Record<Role, RoleProposal>>>;

/** The column of each role. Null if no column has the role. */
export type Roles = Readonly<Record<Role, string | null>>;

export const ROLE_TYPES: Readonly<Record<Role, readonly ColumnType[]>> = {
  price: ['number'],
  earlierPrice: ['number'],
  cost: ['number'],
  currency: ['text'],
  unit: ['text'],
  group: ['text', 'number', 'boolean', 'date'],
  article: ['text', 'number'],
  validFrom: ['date'],
  validTo: ['date'],
  quantity: ['number'],
};

// Column names in European price lists: English, German, French, Italian, Spanish and Dutch.
const EARLIER =
  /prev(?:ious)?|prior|earlier|(?:^|_)(?:old|last|former|vor)|vorher|bisher|alt(?:er)?_?(?:preis|wert)|pr[eé]c[eé]dent|ancien|anterior|vorig/i;
const COST =
  /cost|kosten|einstand|einkauf|(?:^|_)ek(?:_|preis|$)|herstell|wareneinsatz|co[uû]t|costo|coste|inkoop/i;
const PRICE =
  /price|preis|(?:^|_)vk(?:_|$)|prix|prezzo|precio|prijs|(?:^|_|[a-z])(?:value|wert|betrag|amount)$/i;
const ARTICLE =
  /(?:item|article|artikel|product|produkt|material|sku|art[ií]culo|articolo)_?(?:no|nr|num(?:ber)?|nummer|num[eé]ro|code|id|key)?$|^(?:number|nummer|sku|gtin|ean)$/i;
/** Matches the table to which an article column refers by a foreign key. */
const ITEM_TABLE = /^(?:dbo\.)?(?:item|article|artikel|product|produkt|material)s?$/i;
const GROUP =
  /group|gruppe|category|kategorie|famil(?:y|ie|le|ia)|(?:^|_|[a-z])class$|klasse|segment|sortiment|groupe|cat[eé]gor|grupo|gruppo|groep/i;
const FROM =
  /(?:valid|effective|g(?:ü|ue)ltig|geldig|beginn?|start|anfang|ingang)s?_?(?:from|ab|von|on|date|datum|at|vana?f?)?$|(?:^|_|[a-z])(?:from|since|ab|von|desde|d[eé]but|inizio|inicio|vanaf)_?(?:date|datum)?$/i;
const TO =
  /(?:valid|effective|g(?:ü|ue)ltig|geldig)_?(?:to|till|until|thru|through|bis)|(?:^|_|[a-z])(?:to|until|thru|through|bis|hasta|jusque|tot)_?(?:date|datum)?$|(?:end|expir|ablauf)[a-z]*_?(?:on|at|am|date|datum)?$|(?:^|_|[a-z])(?:fine?|datbi|einde?_?(?:datum)?)$/i;
const QUANTITY = /quantity|(?:^|_)qty|menge|staffel|quantit[eéà]|cantidad|aantal|hoeveelheid/i;

/** Matches columns that state for whom a price applies. Together with the article, they identify the price. */
const DIMENSION =
  /price_?list|preisliste|customer|kunde|country|land|region|market|markt|channel|kanal|site|werk(?!zeug|stoff)|plant|supplier|lieferant|promotion|aktion|liste_?prix|client|pays|pa[ií]s|paese/i;

/** Whether a column states for whom a price applies. */
export function isDimension({ name, type }: Pick<DescribedColumn, 'name' | 'type'>): boolean {
  return type === 'text' && DIMENSION.test(name);
}

/** Whether a name is a typical name of a cost column. */
export function isCostName(name: string): boolean {
  return COST.test(name);
}

/** Returns the price columns, with those first that contain costs which the account may view. */
export function costsFirst(
  priceColumns: readonly PriceColumn[],
  isLocked: (field: PriceField) => boolean = () => false,
): readonly PriceColumn[] {
  const hasCosts = ({ fields }: PriceColumn) =>
    fields.some((field) => field.type === 'number' && isCostName(field.name) && !isLocked(field));
  return priceColumns.toSorted((a, b) => Number(hasCosts(b)) - Number(hasCosts(a)));
}

interface Named {
  readonly column: DescribedColumn;
  readonly field: PriceField | undefined;
}

/** Suggests roles based on the columns' metadata, not on their values. A column gets at most one role, the first that fits. */
export function proposeRoles(
  columns: readonly DescribedColumn[],
  fields: readonly PriceField[],
): RoleProposals {
  const all = columns.map((column): Named => {
    return { column, field: fields.find(({ name }) => name === column.name) };
  });
  const taken = new Set<string>();
  const proposals: Partial<Record<Role, RoleProposal>> = {};
  const take = (role: Role, found: RoleProposal | null) => {
    if (found === null || taken.has(found.column)) return;
    taken.add(found.column);
    proposals[role] = found;
  };
  const ofType = (role: Role) =>
    all.filter(({ column }) => !taken.has(column.name) && ROLE_TYPES[role].includes(column.type));
  const named = (role: Role, pattern: RegExp, test: (each: Named) => boolean = () => true) => {
    const found = ofType(role).find((each) => pattern.test(each.column.name) && test(each));
    if (found !== undefined) take(role, { column: found.column.name, reason: { kind: 'name' } });
  };
  const isAmount = ({ column, field }: Named) =>
    (column.scale ?? 0) > 0 && field?.isKey !== true && field?.isPrimaryKey !== true;

  const marked = ofType('price').find(({ field }) => field?.isPriceColumn === true);
  if (marked !== undefined) take('price', { column: marked.column.name, reason: { kind: 'marked' } });
  named('earlierPrice', EARLIER, isAmount);
  // If the price itself is a cost, the rows have no other costs with which to compare it.
  if (marked === undefined || !COST.test(marked.column.name)) named('cost', COST, isAmount);
  if (proposals.price === undefined) named('price', PRICE, isAmount);
  if (proposals.price === undefined) {
    const amounts = ofType('price').map(({ column }) => column);
    const column = mainNumberField(amounts, fields);
    if (column !== null) take('price', { column, reason: { kind: 'amount' } });
  }
  for (const { kind, field } of denominationsOf(
    all.map(({ column, field: each }) => denominated(column, each)),
  )) {
    const reference = fields.find(({ name }) => name === field)?.foreignKey ?? null;
    if (proposals[kind] === undefined) {
      take(kind, {
        column: field,
        reason: reference === null ? { kind: 'name' } : { kind: 'reference', table: reference.table },
      });
    }
  }
  named('validTo', TO);
  named('validFrom', FROM);
  named('quantity', QUANTITY);
  // A customer group states for whom a price applies, so it is not a group of articles.
  named(
    'group',
    GROUP,
    ({ column, field }) => field?.isUnique !== true && field?.isPrimaryKey !== true && !isDimension(column),
  );
  const reference = ofType('article').find(({ field }) => ITEM_TABLE.test(field?.foreignKey?.table ?? ''));
  if (reference?.field?.foreignKey != null) {
    const { table } = reference.field.foreignKey;
    take('article', { column: reference.column.name, reason: { kind: 'reference', table } });
  }
  if (proposals.article === undefined) {
    named('article', ARTICLE, ({ column }) => (column.scale ?? 0) === 0);
  }
  return proposals;
}

/** Roles that only the price column's own fields can have. Others would change what a price applies to, or which amount it is. */
const ROLES_OF_PRICE_COLUMN: ReadonlySet<Role> = new Set([
  'price',
  'currency',
  'unit',
  'article',
  'validFrom',
  'validTo',
  'quantity',
]);

/** Suggests roles based on the fields. If the rows lack a field, suggests another column, except for `ROLES_OF_PRICE_COLUMN`. */
export function proposeRolesOfRows(
  columns: readonly DescribedColumn[],
  fields: readonly PriceField[],
): RoleProposals {
  const has = (name: string) => columns.some((column) => column.name === name);
  const fieldOf = (name: string) => fields.find((field) => field.name === name);
  const isMeant = ({ name }: DescribedColumn) => {
    const field = fieldOf(name);
    return field === undefined || !notesWriting(field);
  };
  const beside = columns.filter(({ name }) => fieldOf(name) === undefined);
  const all = proposeRoles([...fields, ...beside].filter(isMeant), fields);
  const ofRows = proposeRoles(columns.filter(isMeant), fields);
  const proposals = { ...all };
  for (const role of ROLES) {
    const [own, other] = [all[role], ofRows[role]];
    if (own === undefined || ROLES_OF_PRICE_COLUMN.has(role) || has(own.column) || other === undefined)
      continue;
    const isTaken = Object.values(all).some(({ column }) => column === other.column);
    if (!isTaken) proposals[role] = other;
  }
  return proposals;
}

/** Returns the field with the date of each change if the prices have no validity dates but a history of changes, otherwise null. */
export function changedOnField<Field extends Pick<PriceField, 'name' | 'type' | 'isKey' | 'isPrimaryKey'>>(
  fields: readonly Field[],
  { validFrom, validTo }: Pick<Roles, 'validFrom' | 'validTo'>,
): Field | null {
  if (validFrom !== null || validTo !== null) return null;
  return fields.find((field) => field.type === 'date' && notesWriting(field)) ?? null;
}

function denominated({ name, type }: DescribedColumn, field: PriceField | undefined) {
  return { name, type, foreignKey: field?.foreignKey ?? null };
}

/** Returns the column that states the item of a row, or null if there is none. */
export function itemFieldOf(fields: readonly PriceField[]): PriceField | null {
  const column = proposeRoles(fields, fields).article?.column;
  return fields.find(({ name }) => name === column) ?? null;
}

/** Returns the suggested columns, in which the user's own choices take precedence. */
export function chosenRoles(
  proposals: RoleProposals,
  choices: Readonly<Partial<Record<Role, string | null>>>,
): Roles {
  return Object.fromEntries(
    ROLES.map((role) => {
      const choice = choices[role];
      return [role, choice === undefined ? (proposals[role]?.column ?? null) : choice];
    }),
  ) as Roles;
}

/** Returns the columns that identify what a price applies to. Returns none if there is no article column. */
export function proposedKey(columns: readonly DescribedColumn[], roles: Roles): readonly string[] {
  if (roles.article === null) return [];
  const parts: ReadonlySet<string | null> = new Set([
    roles.article,
    roles.currency,
    roles.unit,
    roles.quantity,
  ]);
  return columns.filter((column) => parts.has(column.name) || isDimension(column)).map(({ name }) => name);
}

/** Returns the column (such as the customer) for whose values a single currency is expected, or null if there is none. */
export function proposedCurrencyScope(columns: readonly DescribedColumn[], roles: Roles): string | null {
  return columns.find((column) => column.name !== roles.currency && isDimension(column))?.name ?? null;
}
