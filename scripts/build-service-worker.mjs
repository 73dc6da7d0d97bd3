import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { chunkReport } from './chunk-report.mjs';
import { cacheDirectory, projectDirectory } from './project-paths.mjs';
import { HASHED_FILES, SCREENS } from './static-files.mjs';

/** Beside index.html, where its scope is the console's path. */
const WORKER_FILE = 'sw.js';
const PAGE = 'index.html';
const ENTRY = path.join(projectDirectory, 'src/app/offline/program-worker.ts');

/**
 * What is not of the program that a page needs: what is true of this moment only, what programs and editors ask for, and the
 * engine, which the page stores itself once there is something to open (docs/decisions/offline.md).
 */
const LEFT_OUT =
  /^(?:config|version)\.json$|\.schema\.json$|^licenses\.txt$|^colonnade\.mjs$|^guide\/pictures\/|\.(?:br|gz|map|wasm)$/;

/**
 * Builds the service worker into a build, with the list of the files that it keeps.
 * @param {object} options
 * @param {string} options.directory of a build that is complete but for its compressed twins
 * @param {import('./chunk-report.mjs').ChunkReport} options.report filled with what the file is made of
 */
export async function buildServiceWorker({ directory, report }) {
  const { build } = await import('vite');
  mkdirSync(cacheDirectory, { recursive: true });
  const unfinished = mkdtempSync(path.join(cacheDirectory, 'service-worker-'));
  try {
    await build({
      configFile: false,
      root: projectDirectory,
      logLevel: 'warn',
      mode: 'production',
      plugins: [chunkReport(report)],
      resolve: { tsconfigPaths: true },
      define: {
        'import.meta.env.PROGRAM': JSON.stringify(programOf(directory)),
        'process.env.NODE_ENV': JSON.stringify('production'),
      },
      build: {
        outDir: unfinished,
        copyPublicDir: false,
        modulePreload: false,
        rolldownOptions: {
          input: ENTRY,
          // Not a module: importing would need Trusted Types, and not every browser of the floor has modules here.
          output: { format: 'iife', entryFileNames: WORKER_FILE, codeSplitting: false },
        },
      },
    });
    renameSync(path.join(unfinished, WORKER_FILE), path.join(directory, WORKER_FILE));
  } finally {
    if (existsSync(unfinished)) rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * @param {string} directory
 * @returns {ImportMetaEnv['PROGRAM']}
 */
function programOf(directory) {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((name) => !LEFT_OUT.test(name))
    .toSorted();
  const [, pageScript] =
    /<script\b[^>]*\btype="module"[^>]*\bsrc="[^"]*?(assets\/[^"]+)"/.exec(
      readFileSync(path.join(directory, PAGE), 'utf8'),
    ) ?? [];
  if (pageScript === undefined) throw new Error(`${PAGE} names no script.`);
  return {
    files: names.map((name) => fileOf(directory, name)),
    page: PAGE,
    pageScript,
    screens: SCREENS,
  };
}

/**
 * @param {string} directory
 * @param {string} name
 */
function fileOf(directory, name) {
  const hash = createHash('sha256').update(readFileSync(path.join(directory, name)));
  // A host may answer with its page for a file that it does not have yet. The others may be written anew where they are deployed.
  return `/${name}`.startsWith(HASHED_FILES)
    ? { url: name, revision: null, integrity: `sha256-${hash.digest('base64')}` }
    : { url: name, revision: hash.digest('hex').slice(0, 12) };
}
