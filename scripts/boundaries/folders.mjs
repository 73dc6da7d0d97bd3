/**
 * The folders below the features, the lowest first. A folder may import only folders before it, so no circle of imports is possible.
 *
 * @typedef {object} Folder
 * @property {string} name below `src/`
 * @property {readonly string[]} below names of the other folders that it may import
 * @property {readonly RegExp[]} mustNotUse packages that would tie the folder to something it must not know
 * @property {string} instead what to do instead of an import that is not allowed
 */

export const REACT = /^(react|react-dom|use-intl$|@mantine|@tabler|@tanstack\/react-|@dnd-kit|@hookform)/;
export const ROUTER = /^@tanstack\/react-router$/;
export const MSW = /^(msw|@mswjs)(\/|$)/;

/** The folders of the analysis, the lowest first. Each may import those before it. */
const ANALYSIS = [
  'address',
  'conditions',
  'snapshot',
  'engine',
  'copies',
  'reading',
  'histograms',
  'matching',
  'steps',
  'rows',
  'tables',
  'row-table',
  'source-files',
  'added',
  'checks',
  'comparison',
  'new-prices',
  'brushing',
  'profiles',
  'pivot',
  'lists',
];

/** What all folders of the analysis may import beside each other, as far as it does without React. */
const BELOW_ANALYSIS = [
  'lib/base',
  'lib/formats',
  'lib/row-batches',
  'lib/table-files',
  'lib/grid',
  'lib/paged-rows',
  'contract',
  'ui/config',
  'ui/formats',
  'ui/http',
  'ui/page-version',
  'ui/workers',
  'ui/components',
  'session',
  'rows/certificates',
  'rows/extraction',
  'rows/price-rows',
  'rows/kept-copies',
];

/** @type {readonly Folder[]} */
export const FOLDERS = [
  library('base', []),
  library('formats', ['lib/base']),
  library('row-batches', ['lib/base']),
  library('table-files', ['lib/base', 'lib/formats', 'lib/row-batches']),
  library('sealed-files', []),
  library('storage', ['lib/base']),
  library('program-text', ['lib/base']),
  library('grid', ['lib/base'], [ROUTER, MSW]),
  library('paged-rows', ['lib/base', 'lib/grid']),
  {
    name: 'contract',
    below: ['lib/base', 'lib/formats'],
    mustNotUse: [REACT, MSW],
    instead:
      'Wire messages and their domain types know nobody: let the caller import them, or pass a function in.',
  },
  ui('config', ['lib/base']),
  ui('i18n', ['lib/base']),
  ui('formats', ['lib/base', 'lib/formats']),
  {
    name: 'ui/http',
    below: ['lib/base'],
    mustNotUse: [REACT, ROUTER, MSW],
    instead:
      'The HTTP layer only sends and throws. What it needs from above is passed in as a function; toasts, navigation and retries by hand belong to the screens.',
  },
  ui('diagnostics', ['ui/config']),
  ui('page-version', ['lib/base', 'ui/config']),
  ui('workers', ['ui/diagnostics', 'ui/page-version']),
  ui('components', [
    'lib/base',
    'lib/formats',
    'lib/table-files',
    'ui/i18n',
    'ui/formats',
    'ui/http',
    'ui/diagnostics',
    'ui/page-version',
  ]),
  ui('pictures', ['lib/base', 'lib/formats', 'ui/components']),
  session('session/rights', ['contract']),
  session('session/machine', ['lib/base', 'lib/storage', 'contract', 'ui/config', 'session/rights']),
  session('session/vault', ['lib/base', 'lib/storage', 'ui/http', 'session/machine']),
  session('session/tabs', ['lib/base', 'session/machine', 'session/vault']),
  session('session', [
    'lib/base',
    'lib/storage',
    'contract',
    'ui/http',
    'session/rights',
    'session/machine',
    'session/vault',
    'session/tabs',
  ]),
  {
    name: 'rows/certificates',
    below: ['lib/table-files'],
    mustNotUse: [REACT, ROUTER, MSW],
    instead: 'A certificate is read and written in workers: pass the value or a function in.',
  },
  {
    name: 'rows/extraction',
    below: ['lib/base', 'lib/row-batches', 'contract', 'ui/http'],
    mustNotUse: [REACT, ROUTER, MSW],
    instead:
      'The pages of an extraction are read in workers, which know no session and no screen: pass the value or a function in.',
  },
  {
    name: 'rows/price-rows',
    below: [
      'lib/base',
      'lib/formats',
      'lib/grid',
      'contract',
      'ui/formats',
      'ui/http',
      'session/rights',
      'session',
    ],
    mustNotUse: [MSW],
    instead:
      'What rows of prices mean and look like is the same on every screen, and knows none: pass the value or a function in.',
  },
  {
    name: 'rows/kept-copies',
    below: [
      'lib/base',
      'lib/row-batches',
      'lib/table-files',
      'lib/sealed-files',
      'lib/storage',
      'contract',
      'ui/config',
      'ui/page-version',
      'ui/workers',
      'session',
      'rows/certificates',
    ],
    mustNotUse: [MSW],
    instead:
      'Copies are written by one screen, listed by another and read by a third, and know none of them: pass the value or a function in.',
  },
  ...ANALYSIS.map(analysis),
  {
    name: 'service-check',
    below: ['lib/base', 'contract', 'ui/formats', 'ui/http', 'session'],
    mustNotUse: [REACT, ROUTER, MSW],
    instead:
      'The check of a service is the same on screen and in the command, and sends requests through a function that it is given: pass the value or a function in.',
  },
];

/** @param {string} name @param {readonly string[]} below @param {readonly RegExp[]} [mustNotUse] @returns {Folder} */
function library(name, below, mustNotUse = [REACT, ROUTER, MSW]) {
  return {
    name: `lib/${name}`,
    below,
    mustNotUse,
    instead:
      'A library knows no price, no person and no screen: pass the value or a function in, or move the caller up.',
  };
}

/** @param {string} name @param {readonly string[]} below @returns {Folder} */
function ui(name, below) {
  return {
    name: `ui/${name}`,
    below,
    mustNotUse: [MSW],
    instead:
      'What screens share knows no price, no person and no folder above it: pass the value or a function in, or move the caller up.',
  };
}

/** @param {string} name @param {readonly string[]} below @returns {Folder} */
function session(name, below) {
  return {
    name,
    below,
    mustNotUse: [MSW],
    instead:
      'A session serves every screen and knows none: let the feature subscribe, or pass a function in.',
  };
}

/** @param {string} name @param {number} index @returns {Folder} */
function analysis(name, index) {
  return {
    name: `analysis/${name}`,
    below: [...BELOW_ANALYSIS, ...ANALYSIS.slice(0, index).map((room) => `analysis/${room}`)],
    mustNotUse: [REACT, ROUTER, MSW],
    instead:
      'The analysis computes for screens, routines and the command alike, and each of its folders knows only those before it: pass the value or a function in, or leave the file with the screen.',
  };
}

/** @param {string} name @returns {RegExp} a pattern of the folder's files; for `session`, only of those outside its subfolders */
export function filesOf(name) {
  return name === 'session' ? /^src\/session\/[^/]+$/ : new RegExp(`^src/${name}/`);
}
