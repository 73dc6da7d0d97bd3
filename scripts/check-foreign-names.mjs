import path from 'node:path';
import { SyntaxKind } from 'typescript/unstable/ast';
import { API, TypeFlags } from 'typescript/unstable/sync';
import { projectDirectory } from './project-paths.mjs';
import { isMain } from './user-error.mjs';

/**
 * Finds code of the console that accesses a member of an object by a name that may be any text: `record[name]`, `name in record`. Every
 * object has `constructor` and a special `__proto__`, and a service may use these as names of fields. The linter cannot check this, because
 * telling an object from a list, or a known name from any text, needs types.
 *
 * @typedef {{ file: string, line: number, text: string }} Access path relative to the configuration's folder, and a 1-based line
 */

/** The only file that may access members by any name. It first asks whether the object has an own member of that name. */
const ALLOWED = 'src/lib/base/own-member.ts';

if (isMain(import.meta.url)) checkSources();

function checkSources() {
  const { found, fileCount } = accessesIn(
    ['tsconfig.browser.json', 'tsconfig.node.json'].map((name) => path.join(projectDirectory, name)),
    (file) => /^(src(?!\/test\/)|command|mocks)\/.*(?<!\.test)\.tsx?$/.test(file),
  );
  const refused = found.filter(({ file }) => file !== ALLOWED);
  for (const { file, line, text } of refused) {
    console.error(
      `${file}:${line} ${text}\n  A name may be one that every object inherits: ask ownMember, or a Map.`,
    );
  }
  // A check that reads no files would always pass, so it is an error if the access in `ALLOWED` is not found.
  if (found.length === refused.length)
    console.error(`Nothing was found in ${ALLOWED}: the check does not see the sources.`);
  if (refused.length > 0 || found.length === refused.length) process.exitCode = 1;
  else console.log(`${fileCount} files take no member by any name`);
}

/**
 * Lists accesses by any name in the files of TypeScript configurations. `isMeant` gets a path relative to the configuration's folder and
 * says whether to check that file.
 * @type {(configFiles: readonly string[], isMeant: (file: string) => boolean) => { found: Access[], fileCount: number }}
 */
export function accessesIn(configFiles, isMeant) {
  const folder = path.dirname(configFiles[0] ?? '');
  const api = new API({ cwd: folder });
  try {
    const snapshot = api.updateSnapshot({ openProjects: [...configFiles] });
    let fileCount = 0;
    const found = configFiles.flatMap((configFile) => {
      const project = snapshot.getProject(configFile);
      if (project === undefined) throw new Error(`There is no project ${configFile}.`);
      const files = project.rootFiles
        .map((file) => ({ file, name: path.relative(folder, file).replaceAll(path.sep, '/') }))
        .filter(({ name }) => isMeant(name));
      fileCount += files.length;
      return files.flatMap(({ file, name }) => {
        const source = project.program.getSourceFile(file);
        if (source === undefined) throw new Error(`${file} cannot be read.`);
        const names = namesIn(source);
        const types = names.length === 0 ? [] : project.checker.getTypeAtLocation(names);
        return names
          .filter((_, index) => isAnyText(types[index]))
          .map(({ parent }) => ({
            file: name,
            line: source.text.slice(0, parent.getStart(source)).split('\n').length,
            text: parent.getText(source),
          }));
      });
    });
    return { found, fileCount };
  } finally {
    api.close();
  }
}

/** Returns the expressions in a file that name a member. @param {import('typescript/unstable/ast').SourceFile} source */
function namesIn(source) {
  /** @type {import('typescript/unstable/ast').Node[]} */
  const names = [];
  /** @param {import('typescript/unstable/ast').Node} node */
  const visit = (node) => {
    if (isElementAccess(node)) names.push(node.argumentExpression);
    else if (isIn(node)) names.push(node.left);
    node.forEachChild((child) => {
      visit(child);
    });
  };
  visit(source);
  return names;
}

/** @param {import('typescript/unstable/ast').Node} node @returns {node is import('typescript/unstable/ast').ElementAccessExpression} */
function isElementAccess(node) {
  return node.kind === SyntaxKind.ElementAccessExpression;
}

/** @param {import('typescript/unstable/ast').Node} node @returns {node is import('typescript/unstable/ast').BinaryExpression} */
function isIn(node) {
  return (
    node.kind === SyntaxKind.BinaryExpression &&
    /** @type {import('typescript/unstable/ast').BinaryExpression} */ (node).operatorToken.kind ===
      SyntaxKind.InKeyword
  );
}

/** @param {import('typescript/unstable/sync').Type | undefined} type @returns {boolean} */
function isAnyText(type) {
  if (type === undefined) return false;
  if ((type.flags & TypeFlags.Union) !== 0) {
    return /** @type {import('typescript/unstable/sync').UnionType} */ (type).getTypes().some(isAnyText);
  }
  return (type.flags & (TypeFlags.String | TypeFlags.TemplateLiteral)) !== 0;
}
