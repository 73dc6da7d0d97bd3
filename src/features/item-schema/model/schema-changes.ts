import {
  REMEMBERED_PROPERTIES,
  type Fact,
  type RememberedColumn,
  type RememberedProperty,
  type RememberedSchema,
} from './remembered-schema';

export interface FactChange {
  readonly property: RememberedProperty;
  readonly before: Fact;
  readonly after: Fact;
}

export type SchemaChange =
  | { readonly kind: 'added' | 'removed'; readonly name: string }
  /** The person may no longer, or may now, see the column. What it was or is made of is not compared. */
  | { readonly kind: 'locked' | 'unlocked'; readonly name: string }
  | { readonly kind: 'changed'; readonly name: string; readonly facts: readonly FactChange[] };

/** What happened between two visits: additions, changes and rights in the order of `after`, then removals. */
export function schemaChanges(
  before: Pick<RememberedSchema, 'columns'>,
  after: Pick<RememberedSchema, 'columns'>,
): SchemaChange[] {
  const earlier = byName(before.columns);
  const later = byName(after.columns);
  return [
    ...[...later.values()].flatMap((column) => changeOf(earlier.get(column.name), column)),
    ...[...earlier.keys()]
      .filter((name) => !later.has(name))
      .map((name): SchemaChange => ({ kind: 'removed', name })),
  ];
}

/** Of columns with the same name, which a sound table does not have, the first counts. */
function byName(columns: readonly RememberedColumn[]): Map<string, RememberedColumn> {
  const found = new Map<string, RememberedColumn>();
  for (const column of columns) if (!found.has(column.name)) found.set(column.name, column);
  return found;
}

function changeOf(before: RememberedColumn | undefined, after: RememberedColumn): SchemaChange[] {
  const { name } = after;
  if (before === undefined) return [{ kind: 'added', name }];
  if (before.kind === 'open' && after.kind === 'open') {
    const facts = factChanges(before.facts, after.facts);
    return facts.length > 0 ? [{ kind: 'changed', name, facts }] : [];
  }
  if (before.kind === after.kind) return [];
  return [{ kind: after.kind === 'locked' ? 'locked' : 'unlocked', name }];
}

/** What the display form of the type says already. */
const PARTS_OF_TYPE: ReadonlySet<RememberedProperty> = new Set([
  'sqlType',
  'maxLength',
  'precision',
  'scale',
]);

type Facts = Partial<Record<RememberedProperty, Fact>>;

function factChanges(before: Facts, after: Facts): FactChange[] {
  const changes = REMEMBERED_PROPERTIES.flatMap((property): FactChange[] => {
    const [was, is] = [before[property], after[property]];
    // What was or is unreadable says nothing about a change.
    return was === undefined || is === undefined || was === is ? [] : [{ property, before: was, after: is }];
  });
  const isTypeTold = changes.some(({ property }) => property === 'typeLabel');
  return isTypeTold ? changes.filter(({ property }) => !PARTS_OF_TYPE.has(property)) : changes;
}
