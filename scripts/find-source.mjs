import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { mapsDirectory } from './project-paths.mjs';
import { runMain, UserError } from './user-error.mjs';

const USAGE = `npm run find-source -- "TypeError at work-Ab12.js:1:2345 at …"
  Says where in our sources the places of a build are, from an error report or from Copy diagnostics. The build's
  source maps must be in dist-maps/: keep them with every build that is deployed.`;

/** A position in a file of the build, as the diagnostics name it. Lines and columns begin with 1. */
const PLACE = /([\w.-]+\.js):(\d+):(\d+)/g;

await runMain(async () => {
  const places = [...process.argv.slice(2).join(' ').matchAll(PLACE)];
  if (places.length === 0) throw new UserError(USAGE);
  for (const [place, file = '', line, column] of places) {
    console.log(`${place}  ${sourceOf(file, Number(line), Number(column))}`);
  }
});

/** @param {string} file @param {number} line @param {number} column */
function sourceOf(file, line, column) {
  const map = path.join(mapsDirectory, 'assets', `${file}.map`);
  if (!existsSync(map)) return 'is not of the build that dist-maps/ belongs to';
  const origin = new SourceMap(JSON.parse(readFileSync(map, 'utf8'))).findOrigin(line, column);
  if (!('fileName' in origin)) return 'has no source of ours';
  const { name, fileName, lineNumber, columnNumber } = origin;
  const source = fileName.replace(/^(?:\.\.\/)+/, '');
  return `${source}:${lineNumber}:${columnNumber}${name ? ` (${name})` : ''}`;
}
