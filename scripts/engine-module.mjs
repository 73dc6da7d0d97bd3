import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cacheDirectory } from './project-paths.mjs';
import { EXTENSION_PREFIXES, withoutExports } from './wasm-exports.mjs';

const MODULE = '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm';

/**
 * Returns the file of the engine's WebAssembly module, without 67,000 exports that only extensions would need. Leaving them out saves a
 * fifth of the bytes, half of the starting time, and 70 MB of memory.
 * @returns {string}
 */
export function engineModuleFile() {
  const whole = createRequire(import.meta.url).resolve(MODULE);
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(path.join(whole, '../../package.json'), 'utf8'));
  const file = path.join(cacheDirectory, 'engine', version, path.basename(MODULE));
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true });
    // The complete file is renamed to its final name, because several processes may write it at once.
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, withoutExports(new Uint8Array(readFileSync(whole)), EXTENSION_PREFIXES));
    renameSync(unfinished, file);
  }
  return file;
}

/** Vite plugin that makes the console use the file of `engineModuleFile` instead of the package's file. @returns {import('vite').Plugin} */
export function engineModule() {
  return {
    name: 'engine-module',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^@duckdb\/duckdb-wasm\/dist\/duckdb-eh\.wasm\?url$/ },
      handler: () => `${engineModuleFile()}?url`,
    },
  };
}
