import { createDialect } from '@/contract/create-dialect';
import type { Dialect } from '@/contract/dialect';
import { parseServiceDescription } from '@/contract/read-description';
import { CommandError } from '../command-problem';
import { readTextFile } from '../files';

/** Reads a service description; null if it does not differ from the contract. Throws CommandError. */
export function readDescription(file: string): Dialect | null {
  const result = parseServiceDescription(readTextFile(file));
  if (!result.ok) throw new CommandError({ kind: 'bad-description', file, problems: result.problems });
  return createDialect(result.description);
}
