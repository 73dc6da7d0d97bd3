import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fileOnDisk, importGraph, readSourceFiles } from './boundaries/import-graph.mjs';
import { drawFolders } from './docs/folder-drawing.mjs';
import { missingFiles } from './docs/named-files.mjs';
import { missingSymbols, namesInSource } from './docs/named-symbols.mjs';
import { projectDirectory } from './project-paths.mjs';

// Draws the folders and their imports into docs/architecture.md. With --check it compares the drawing, and looks whether
// every file, function, type and constant that a Markdown text of ours names is there; --prove plants names that are not
// there, and expects them to be reported.

const DOCUMENT = 'docs/architecture.md';
const RECIPES = 'CONTRIBUTING.md';
const START = '<!-- drawing: npm run docs:draw -->';
const END = '<!-- end of the drawing -->';
const UNREAD_FOLDERS = new Set(['node_modules', 'dist', 'test-results', 'playwright-report']);

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, prove: { type: 'boolean', default: false } },
});

const documentPath = path.join(projectDirectory, DOCUMENT);
const written = readFileSync(documentPath, 'utf8');
const sourceFiles = readSourceFiles(projectDirectory);
const drawing = drawFolders(importGraph(sourceFiles, fileOnDisk(projectDirectory)));
const [before, rest] = halves(written, START);
const [, after] = halves(rest, END);
const drawn = `${before}${START}\n\n\`\`\`mermaid\n${drawing}\n\`\`\`\n\n${END}${after}`;

if (!values.check) writeFileSync(documentPath, drawn);
else check();

/** @param {string} text @param {string} mark @returns {[string, string]} */
function halves(text, mark) {
  const at = text.indexOf(mark);
  if (at === -1) throw new Error(`${DOCUMENT} lacks the line ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}

function check() {
  const problems = drawn === written ? [] : [`${DOCUMENT}: the drawing is stale: npm run docs:draw`];
  const files = projectFiles('');
  const texts = files.filter((file) => file.endsWith('.md'));
  const sources = [...sourceFiles].filter(([file]) => !file.includes('.test.')).map(([, source]) => source);
  const scripts = files
    .filter((file) => file.endsWith('.sh'))
    .map((file) => readFileSync(path.join(projectDirectory, file), 'utf8').replaceAll(/^\s*#.*$/gm, ''));
  const names = namesInSource([...sources, ...scripts]);
  const missingNames = (/** @type {string} */ file, /** @type {string} */ text) => [
    ...missingFiles(file, text, files),
    ...missingSymbols(text, names),
  ];
  for (const file of texts) {
    const text = readFileSync(path.join(projectDirectory, file), 'utf8');
    for (const name of missingNames(file, text)) problems.push(`${file} names ${name}, which is not there`);
  }
  if (values.prove) problems.push(...unproven(missingNames));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`${texts.length} texts name files and symbols that are there`);
}

/**
 * Appends names that are not there to a recipe, and lists those that the check would not report.
 * @param {(file: string, text: string) => readonly string[]} missingNames
 * @returns {string[]}
 */
function unproven(missingNames) {
  const text = readFileSync(path.join(projectDirectory, RECIPES), 'utf8');
  // Put together here, because this file is one of the sources.
  const planted = ['planted-nowhere.ts', ['planted', 'Nowhere'].join(''), ['PLANTED', 'NOWHERE'].join('_')];
  const found = missingNames(RECIPES, `${text}\n${planted.map((name) => `\`${name}\``).join(', ')}`);
  return planted
    .filter((name) => !found.includes(name))
    .map((name) => `${name} in ${RECIPES} was not noticed`);
}

/** @param {string} folder @returns {string[]} */
function projectFiles(folder) {
  return readdirSync(path.join(projectDirectory, folder), { withFileTypes: true }).flatMap((entry) => {
    const location = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [location];
    return entry.name.startsWith('.') || UNREAD_FOLDERS.has(entry.name) ? [] : projectFiles(location);
  });
}
