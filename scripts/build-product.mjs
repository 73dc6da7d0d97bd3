import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chunkReport } from './chunk-report.mjs';
import { compressFiles } from './compress.mjs';
import { cacheDirectory, distDirectory, projectDirectory } from './project-paths.mjs';
import { UserError } from './user-error.mjs';

/** What decides how the build comes out. Dependencies count through the lock file. */
const SOURCES = [
  'src',
  'mocks',
  'public',
  'scripts',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];

const stampFile = path.join(cacheDirectory, 'build', 'stamp.json');
const reportFile = path.join(cacheDirectory, 'build', 'chunks.json');

/** Builds for production, with compressed twins and the chunk report. Throws `UserError` where the build fails. */
export async function buildProduct() {
  // Taken before the build: what changes meanwhile leads to another build.
  const sources = fingerprintOf(SOURCES);
  rmSync(stampFile, { force: true });
  const { build } = await import('vite');
  /** @type {import('./chunk-report.mjs').ChunkReport} */
  const report = {};
  try {
    await build({
      root: projectDirectory,
      // The default one would have file extensions in imports, which we leave out.
      configLoader: 'runner',
      logLevel: 'warn',
      define: { 'import.meta.env.BUILD_IDENTITY': JSON.stringify(identityOf(sources)) },
      plugins: [chunkReport(report)],
      worker: { plugins: () => [chunkReport(report)] },
    });
  } catch (error) {
    throw new UserError(`The build failed: ${error instanceof Error ? error.message : String(error)}`);
  }
  await compressFiles(distDirectory);
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(reportFile, JSON.stringify(report, null, 2));
  writeFileSync(stampFile, JSON.stringify({ sources, page: pageTimeMs() }));
}

/** @returns {boolean} whether `dist` is what `buildProduct` would make of the present sources */
export function isBuildCurrent() {
  if (!existsSync(stampFile)) return false;
  /** @type {{ sources: string, page: number }} */
  const stamp = JSON.parse(readFileSync(stampFile, 'utf8'));
  return stamp.page === pageTimeMs() && stamp.sources === fingerprintOf(SOURCES);
}

/** @returns {import('./chunk-report.mjs').ChunkReport} of the build in `dist` */
export function readChunkReport() {
  return JSON.parse(readFileSync(reportFile, 'utf8'));
}

/**
 * What a page says of its build. The same sources get the same: neither the time of the build nor later commits are in it.
 * @param {string} sources their fingerprint
 * @returns {import('../src/shared/config/build-identity').BuildIdentity}
 */
function identityOf(sources) {
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(path.join(projectDirectory, 'package.json'), 'utf8'));
  const [commit, committedAt] = git('log', '-1', '--format=%H %ct', '--', ...SOURCES).split(' ');
  const isKnown = commit !== undefined && committedAt !== undefined;
  return {
    version,
    id: sources.slice(0, 12),
    commit: isKnown ? commit : null,
    committedAtMs: isKnown ? Number(committedAt) * 1000 : null,
    hasChanges: git('status', '--porcelain', '--', ...SOURCES) !== '',
  };
}

/** @param {string[]} args @returns {string} empty outside a repository, and without git */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: projectDirectory, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/** Someone else's build into the same folder gives its page another time. */
function pageTimeMs() {
  return statSync(path.join(distDirectory, 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** @param {string[]} places files and folders, from the project's folder */
function fingerprintOf(places) {
  const hash = createHash('sha256');
  for (const place of places) {
    const location = path.join(projectDirectory, place);
    const files = statSync(location, { throwIfNoEntry: false })?.isDirectory()
      ? readdirSync(location, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
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
