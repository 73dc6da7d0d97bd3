import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cacheDirectory } from './project-paths.mjs';
import { EXTENSION_PREFIXES, withoutExports } from './wasm-exports.mjs';

const MODULE = '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm';

/**
 * The file of the engine's WebAssembly module, without 67,000 exports that only extensions would need:
 * this saves a fifth of the bytes, half of the starting time, and 70 MB of memory. @returns {string}
 */
export function engineModuleFile() {
  const whole = createRequire(import.meta.url).resolve(MODULE);
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(path.join(whole, '../../package.json'), 'utf8'));
  const file = path.join(cacheDirectory, 'engine', version, path.basename(MODULE));
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true });
    // Renamed when complete, because several processes may want the file at once.
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, withoutExports(new Uint8Array(readFileSync(whole)), EXTENSION_PREFIXES));
    renameSync(unfinished, file);
  }
  return file;
}

/** Makes the console use this file instead of the package's. @returns {import('vite').Plugin} */
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
