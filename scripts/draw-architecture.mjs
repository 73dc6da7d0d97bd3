import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fileOnDisk, importGraph, readSourceFiles } from './boundaries/import-graph.mjs';
import { drawFolders } from './docs/folder-drawing.mjs';
import { missingFiles } from './docs/named-files.mjs';
import { missingSymbols, namesInSource } from './docs/named-symbols.mjs';
import { featuresWithoutReadme, unreachedScreens } from './docs/unreached-screens.mjs';
import { projectDirectory } from './project-paths.mjs';

// Draws the folders and their imports into docs/architecture.md. With --check, compares the drawing
// instead, and checks that every file, function, type and constant that our Markdown texts name exists, that every
// feature has a README, and that a link leads to every screen.

const DOCUMENT = 'docs/architecture.md';
const START = '<!-- drawing: npm run docs:draw -->';
const END = '<!-- end of the drawing -->';
const UNREAD_FOLDERS = new Set(['node_modules', 'dist', 'test-results', 'playwright-report']);

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

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
  for (const folder of featuresWithoutReadme(files)) problems.push(`${folder} has no README.md`);
  for (const file of unreachedScreens(sourceFiles)) problems.push(`${file}: no link leads to this screen`);
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
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`${texts.length} texts name files and symbols that are there`);
}

/** @param {string} folder @returns {string[]} */
function projectFiles(folder) {
  return readdirSync(path.join(projectDirectory, folder), { withFileTypes: true }).flatMap((entry) => {
    const location = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [location];
    return entry.name.startsWith('.') || UNREAD_FOLDERS.has(entry.name) ? [] : projectFiles(location);
  });
}
