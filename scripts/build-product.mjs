import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { buildCommand, COMMAND_FILE } from './build-command.mjs';
import { buildServiceWorker } from './build-service-worker.mjs';
import { chunkReport } from './chunk-report.mjs';
import { compressFiles } from './compress.mjs';
import { LICENSES_FILE, licensesOf } from './licenses.mjs';
import { builtDirectories, commandDirectory, projectDirectory } from './project-paths.mjs';
import { UserError } from './user-error.mjs';

/** @typedef {'production' | 'demo'} Edition `demo` also contains the demo's service and a configuration for it */

/** The file beside index.html that names the build, for monitoring. */
const VERSION_FILE = 'version.json';

/** The files and folders that determine the build. The lock file covers the dependencies. */
const SOURCES = [
  'src',
  'command',
  'mocks',
  'public',
  'docs/guide',
  'scripts',
  'server',
  'index.html',
  'LICENSE',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];

/**
 * Builds an edition into a folder, with its licenses and, for production, the command and compressed files.
 * Throws `UserError` if the build fails.
 * @param {object} options
 * @param {Edition} options.edition
 * @param {string} options.directory emptied first
 * @param {string} [options.mapsDirectory] the folder of the source maps, emptied first; none are made without it
 * @param {string} [options.basePath] the path that the console will be served below, from slash to slash
 * @param {boolean} [options.isCompressedQuickly] for builds that are served only locally
 * @returns {Promise<import('./chunk-report.mjs').ChunkReport>} the modules of its files
 */
export async function buildProduct({
  edition,
  directory,
  mapsDirectory,
  basePath = '/',
  isCompressedQuickly = false,
}) {
  // Vite sets NODE_ENV only if it is not set. It is deleted so that the same sources always give the same build.
  delete process.env['NODE_ENV'];
  const { build } = await import('vite');
  /** @type {import('./chunk-report.mjs').ChunkReport} */
  const report = {};
  try {
    await build({
      root: projectDirectory,
      // Vite's default loader for its configuration would need file extensions in the project's imports.
      configLoader: 'runner',
      // The configuration and `import.meta.env.MODE` read the edition from Vite's mode.
      mode: edition,
      logLevel: 'warn',
      build: {
        outDir: directory,
        emptyOutDir: true,
        sourcemap: mapsDirectory === undefined ? false : 'hidden',
      },
      define: { 'import.meta.env.BUILD_IDENTITY': JSON.stringify(buildIdentity()) },
      plugins: [chunkReport(report)],
      worker: { plugins: () => [chunkReport(report)] },
    });
  } catch (error) {
    throw new UserError(`The build failed: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (mapsDirectory !== undefined) moveMaps(directory, mapsDirectory);
  placePage(directory, basePath);
  writeFileSync(path.join(directory, VERSION_FILE), `${JSON.stringify(buildIdentity(), null, 2)}\n`);
  await buildServiceWorker({ directory, basePath, report });
  if (edition === 'production') await buildCommand({ directory, identity: buildIdentity(), report });
  const licenses = licensesOf(report, { areTextsRequired: edition === 'production' });
  writeFileSync(path.join(directory, LICENSES_FILE), licenses);
  if (edition === 'production') await compressFiles(directory, { isQuick: isCompressedQuickly });
  return report;
}

/** Moves source maps, which contain the sources, out of a build, because the build is deployed. @param {string} from @param {string} to */
function moveMaps(from, to) {
  rmSync(to, { recursive: true, force: true });
  for (const name of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.map')) continue;
    mkdirSync(path.dirname(path.join(to, name)), { recursive: true });
    renameSync(path.join(from, name), path.join(to, name));
  }
}

/**
 * Returns the folder of the build that the project's own commands serve. Builds it first if the sources have changed.
 * @param {Edition} edition @param {{ onBuild?: () => void }} [options] `onBuild`: called before a new build
 * @returns {Promise<string>}
 */
export async function provideBuild(edition, { onBuild } = {}) {
  const directory = builtDirectories[edition];
  const stampFile = `${directory}.json`;
  // The fingerprint is computed before the build, so that a source that changes during the build leads to another build.
  const sources = fingerprintOf(SOURCES);
  if (isMadeOf(sources, path.join(directory, 'index.html'), stampFile)) return directory;
  onBuild?.();
  // The build gets a separate folder, since another command may be building at the same time.
  const ownDirectory = `${directory}-${process.pid}`;
  try {
    const report = await buildProduct({ edition, directory: ownDirectory, isCompressedQuickly: true });
    rmSync(directory, { recursive: true, force: true });
    renameSync(ownDirectory, directory);
    writeFileSync(stampFile, JSON.stringify({ sources, report }));
  } finally {
    rmSync(ownDirectory, { recursive: true, force: true });
  }
  return directory;
}

/** Returns the command's file: that of the production build if it is current, else one built alone. @returns {Promise<string>} */
export async function provideCommand() {
  const file = path.join(commandDirectory, COMMAND_FILE);
  const stampFile = `${file}.json`;
  const sources = fingerprintOf(SOURCES);
  const ofBuild = path.join(builtDirectories.production, COMMAND_FILE);
  if (isMadeOf(sources, ofBuild, `${builtDirectories.production}.json`)) return ofBuild;
  if (isMadeOf(sources, file, stampFile)) return file;
  await buildCommand({ directory: commandDirectory, identity: buildIdentity() });
  writeFileSync(stampFile, JSON.stringify({ sources, report: {} }));
  return file;
}

/** @param {Edition} edition @returns {import('./chunk-report.mjs').ChunkReport} the report of the build that `provideBuild` has made */
export function readChunkReport(edition) {
  const stamp = readStamp(`${builtDirectories[edition]}.json`);
  if (stamp === undefined) throw new Error(`The edition ${edition} is not built.`);
  return stamp.report;
}

/** @param {string} sources fingerprint @param {string} file @param {string} stampFile holds the fingerprint of the file's sources */
function isMadeOf(sources, file, stampFile) {
  return readStamp(stampFile)?.sources === sources && existsSync(file);
}

/** @type {(file: string) => { sources: string, report: import('./chunk-report.mjs').ChunkReport } | undefined} */
function readStamp(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * Writes the console's path into `index.html`. This page is served at the address of every screen, so unlike all other files it cannot
 * refer to files by relative paths. `before` is the path that the page contains so far.
 * @param {string} directory @param {string} basePath @param {string} [before]
 */
export function placePage(directory, basePath, before = './') {
  const file = path.join(directory, 'index.html');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(`="${before}`, `="${basePath}`));
}

/** Identifies a build. Equal sources give equal identities. @returns {import('../src/ui/config/build-identity').BuildIdentity} */
export function buildIdentity() {
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(path.join(projectDirectory, 'package.json'), 'utf8'));
  const [commit, committedAt] = git('log', '-1', '--format=%H %ct', '--', ...SOURCES).split(' ');
  const isKnown = commit !== undefined && committedAt !== undefined;
  return {
    version,
    id: fingerprintOf(SOURCES).slice(0, 12),
    commit: isKnown ? commit : null,
    committedAtMs: isKnown ? Number(committedAt) * 1000 : null,
    hasChanges: git('status', '--porcelain', '--', ...SOURCES) !== '',
  };
}

/** @param {string[]} args @returns {string} git's output; empty outside a repository or without git */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: projectDirectory, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/** @param {string[]} places files and folders of the project; tests do not count, as no build contains them */
function fingerprintOf(places) {
  const hash = createHash('sha256');
  for (const place of places) {
    const location = path.join(projectDirectory, place);
    const files = statSync(location, { throwIfNoEntry: false })?.isDirectory()
      ? readdirSync(location, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
          .map((entry) => path.join(entry.parentPath, entry.name))
          .toSorted()
      : [location];
    for (const file of files) {
      hash.update(path.relative(projectDirectory, file).replaceAll('\\', '/')).update('\0');
      if (existsSync(file)) hash.update(readFileSync(file));
      hash.update('\0');
    }
  }
  return hash.digest('hex');
}
