import { compareDecimals, readDecimal } from '@/lib/formats/decimal';
import type { CheckId } from './check-definition';
import type { CheckParameter, CheckParameters } from './check-parameters';
import { checkDefinition, CHECKS, missingRoles, type StandardCheck } from './standard-checks';
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
import type { PriceStart } from './checks-sql';
import type { OwnCheck } from './own-checks';
import type { CheckSource } from './reference-prices';

/** The user's choices for the checks. Everything else follows from the suggested roles and from defaults. */
export interface ChecksSpec {
  /** The chosen column of each role; null for no column. */
  readonly roles: Readonly<Partial<Record<Role, string | null>>>;
  /** The columns that identify a price; null for the suggested ones. */
  readonly key: readonly string[] | null;
  /** The column within which a single currency is expected; null for all rows, undefined for the suggested column. */
  readonly currencyScope: string | null | undefined;
  /** The ISO date on which validity is judged; null for today. */
  readonly day: string | null;
  readonly used: Readonly<Partial<Record<CheckId, boolean>>>;
  readonly parameters: Readonly<Partial<Record<CheckId, CheckParameters>>>;
  /** The user's own checks, in the order in which they were saved. */
  readonly own: readonly OwnCheck[];
  /** The sources of checks that compare prices with other rows. */
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

/** Whether a check is in use. It may still lack columns. */
export function isCheckUsed({ used }: Pick<ChecksSpec, 'used'>, id: CheckId): boolean {
  return used[id] ?? checkDefinition(id).isUsedAtFirst;
}

export interface SetCheck {
  readonly definition: StandardCheck;
  readonly isUsed: boolean;
  /** All parameters that the definition has, as canonical decimals. */
  readonly parameters: CheckParameters;
  /** The source of the rows that prices are compared with; null if the check needs only columns of the rows. */
  readonly source: CheckSource | null;
  /** The roles that the check needs but that have no column. If there are any, the check is off. */
  readonly missing: readonly Role[];
  /** The fields that the check needs but that the rows do not have. If there are any, the check is not run. */
  readonly lacking: readonly string[];
}

/** Whether the rows have everything that a check needs. */
export function canRun({ missing, lacking }: Pick<SetCheck, 'missing' | 'lacking'>): boolean {
  return missing.length === 0 && lacking.length === 0;
}

/** The checks of a price column, with the user's choices in place of the suggestions. */
export interface ResolvedChecks {
  readonly roles: Roles;
  /** The column of each role, even if the rows do not have it. */
  readonly wanted: Roles;
  /** The roles without the user's choices. */
  readonly usual: Roles;
  readonly key: readonly string[];
  /** The column that shows from when a price applies (see `CheckedRows`); null if prices with the same key cannot be distinguished. */
  readonly start: PriceStart | null;
  /** The key columns of the metadata, which identify a row; empty if the rows lack one of them. */
  readonly rowKey: readonly string[];
  readonly currencyScope: string | null;
  readonly day: string;
  readonly checks: readonly SetCheck[];
}

/** What the checks are based on before the user chooses anything. */
export interface ChecksBasis {
  readonly proposals: RoleProposals;
  /** Roles that replace the suggestions, because a saved view or a routine was set up with them. */
  readonly fixed?: ChecksSpec['roles'] | undefined;
  /** The fields of the price column. Those with a role, or with a name that suggests one, identify a price. */
  readonly fields: readonly PriceField[];
  readonly columns: readonly DescribedColumn[];
  readonly today: string;
  /** The key columns of the metadata; absent for none. */
  readonly keys?: readonly string[];
}

/** Applies the user's choices to the suggestions. A check that needs a field which the rows lack names it in `lacking`. */
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
  // The article is always part of the key, because rows of different articles must not be compared with each other.
  const wantedKey =
    wanted.article === null || ofKey.includes(wanted.article) ? ofKey : [wanted.article, ...ofKey];
  // If the metadata's key is part of the price's key, every price that occurs twice is also a key that occurs twice.
  const isKeyOfMetadata = keys.length > 0 && keys.every((name) => wantedKey.includes(name));
  const start = isKeyOfMetadata ? null : startOf(wanted, fields);
  const scope = spec.currencyScope === undefined ? proposedCurrencyScope(fields, wanted) : spec.currencyScope;
  const rowKey = keys.every(has) ? keys : [];
  const isPriceTold = wanted.article !== null && start !== null;
  const ofKeyTwice = isPriceTold ? [start.column, ...wantedKey] : isKeyOfMetadata ? keys : [];
  const lackingOf = (definition: StandardCheck, hasSource: (role: Role) => boolean) => {
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
        // Another snapshot of the same price column has no cost either, so only a price column can be the source of a cost.
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

/** Amounts are compared only within one currency and one unit, such as per piece or per hundred. */
const GROUP_BOUNDS = ['currency', 'unit'] as const satisfies readonly Role[];

function mapRoles(roles: Roles, change: (column: string | null) => string | null): Roles {
  return Object.fromEntries(Object.entries(roles).map(([role, column]) => [role, change(column)])) as Roles;
}

/**
 * Returns the column that distinguishes prices with the same key by time: the first day, or the last day, or the time of the change that
 * the row records. Returns null if another date might be that column, because then no two rows are known to be the same price.
 */
function startOf(roles: Roles, fields: readonly PriceField[]): PriceStart | null {
  const day = roles.validFrom ?? roles.validTo;
  if (day !== null) return { column: day };
  const isUnclear = fields.some((field) => field.type === 'date' && !notesWriting(field));
  return isUnclear ? null : { column: changedOnField(fields, roles)?.name ?? null };
}

/** Whether a decimal is allowed as the value of a parameter. */
export function isParameterValue({ least, greatest, places }: CheckParameter, decimal: string): boolean {
  return (
    readDecimal(decimal) === decimal &&
    (decimal.split('.')[1] ?? '').length <= places &&
    compareDecimals(decimal, least) >= 0 &&
    compareDecimals(decimal, greatest) <= 0
  );
}
