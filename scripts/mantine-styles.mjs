import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectDirectory } from './project-paths.mjs';

/**
 * Finds files that render a component of Mantine without its styles. Each component has a style sheet, and needs those of the components of
 * which Mantine has built it. A few style sheets belong to the first screens. Any other one is imported by each file that renders the
 * component, because a screen must not depend on which other parts were loaded before it. Only components count that a `.tsx` file imports
 * from `@mantine/core` by name.
 *
 * @typedef {ReadonlyMap<string, string>} Sources by path, with forward slashes
 */

const MODULES = path.join(projectDirectory, 'node_modules/@mantine/core/esm');
const INDEX = path.join(MODULES, 'index.mjs');
const STYLES = '@mantine/core/styles/';

/** The file whose style sheets every screen has, and the one whose style sheets are loaded with the frame around the screens. */
const FIRST_STYLES = 'src/app/theme/styles.ts';
const FRAME_STYLES = 'src/app/theme/shell-styles.ts';

/** The files that are rendered without the frame: the start of the console, its problems, and the sign-in. */
const WITHOUT_FRAME = /^src\/(app|features\/sign-in)\/[\w-]+\.tsx$/;

/** Style sheets that import several of Mantine's in the order in which they override each other. No other file imports those of Mantine. */
const IN_ORDER = ['src/ui/components/combobox-styles.css', 'src/ui/components/modal-styles.css'];

/** Style sheets of parts that components render only on request. `ON_REQUEST` finds the requests. @type {Record<string, string[]>} */
const NOT_RENDERED = {
  Checkbox: ['CheckboxCard', 'CheckboxIndicator'],
  Radio: ['RadioCard', 'RadioIndicator'],
  Popover: ['Overlay'],
  Menu: ['Overlay'],
  Combobox: ['Overlay'],
  Select: ['Overlay'],
  MultiSelect: ['Overlay'],
  Drawer: ['ScrollArea'],
  Modal: ['ScrollArea'],
  Table: ['ScrollArea'],
};

/** What would render one of these parts: names of components and properties. */
const ON_REQUEST = /\b(?:(?:Checkbox|Radio)\.(?:Card|Indicator)|withOverlay|scrollAreaComponent)\b/g;

/** @param {Sources} files @returns {string[]} a sentence for each problem */
export function lackingStyles(files) {
  const first = stylesIn(FIRST_STYLES, files);
  const framed = new Set([...first, ...stylesIn(FRAME_STYLES, files)]);
  const inOrder = IN_ORDER.map((file) => ({ file, styles: stylesIn(file, files) }));
  return [...files]
    .filter(([file]) => /(?<!\.test)\.tsx$/.test(file))
    .flatMap(([file, source]) => {
      const loaded = stylesIn(file, files);
      const always = WITHOUT_FRAME.test(file) ? first : framed;
      const lacking = new Set(
        componentsIn(source)
          .flatMap(stylesOf)
          .filter((name) => !always.has(name) && !loaded.has(name)),
      );
      return [
        ...[...lacking].map((name) => `${file}: the styles ${name}.css of Mantine are not imported`),
        ...inOrder
          .filter(({ styles }) => importsOf(source).some((from) => styles.has(nameOf(from) ?? '')))
          .map(({ file: ordered }) => `${file}: import ${ordered}, which has its style sheets in order`),
        ...(source.match(/<Table\.ScrollContainer\b(?!\s+type="native")/g) ?? []).map(
          () =>
            `${file}: a Table.ScrollContainer needs type="native" first, to scroll without ScrollArea.css`,
        ),
        ...(componentsIn(source).length > 0 ? (source.match(ON_REQUEST) ?? []) : []).map(
          (request) => `${file}: ${request} renders a part without its styles`,
        ),
      ];
    });
}

/** Returns the names of Mantine's style sheets that a file loads. @param {string} file @param {Sources} files @returns {Set<string>} */
function stylesIn(file, files) {
  const names = importsOf(files.get(file) ?? '').flatMap((from) => {
    const name = nameOf(from);
    if (name !== null) return [name];
    const imported = from.startsWith('@/')
      ? `src/${from.slice(2)}`
      : path.posix.join(path.posix.dirname(file), from);
    return imported.endsWith('.css') ? [...stylesIn(imported, files)] : [];
  });
  return new Set(names);
}

/** Returns what a script or a style sheet imports for its effect. @param {string} source @returns {string[]} */
function importsOf(source) {
  return [...source.matchAll(/^@?import '([^']+)';/gm)].map(([, from = '']) => from);
}

/** @param {string} from @returns {string | null} the name of one of Mantine's style sheets */
function nameOf(from) {
  return from.startsWith(STYLES) ? path.posix.basename(from, '.css') : null;
}

/** @param {string} source @returns {string[]} */
function componentsIn(source) {
  return [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().replace(/ as .*/, '')),
  );
}

/** @type {Map<string, string>} the modules of what Mantine exports, by name */
const modules = new Map(
  [...readFileSync(INDEX, 'utf8').matchAll(/import \{([^}]*)\} from "([^"]+)"/g)].flatMap(
    ([, names = '', from = '']) =>
      names
        .split(',')
        .map((name) => /** @type {const} */ ([name.trim().replace(/ as .*/, ''), path.join(MODULES, from)])),
  ),
);

/** Returns the names of the style sheets that a component needs, which its modules import as classes. @param {string} component */
function stylesOf(component) {
  const start = modules.get(component);
  if (start === undefined) return [];
  const reached = new Set([start]);
  for (const file of reached) {
    for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/ from "(\.[^"]+)"/g)) {
      const imported = path.join(path.dirname(file), from);
      if (existsSync(imported)) reached.add(imported);
    }
  }
  return [...reached]
    .flatMap((file) => (file.endsWith('.module.mjs') ? [path.basename(file, '.module.mjs')] : []))
    .filter((name) => NOT_RENDERED[component]?.includes(name) !== true);
}
