import { readFileSync } from 'node:fs';
import { CommandError } from './command-problem';

/** The ending that is appended to the name of a file to get the name of its certificate. */
export const CERTIFICATE_ENDING = '.certificate.json';

/** Throws CommandError if `file` is a URL and not the name of a file. */
export function requireFileName(file: string): void {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(file)) {
    throw new CommandError({ kind: 'address-for-file', address: file });
  }
}

/** Reads a file that the command line names. Throws CommandError. */
export function readTextFile(file: string): string {
  requireFileName(file);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError({ kind: 'unreadable-file', file, code: errorCode(error) });
  }
}

/** Returns the system's code of an error, such as `ENOENT`; for an error without a code, its name. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
