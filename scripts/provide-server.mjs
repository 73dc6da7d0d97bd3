import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cacheDirectory } from './project-paths.mjs';

/** Of Debian, with what has to lie beside the command. */
const SERVERS = {
  nginx: {
    packages: ['nginx', 'nginx-common', 'libnginx-mod-http-js'],
    command: 'usr/sbin/nginx',
    files: ['etc/nginx/mime.types', 'usr/lib/nginx/modules/ngx_http_js_module.so'],
    versionArgument: '-v',
  },
  caddy: { packages: ['caddy'], command: 'usr/bin/caddy', files: [], versionArgument: 'version' },
};

const serversDirectory = path.join(cacheDirectory, 'servers');

/** For a network that does not answer: together less than a test may take. */
const TIMEOUT_MS = 40_000;
const APT_OPTIONS = ['-q', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15'];

/**
 * Sees to it that there is a web server for the tests of deploy/: the system's, or else Debian's packages, which are only
 * unpacked below .cache/: installed, they would start a server on this machine.
 * @param {keyof typeof SERVERS} name
 * @returns {{ root: string, command: string } | { problem: string }} a folder in which everything has the places that
 *   Debian's packages give it
 */
export function provideServer(name) {
  const { packages, command } = SERVERS[name];
  const places = ['/', path.join(serversDirectory, name)];
  const found = places.find((root) => isWhole(name, root)) ?? unpacked(name, packages);
  if (found === undefined) {
    return {
      problem: `There is no ${name} here, and Debian's packages (${packages.join(', ')}) cannot be had.`,
    };
  }
  return { root: found, command: path.join(found, command) };
}

/** @param {keyof typeof SERVERS} name @param {string} root */
function isWhole(name, root) {
  const { command, files, versionArgument } = SERVERS[name];
  const isThere = [command, ...files].every((file) => existsSync(path.join(root, file)));
  // It may lack libraries.
  return isThere && spawnSync(path.join(root, command), [versionArgument]).status === 0;
}

/** @param {keyof typeof SERVERS} name @param {string[]} packages */
function unpacked(name, packages) {
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  mkdirSync(serversDirectory, { recursive: true });
  const unfinished = mkdtempSync(path.join(serversDirectory, 'unfinished-'));
  try {
    const download = () => isRun('apt-get', [...APT_OPTIONS, 'download', ...packages], unfinished);
    const isDownloaded =
      download() ||
      (process.getuid?.() === 0 && isRun('apt-get', [...APT_OPTIONS, 'update'], unfinished) && download());
    if (!isDownloaded) return undefined;
    const archives = readdirSync(unfinished).filter((file) => file.endsWith('.deb'));
    if (!archives.every((file) => isRun('dpkg-deb', ['--extract', file, 'root'], unfinished)))
      return undefined;
    const root = path.join(serversDirectory, name);
    if (!isWhole(name, path.join(unfinished, 'root'))) return undefined;
    rmSync(root, { recursive: true, force: true });
    renameSync(path.join(unfinished, 'root'), root);
    return root;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** @param {string} command @param {string[]} commandArguments @param {string} directory */
function isRun(command, commandArguments, directory) {
  return spawnSync(command, commandArguments, { cwd: directory, timeout: TIMEOUT_MS }).status === 0;
}
