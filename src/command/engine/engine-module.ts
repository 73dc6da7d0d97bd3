import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ReadModule } from './start-engine';

/** Reads the module that the build has put into the last line of the command's file (`scripts/build-command.mjs`). */
export const readEngineModule: ReadModule = async () => {
  const file = await readFile(fileURLToPath(import.meta.url));
  const line = file.subarray(file.lastIndexOf('\n//') + 3);
  const bytes = await promisify(gunzip)(Buffer.from(line.toString('latin1'), 'base64'));
  return new Uint8Array(bytes);
};
