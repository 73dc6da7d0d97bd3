import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cacheDirectory } from './project-paths.mjs';
import { withoutExports } from './wasm-exports.mjs';

const MODULE = '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm';

/** The names of the engine's C++ functions and their tables, which only an extension asks for; none is ever loaded. */
export const EXTENSION_PREFIXES = ['_Z', 'orig$_Z'];

/**
 * The file of the engine's WebAssembly module without what only its extensions would need: 67,000 exports, which are a fifth of its
 * bytes, and half of the time and 70 MB of the memory that it starts with.
 * @returns {string}
 */
export function engineModuleFile() {
  const whole = createRequire(import.meta.url).resolve(MODULE);
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(path.join(whole, '../../package.json'), 'utf8'));
  const file = path.join(cacheDirectory, 'engine', version, path.basename(MODULE));
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true });
    // Under its name once it is whole: several processes may want it at once.
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, withoutExports(new Uint8Array(readFileSync(whole)), EXTENSION_PREFIXES));
    renameSync(unfinished, file);
  }
  return file;
}

/**
 * Gives the console that file in place of the package's.
 * @returns {import('vite').Plugin}
 */
export function engineModule() {
  return {
    name: 'engine-module',
    enforce: 'pre',
    resolveId: (id) => (id === `${MODULE}?url` ? `${engineModuleFile()}?url` : null),
  };
}
