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

/** A copy of the project with packages of its own, as far as tools can see: faults are planted here and nowhere else. */
export const scratchDirectory = path.join(cacheDirectory, 'faults', 'project');

const PACKAGES = 'node_modules';
const LOCK_FILE = 'package-lock.json';

/** Makes the copy what the project's folder is now. */
export function refreshScratchCopy() {
  const packages = path.join(scratchDirectory, PACKAGES);
  // Links to the same files: the copy takes no room, and a tool that asks where a file really is stays in the copy.
  if (!hasSamePackages()) {
    rmSync(scratchDirectory, { recursive: true, force: true });
    // What tools keep there between runs is changed in place.
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
    // Git still lists what has just been deleted.
    if (file !== '' && existsSync(from)) cpSync(from, path.join(scratchDirectory, file));
  }
}

function hasSamePackages() {
  const copied = path.join(scratchDirectory, LOCK_FILE);
  return (
    existsSync(copied) && readFileSync(copied).equals(readFileSync(path.join(projectDirectory, LOCK_FILE)))
  );
}

/**
 * @param {string} from
 * @param {string} to
 * @param {(name: string) => boolean} [isLeftOut]
 */
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
