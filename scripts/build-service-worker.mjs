import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { chunkReport } from './chunk-report.mjs';
import { cacheDirectory, projectDirectory } from './project-paths.mjs';
import { HASHED_FILES, SCREENS } from '../server/static-files.mjs';

/** The service worker's file, which is beside index.html so that its scope is the console's path. */
const WORKER_FILE = 'sw.js';
const PAGE = 'index.html';
const ENTRY = path.join(projectDirectory, 'src/app/offline/program-worker.ts');

/**
 * Matches files that the service worker does not keep: those that are only valid now, those for programs and editors, and the engine, which
 * the page itself stores once it has something to open (docs/decisions/offline.md).
 */
const LEFT_OUT =
  /^(?:config|version)\.json$|\.schema\.json$|^licenses\.txt$|^colonnade\.mjs$|^guide\/pictures\/|\.(?:br|gz|map|wasm)$/;

/**
 * Builds the service worker into a build, with a list of the files that the worker keeps.
 * @param {object} options
 * @param {string} options.directory a build that is complete except for the compressed files
 * @param {string} options.basePath the path in its page, from slash to slash
 * @param {import('./chunk-report.mjs').ChunkReport} options.report filled with the modules of the file
 */
export async function buildServiceWorker({ directory, basePath, report }) {
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
        'import.meta.env.PROGRAM': JSON.stringify(programOf(directory, basePath)),
        'process.env.NODE_ENV': JSON.stringify('production'),
      },
      build: {
        outDir: unfinished,
        copyPublicDir: false,
        modulePreload: false,
        rolldownOptions: {
          input: ENTRY,
          // The worker is no module: importing one would need Trusted Types, and some supported browsers lack module workers here.
          output: { format: 'iife', entryFileNames: WORKER_FILE, codeSplitting: false },
        },
      },
    });
    renameSync(path.join(unfinished, WORKER_FILE), path.join(directory, WORKER_FILE));
  } finally {
    if (existsSync(unfinished)) rmSync(unfinished, { recursive: true, force: true });
  }
}

/** @param {string} directory @param {string} basePath @returns {ImportMetaEnv['PROGRAM']} */
function programOf(directory, basePath) {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((name) => !LEFT_OUT.test(name))
    .toSorted();
  return {
    files: names.map((name) => fileOf(directory, name, basePath)),
    page: PAGE,
    screens: SCREENS,
  };
}

/** @param {string} directory @param {string} name @param {string} basePath */
function fileOf(directory, name, basePath) {
  const content = readFileSync(path.join(directory, name));
  const held = name === PAGE ? content.toString('utf8').replaceAll(`="${basePath}`, '="./') : content;
  /** @param {string | Buffer} of */
  const hashOf = (of) => createHash('sha256').update(of);
  return {
    url: name,
    revision: `/${name}`.startsWith(HASHED_FILES) ? null : hashOf(content).digest('hex').slice(0, 12),
    integrity: `sha256-${hashOf(held).digest('base64')}`,
  };
}
