import * as z from 'zod';
import { randomId } from '@/lib/base/random-id';
import type { RefineColumn } from '../conditions/refinement';
import { refinementFromParameter, type RefinementFromAddress } from '../conditions/refinement-address';
import { CHECK_IDS, type CheckId } from './check-definition';

export const MAX_CHECK_NAME_LENGTH = 80;
export const MAX_CHECK_MEANING_LENGTH = 300;
const ID_LENGTH = 12;

/** The id of an own check, which stays the same when the check is renamed. */
export const ownCheckIdSchema = z.templateLiteral(['own-', z.string().min(1)]);
export type OwnCheckId = z.output<typeof ownCheckIdSchema>;

/** The id of a check that comes with the console, or of a user's own check. */
export type AnyCheckId = CheckId | OwnCheckId;

/** A check that the user has defined. It finds the rows that satisfy a refinement (filters and computed columns). */
export interface OwnCheck {
  readonly id: OwnCheckId;
  readonly name: string;
  /** A sentence that explains each finding. */
  readonly means: string;
  readonly isUsed: boolean;
  /** The refinement in the notation of the address (`refinement-address.ts`), so that a missing column can be reported. */
  readonly refine: string;
}

/** An own check with its decoded refinement, or the reason why it cannot be used on these columns. */
export interface SetOwnCheck {
  readonly check: OwnCheck;
  readonly read: RefinementFromAddress;
}

export type OwnChecksChange = (own: readonly OwnCheck[]) => readonly OwnCheck[];

export function isOwnCheckId(id: AnyCheckId): id is OwnCheckId {
  return id.startsWith('own-');
}

/** Returns the text as the id of a check; null if it is not a valid id. */
export function checkIdOf(text: string): AnyCheckId | null {
  const own = ownCheckIdSchema.safeParse(text);
  return own.success ? own.data : (CHECK_IDS.find((id) => id === text) ?? null);
}

export function newOwnCheckId(): OwnCheckId {
  return `own-${randomId().slice(0, ID_LENGTH)}`;
}

/** Returns the own checks with their refinements, decoded for rows with these columns. */
export function resolveOwnChecks(
  own: readonly OwnCheck[],
  columns: readonly RefineColumn[],
): readonly SetOwnCheck[] {
  return own.map((check) => ({ check, read: refinementFromParameter(check.refine, columns) }));
}
