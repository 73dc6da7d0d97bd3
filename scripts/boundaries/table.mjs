import { FOLDERS, filesOf, MSW, REACT, ROUTER } from './folders.mjs';

/**
 * The rows say which folders may import which. Each folder has a row; a file belongs to the first row whose pattern matches it.
 *
 * @typedef {object} Row
 * @property {string} name the folder's name in this table
 * @property {RegExp} files matches paths relative to the project's folder, with forward slashes
 * @property {(file: RegExpExecArray) => RegExp[]} mayImport given the match of `files`; the folder itself only if it is listed
 * @property {RegExp[]} [mayImportLazily] what the folder may import only through `import()`
 * @property {RegExp[]} [mustNotUse] packages that would tie the folder to something it must not know
 * @property {string} instead what to do instead of an import that is not allowed
 */

const contract = filesOf('contract');
const extraction = filesOf('rows/extraction');
const priceRows = filesOf('rows/price-rows');
const analysis = /^src\/analysis\//;
/** The folders of the analysis that do not know the engine, which is loaded after the first rows are on screen. */
const withoutEngine =
  /^src\/analysis\/(?:(?:address|conditions|snapshot|copies)\/|histograms\/distribution\.ts$)/;
const features = /^src\/features\//;
const routes = /^src\/routes\//;
const app = /^src\/app\//;
const theme = /^src\/app\/theme\//;
const command = /^command\//;
const mocks = /^mocks\//;
const mockData = /^mocks\/data\//;
const server = /^server\//;
const scripts = /^scripts\//;

/** The folders that every feature may import in addition to itself. */
const BELOW_FEATURES = FOLDERS.filter(
  ({ name }) => name !== 'rows/extraction' && !name.startsWith('analysis/'),
).map(({ name }) => filesOf(name));

/** The subfolders on which the workbench's screen is built, the lowest first. */
const GROUND = ['model', 'texts', 'storage', 'clipboard', 'snapshot', 'controller', 'conditions', 'bars'];

/** What each of `GROUND` may import: itself and those before it. @type {Readonly<Record<string, readonly string[]>>} */
const BELOW = Object.fromEntries(GROUND.map((name, index) => [name, GROUND.slice(0, index + 1)]));

/** The only file outside its own folder that a view may import from `views/`. The file has the types of a view's components. */
const VIEW_PART = /^src\/features\/workbench\/views\/view-part\.ts$/;

/** @param {string} names */
function room(names) {
  return new RegExp(`^src/features/workbench/(${names})/`);
}

/** @param {readonly string[]} names */
function rooms(names) {
  return room(names.join('|'));
}

/** @type {Row[]} */
export const ROWS = [
  {
    name: 'tests',
    files: /\.(test|test-d)\.tsx?$|^src\/test\//,
    mayImport: () => [/^src\//, command, mocks, server, scripts, /^bench\//],
    instead: 'Tests may import anything of ours; is this a file of the product?',
  },
  ...FOLDERS.map(({ name, below, mustNotUse, instead }) => ({
    name,
    files: filesOf(name),
    mayImport: () => [name, ...below].map(filesOf),
    mustNotUse: [...mustNotUse],
    instead,
  })),
  {
    name: 'workbench registry of views',
    files: /^src\/features\/workbench\/views\/[^/]+\.ts$/,
    mayImport: () => [room('model'), VIEW_PART],
    mayImportLazily: [room('views')],
    mustNotUse: [MSW],
    instead: 'The registry loads the code of views; what the workbench knows of a view is in model/views.ts.',
  },
  {
    name: 'workbench model',
    files: room('model|storage|texts|clipboard|snapshot|controller|conditions|bars'),
    mayImport: ([, name]) => [rooms(BELOW[name ?? ''] ?? []), withoutEngine, ...BELOW_FEATURES],
    mustNotUse: [MSW],
    instead:
      'What the workbench stands on knows no part of its screen, and each room only those below it: pass the value or a function in.',
  },
  {
    name: 'workbench rows-read',
    files: room('rows-read'),
    mayImport: () => [rooms([...GROUND, 'rows-read']), analysis, extraction, ...BELOW_FEATURES],
    mustNotUse: [MSW],
    instead: 'The rows read serve every view and know none: let the view subscribe, or pass a part in.',
  },
  {
    name: 'workbench views',
    files: /^src\/features\/workbench\/views\/([^/]+)\//,
    mayImport: ([, view]) => [
      rooms([...GROUND, 'rows-read', `views/${view}`]),
      VIEW_PART,
      analysis,
      ...BELOW_FEATURES,
    ],
    mustNotUse: [MSW],
    instead:
      'Views do not know each other, nor who shows them: what two of them need belongs to rows-read/, or to src/analysis/ if it computes.',
  },
  {
    name: 'workbench saved views',
    files: room('saved-views'),
    mayImport: () => [rooms([...GROUND, 'saved-views']), withoutEngine, ...BELOW_FEATURES],
    mustNotUse: [MSW],
    instead:
      'The screen of saved views knows no price column that is open: what both need belongs to storage/.',
  },
  {
    name: 'workbench routine',
    files: room('routine'),
    mayImport: () => [rooms([...GROUND, 'rows-read', 'saved-views', 'routine']), analysis, ...BELOW_FEATURES],
    mustNotUse: [MSW],
    instead:
      'The routine runs saved views without their screens: what it needs of a view belongs to src/analysis/.',
  },
  {
    name: 'workbench query and results',
    files: room('query|results'),
    mayImport: ([, part]) => [
      rooms([...GROUND, ...(part === 'query' ? ['saved-views'] : []), part ?? '']),
      withoutEngine,
      ...BELOW_FEATURES,
    ],
    mustNotUse: [MSW],
    instead:
      'Query and results know the controller (controller/use-workbench.ts) and neither each other nor a view: send it an action.',
  },
  {
    name: 'features',
    files: /^src\/features\/([^/]+)\//,
    mayImport: ([, feature]) => [
      new RegExp(`^src/features/${feature}/`),
      analysis,
      extraction,
      ...BELOW_FEATURES,
    ],
    mustNotUse: [MSW],
    instead: 'Features do not know each other: compose them in the route, or move the common part down.',
  },
  {
    name: 'routes',
    files: routes,
    mayImport: () => [routes, features, analysis, ...BELOW_FEATURES],
    mustNotUse: [MSW],
    instead: 'A route is composed by app and sees only what is below it: take it from the router context.',
  },
  {
    name: 'app',
    files: app,
    mayImport: () => [app, routes, features, ...BELOW_FEATURES],
    mustNotUse: [MSW],
    instead: 'The application runs without the demo: main.tsx hands over what the demo adds.',
  },
  {
    name: 'command',
    files: command,
    mayImport: () => [command, features, analysis, extraction, ...BELOW_FEATURES],
    mustNotUse: [REACT, ROUTER, MSW, /^idb$/],
    instead:
      'The command does without a browser what the screens do: move what both need out of the screen, and implement nothing twice.',
  },
  {
    name: 'main.tsx',
    files: /^src\/main\.tsx$/,
    mayImport: () => [app, filesOf('ui/config')],
    mayImportLazily: [mocks],
    mustNotUse: [MSW],
    instead:
      'Boot imports app and ui/config, and mocks through import() in the demo branch alone: otherwise every deployment downloads the demo.',
  },
  {
    name: 'ambient types',
    files: /^src\/[a-z-]+\.d\.ts$/,
    mayImport: () => [],
    instead: 'Ambient declarations import nothing.',
  },
  {
    name: 'mocks/controls',
    files: /^mocks\/controls\//,
    mayImport: () => [mocks, contract, /^src\/(ui\/(components|i18n)|lib\/base)\//],
    instead: 'The demo controls use the service they control, ui/components, ui/i18n and lib/base.',
  },
  {
    name: 'mocks/service',
    files: /^mocks\/service\//,
    mayImport: () => [mocks, contract],
    mustNotUse: [MSW, REACT],
    instead:
      'The reference service maps a Request to a Response by the contract; its entry points are beside it.',
  },
  {
    name: 'mocks/data',
    files: mockData,
    mayImport: () => [mocks, contract],
    mustNotUse: [MSW, REACT],
    instead: 'The data and its engine run anywhere, workers included: take what you need as an argument.',
  },
  {
    name: 'mocks',
    files: mocks,
    mayImport: () => [mocks, contract],
    instead: 'The reference service shares the contract with the product and nothing else.',
  },
  {
    name: 'e2e',
    files: /^e2e\//,
    mayImport: () => [/^e2e\//, mockData, /^mocks\/service\/(control-endpoint|state)\.ts$/, server, scripts],
    instead:
      'End-to-end tests see what a person sees; expected rows come from mocks/data, orders go through the control endpoint or into the stored state of the demo.',
  },
  {
    name: 'bench',
    files: /^bench\//,
    mayImport: () => [/^bench\//, mockData, server, scripts, analysis, priceRows, filesOf('ui/workers')],
    instead:
      'Benchmarks measure the built product from outside, but for what the analysis asks of its engine; expected rows come from mocks/data.',
  },
  {
    name: 'playwright.config.ts',
    files: /^playwright\.config\.ts$/,
    mayImport: () => [scripts, /^e2e\/support\//],
    instead: 'The tests are configured by what supports them.',
  },
  {
    name: 'server/test',
    files: /^server\/test\//,
    mayImport: () => [server],
    instead: 'What tests of servers send is written by itself: take what you need as an argument.',
  },
  {
    name: 'server',
    files: server,
    mayImport: () => [/^server\/(?!test\/)/],
    instead:
      'The servers run where nothing else of the project is, in the image for one: take what you need as an argument.',
  },
  {
    name: 'scripts and configuration',
    files: /^(scripts\/.+|[a-z-]+\.config\.(ts|mjs))$/,
    mayImport: () => [scripts, server, theme, /^src\/ui\/config\/runtime-config\.ts$/],
    instead:
      'Tools run before and beside the product: of its code they know the theme and the defaults of the configuration.',
  },
];

/** @param {string} file @returns {{ row: Row, match: RegExpExecArray } | undefined} */
export function rowOf(file) {
  for (const row of ROWS) {
    const match = row.files.exec(file);
    if (match) return { row, match };
  }
  return undefined;
}

/** Returns a file's folder if the folder must not reach itself by imports. @param {string} file @returns {string | undefined} */
export function folderOf(file) {
  const [, room] = /^src\/features\/workbench\/((?:rows-read|views)\/[^/]+|[^/]+)\//.exec(file) ?? [];
  return room ?? FOLDERS.find(({ name }) => filesOf(name).test(file))?.name;
}

/** Whether a file that is not a test is imported only by tests. @param {string} file @param {readonly string[]} importers */
export function isFixture(file, importers) {
  // Tests reach the reference service through this entry point, so it is normal that only tests import it.
  const isDoor = file === 'mocks/node.ts';
  const isProduct = /^(src|command|mocks)\//.test(file) && rowOf(file)?.row.name !== 'tests';
  return isProduct && !isDoor && importers.every((importer) => rowOf(importer)?.row.name === 'tests');
}
