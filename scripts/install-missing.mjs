import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectDirectory } from './project-paths.mjs';
import { runNpm } from './run-command.mjs';
import { UserError } from './user-error.mjs';

/** @typedef {{ packages?: Record<string, { version?: string, optional?: boolean, devOptional?: boolean }> }} Lock */

/**
 * Whether what is installed is what the lock file asks for. Packages for other systems may be absent.
 * @param {Lock} wanted package-lock.json
 * @param {Lock} installed the copy that npm keeps inside node_modules
 */
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
    return JSON.parse(readFileSync(path.join(projectDirectory, file), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Installs the locked dependencies unless they are already there. Needs nothing but Node and npm. */
export async function installMissing() {
  const installed = readLock('node_modules/.package-lock.json');
  if (installed && isInstalledAsLocked(readLock('package-lock.json') ?? {}, installed)) return;
  console.log('Installing dependencies …');
  // Tests look for a browser by themselves; nobody else needs one downloaded.
  const environment = { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  if ((await runNpm(['ci'], environment)).code === 0) return;
  // `npm ci` gives up where the lock file or the registry lacks a package for another system; this does not.
  console.log('Trying again, less strictly …');
  if ((await runNpm(['install', '--no-save'], environment)).code !== 0) {
    throw new UserError(
      'The dependencies could not be installed: npm says why above. Is the package registry reachable?',
    );
  }
}
