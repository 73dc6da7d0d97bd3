import { posix } from 'node:path';

const SOURCE = 'scripts/chunks-by-screen.mjs';

/** @typedef {Map<string, { imports: readonly string[], code: string }>} ModuleGraph */

/**
 * @typedef {object} Part
 * @property {string} name also of its chunk
 * @property {boolean} [areLibrariesApart] into a chunk of their own, which outlives releases in browsers' caches
 * @property {(needs: (screen: keyof typeof SCREENS) => boolean) => boolean} has of what needs a module
 */

const MAIN = /\/src\/main\.tsx$/;

/** Files that are fetched by themselves. What they import statically is fetched with them. */
const SCREENS = {
  main: [MAIN],
  config: [/\/src\/shared\/config\/runtime-config\.ts$/],
  start: [/\/src\/app\/render\.tsx$/],
  signIn: [route('sign-in')],
  // With the list of price columns, where most people begin.
  signedIn: [
    /\/src\/app\/signed-in-surroundings\.tsx$/,
    route('_signed-in'),
    route('_signed-in/prices.index'),
  ],
  workbench: [route('_signed-in/prices.$priceColumn')],
  itemSchema: [route('_signed-in/schema.item')],
  others: [
    route('_signed-in/snapshots'),
    /\/src\/app\/palette\/palette-dialog\.tsx$/,
    /\/src\/features\/export\/components\/(?:export-desk|verify-dialog)\.tsx$/,
  ],
};

/**
 * A module goes with the first part that has it, whatever else needs it. Left to itself the bundler makes a file of
 * each set of screens that share something: a hundred of a few hundred bytes, which compress badly one by one.
 * @type {readonly Part[]}
 */
const PARTS = [
  // zod's settings are made in the file that zod is in, so before any schema, which would try to compile itself.
  { name: 'boot', has: (needs) => needs('main') },
  { name: 'config', has: (needs) => needs('config') },
  {
    name: 'start',
    areLibrariesApart: true,
    has: (needs) => needs('start') || (needs('signIn') && needs('signedIn')),
  },
  { name: 'forms', has: (needs) => needs('signIn') && needs('workbench') },
  { name: 'sign-in', has: (needs) => needs('signIn') },
  { name: 'signed-in', areLibrariesApart: true, has: (needs) => needs('signedIn') },
  { name: 'values', has: (needs) => needs('workbench') && needs('itemSchema') },
  { name: 'shared', areLibrariesApart: true, has: (needs) => needs('workbench') && needs('others') },
  { name: 'workbench', areLibrariesApart: true, has: (needs) => needs('workbench') },
];

/** Imported dynamically, yet nothing shows without it: the page fetches it without waiting for who asks for it. */
const PRELOADED = 'start';

/**
 * Vite plugin: puts into one file what is always fetched together. See docs/decisions/first-download.md.
 * @returns {import('vite').Plugin}
 */
export function chunksByScreen() {
  /** @type {ReadonlyMap<string, string>} module to chunk */
  let chunks = new Map();
  let base = '/';
  const names = PARTS.flatMap(({ name, areLibrariesApart }) =>
    areLibrariesApart ? [`${name}-libraries`, name] : [name],
  );
  const groups = names.map((name) => ({
    name,
    test: (/** @type {string} */ id) => chunks.get(id) === name,
  }));
  return {
    name: 'chunks-by-screen',
    apply: 'build',
    config: () => ({ build: { rolldownOptions: { output: { codeSplitting: { groups } } } } }),
    configResolved: (config) => {
      base = config.base;
    },
    buildEnd() {
      /** @type {ModuleGraph} */
      const graph = new Map();
      for (const id of this.getModuleIds()) {
        const info = this.getModuleInfo(id);
        if (info !== null) graph.set(id, { imports: info.importedIds, code: info.code ?? '' });
      }
      chunks = chunksOf(graph);
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunk = Object.values(bundle).find((file) => file.name === PRELOADED);
        if (chunk?.type !== 'chunk') throw new Error(`There is no chunk ${PRELOADED}: see ${SOURCE}.`);
        return [chunk.fileName, ...chunk.imports]
          .map((file) => base + file)
          .filter((href) => !html.includes(href))
          .map((href) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href },
            injectTo: 'head',
          }));
      },
    },
  };
}

/**
 * @param {ModuleGraph} graph
 * @returns {Map<string, string>} module to chunk; what is not in there is left to the bundler
 */
export function chunksOf(graph) {
  const needed = new Map(
    Object.entries(SCREENS).map(([screen, files]) => [
      screen,
      importedFrom(
        files.flatMap((file) => modulesAt(file, graph)),
        graph,
      ),
    ]),
  );
  // The page's own script cannot be part of a chunk.
  const [main] = modulesAt(MAIN, graph);
  const chunks = new Map();
  for (const id of graph.keys()) {
    if (id === main) continue;
    const part = PARTS.find(({ has }) => has((screen) => needed.get(screen)?.has(id) === true));
    if (part === undefined) continue;
    const isApart = part.areLibrariesApart === true && id.includes('node_modules');
    chunks.set(id, isApart ? `${part.name}-libraries` : part.name);
  }
  return chunks;
}

/**
 * @param {RegExp} file
 * @param {ModuleGraph} graph
 */
function modulesAt(file, graph) {
  const ids = [...graph.keys()].filter((id) => file.test(id));
  if (ids.length === 0) throw new Error(`There is no ${file.source}: see ${SOURCE}.`);
  return ids;
}

/** A library's list of all that it has. Following it would bring all of it along. */
const LIST =
  /\/node_modules\/(@mantine\/(?:core|hooks)|@tabler\/icons-react)\/(?:dist\/)?esm\/(?:index|tabler-icons-react)\.mjs$/;
const IMPORT = /\b(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;

/**
 * @param {readonly string[]} entries
 * @param {ModuleGraph} graph
 * @returns {Set<string>} with the entries
 */
function importedFrom(entries, graph) {
  /** @type {Set<string>} */
  const found = new Set();
  const waiting = [...entries];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const module = graph.get(id);
    if (module === undefined || found.has(id)) continue;
    found.add(id);
    for (const imported of module.imports) {
      const library = LIST.exec(imported)?.[1];
      if (library === undefined) waiting.push(imported);
      else waiting.push(...namedIn(module.code, library, imported, graph));
    }
  }
  return found;
}

/**
 * @param {string} code
 * @param {string} library
 * @param {string} list
 * @param {ModuleGraph} graph
 * @returns {string[]} the modules of a library that a module imports by name
 */
function namedIn(code, library, list, graph) {
  /** @type {Map<string, string>} */
  const modules = new Map();
  for (const [, names = '', file = ''] of graph.get(list)?.code.matchAll(IMPORT) ?? []) {
    for (const name of names.split(',')) {
      modules.set(name.trim().replace(/^.*\sas\s+/, ''), posix.join(posix.dirname(list), file));
    }
  }
  return [...code.matchAll(IMPORT)]
    .filter(([, , from]) => from === library)
    .flatMap(([, names = '']) => names.split(','))
    .flatMap((name) => modules.get(name.trim().replace(/\s+as\s.*$/, '')) ?? []);
}

/** @param {string} file the lazy half that the router's plugin makes of a route */
function route(file) {
  return new RegExp(`/src/routes/${file.replaceAll(/[.$]/g, String.raw`\$&`)}\\.tsx\\?tsr-split=component`);
}
