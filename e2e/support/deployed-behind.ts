import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { placePage } from '../../scripts/build-product.mjs';
import { builtDirectories, projectDirectory } from '../../scripts/project-paths.mjs';
import { findServer } from '../../scripts/find-programs.mjs';
import { startHostileUpstream, type HostileUpstream } from './hostile-upstream';

/** `image` is Caddy as the image starts it. `image-with-custody` is the image's target `with-custody`, which keeps refresh tokens. */
export type ServerName = 'nginx' | 'caddy' | 'image' | 'image-with-custody';

export interface DeployedBehind {
  readonly name: ServerName;
  readonly origin: string;
  /** The path of the console, from slash to slash. */
  readonly basePath: string;
  readonly upstream: HostileUpstream;
  /** Sends a signal to the started program. For `image-with-custody`, this is the program that keeps refresh tokens. */
  readonly signal: (signal: 'SIGSTOP' | 'SIGCONT') => void;
  readonly close: () => Promise<void>;
}

/** A start is repeated on another port, because another program may take a port after it was chosen and before it is used. */
const MAX_TRIES = 5;

/**
 * Deploys the production build behind another server, with the configuration that `deploy/configure.sh` writes for it, in front of the
 * reference service. Resolves to a text with the reason if the server is not available.
 */
export async function deployBehind(name: ServerName, basePath: string): Promise<DeployedBehind | string> {
  const server = findServer(name === 'nginx' ? 'nginx' : 'caddy');
  if (server === undefined) return `There is no ${name === 'nginx' ? 'nginx' : 'Caddy'} here.`;
  const directory = mkdtempSync(path.join(tmpdir(), `colonnade-${name}-`));
  const authority = path.join(directory, 'authority.pem');
  const upstream = await startHostileUpstream(authority);
  const root = path.join(directory, 'root');
  for (let tries = 1; ; tries += 1) {
    const listen = `127.0.0.1:${await freePort()}`;
    const origin = `http://${listen}`;
    const installation = {
      COLONNADE_ORIGIN: origin,
      COLONNADE_SERVICE: upstream.address,
      COLONNADE_BASE_PATH: basePath,
      SSL_CERT_FILE: authority,
    };
    execFileSync('/bin/sh', [path.join(projectDirectory, 'deploy', 'configure.sh'), directory], {
      env: {
        PATH: '/usr/bin:/bin',
        COLONNADE_ROOT: root,
        COLONNADE_SETTINGS: directory,
        COLONNADE_LISTEN: listen,
        ...installation,
      },
    });
    placeBuild(path.join(root, basePath), basePath, path.join(directory, 'config.json'));
    const child = {
      nginx: () => startNginx(server, directory),
      caddy: () => startCaddy(server, directory, authority),
      image: () => startImage(server, directory, origin, installation),
      'image-with-custody': () =>
        startImage(server, directory, origin, { ...installation, ...KEEPING_SIGN_INS }),
    }[name]();
    const output = await startOutput(child);
    if (output === null) {
      return {
        name,
        origin,
        basePath,
        upstream,
        signal: (signal) => child.kill(signal),
        close: async () => {
          const ended = once(child, 'close');
          child.kill();
          await ended;
          await upstream.close();
          rmSync(directory, { recursive: true });
        },
      };
    }
    if (!/address already in use/i.test(output) || tries === MAX_TRIES) {
      throw new Error(`${name} has not started:\n${output}`);
    }
  }
}

/** Installs the build below the path with its configuration, as an administrator does. */
function placeBuild(directory: string, basePath: string, configuration: string): void {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const built = builtDirectories.production;
  for (const name of readdirSync(built)) {
    if (name !== 'index.html') symlinkSync(path.join(built, name), path.join(directory, name));
  }
  copyFileSync(path.join(built, 'index.html'), path.join(directory, 'index.html'));
  placePage(directory, basePath, '/');
  rmSync(path.join(directory, 'config.json'));
  copyFileSync(configuration, path.join(directory, 'config.json'));
}

interface Server {
  readonly root: string;
  readonly command: string;
}

function startNginx({ root, command }: Server, directory: string): ChildProcess {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${directory}/${kind};`,
  );
  // An installed nginx has a main configuration like this around its sites.
  const main = path.join(directory, 'main.conf');
  writeFileSync(
    main,
    `load_module ${root}/usr/lib/nginx/modules/ngx_http_js_module.so;
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${directory}/pid;
error_log stderr notice;
events {}
http {
  include ${root}/etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log off;
  ${temporary.join('\n  ')}
  include ${directory}/nginx.conf;
}
`,
  );
  return spawn(command, ['-p', directory, '-e', 'stderr', '-c', main], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function startCaddy({ command }: Server, directory: string, authority: string): ChildProcess {
  return spawn(command, ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'], {
    cwd: directory,
    env: {
      ...process.env,
      HOME: directory,
      XDG_CONFIG_HOME: directory,
      XDG_DATA_HOME: directory,
      SSL_CERT_FILE: authority,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

const KEEPING_SIGN_INS = {
  COLONNADE_CONFIG: '{ "custody": "server" }',
  COLONNADE_CUSTODY_SECRET: randomBytes(32).toString('base64url'),
  COLONNADE_KEEPER_PROGRAM: path.join(projectDirectory, 'server', 'keep-sign-ins.mjs'),
};

/** Starts the image's program. The environment is its only configuration. */
function startImage(
  { command }: Server,
  directory: string,
  origin: string,
  installation: NodeJS.ProcessEnv,
): ChildProcess {
  const deployDirectory = path.join(projectDirectory, 'deploy');
  return spawn('/bin/sh', [path.join(deployDirectory, 'image', 'start.sh')], {
    cwd: directory,
    env: {
      PATH: `${path.dirname(command)}:${path.dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: directory,
      COLONNADE_FILES: builtDirectories.production,
      COLONNADE_ROOT: path.join(directory, 'started'),
      COLONNADE_CADDYFILE: path.join(deployDirectory, 'Caddyfile'),
      COLONNADE_PORT: new URL(origin).port,
      ...installation,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Matches the line that nginx or Caddy writes when it listens. */
const LISTENS = /start worker process \d|serving initial configuration/;

/** Resolves to null when the server listens, or to its output if it has ended. */
async function startOutput(child: ChildProcess): Promise<string | null> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(output));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (LISTENS.test(output)) resolve(null);
    });
    process.once('exit', () => child.kill());
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
