import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectDirectory } from './project-paths.mjs';
import { runNpm } from './run-command.mjs';
import { UserError } from './user-error.mjs';

/** @typedef {{ packages?: Record<string, { version?: string, optional?: boolean, devOptional?: boolean }> }} Lock */

/** Whether the installed packages are those that the lock file names for this system. @param {Lock} wanted @param {Lock} installed */
export function isInstalledAsLocked(wanted, installed) {
  const wantedPackages = Object.entries(wanted.packages ?? {}).filter(([location]) => location !== '');
  const installedPackages = installed.packages ?? {};
  const isEachThere = wantedPackages.every(([location, { version, optional, devOptional }]) => {
    const found = installedPackages[location];
    return found === undefined ? optional === true || devOptional === true : found.version === version;
  });
  const wantedLocations = new Set(wantedPackages.map(([location]) => location));
  return isEachThere && Object.keys(installedPackages).every((location) => wantedLocations.has(location));
}

/** @param {string} file @returns {Lock | undefined} */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Installs exactly the locked dependencies, unless they are already installed. Needs nothing but Node and npm.
 * @param {{ directory?: string, npm?: typeof runNpm }} [options] for tests
 */
export async function installMissing({ directory = projectDirectory, npm = runNpm } = {}) {
  const installed = readLock(path.join(directory, 'node_modules', '.package-lock.json'));
  const wanted = readLock(path.join(directory, 'package-lock.json'));
  if (wanted && installed && isInstalledAsLocked(wanted, installed)) return;
  console.log('Installing dependencies …');
  // The tests look for a browser themselves, and all other commands need none, so npm must not download one.
  const { code } = await npm(['ci'], { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' });
  // `npm install` is no alternative: it would install packages that the lock file does not name, which have not been reviewed.
  if (code !== 0) {
    throw new UserError(
      'The dependencies could not be installed: npm says why above. They are taken as package-lock.json names them or not at all. Is the package registry reachable, and does it have them?',
    );
  }
}
