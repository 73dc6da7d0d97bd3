import { readdirSync, readFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { projectDirectory } from './project-paths.mjs';
import { UserError } from './user-error.mjs';

/** @import { ChunkReport } from './chunk-report.mjs' */

/** The file beside index.html to which the **Account** menu links. */
export const LICENSES_FILE = 'licenses.txt';

/** The folder with license texts, from the repositories of packages that contain none. */
const missingTextsDirectory = path.join(projectDirectory, 'scripts', 'license-texts');

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i;
const RULE = '-'.repeat(80);

/**
 * Lists the licenses of everything in a build: the project's, then those of the packages. With `areTextsRequired` (the default), a package
 * without a license text is an error. Vite's own option (`build.license`) leaves out packages that only workers use.
 * @type {(report: ChunkReport, options?: { areTextsRequired?: boolean }) => string}
 */
export function licensesOf(report, { areTextsRequired = true } = {}) {
  const packages = [...packageFolders(report)].map((folder) => describePackage(folder, areTextsRequired));
  return [
    'Colonnade',
    '',
    readFileSync(path.join(projectDirectory, 'LICENSE'), 'utf8').trim(),
    '',
    `It contains parts of these packages: ${packages.map(({ name }) => name).join(', ')}.`,
    ...packages.flatMap(({ name, version, license, text }) => [
      '',
      RULE,
      `${name} ${version} (${license})`,
      '',
      text,
    ]),
    '',
  ].join('\n');
}

/** Returns the packages that have code in the build. @type {(report: ChunkReport) => { name: string, version: string }[]} */
export function packagesOf(report) {
  return [...packageFolders(report)].map((folder) => describePackage(folder, false));
}

/** @param {ChunkReport} report @returns {Set<string>} the folders of the build's packages, relative to the project's folder */
function packageFolders(report) {
  const modules = Object.values(report).flatMap((file) => Object.keys(file));
  const folders = modules.map((module) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0]);
  return new Set(
    folders.filter((folder) => folder !== undefined).toSorted((a, b) => a.localeCompare(b, 'en')),
  );
}

/** @param {string} folder @param {boolean} isTextRequired */
function describePackage(folder, isTextRequired) {
  const directory = path.join(projectDirectory, folder);
  /** @type {{ name: string, version: string, license?: string }} */
  const { name, version, license } = JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8'));
  const texts = readdirSync(directory)
    .filter((file) => LICENSE_FILE.test(file))
    .map((file) => path.join(directory, file));
  const missing = path.join(missingTextsDirectory, `${name.replace('/', '+')}.txt`);
  if (texts.length === 0 && existsSync(missing)) texts.push(missing);
  if (isTextRequired && texts.length === 0) {
    throw new UserError(
      `The package ${name} comes without its licence. Put the text of it into ${path.relative(projectDirectory, missing)}, from where the package is developed.`,
    );
  }
  return {
    name,
    version,
    license: license ?? 'its own licence',
    text: texts.map((file) => readFileSync(file, 'utf8').trim()).join('\n\n'),
  };
}
