// The files in deploy/, or such files for a deployment of one's own: `npm run deploy:files`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { deployFiles, EXAMPLE, imageFiles } from './deploy-kit.mjs';
import { isBasePath, projectDirectory } from './project-paths.mjs';
import { runMain, UserError } from './user-error.mjs';

const deployDirectory = path.join(projectDirectory, 'deploy');

const USAGE = `npm run deploy:files -- options
  Writes configurations for nginx, Caddy and static hosts. Without options it renews the ones in deploy/.

  --origin <address>   where people open the console, e.g. ${EXAMPLE.origin}
  --service <address>  base address of the service, e.g. ${EXAMPLE.service}
  --out <folder>       where to write them
  --base <path>        the path that the console is served below, e.g. /tools/prices/; default: /
  --root <folder>      of the server, which holds the build in the folders of that path; default: ${EXAMPLE.root}
  --settings <folder>  of the server, for what nginx.conf refers to; default: ${EXAMPLE.settings}
  --listen <place>     host:port or :port for plain HTTP, where something before the server does TLS
  --report-to <address> where reports of errors go, if elsewhere, e.g. https://reports.example.com/console
  --authority <file>   of the server, PEM: who vouches for the service, where that is none of the usual ones
  --check              only compare the ones in deploy/
  --help`;

await runMain(async () => {
  const { check, help, out, ...options } = readOptions();
  const ownFiles = { ...deployFiles(EXAMPLE), ...imageFiles() };
  if (help) console.log(USAGE);
  else if (check) checkFiles(ownFiles);
  else if (out !== undefined)
    writeFiles(path.resolve(process.env['INIT_CWD'] ?? '.', out), deployFiles(deploymentOf(options)));
  else if (Object.keys(options).length > 0) throw new UserError(`--out is missing.\n\n${USAGE}`);
  else writeFiles(deployDirectory, ownFiles);
});

function readOptions() {
  try {
    return parseArgs({
      options: {
        authority: { type: 'string' },
        base: { type: 'string' },
        check: { type: 'boolean' },
        help: { type: 'boolean' },
        listen: { type: 'string' },
        origin: { type: 'string' },
        'report-to': { type: 'string' },
        out: { type: 'string' },
        root: { type: 'string' },
        service: { type: 'string' },
        settings: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

/**
 * @param {{ [option in 'authority' | 'base' | 'listen' | 'origin' | 'report-to' | 'root' | 'service' | 'settings']?: string | undefined }} options
 * @returns {import('./deploy-kit.mjs').Deployment}
 */
function deploymentOf({
  origin,
  service,
  base = '/',
  root,
  settings,
  listen,
  authority,
  'report-to': reportTo,
}) {
  if (origin === undefined || !URL.canParse(origin) || new URL(origin).origin !== origin) {
    throw new UserError(`--origin takes an address without a path, e.g. ${EXAMPLE.origin}.`);
  }
  if (service === undefined || !URL.canParse(service) || new URL(service).href !== service) {
    throw new UserError(`--service takes the service's base address, e.g. ${EXAMPLE.service}.`);
  }
  if (!isBasePath(base)) throw new UserError('--base takes a path from slash to slash, e.g. /tools/prices/.');
  if (listen !== undefined && !/^[\w.[\]:-]*:\d+$/.test(listen)) {
    throw new UserError('--listen takes a host and a port, or a port alone, e.g. :8080.');
  }
  if (reportTo !== undefined && !URL.canParse(reportTo)) {
    throw new UserError('--report-to takes an address, e.g. https://reports.example.com/console.');
  }
  return {
    origin,
    service,
    basePath: base,
    root: root ?? EXAMPLE.root,
    settings: settings ?? EXAMPLE.settings,
    ...(listen !== undefined && { listen }),
    ...(reportTo !== undefined && { reportTo }),
    ...(authority !== undefined && { authority }),
  };
}

/** @param {string} directory @param {Record<string, string>} files */
function writeFiles(directory, files) {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(directory, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(path.relative(process.cwd(), file));
  }
}

/** @param {Record<string, string>} files */
function checkFiles(files) {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(deployDirectory, name);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    console.error(
      `deploy/${name} is not what the policy and the rules of our own server make of it: npm run deploy:files`,
    );
    process.exitCode = 1;
  }
}
