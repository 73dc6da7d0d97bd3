import { compareDecimals, readDecimal } from '@/shared/formats/decimal';
import { CHECKS, missingRoles, type CheckDefinition, type CheckId } from './check-definitions';
import {
  chosenRoles,
  proposedCurrencyScope,
  proposedKey,
  type Role,
  type RoleProposals,
  type Roles,
} from '@/price-rows/column-roles';
import type { DescribedColumn } from '@/price-rows/field-meaning';
import type { CheckParameters } from './checks-sql';
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
}

/** The checks of a price column: proposals, with the person's choices in their place. */
export interface ResolvedChecks {
  readonly roles: Roles;
  readonly key: readonly string[];
  /** The key columns of the metadata, which tell rows apart; empty where the rows do not have all of them. */
  readonly rowKey: readonly string[];
  readonly currencyScope: string | null;
  readonly day: string;
  readonly checks: readonly SetCheck[];
}

/**
 * Puts choices in the place of proposals. A choice that names a column which the rows lack counts as none. `keys`: the key
 * columns of the metadata.
 */
export function resolveChecks(
  spec: ChecksSpec,
  proposals: RoleProposals,
  columns: readonly DescribedColumn[],
  today: string,
  keys: readonly string[] = [],
): ResolvedChecks {
  const has = (name: string) => columns.some((column) => column.name === name);
  const known = Object.fromEntries(
    Object.entries(spec.roles).filter(([, name]) => name === null || has(name)),
  );
  const roles = chosenRoles(proposals, known);
  const key = spec.key?.filter(has) ?? proposedKey(columns, roles);
  const scope = spec.currencyScope;
  const rowKey = keys.every(has) ? keys : [];
  return {
    roles,
    rowKey,
    // Without the article rows of different ones would be held against each other.
    key: roles.article === null || key.includes(roles.article) ? key : [roles.article, ...key],
    currencyScope:
      scope === null || (scope !== undefined && has(scope)) ? scope : proposedCurrencyScope(columns, roles),
    day: spec.day ?? today,
    checks: CHECKS.map((definition): SetCheck => {
      const { id } = definition;
      const set = spec.parameters[id] ?? {};
      const source = definition.sourceRole === undefined ? null : (spec.sources[id] ?? null);
      return {
        definition,
        isUsed: isCheckUsed(spec, id),
        parameters: Object.fromEntries(
          definition.parameters.map(({ name, usual }) => [name, set[name] ?? usual]),
        ),
        source,
        missing: missingRoles(
          definition,
          (role) =>
            roles[role] !== null ||
            (definition.hasRowKey === true && rowKey.length > 0) ||
            // Another snapshot of the price column has no cost either.
            (role === definition.sourceRole &&
              (source?.kind === 'price-column' || (source !== null && role !== 'cost'))),
        ),
      };
    }),
  };
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
