import { compareDecimals, readDecimal } from '@/lib/formats/decimal';
import { CHECKS, missingRoles, type CheckDefinition, type CheckId } from './check-definitions';
import type { PriceField } from '@/contract/column';
import {
  changedOnField,
  chosenRoles,
  proposedCurrencyScope,
  proposedKey,
  type Role,
  type RoleProposals,
  type Roles,
} from '@/rows/price-rows/column-roles';
import { notesWriting, type DescribedColumn } from '@/rows/price-rows/field-meaning';
import type { CheckParameters, PriceStart } from './checks-sql';
import type { OwnCheck } from './own-checks';
import type { CheckSource } from './reference-prices';

/** The choices of a person; everything else is as proposed. */
export interface ChecksSpec {
  /** Null for a role that nobody fills. */
  readonly roles: Readonly<Partial<Record<Role, string | null>>>;
  /** Columns that say which rows are prices of the same thing; null for those proposed. */
  readonly key: readonly string[] | null;
  /** The column in which one currency is expected; null for all rows, undefined for the one proposed. */
  readonly currencyScope: string | null | undefined;
  /** ISO date on which validity is judged; null for today. */
  readonly day: string | null;
  readonly used: Readonly<Partial<Record<CheckId, boolean>>>;
  readonly parameters: Readonly<Partial<Record<CheckId, CheckParameters>>>;
  /** In the order in which they were saved. */
  readonly own: readonly OwnCheck[];
  /** The sources of checks that hold the price against other rows. */
  readonly sources: Readonly<Partial<Record<CheckId, CheckSource>>>;
}

export const PROPOSED_CHECKS: ChecksSpec = {
  roles: {},
  key: null,
  currencyScope: undefined,
  day: null,
  used: {},
  parameters: {},
  own: [],
  sources: {},
};

/** They tell what is not valid on a day, which is no error: used when chosen. */
const UNUSED_AT_FIRST: ReadonlySet<CheckId> = new Set(['ended', 'starts-later']);

/** Whether a check is in use, as far as that is not for want of columns. */
export function isCheckUsed({ used }: Pick<ChecksSpec, 'used'>, id: CheckId): boolean {
  return used[id] ?? !UNUSED_AT_FIRST.has(id);
}

/** A check as it is set. */
export interface SetCheck {
  readonly definition: CheckDefinition;
  readonly isUsed: boolean;
  /** All of the definition's, as canonical decimals. */
  readonly parameters: CheckParameters;
  /** Null where all it needs are columns of the rows. */
  readonly source: CheckSource | null;
  /** Roles that it needs and nobody fills: it is off. */
  readonly missing: readonly Role[];
  /** Fields that it needs and the rows do not have: it is not run. */
  readonly lacking: readonly string[];
}

/** Whether the rows have all that a check needs of them. */
export function canRun({ missing, lacking }: Pick<SetCheck, 'missing' | 'lacking'>): boolean {
  return missing.length === 0 && lacking.length === 0;
}

/** The checks of a price column: proposals, with the person's choices in their place. */
export interface ResolvedChecks {
  readonly roles: Roles;
  /** The roles with the columns that the rows lack. */
  readonly wanted: Roles;
  /** The same without what the person has chosen. */
  readonly usual: Roles;
  readonly key: readonly string[];
  /** Says from when on a price applies, as far as rows that identify it are told apart; see `CheckedRows`. */
  readonly start: PriceStart | null;
  /** The key columns of the metadata, which tell rows apart; empty where the rows do not have all of them. */
  readonly rowKey: readonly string[];
  readonly currencyScope: string | null;
  readonly day: string;
  readonly checks: readonly SetCheck[];
}

/** What the choices of a person are put in the place of. */
export interface ChecksBasis {
  readonly proposals: RoleProposals;
  /** Roles in the place of the proposals: those that a saved view or a routine was set up with. */
  readonly fixed?: ChecksSpec['roles'] | undefined;
  /** The fields of the price column: what identifies a price are those that have a role, or are named so. */
  readonly fields: readonly PriceField[];
  /** The columns of the rows. */
  readonly columns: readonly DescribedColumn[];
  readonly today: string;
  /** The key columns of the metadata. */
  readonly keys?: readonly string[];
}

/** Puts choices in the place of proposals. Checks that need a column which the rows lack say so. */
export function resolveChecks(
  spec: ChecksSpec,
  { proposals, fixed = {}, fields, columns, today, keys = [] }: ChecksBasis,
): ResolvedChecks {
  const has = (name: string | null) => columns.some((column) => column.name === name);
  const exists = (name: string | null) => has(name) || fields.some((field) => field.name === name);
  const known = Object.fromEntries(Object.entries(fixed).filter(([, name]) => name === null || exists(name)));
  const usual = chosenRoles(proposals, known);
  const wanted = chosenRoles(proposals, { ...known, ...spec.roles });
  const roles = mapRoles(wanted, (name) => (has(name) ? name : null));
  const ofKey = spec.key ?? proposedKey(fields, wanted);
  // Without the article rows of different ones would be held against each other.
  const wantedKey =
    wanted.article === null || ofKey.includes(wanted.article) ? ofKey : [wanted.article, ...ofKey];
  // Then all that is a price twice is a key twice, whatever else the rows have.
  const isKeyOfMetadata = keys.length > 0 && keys.every((name) => wantedKey.includes(name));
  const start = isKeyOfMetadata ? null : startOf(wanted, fields);
  const scope = spec.currencyScope === undefined ? proposedCurrencyScope(fields, wanted) : spec.currencyScope;
  const rowKey = keys.every(has) ? keys : [];
  const isPriceTold = wanted.article !== null && start !== null;
  const ofKeyTwice = isPriceTold ? [start.column, ...wantedKey] : isKeyOfMetadata ? keys : [];
  const lackingOf = (definition: CheckDefinition, hasSource: (role: Role) => boolean) => {
    const { id, needs, needsOneOf = [], hasKey = false } = definition;
    const ofRoles = [...needs, ...needsOneOf, ...(needs.includes('group') ? GROUP_BOUNDS : [])];
    const names =
      id === 'key-twice'
        ? ofKeyTwice
        : [
            ...ofRoles.filter((role) => !hasSource(role)).map((role) => wanted[role]),
            ...(hasKey && wanted.article !== null ? wantedKey : []),
            ...(id === 'several-currencies' ? [scope] : []),
          ];
    return [...new Set(names)].filter((name) => name !== null && !has(name)) as string[];
  };
  return {
    roles,
    wanted,
    usual,
    rowKey,
    key: wantedKey.filter(has),
    start,
    currencyScope: has(scope) ? scope : null,
    day: spec.day ?? today,
    checks: CHECKS.map((definition): SetCheck => {
      const { id } = definition;
      const set = spec.parameters[id] ?? {};
      const source = definition.sourceRole === undefined ? null : (spec.sources[id] ?? null);
      const hasSource = (role: Role) =>
        // Another snapshot of the price column has no cost either.
        role === definition.sourceRole &&
        (source?.kind === 'price-column' || (source !== null && role !== 'cost'));
      const isStartUnclear = wanted.article !== null && start === null && !isKeyOfMetadata;
      return {
        definition,
        isUsed: isCheckUsed(spec, id),
        parameters: Object.fromEntries(
          definition.parameters.map(({ name, usual }) => [name, set[name] ?? usual]),
        ),
        source,
        missing: [
          ...missingRoles(
            definition,
            (role) =>
              wanted[role] !== null ||
              (definition.hasRowKey === true && rowKey.length > 0) ||
              hasSource(role),
          ),
          ...(id === 'key-twice' && isStartUnclear && rowKey.length === 0 ? (['validFrom'] as const) : []),
        ],
        lacking: lackingOf(definition, hasSource),
      };
    }),
  };
}

/** Amounts of two currencies, or per piece and per hundred, are not compared. */
const GROUP_BOUNDS = ['currency', 'unit'] as const satisfies readonly Role[];

function mapRoles(roles: Roles, change: (column: string | null) => string | null): Roles {
  return Object.fromEntries(Object.entries(roles).map(([role, column]) => [role, change(column)])) as Roles;
}

/**
 * Returns the column that tells the prices of a thing apart by their time: the first day, else the last one, else the change of which
 * the row is a record. Null where another date may do so, and nobody knows: then no two rows are known to be the same price.
 */
function startOf(roles: Roles, fields: readonly PriceField[]): PriceStart | null {
  const day = roles.validFrom ?? roles.validTo;
  if (day !== null) return { column: day };
  const isUnclear = fields.some((field) => field.type === 'date' && !notesWriting(field));
  return isUnclear ? null : { column: changedOnField(fields, roles)?.name ?? null };
}

/** Whether a decimal may be the value of a parameter. */
export function isParameterValue(
  { least, greatest, places }: CheckDefinition['parameters'][number],
  decimal: string,
): boolean {
  return (
    readDecimal(decimal) === decimal &&
    (decimal.split('.')[1] ?? '').length <= places &&
    compareDecimals(decimal, least) >= 0 &&
    compareDecimals(decimal, greatest) <= 0
  );
}
