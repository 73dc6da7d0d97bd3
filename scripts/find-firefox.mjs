import { existsSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from './run-command.mjs';

const COMMANDS = ['firefox', 'firefox-esr'];
const MACOS_PLACE = '/Applications/Firefox.app/Contents/MacOS/firefox';

/** @returns {string | undefined} the Firefox named by `TEST_FIREFOX` or installed on this system */
export function findFirefox() {
  const named = process.env['TEST_FIREFOX'];
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined;
  // The bridge to it (firefox-bridge.mjs) is a file to execute, which Windows has no equal of.
  if (process.platform === 'win32') return undefined;
  if (process.platform === 'darwin') return existsSync(MACOS_PLACE) ? MACOS_PLACE : undefined;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return COMMANDS.flatMap((command) => folders.map((folder) => path.join(folder, command))).find((file) =>
    existsSync(file),
  );
}

/**
 * Finds a Firefox, installing Debian's package where there is none and that is possible.
 * @returns {Promise<string | undefined>} undefined: the journeys in Firefox cannot run here
 */
export async function provideFirefox() {
  const found = findFirefox();
  const isNamed = Boolean(process.env['TEST_FIREFOX']);
  const canInstall =
    process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (found !== undefined || isNamed || !canInstall) return found;
  console.log('Installing Firefox with apt-get …');
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  await runCommand('apt-get', ['update', '-qq'], { environment });
  await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'firefox-esr'], {
    environment,
  });
  return findFirefox();
}
