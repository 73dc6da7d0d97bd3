import type { SetCheck, ResolvedChecks, ChecksSpec } from './checks-spec';
import { isOwnCheckId, type AnyCheckId } from './own-checks';

/** Returns the columns that identify a row in several snapshots: the metadata key, or otherwise the columns that identify a price. */
export function keysOf({ key, roles }: ResolvedChecks, keys: readonly string[]): readonly string[] {
  if (keys.length > 0) return keys;
  return roles.validFrom === null || key.length === 0 ? key : [...key, roles.validFrom];
}

/** Returns a text of everything that decides what a check finds. `keys`: the columns that identify a row in several snapshots. */
export function settingOf(
  id: AnyCheckId,
  { resolved, spec }: { readonly resolved: ResolvedChecks; readonly spec: ChecksSpec },
  keys: readonly string[],
): string {
  if (isOwnCheckId(id)) return spec.own.find((check) => check.id === id)?.refine ?? '';
  const { definition, parameters, source } = resolved.checks.find(
    (check) => check.definition.id === id,
  ) as SetCheck;
  const { roles, key, start, currencyScope, day } = resolved;
  const needed = [...definition.needs, ...(definition.needsOneOf ?? [])].map((role) => roles[role]);
  const isGrouped = definition.needs.includes('group');
  return JSON.stringify([
    needed,
    parameters,
    isGrouped ? [roles.currency, roles.unit] : null,
    definition.hasKey === true ? [key, id === 'key-twice' ? (start?.column ?? null) : roles.validFrom] : null,
    id === 'several-currencies' ? currencyScope : null,
    definition.hasDay === true ? day : null,
    ...(source === null ? [] : [source, keys]),
  ]);
}
