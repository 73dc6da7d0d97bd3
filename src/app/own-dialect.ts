import { createDialect } from '@/contract/create-dialect';
import type { Dialect } from '@/contract/dialect';
import { readServiceDescription } from '@/contract/read-description';
import { descriptionOfTab } from '@/session/own-description';

/** Returns the dialect of the description that a person uses in this tab; `configured` if there is none, or if it cannot be used. */
export function ownDialect(configured: Dialect | null): Dialect | null {
  const json = descriptionOfTab.read();
  const result = json === null ? null : readServiceDescription(json);
  return result?.ok === true ? createDialect(result.description) : configured;
}
