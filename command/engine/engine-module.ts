import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ReadModule } from './start-engine';

/** The file of the command. Its last line is the engine's module, followed by a dot (`scripts/build-command.mjs`). */
const COMMAND_FILE = fileURLToPath(import.meta.url);
const END_OF_FILE = '.';

/** Whether the command's file is complete. A file cut off in the code does not get this far. */
export function isCommandWhole(): boolean {
  const file = openSync(COMMAND_FILE, 'r');
  try {
    const end = Buffer.alloc(1);
    readSync(file, end, 0, 1, fstatSync(file).size - 1);
    return end.toString('latin1') === END_OF_FILE;
  } finally {
    closeSync(file);
  }
}

/** Reads the module that the build has put into the last line of the command's file. */
export const readEngineModule: ReadModule = async () => {
  const file = await readFile(COMMAND_FILE);
  const line = file.subarray(file.lastIndexOf('\n//') + 3, -END_OF_FILE.length);
  const bytes = await promisify(gunzip)(Buffer.from(line.toString('latin1'), 'base64'));
  return new Uint8Array(bytes);
};
