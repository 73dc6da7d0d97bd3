import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { cacheDirectory, projectDirectory } from '../../scripts/project-paths.mjs';

/** The copy of the project into which faults are planted. To tools, it is a project with its own packages. */
export const scratchDirectory = path.join(cacheDirectory, 'faults', 'project');

const PACKAGES = 'node_modules';
const LOCK_FILE = 'package-lock.json';

/** Updates the copy to the current state of the project's folder. */
export function refreshScratchCopy() {
  const packages = path.join(scratchDirectory, PACKAGES);
  // The packages are hard links: they take no space, and tools that resolve a file's real path stay in the copy.
  if (!hasSamePackages()) {
    rmSync(scratchDirectory, { recursive: true, force: true });
    // Caches are left out, because tools change them in place.
    linkTree(path.join(projectDirectory, PACKAGES), packages, (name) => /^\.(?:vite|cache)/.test(name));
  }
  for (const name of readdirSync(scratchDirectory)) {
    if (name !== PACKAGES && name !== '.cache') {
      rmSync(path.join(scratchDirectory, name), { recursive: true, force: true });
    }
  }
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectDirectory,
    encoding: 'utf8',
    maxBuffer: Infinity,
  });
  for (const file of listed.split('\0')) {
    const from = path.join(projectDirectory, file);
    // Git still lists files that have just been deleted, so they are skipped.
    if (file !== '' && existsSync(from)) cpSync(from, path.join(scratchDirectory, file));
  }
}

function hasSamePackages() {
  const copied = path.join(scratchDirectory, LOCK_FILE);
  return (
    existsSync(copied) && readFileSync(copied).equals(readFileSync(path.join(projectDirectory, LOCK_FILE)))
  );
}

/** @param {string} from @param {string} to @param {(name: string) => boolean} [isLeftOut] */
function linkTree(from, to, isLeftOut = () => false) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const target = path.join(to, entry.name);
    if (isLeftOut(entry.name)) continue;
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isDirectory()) linkTree(source, target);
    else linkSync(source, target);
  }
}
