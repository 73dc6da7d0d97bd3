import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ReadModule } from './start-engine';

/** The path of the command's own file. Its last line is the engine's WebAssembly module and a dot (`scripts/build-command.mjs`). */
const COMMAND_FILE = fileURLToPath(import.meta.url);
const END_OF_FILE = '.';

/** Whether the command's file is complete. If its download was cut off earlier, within the code, the file does not run at all. */
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

/** Reads the engine's WebAssembly module from the last line of the command's file. */
export const readEngineModule: ReadModule = async () => {
  const file = await readFile(COMMAND_FILE);
  const line = file.subarray(file.lastIndexOf('\n//') + 3, -END_OF_FILE.length);
  const bytes = await promisify(gunzip)(Buffer.from(line.toString('latin1'), 'base64'));
  return new Uint8Array(bytes);
};
