import * as z from 'zod';
import { randomId } from '@/lib/base/random-id';
import type { RefineColumn } from '../../model/refinement';
import { refinementFromParameter, type RefinementFromAddress } from '../../model/refinement-address';
import { CHECK_IDS, type CheckId } from './check-definition';

export const MAX_CHECK_NAME_LENGTH = 80;
export const MAX_CHECK_MEANING_LENGTH = 300;
const ID_LENGTH = 12;

/** Identifies an own check, even after it was renamed. */
export const ownCheckIdSchema = z.templateLiteral(['own-', z.string().min(1)]);
export type OwnCheckId = z.output<typeof ownCheckIdSchema>;

/** One of the checks that come with the console, or one of the person's own. */
export type AnyCheckId = CheckId | OwnCheckId;

/** An own check of the person: it finds the rows that satisfy a refinement. */
export interface OwnCheck {
  readonly id: OwnCheckId;
  readonly name: string;
  /** Explains each finding. */
  readonly means: string;
  readonly isUsed: boolean;
  /** As in the address (`refinement-address.ts`), so that a missing column is reported. */
  readonly refine: string;
}

/** An own check, with what it finds in rows of these columns, or why it cannot be used. */
export interface SetOwnCheck {
  readonly check: OwnCheck;
  readonly read: RefinementFromAddress;
}

export type OwnChecksChange = (own: readonly OwnCheck[]) => readonly OwnCheck[];

export function isOwnCheckId(id: AnyCheckId): id is OwnCheckId {
  return id.startsWith('own-');
}

/** Returns the check with this id; null if it cannot be one. */
export function checkIdOf(text: string): AnyCheckId | null {
  const own = ownCheckIdSchema.safeParse(text);
  return own.success ? own.data : (CHECK_IDS.find((id) => id === text) ?? null);
}

export function newOwnCheckId(): OwnCheckId {
  return `own-${randomId().slice(0, ID_LENGTH)}`;
}

/** Returns what own checks find in rows of these columns. */
export function resolveOwnChecks(
  own: readonly OwnCheck[],
  columns: readonly RefineColumn[],
): readonly SetOwnCheck[] {
  return own.map((check) => ({ check, read: refinementFromParameter(check.refine, columns) }));
}
