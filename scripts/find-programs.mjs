import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { cacheDirectory } from './project-paths.mjs';

const FIREFOX_COMMANDS = ['firefox', 'firefox-esr'];
const MACOS_FIREFOX = '/Applications/Firefox.app/Contents/MacOS/firefox';

/** The commands of Python to try. Debian installs packages for its own Python, which may not be the first on the path. */
const PYTHONS = ['python3', '/usr/bin/python3'];

/** The web servers that deploy/ configures, with the files that each needs in addition to its command. */
export const SERVERS = {
  nginx: {
    packages: ['nginx', 'nginx-common', 'libnginx-mod-http-js'],
    command: 'usr/sbin/nginx',
    files: ['etc/nginx/mime.types', 'usr/lib/nginx/modules/ngx_http_js_module.so'],
    versionArgument: '-v',
  },
  caddy: { packages: ['caddy'], command: 'usr/bin/caddy', files: [], versionArgument: 'version' },
};

/** The folder into which `provide-programs.mjs` unpacks Debian's packages. */
export const serversDirectory = path.join(cacheDirectory, 'servers');

/** @returns {string | undefined} the Firefox named by `TEST_FIREFOX` or installed on this system */
export function findFirefox() {
  const named = process.env['TEST_FIREFOX'];
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined;
  // The bridge (firefox-bridge.mjs) has to be an executable file, which Windows does not start.
  if (process.platform === 'win32') return undefined;
  if (process.platform === 'darwin') return existsSync(MACOS_FIREFOX) ? MACOS_FIREFOX : undefined;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return FIREFOX_COMMANDS.flatMap((command) => folders.map((folder) => path.join(folder, command))).find(
    (file) => existsSync(file),
  );
}

/**
 * Finds a Python that has a module. Returns the interpreter's own file, since `python3` may start a version manager, which takes
 * longer to start than Python itself.
 * @type {(module: string) => string | undefined}
 */
export function findPython(module) {
  const program = `import sys, ${module}; print(sys.executable)`;
  for (const python of PYTHONS) {
    const { status, stdout } = spawnSync(python, ['-c', program], { encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  return undefined;
}

/** The Python module whose presence shows that Dask and its cluster are installed. */
export const DASK = 'distributed';

/**
 * Finds a web server. `root` is the folder in which the files of Debian's packages have their usual paths.
 * @type {(name: keyof typeof SERVERS) => { root: string, command: string } | undefined}
 */
export function findServer(name) {
  const root = ['/', path.join(serversDirectory, name)].find((place) => isWhole(name, place));
  return root === undefined ? undefined : { root, command: path.join(root, SERVERS[name].command) };
}

/** @param {keyof typeof SERVERS} name @param {string} root */
export function isWhole(name, root) {
  const { command, files, versionArgument } = SERVERS[name];
  const isThere = [command, ...files].every((file) => existsSync(path.join(root, file)));
  // The command is started as a test, because it may exist without its libraries.
  return isThere && spawnSync(path.join(root, command), [versionArgument]).status === 0;
}
