import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { engineModuleFile } from './engine-module.mjs';
import { EXTENSION_PREFIXES, withoutExports } from './wasm-exports.mjs';

const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** The bytes of a module's sections that declare one function, which has no parameters and returns nothing. */
const FUNCTION = [1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0];
const CODE = [10, 4, 1, 2, 0, 0x0b];

function moduleWith(names: readonly string[]): Uint8Array<ArrayBuffer> {
  const entries = names.flatMap((name) => [name.length, ...new TextEncoder().encode(name), 0, 0]);
  return new Uint8Array([...HEAD, ...FUNCTION, 7, entries.length + 1, names.length, ...entries, ...CODE]);
}

const exportsOf = (bytes: Uint8Array<ArrayBuffer>) =>
  WebAssembly.Module.exports(new WebAssembly.Module(bytes)).map(({ name }) => name);

test.each([
  [
    ['_Za', 'b', 'a_Z', 'orig$_Zc', 'orig$d', '_'],
    ['b', 'a_Z', 'orig$d', '_'],
  ],
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [['_Z', '_Zb'], []],
  [[], []],
])('of %j there remain %j', (names, remaining) => {
  expect(exportsOf(withoutExports(moduleWith(names), ['_Z', 'orig$_Z']))).toEqual(remaining);
});

test('what remains can be called', () => {
  const bytes = withoutExports(moduleWith(['_Za', 'b']), ['_Z']);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  expect(() => (exports as { readonly b: () => void }).b()).not.toThrow();
});

test.each([
  ['nothing', []],
  ['a page', [...new TextEncoder().encode('<html></html>')]],
  ['a module without exports', [...HEAD, ...FUNCTION, ...CODE]],
])('%s stays as it is', (_, bytes) => {
  expect([...withoutExports(new Uint8Array(bytes), ['_Z'])]).toEqual(bytes);
});

test('the engine keeps every export that its script can ask for', { tags: ['long'] }, () => {
  const file = createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm');
  const all = exportsOf(new Uint8Array(readFileSync(file)));
  const kept = exportsOf(new Uint8Array(readFileSync(engineModuleFile())));
  expect(kept).toEqual(all.filter((name) => !EXTENSION_PREFIXES.some((prefix) => name.startsWith(prefix))));
  // A new version of the package may use other names, whose exports take half of the initial memory.
  expect(kept.length).toBeLessThan(all.length / 10);
  const script = readFileSync(file.replace('duckdb-eh.wasm', 'duckdb-browser-blocking.mjs'), 'utf8');
  const asked = new Set(script.match(/[\w$]*_Z\w*/g));
  expect(all.filter((name) => asked.has(name) && !kept.includes(name))).toEqual([]);
});
