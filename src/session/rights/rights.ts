import type { Column } from '@/contract/column';
import type { Dialect } from '@/contract/dialect';
import { EXTRACTION_PERMISSION } from '@/contract/extraction';

/** The rights that the account has, if the access token lists them (docs/service-contract.md, section 4). */
export type Rights =
  | { readonly kind: 'known'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'unknown' };

/** If a permission is `unknown`, only the service can decide, and screens must not promise that an action will succeed. */
export type Permission = 'granted' | 'denied' | 'unknown';

export type ViewState =
  | { readonly state: 'visible' }
  /** The account lacks the right. Only the column's name and the right may be shown. */
  | { readonly state: 'locked'; readonly right: string }
  /** It is unknown whether the account has the required right. Values that the service sends may be shown. */
  | { readonly state: 'unknown'; readonly right: string };

export type EditState =
  | { readonly state: 'editable' }
  | { readonly state: 'read-only'; readonly reason: ReadOnlyReason }
  /** The column requires these rights, and it is unknown whether the account has them. */
  | { readonly state: 'unknown'; readonly rights: readonly string[] };

export type ReadOnlyReason =
  | { readonly kind: 'can-edit-false' }
  | { readonly kind: 'missing-rights'; readonly rights: readonly string[] };

export const UNKNOWN_RIGHTS: Rights = { kind: 'unknown' };

/** Converts the right IDs of a token; null means that the token lists no rights, and makes them unknown. */
export function rightsFromIds(ids: readonly string[] | null): Rights {
  return ids === null ? UNKNOWN_RIGHTS : { kind: 'known', ids: new Set(ids) };
}

/** Whether the account has the right. IDs are compared exactly. */
export function holds(rights: Rights, rightId: string): Permission {
  if (rights.kind === 'unknown') return 'unknown';
  return rights.ids.has(rightId) ? 'granted' : 'denied';
}

/** Whether the account may see the column's values and metadata. */
export function viewState(column: Pick<Column, 'viewRight'>, rights: Rights): ViewState {
  if (column.viewRight === null) return { state: 'visible' };
  switch (holds(rights, column.viewRight)) {
    case 'granted':
      return { state: 'visible' };
    case 'denied':
      return { state: 'locked', right: column.viewRight };
    case 'unknown':
      return { state: 'unknown', right: column.viewRight };
  }
}

/** Whether the account may change values; the view right is ignored. Lists all missing rights, the column's own right first. */
export function editState(
  column: Pick<Column, 'canEdit' | 'editRight' | 'tableEditRight'>,
  rights: Rights,
): EditState {
  if (!column.canEdit) return { state: 'read-only', reason: { kind: 'can-edit-false' } };
  const asked = [...new Set([column.editRight, column.tableEditRight])].filter((right) => right !== null);
  const missing = asked.filter((right) => holds(rights, right) === 'denied');
  if (missing.length > 0) return { state: 'read-only', reason: { kind: 'missing-rights', rights: missing } };
  return asked.some((right) => holds(rights, right) === 'unknown')
    ? { state: 'unknown', rights: asked }
    : { state: 'editable' };
}

/** Whether the account may list price columns and extract prices. The description of a service may rename the right. */
export function extractionPermission(rights: Rights, dialect?: Dialect | null): Permission {
  return holds(rights, extractionRight(dialect));
}

/** Returns the ID of the right that listing price columns and extracting prices require. */
export function extractionRight(dialect: Dialect | null | undefined): string {
  return dialect?.description.rights.extraction ?? EXTRACTION_PERMISSION;
}
