import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectDirectory } from './project-paths.mjs';

/** The scripts that users run in a fresh clone. Each installs missing packages itself, so it must not import a package statically. */
const SCRIPTS = ['build', 'colonnade', 'start', 'test'];

const IMPORT = /^(?:import|export)\s(?:[^'"]*\sfrom\s)?['"](?<specifier>[^'"]+)['"];?$/gm;

/** Returns the static imports of packages, each with its file and specifier, in a script and in all files that the script imports. */
function importedPackages(file: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(IMPORT)].flatMap(({ groups }) => {
    const specifier = groups?.['specifier'] ?? '';
    if (specifier.startsWith('node:')) return [];
    if (specifier.startsWith('.')) return importedPackages(path.resolve(path.dirname(file), specifier), seen);
    return [`${path.relative(projectDirectory, file)}: ${specifier}`];
  });
}

test.each(SCRIPTS)('%s starts where no package is installed', (name) => {
  expect(importedPackages(path.join(projectDirectory, 'scripts', `${name}.mjs`))).toEqual([]);
});

test('a package that is imported at once is found', () => {
  expect(importedPackages(path.join(projectDirectory, 'scripts/message-catalogues.mjs'))).toContain(
    'scripts/message-catalogues.mjs: icu-minify/compile',
  );
});
