import * as z from 'zod';
import { randomId } from '@/lib/base/random-id';
import type { RefineColumn } from '../../model/refinement';
import { refinementFromParameter, type RefinementFromAddress } from '../../model/refinement-address';
import type { CheckId } from './check-definitions';

export const MAX_CHECK_NAME_LENGTH = 80;
export const MAX_CHECK_MEANING_LENGTH = 300;
const ID_LENGTH = 12;

/** Identifies a check of a person's own, also after it was renamed. */
export const ownCheckIdSchema = z.templateLiteral(['own-', z.string().min(1)]);
export type OwnCheckId = z.output<typeof ownCheckIdSchema>;

/** One of the checks that come with the console, or one of the person's own. */
export type AnyCheckId = CheckId | OwnCheckId;

/** A check of a person's own: it finds the rows that a refinement leaves. */
export interface OwnCheck {
  readonly id: OwnCheckId;
  readonly name: string;
  /** Said of each row that it finds. */
  readonly means: string;
  readonly isUsed: boolean;
  /** As in the address (`refinement-address.ts`), so that a column which is gone is told. */
  readonly refine: string;
}

/** A check of a person's own, and what it finds in rows of such columns or why it cannot. */
export interface SetOwnCheck {
  readonly check: OwnCheck;
  readonly read: RefinementFromAddress;
}

export type OwnChecksChange = (own: readonly OwnCheck[]) => readonly OwnCheck[];

export function isOwnCheckId(id: AnyCheckId): id is OwnCheckId {
  return id.startsWith('own-');
}

export function newOwnCheckId(): OwnCheckId {
  return `own-${randomId().slice(0, ID_LENGTH)}`;
}

/** Returns what own checks find in rows of such columns. */
export function resolveOwnChecks(
  own: readonly OwnCheck[],
  columns: readonly RefineColumn[],
): readonly SetOwnCheck[] {
  return own.map((check) => ({ check, read: refinementFromParameter(check.refine, columns) }));
}
