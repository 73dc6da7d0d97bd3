// Checks with MDN's compatibility data that every supported browser has the features that the code uses: the project's sources, or with
// `--build` the build with its packages. Syntax is not checked: the bundler converts it for the oldest versions, and the compiler's type
// libraries declare no features of later ECMAScript.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import postcss from 'postcss';
import { BEYOND_FLOOR, BEYOND_FLOOR_IN_PACKAGES, BROWSER_FLOOR, GUARD_NEEDS } from './browser-floor.mjs';
import { provideBuild } from './build-product.mjs';
import { projectDirectory } from './project-paths.mjs';
import { isMain } from './user-error.mjs';

/**
 * @typedef {keyof typeof BROWSER_FLOOR} Browser
 * @typedef {import('@mdn/browser-compat-data').Identifier} Identifier
 * @typedef {import('@mdn/browser-compat-data').SimpleSupportStatement} Support
 *
 * @typedef {object} Use
 * @property {string} place file and line
 * @property {string[]} features keys in MDN's data that the name may mean; the one with the oldest support counts
 * @property {boolean} isAskedFor whether the file tests for the feature before it uses it
 * @property {string} [member] the name, if its object is unknown
 */

const BROWSERS = /** @type {Browser[]} */ (Object.keys(BROWSER_FLOOR));

/** Types of expressions that have the value of the expression inside them. */
const WRAPPERS = new Set(['ParenthesizedExpression', 'TSAsExpression', 'TSNonNullExpression']);

/** Names of members that belong to objects of packages; browsers use the same names for something else. */
const OF_PACKAGES = new Set(['toArray']);

const DECLARING = new Set([
  'MethodDefinition',
  'PropertyDefinition',
  'TSMethodSignature',
  'TSPropertySignature',
  'Property',
]);

const GLOBAL_OBJECTS = new Map([
  ['window', ['api.Window', 'api']],
  ['self', ['api.WorkerGlobalScope', 'api.DedicatedWorkerGlobalScope', 'api.Window', 'api']],
  ['globalThis', ['api.WorkerGlobalScope', 'api.Window', 'api', 'javascript.builtins']],
  ['navigator', ['api.Navigator', 'api.WorkerNavigator']],
  ['document', ['api.Document']],
  ['crypto', ['api.Crypto']],
  ['performance', ['api.Performance']],
]);

/** @type {import('@mdn/browser-compat-data').CompatData} */
const data = JSON.parse(
  readFileSync(path.join(projectDirectory, 'node_modules/@mdn/browser-compat-data/data.json'), 'utf8'),
);

/** @type {Map<string, Record<Browser, number>>} first versions by key; Infinity for a browser without the feature */
const firstVersions = new Map();
/** @type {Map<string, string[]>} keys of members of any interface, by name */
const members = new Map();
/** @type {Map<string, string[]>} keys of functions and units in style values, by name */
const cssTypes = new Map();
readData();

const isOfBuild = process.argv.includes('--build');
if (isMain(import.meta.url)) await check();

async function check() {
  // The build with the demo contains everything that the production build has.
  const files = isOfBuild ? builtFiles(await provideBuild('demo')) : sourceFiles();
  const uses = usesOf(files);
  const problems = [...findTooNew(uses), ...(isOfBuild ? [] : findUntruths(uses))];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0 || uses.length === 0) process.exitCode = 1;
  else console.log(`${files.length} files need ${versionsText(neededBy(uses))}`);
}

function readData() {
  /** @param {Identifier} feature @param {string} key */
  const visit = ({ __compat: compat, ...inner }, key) => {
    const name = key.slice(key.lastIndexOf('.') + 1);
    if (compat !== undefined) {
      const { support } = compat;
      firstVersions.set(
        key,
        /** @type {Record<Browser, number>} */ (
          Object.fromEntries(
            BROWSERS.map((browser) => [browser, firstVersion([support[browser] ?? []].flat())]),
          )
        ),
      );
      if (/^(api|javascript\.builtins(\.Intl)?)\.[A-Z]\w*\.[a-z]\w*$/.test(key)) put(members, name, key);
      if (key.startsWith('css.types.')) put(cssTypes, name, key);
    }
    for (const [part, value] of Object.entries(inner)) visit(value, `${key}.${part}`);
  };
  const { api, css, javascript } = data;
  visit(api, 'api');
  visit(css, 'css');
  visit(javascript, 'javascript');
}

/** @param {Map<string, string[]>} map @param {string} name @param {string} key */
function put(map, name, key) {
  const keys = map.get(name);
  if (keys === undefined) map.set(name, [key]);
  else keys.push(key);
}

/** Returns the first browser version with a feature, in part or with a prefix that the build adds. @param {Support[]} statements */
function firstVersion(statements) {
  let first = Infinity;
  const ranges = statements
    .filter(({ flags, version_added }) => flags === undefined && version_added !== false)
    .map(({ version_added, version_removed }) => ({
      from: versionNumber(String(version_added)),
      to: version_removed === undefined ? Infinity : versionNumber(version_removed),
    }))
    .toSorted((one, other) => other.to - one.to);
  for (const { from, to } of ranges) if (to >= first) first = Math.min(first, from);
  return first;
}

/** @param {string} version such as `17.4`, `≤79` or `preview` */
function versionNumber(version) {
  const [, major, minor = '0'] = /^≤?(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return major === undefined ? Infinity : Number(major) + Number(minor) / 1000;
}

/** @param {number} version */
function versionText(version) {
  const minor = Math.round((version % 1) * 1000);
  return version === Infinity ? 'none' : `${Math.floor(version)}${minor === 0 ? '' : `.${minor}`}`;
}

function sourceFiles() {
  return ['src', 'mocks'].flatMap((folder) =>
    readdirSync(path.join(projectDirectory, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file).replaceAll('\\', '/'))
      .filter(
        (file) => /\.(tsx?|css)$/.test(file) && !/\.test\.tsx?$|\.d\.ts$|^src\/test\/|node|server/.test(file),
      )
      .map((file) => ({ file, source: readFileSync(path.join(projectDirectory, file), 'utf8') })),
  );
}

/** @param {string} directory the folder of a build */
function builtFiles(directory) {
  return readdirSync(path.join(directory, 'assets'))
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => ({ file, source: readFileSync(path.join(directory, 'assets', file), 'utf8') }));
}

/** @param {{ file: string, source: string }[]} all @returns {Use[]} the features that browsers need */
export function usesOf(all) {
  /** @type {Set<string>} members that the sources declare; a member of an unknown object with one of these names is taken for theirs */
  const ownMembers = new Set(OF_PACKAGES);
  return (
    all
      .flatMap(({ file, source }) =>
        file.endsWith('.css') ? usesInStyles(file, source) : usesInScript(file, source, ownMembers),
      )
      .filter(({ member }) => member === undefined || !ownMembers.has(member))
      // In packages, too many own members have names of browser interfaces, so only members of the language count in a build.
      .filter(({ member, features }) => member === undefined || !isOfBuild || isOfLanguage(features))
  );
}

/** @param {string[]} features */
function isOfLanguage(features) {
  return features.some((feature) => feature.startsWith('javascript.'));
}

/** @param {string} file @param {string} source @returns {Use[]} */
function usesInStyles(file, source) {
  /** @type {Use[]} */
  const found = [];
  /** @param {import('postcss').Node} node @param {string[]} features */
  const add = (node, features) => {
    const known = features.filter((feature) => firstVersions.has(feature));
    if (known.length > 0)
      found.push({ place: `${file}:${node.source?.start?.line}`, features: known, isAskedFor: false });
  };
  /** @param {import('postcss').Node} node @param {string} value */
  const addFunctions = (node, value) => {
    for (const [, name = ''] of value.matchAll(/([a-z][\w-]*)\(/g)) add(node, cssTypes.get(name) ?? []);
    if (/\d[dsl]v[hw]\b/.test(value)) add(node, ['css.types.length.viewport_percentage_units_dynamic']);
    if (/\dcq(w|h|i|b|min|max)\b/.test(value)) add(node, ['css.types.length.container_query_length_units']);
  };
  postcss.parse(source).walk((node) => {
    if (node.type === 'decl' && !node.prop.startsWith('-')) {
      const { parent } = node;
      const property =
        parent?.type === 'atrule' &&
        'name' in parent &&
        firstVersions.has(`css.at-rules.${parent.name}.${node.prop}`)
          ? `css.at-rules.${parent.name}.${node.prop}`
          : `css.properties.${node.prop}`;
      add(node, [property]);
      for (const [word] of node.value.matchAll(/[a-z][\w-]*/g)) add(node, [`${property}.${word}`]);
      addFunctions(node, node.value);
    } else if (node.type === 'atrule') {
      add(node, [`css.at-rules.${node.name}`]);
      for (const [, name = ''] of node.params.matchAll(/\(([a-z-]+)/g))
        add(node, [`css.at-rules.${node.name}.${name}`]);
      if (node.name === 'media' && /[<>]/.test(node.params)) add(node, ['css.at-rules.media.range_syntax']);
    } else if (node.type === 'rule') {
      for (const [, name = ''] of node.selector.matchAll(/::?([a-z-]+)/g))
        add(node, [`css.selectors.${name}`]);
      if (node.parent?.type === 'rule') add(node, ['css.selectors.nesting']);
    }
  });
  return found;
}

/** @param {string} file @param {string} source @param {Set<string>} ownMembers @returns {Use[]} */
function usesInScript(file, source, ownMembers) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  /** @type {{ at: number, name: string, features: string[], member?: string }[]} */
  const found = [];
  /** @type {Set<string>} names that the file declares, and names that it tests for */
  const own = new Set();
  /** @type {Set<string>} */
  const askedFor = new Set();
  /** @type {Set<string>} */
  const imported = new Set();

  /** @typedef {{ type: string, start: number } & Record<string, any>} Node */
  /** @param {Node} node @param {Node | null} parent @param {string} place of the node in its parent */
  const visit = (node, parent, place) => {
    note(node, parent, place);
    for (const [name, value] of Object.entries(node)) {
      for (const inner of Array.isArray(value) ? value : [value])
        if (typeof inner?.type === 'string') visit(inner, node, name);
    }
  };

  /** @param {Node} node @param {Node | null} parent @param {string} place */
  const note = (node, parent, place) => {
    if (place === 'key' && parent !== null && DECLARING.has(parent.type) && !parent['computed'])
      ownMembers.add(node['name'] ?? String(node['value']));
    if (node.type === 'Identifier') {
      const isName =
        (parent?.type === 'MemberExpression' && place === 'property' && !parent['computed']) ||
        (place === 'key' && !parent?.['computed']) ||
        parent?.type.startsWith('TS');
      if (isName) return;
      if (place === 'local') imported.add(node['name']);
      if (isDeclared(parent, place)) own.add(node['name']);
      else if (isAsked(parent, place)) askedFor.add(node['name']);
      else found.push({ at: node.start, name: node['name'], features: globalsNamed(node['name']) });
    } else if (node.type === 'MemberExpression' && !node['computed']) {
      const name = node['property'].name;
      let { object } = node;
      while (WRAPPERS.has(object.type)) object = object.expression;
      const owner = object.type === 'Identifier' ? object.name : '';
      if (place === 'left' && parent?.type === 'AssignmentExpression') ownMembers.add(name);
      else if (isAsked(parent, place) || (parent?.type === 'CallExpression' && parent['optional']))
        askedFor.add(name);
      else {
        const known = ofObjectNamed(owner, name);
        const at = node['property'].start;
        if (known !== undefined) found.push({ at, name, features: known });
        else if (!imported.has(owner))
          found.push({ at, name, features: members.get(name) ?? [], member: name });
      }
    } else if (node.type === 'BinaryExpression' && node['operator'] === 'in') {
      const { left } = node;
      askedFor.add(String(left.value ?? left.quasis?.[0].value.cooked));
    }
  };
  visit(program, null, '');

  const lineEnds = [...source.matchAll(/\n/g)].map(({ index }) => index);
  return found
    .filter(
      ({ name, features }) =>
        features.length > 0 && !(own.has(name) && features[0] === globalsNamed(name)[0]),
    )
    .map(({ at, name, features, member }) => ({
      place: `${file}:${lineEnds.filter((end) => end < at).length + 1}`,
      features,
      isAskedFor: askedFor.has(name),
      ...(member !== undefined && { member }),
    }));
}

/** @param {{ type: string } | null} parent @param {string} place */
function isDeclared(parent, place) {
  return (
    ['id', 'local', 'params', 'param'].includes(place) ||
    (parent?.type === 'Property' && place === 'value') ||
    (parent?.type === 'AssignmentPattern' && place === 'left')
  );
}

/**
 * Whether a script only tests if the value of a node exists.
 * @param {({ type: string } & Record<string, any>) | null} parent @param {string} place
 */
function isAsked(parent, place) {
  return (
    (parent?.type === 'UnaryExpression' && ['typeof', '!'].includes(parent['operator'])) ||
    (parent?.type === 'BinaryExpression' && /^[!=]==?$/.test(parent['operator'])) ||
    (parent?.type === 'LogicalExpression' && place === 'left') ||
    place === 'test'
  );
}

/** @param {string} name @returns {string[]} */
function globalsNamed(name) {
  return [`javascript.builtins.${name}`, `api.${name}`, `api.Window.${name}`].filter((key) =>
    firstVersions.has(key),
  );
}

/** @param {string} owner @param {string} name @returns {string[] | undefined} undefined if the object is unknown */
function ofObjectNamed(owner, name) {
  const ofGlobal = GLOBAL_OBJECTS.get(owner)?.map((key) => `${key}.${name}`);
  const statics = [`api.${owner}.${name}_static`, `javascript.builtins.${owner}.${name}`];
  const known = [...(ofGlobal ?? []), ...statics].filter((key) => firstVersions.has(key));
  return known.length > 0 || ofGlobal !== undefined ? known : undefined;
}

/** @param {Use[]} all @returns {string[]} features that some supported browser lacks, with their places */
export function findTooNew(all) {
  /** @type {Map<string, string[]>} places by problem */
  const found = new Map();
  for (const { place, features, isAskedFor } of all) {
    const missing = BROWSERS.filter((browser) => since(features, browser) > floor(browser));
    if (missing.length === 0 || isBeyond(features) || (isOfBuild && isAskedFor)) continue;
    const versions = missing.map((browser) => `${browser} ${versionText(since(features, browser))}`);
    put(found, `${features.join(' or ')}, since ${versions.join(', ')}`, place);
  }
  return [...found].map(([what, places]) => `${what}: ${places.join(' ')}`);
}

/** Checks that `BROWSER_FLOOR` agrees with the sources, the guard and the documents. @param {Use[]} all @returns {string[]} */
function findUntruths(all) {
  const needed = neededBy(all);
  const guardFeatures = GUARD_NEEDS.map((need) => ofObjectNamed(...ownerAndName(need)) ?? []);
  const guide = readFileSync(path.join(projectDirectory, 'docs/browsers.md'), 'utf8');
  return [
    ...BROWSERS.flatMap((browser) => {
      const guarded = Math.max(...guardFeatures.map((features) => since(features, browser)));
      const stated = versionText(floor(browser));
      const name = data.browsers[browser].name;
      return [
        ...(needed[browser] < floor(browser)
          ? [
              `The floor of ${browser} is ${stated}; the sources need no more than ${versionText(needed[browser])}.`,
            ]
          : []),
        ...(guarded === floor(browser)
          ? []
          : [`The guard lets ${browser} pass from ${versionText(guarded)} on; the floor is ${stated}.`]),
        ...(guide.includes(`| ${name} | ${stated} |`)
          ? []
          : [`docs/browsers.md does not say: ${name} ${stated}.`]),
      ];
    }),
    ...Object.keys(BEYOND_FLOOR)
      .filter((entry) => !all.some(({ features }) => features.some((key) => isWithin(key, entry))))
      .map((entry) => `BEYOND_FLOOR has ${entry}, which nothing uses.`),
  ];
}

/** @param {string} need such as `URL.canParse` @returns {[string, string]} */
function ownerAndName(need) {
  const [owner = '', name = ''] = need.split('.');
  return [owner, name];
}

/** @param {Browser} browser */
function floor(browser) {
  return versionNumber(BROWSER_FLOOR[browser]);
}

/** @param {string[]} features */
function isBeyond(features) {
  const entries = Object.keys({ ...BEYOND_FLOOR, ...(isOfBuild && BEYOND_FLOOR_IN_PACKAGES) });
  return features.some((key) => entries.some((entry) => isWithin(key, entry)));
}

/** @param {string} key @param {string} entry */
function isWithin(key, entry) {
  return key === entry || key.startsWith(`${entry}.`);
}

/** @param {string[]} features @param {Browser} browser */
function since(features, browser) {
  return Math.min(...features.map((feature) => firstVersions.get(feature)?.[browser] ?? Infinity));
}

/** @param {Use[]} all @returns {Record<Browser, number>} */
function neededBy(all) {
  const needed = all.filter(({ features, isAskedFor }) => !(isOfBuild && isAskedFor) && !isBeyond(features));
  const versions = BROWSERS.map((browser) => [
    browser,
    needed.reduce((most, { features }) => Math.max(most, since(features, browser)), 0),
  ]);
  return /** @type {Record<Browser, number>} */ (Object.fromEntries(versions));
}

/** @param {Record<Browser, number>} versions */
function versionsText(versions) {
  return BROWSERS.map((browser) => `${browser} ${versionText(versions[browser])}`).join(', ');
}
