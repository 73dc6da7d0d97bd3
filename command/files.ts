import { readFileSync } from 'node:fs';
import { CommandError } from './command-problem';

/** The name of a certificate is the name of its file, followed by this. */
export const CERTIFICATE_ENDING = '.certificate.json';

/** Refuses an address of the network in place of a file name. Throws CommandError. */
export function requireFileName(file: string): void {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(file)) {
    throw new CommandError({ kind: 'address-for-file', address: file });
  }
}

/** Reads a file that the run names. Throws CommandError. */
export function readTextFile(file: string): string {
  requireFileName(file);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError({ kind: 'unreadable-file', file, code: errorCode(error) });
  }
}

/** Returns the system's code of an error, such as `ENOENT`; else the error's name. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
