import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/**
 * @typedef {object} Import
 * @property {string} specifier as the file writes it
 * @property {boolean} isLazy whether the import is a call of `import()`
 * @property {string | null} target path relative to the project's folder; null for a package
 * @property {boolean} isResolved false if the project has no such file
 * @property {number} line 1-based
 *
 * @typedef {Map<string, string>} SourceFiles source text by path relative to the project's folder, with forward slashes
 */

const SOURCE_FILE = /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs)$/;
const SKIPPED_FOLDERS = new Set([
  'node_modules',
  'dist',
  'deploy',
  'docs',
  'public',
  'test-results',
  'playwright-report',
]);
const RESOLVED_ENDINGS = ['', '.ts', '.tsx', '.d.ts', '.mjs', '.cjs', '.js'];

/** @param {string} projectDirectory @returns {SourceFiles} */
export function readSourceFiles(projectDirectory) {
  /** @type {SourceFiles} */
  const files = new Map();
  /** @param {string} folder */
  const visit = (folder) => {
    for (const entry of readdirSync(path.join(projectDirectory, folder), { withFileTypes: true })) {
      const location = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && !SKIPPED_FOLDERS.has(entry.name)) visit(location);
      } else if (SOURCE_FILE.test(entry.name)) {
        files.set(location, readFileSync(path.join(projectDirectory, location), 'utf8'));
      }
    }
  };
  visit('');
  return files;
}

/**
 * Lists the files and packages that a file names: in import and export declarations (types included), in `import()` (also as a type), and
 * in `new URL('…', import.meta.url)`, which starts workers.
 * @type {(file: string, source: string) => { specifier: string, isLazy: boolean, start: number }[]}
 */
function specifiersOf(file, source) {
  const parsed = parseSync(file, source);
  const { module, errors } = parsed;
  const error = errors[0];
  if (error) throw new Error(`${file}: ${error.message}`);
  /** @type {{ specifier: string, isLazy: boolean, start: number }[]} */
  const found = [];
  for (const { moduleRequest } of module.staticImports) {
    found.push({ specifier: moduleRequest.value, isLazy: false, start: moduleRequest.start });
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest } of entries) {
      if (moduleRequest)
        found.push({ specifier: moduleRequest.value, isLazy: false, start: moduleRequest.start });
    }
  }
  // Few files go beyond this line. For the others, no syntax tree is built, which would take most of the time.
  if (!/\bimport\s*\(|import\.meta\.url/.test(source)) return found;
  new Visitor({
    ImportExpression({ source: argument, start }) {
      if (argument.type === 'Literal' && typeof argument.value === 'string') {
        found.push({ specifier: argument.value, isLazy: true, start });
      }
    },
    TSImportType({ source: argument, start }) {
      found.push({ specifier: argument.value, isLazy: false, start });
    },
    NewExpression({ callee, arguments: [address, base], start }) {
      const isFileAddress =
        callee.type === 'Identifier' &&
        callee.name === 'URL' &&
        base !== undefined &&
        source.slice(base.start, base.end) === 'import.meta.url';
      if (
        isFileAddress &&
        address?.type === 'Literal' &&
        typeof address.value === 'string' &&
        SOURCE_FILE.test(address.value)
      ) {
        found.push({ specifier: address.value, isLazy: false, start });
      }
    },
  }).visit(parsed.program);
  return found;
}

/**
 * Reads the imports of each source. `isFile` says whether a file that is not a source (JSON, CSS, SVG) exists.
 * @type {(files: SourceFiles, isFile: (file: string) => boolean) => Map<string, Import[]>}
 */
export function importGraph(files, isFile) {
  /** @param {string} from @param {string} specifier @returns {string | null} */
  const addressOf = (from, specifier) => {
    const bare = specifier.replace(/\?.*$/, '');
    if (bare.startsWith('@/')) return `src/${bare.slice(2)}`;
    if (bare.startsWith('@mocks/')) return `mocks/${bare.slice(7)}`;
    return bare.startsWith('.')
      ? path.posix.normalize(path.posix.join(path.posix.dirname(from), bare))
      : null;
  };
  return new Map(
    [...files].map(([file, source]) => [
      file,
      specifiersOf(file, source).map(({ specifier, isLazy, start }) => {
        const line = source.slice(0, start).split('\n').length;
        const address = addressOf(file, specifier);
        if (address === null) return { specifier, isLazy, target: null, isResolved: true, line };
        const target = RESOLVED_ENDINGS.map((ending) => address + ending).find(
          (candidate) => files.has(candidate) || isFile(candidate),
        );
        return { specifier, isLazy, target: target ?? address, isResolved: target !== undefined, line };
      }),
    ]),
  );
}

/** @param {string} projectDirectory @returns {(file: string) => boolean} */
export function fileOnDisk(projectDirectory) {
  return (file) => statSync(path.join(projectDirectory, file), { throwIfNoEntry: false })?.isFile() ?? false;
}
