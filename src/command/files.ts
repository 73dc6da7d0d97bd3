import { readFileSync } from 'node:fs';
import { CommandError } from './command-problem';

/** Reads a file that the run names. Throws CommandError. */
export function readTextFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError({ kind: 'unreadable-file', file, code: errorCode(error) });
  }
}

/** Returns the system's code of an error, such as `ENOENT`; its name where it has none. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
