import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runCommand } from './run-command.mjs';

/** Debian's packages belong to its own Python, which need not be the first on the path. */
const PYTHONS = ['python3', '/usr/bin/python3'];

/** For a package server that does not respond. */
const APT_OPTIONS = ['-qq', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15'];

/**
 * Finds a Python that has Dask with its cluster, for the test of the Dask job.
 * @returns {string | undefined}
 */
export function findDask() {
  return PYTHONS.find((python) => spawnSync(python, ['-c', 'import distributed']).status === 0);
}

/**
 * Sees to it that there is Dask, with Debian's packages where it is missing. Says so where it cannot be had: the tests that
 * need it are skipped then.
 */
export async function provideDask() {
  if (findDask() !== undefined) return;
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Dask with apt-get …');
    const environment = { DEBIAN_FRONTEND: 'noninteractive' };
    const install = () =>
      runCommand(
        'apt-get',
        [...APT_OPTIONS, 'install', '-y', '--no-install-recommends', 'python3-distributed'],
        { environment, isCaptured: true },
      );
    if ((await install()).code !== 0) {
      await runCommand('apt-get', [...APT_OPTIONS, 'update'], { environment, isCaptured: true });
      await install();
    }
  }
  if (findDask() === undefined) {
    console.log('There is no Dask (Debian: python3-distributed), so the Dask job is not run.');
  }
}
