import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ReadModule } from './start-engine';

/** Reads the module that the build has put into the file of the command (`scripts/build-command.mjs`). */
export const readEngineModule: ReadModule = async () => {
  const { compressedModule } = await import('virtual:engine-module');
  const bytes = await promisify(gunzip)(Buffer.from(compressedModule, 'base64'));
  return new Uint8Array(bytes);
};
