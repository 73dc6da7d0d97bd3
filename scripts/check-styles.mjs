// Checks that every class that a component takes from a CSS module has a rule in that module, and that every rule is used. Without a rule,
// `classes['name']` is undefined, which neither types nor tests notice. Also checks that Mantine's components come with their styles.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lackingStyles } from './mantine-styles.mjs';
import { projectDirectory } from './project-paths.mjs';
import { isMain } from './user-error.mjs';

/** @typedef {ReadonlyMap<string, string>} Sources by path, with forward slashes */

if (isMain(import.meta.url)) checkSources();

function checkSources() {
  const sources = readSources();
  const problems = [...findStyleProblems(sources), ...lackingStyles(sources)];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0 || sources.size === 0) process.exitCode = 1;
  else console.log(`the classes of ${sources.size} files have rules, and Mantine's components their styles`);
}

/** @returns {Sources} */
function readSources() {
  const files = ['src', 'mocks'].flatMap((folder) =>
    readdirSync(path.join(projectDirectory, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx?|css)$/.test(file))
      .map((file) => path.join(folder, file)),
  );
  return new Map(
    files.map((file) => [
      file.replaceAll('\\', '/'),
      readFileSync(path.join(projectDirectory, file), 'utf8'),
    ]),
  );
}

/** @param {Sources} files @returns {string[]} a sentence for each problem */
export function findStyleProblems(files) {
  /** @type {Map<string, Set<string>>} the used classes by module; all classes of a module with computed names count as used */
  const used = new Map();
  /** @type {Set<string>} */
  const usedByVariable = new Set();
  /** @type {string[]} */
  const found = [];
  for (const [file, source] of files) {
    for (const [, variable = '', from = ''] of source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const module = from.startsWith('@/')
        ? `src/${from.slice(2)}`
        : path.posix.join(path.posix.dirname(file), from);
      const rules = classesOf(files.get(module) ?? '');
      const names = used.get(module) ?? new Set();
      used.set(module, names);
      for (const [, name = ''] of source.matchAll(new RegExp(`\\b${variable}\\['([\\w-]+)'\\]`, 'g'))) {
        names.add(name);
        if (!rules.has(name)) found.push(`${file}: ${path.posix.basename(module)} has no class ${name}`);
      }
      if (new RegExp(`\\b${variable}(\\[[^']|[,)}])`).test(source)) usedByVariable.add(module);
    }
  }
  for (const [file, source] of files) {
    if (!file.endsWith('.module.css') || usedByVariable.has(file)) continue;
    for (const name of classesOf(source))
      if (used.get(file)?.has(name) !== true) found.push(`${file}: nothing uses the class ${name}`);
  }
  return found;
}

/** @param {string} css @returns {Set<string>} the module's own classes, without those of libraries */
function classesOf(css) {
  const selectors = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/:global\([^)]*\)/g, '')
    .replace(/\{[^{}]*\}/g, '{}');
  return new Set([...selectors.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = '']) => name));
}
