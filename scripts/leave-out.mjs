import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Omission
 * @property {RegExp} pattern what to leave out
 * @property {string} replacement what to put in its place
 */

/**
 * What hangs on components of Mantine and comes along with them, though neither we nor Mantine itself use it.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const UNUSED_PARTS = {
  ActionIcon: ['Group', 'GroupSection'],
  Button: ['Group', 'GroupSection'],
  Checkbox: ['Group', 'Indicator', 'Card'],
  Combobox: ['Footer', 'Header'],
  Menu: ['Search', 'Sub', 'CheckboxGroup', 'ContextMenu'],
  Popover: ['ContextMenu'],
  Tooltip: ['Group'],
};

/**
 * Parts that stay in the build by their mere presence, though nobody calls them or nobody wants them.
 * @type {readonly { readonly library: string, readonly file: RegExp, readonly omissions: readonly Omission[] }[]}
 */
const LIBRARIES = [
  {
    // The conversion to JSON Schema hangs on every schema: about 5 kB gzip of the first screen.
    library: 'zod',
    file: /\/zod\/v4\/classic\/schemas\.js$/,
    omissions: [
      { pattern: /inst\._zod\.processJSONSchema = .*;/g, replacement: '' },
      { pattern: /createStandardJSONSchemaMethod\(this, "(?:input|output)"\)/g, replacement: 'undefined' },
      {
        pattern: /return createToJSONSchemaMethod\(this, \{\}\)\(params\);/g,
        replacement: 'return undefined;',
      },
    ],
  },
  {
    // A complaint about a trap that was closed before it came to look for its first element. The question asked there
    // is always answered with yes; this is the one that was meant.
    library: '@mantine/hooks',
    file: /\/@mantine\/hooks\/esm\/use-focus-trap\/use-focus-trap\.mjs$/,
    omissions: [
      {
        pattern: /if \(node\.getRootNode\(\)\) focusNode\(node\);\s*else console\.warn\([^;]*\);/g,
        replacement: 'if (node.isConnected) focusNode(node);',
      },
    ],
  },
  {
    // Words and signs of sixty locales, entered when the library loads, and the formatting itself, of which parts are
    // worked out when it loads: about 17 kB gzip. We only have it take patterns apart, and those are in English.
    library: 'numfmt',
    file: /\/numfmt\/dist\/index\.mjs$/,
    omissions: [
      {
        pattern: /^initLocales\(\);\nconst defaultLocale = getLocale\("en"\);$/gm,
        replacement: 'const defaultLocale = createLocale({ group: "," });',
      },
      { pattern: /^\/\/#region lib\/options\.ts$[^]*(?=^export \{)/gm, replacement: '' },
      { pattern: /\baddLocale, .*, tokenize \};/g, replacement: 'tokenize };' },
    ],
  },
  {
    // It writes the theme's variables and its helper classes into <style> elements, which we have as a style sheet.
    library: '@mantine/core',
    file: /\/@mantine\/core\/esm\/core\/MantineProvider\/MantineProvider\.mjs$/,
    omissions: [
      { pattern: /withCssVariables && .*jsx\(MantineCssVariables, \{[^}]*\}\),/g, replacement: '' },
      { pattern: /withGlobalClasses && .*jsx\(MantineClasses, \{\}\),/g, replacement: '' },
    ],
  },
  ...Object.entries(UNUSED_PARTS).map(([component, parts]) => ({
    library: '@mantine/core',
    file: new RegExp(`/@mantine/core/esm/components/${component}/${component}\\.mjs$`),
    omissions: parts.map((part) => ({
      pattern: new RegExp(`^${component}\\.${part} = \\w+;$`, 'gm'),
      replacement: '',
    })),
  })),
];

/**
 * Vite plugin: leaves parts of libraries that the console has no use for out of the build. Fails the build where a
 * library's source no longer has what is to be left out.
 * @returns {import('vite').Plugin}
 */
export function leaveOut() {
  return {
    name: 'leave-out',
    apply: 'build',
    // Its entry is CommonJS, of which nothing can be left out.
    config: () => ({ resolve: { alias: [{ find: /^numfmt$/, replacement: numfmtModule() }] } }),
    transform: {
      filter: { id: LIBRARIES.map(({ file }) => file) },
      handler: leftOut,
    },
  };
}

/** The file of which every export can be had without the others. */
export function numfmtModule() {
  return fileURLToPath(import.meta.resolve('numfmt')).replace(/\.c?js$/, '.mjs');
}

/**
 * The code of a module without what is left out of it; throws where that is not there.
 * @param {string} code
 * @param {string} file
 * @returns {string}
 */
export function leftOut(code, file) {
  const parts = LIBRARIES.filter((part) => part.file.test(file.replaceAll('\\', '/')));
  return parts.reduce(
    (rest, { library, omissions }) =>
      omissions.reduce((text, omission) => omit(text, library, omission), rest),
    code,
  );
}

/**
 * @param {string} code
 * @param {string} library
 * @param {Omission} omission
 */
function omit(code, library, { pattern, replacement }) {
  const left = code.replaceAll(pattern, replacement);
  if (left === code) {
    throw new Error(`${library} no longer contains ${pattern.source}: see scripts/leave-out.mjs.`);
  }
  return left;
}
