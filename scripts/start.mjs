import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { provideBuild } from './build-product.mjs';
import { installMissing } from './install-missing.mjs';
import { installationSecret } from '../server/installation-secret.mjs';
import { distDirectory, installationDirectory } from './project-paths.mjs';
import { codeOf, serve } from '../server/serve.mjs';
import { isLoopback, unusedProxy } from '../server/service-address.mjs';
import { runMain, UserError } from './user-error.mjs';

// No common tool uses this port. What the browser stores for an address is available to any program that listens on its port.
const FIRST_PORT = 28_410;
const TRIED_PORTS = 100;

/** The environment variable with the secret, which several instances behind one address must share. */
const CUSTODY_SECRET = 'COLONNADE_CUSTODY_SECRET';
/** The number of characters in the base64 text of 32 random bytes, without padding. */
const SHORTEST_CUSTODY_SECRET = 43;

const USAGE = `npm start [-- options]
  Installs what is missing, builds when the sources have changed, and serves the console on this machine, with the demo.

  --service <address>  serve it for a real service, e.g. https://prices.example.com/papi, passed through under
                       /papi, in place of the demo
  --ca <file>          certificate authority of that service, PEM
  --insecure-localhost take any certificate of a service on this machine; another program could pose as it
  --address <address>  where people open the console, e.g. https://colonnade.example.com, if a server on this machine
                       hands their requests on (docs/deploy.md)
  --port <number>      default: ${FIRST_PORT}, or the next free one
  --as-built           serve what npm run build has put into dist/, as it is
  --help

  ${CUSTODY_SECRET}: what sign-ins are sealed with that this server keeps ("custody": "server" in
                       config.json); by default a secret of this installation alone`;

await runMain(async () => {
  const options = readOptions();
  if (options.isHelpWanted) {
    console.log(USAGE);
    return;
  }
  const served = await serveOnFreePort(await servedDirectory(options), options);
  if (options.service) console.log(`Colonnade for ${options.service.address.href}`);
  else console.log(options.isAsBuilt ? 'Colonnade as it is in dist/' : 'Colonnade with the demo');
  console.log(`  ${served.origin}${options.address ? `, for ${options.address.href}` : ''}`);
  if (options.port === undefined && served.port !== FIRST_PORT) {
    console.log(
      `Port ${FIRST_PORT} is in use. What the browser keeps belongs to a port: sign in here once more.`,
    );
  }
  if (options.service?.isAnyCertificateAccepted) {
    console.warn('Certificates are not checked: another program on this machine could pose as the service.');
  }
  const proxy = options.service && unusedProxy(options.service.address);
  if (proxy !== undefined) console.warn(proxy);
  console.log('Ctrl+C ends it.');
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void served.close());
});

/** @typedef {NonNullable<Parameters<typeof serve>[0]['service']>} Service */

function readOptions() {
  const { values } = parseOptions();
  const isAnyCertificateAccepted = values['insecure-localhost'];
  const service =
    values.service === undefined ? undefined : serviceAt(values.service, values.ca, isAnyCertificateAccepted);
  if (values.ca !== undefined && !service) throw new UserError('--ca belongs to --service.');
  if (isAnyCertificateAccepted && !service) throw new UserError('--insecure-localhost belongs to --service.');
  if (values.address !== undefined && !service) throw new UserError('--address belongs to --service.');
  return {
    isHelpWanted: values.help,
    isAsBuilt: values['as-built'],
    address: values.address === undefined ? undefined : consoleAddressFrom(values.address),
    port: values.port === undefined ? undefined : portFrom(values.port),
    service,
  };
}

function parseOptions() {
  try {
    return parseArgs({
      options: {
        address: { type: 'string' },
        'as-built': { type: 'boolean', default: false },
        ca: { type: 'string' },
        help: { type: 'boolean', default: false },
        'insecure-localhost': { type: 'boolean', default: false },
        port: { type: 'string' },
        service: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

/** @param {string} text */
function portFrom(text) {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new UserError(`--port takes a number from 1 to 65535, not "${text}".`);
  }
  return port;
}

/** @param {string} text */
function consoleAddressFrom(text) {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = address?.protocol === 'http:' && isLoopback(address.hostname);
  if (!address || (address.protocol !== 'https:' && !isPlain) || /[?#@]/.test(text)) {
    throw new UserError(
      `--address takes where people open the console, e.g. https://colonnade.example.com, not "${text}".`,
    );
  }
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/`;
  return address;
}

/** @param {string} text @param {string | undefined} authorityFile @param {boolean} isAnyCertificateAccepted @returns {Service} */
function serviceAt(text, authorityFile, isAnyCertificateAccepted) {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new UserError(
      `--service takes the service's address, e.g. https://prices.example.com/papi, not "${text}".`,
    );
  }
  const address = new URL(text);
  if (address.username !== '' || address.password !== '') {
    throw new UserError('--service takes an address without a user name or password: sign in on the page.');
  }
  if (address.protocol === 'http:' && !isLoopback(address.hostname)) {
    throw new UserError('--service takes an https address; plain http would show passwords to the network.');
  }
  if (isAnyCertificateAccepted && (address.protocol !== 'https:' || !isLoopback(address.hostname))) {
    throw new UserError('--insecure-localhost is for https services on this machine; others need --ca.');
  }
  address.search = '';
  address.hash = '';
  // What the browser stores belongs to the service's address, so each address must have only one spelling.
  address.pathname = address.pathname.replace(/\/+$/, '');
  if (address.pathname === '/') {
    address.pathname = '/papi';
    console.log(`The service's path is taken to be /papi: ${address.href}`);
  }
  return {
    address,
    isAnyCertificateAccepted,
    ...(authorityFile !== undefined && { certificateAuthority: readAuthority(authorityFile) }),
  };
}

/** @param {string} file */
function readAuthority(file) {
  let text;
  try {
    // npm runs scripts in the project's folder, but the path is relative to the folder in which the user typed it.
    text = readFileSync(path.resolve(process.env['INIT_CWD'] ?? '.', file), 'utf8');
  } catch {
    throw new UserError(`--ca: the file ${file} cannot be read.`);
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----')) {
    throw new UserError(`--ca: ${file} contains no certificate in PEM form.`);
  }
  return text;
}

/** @param {{ isAsBuilt: boolean, service: Service | undefined }} options @returns {Promise<string>} */
async function servedDirectory({ isAsBuilt, service }) {
  if (isAsBuilt) {
    if (existsSync(path.join(distDirectory, 'index.html'))) return distDirectory;
    throw new UserError('Nothing is built yet: npm run build.');
  }
  await installMissing();
  return provideBuild(service ? 'production' : 'demo', { onBuild: () => console.log('Building …') });
}

/** @param {string} directory @param {{ address: URL | undefined, port: number | undefined, service: Service | undefined }} options */
async function serveOnFreePort(directory, { address, port: wantedPort, service }) {
  const secret = sealingSecret();
  const custodySecret = service && custodySecretOf(process.env);
  const firstPort = wantedPort ?? FIRST_PORT;
  const lastPort = wantedPort ?? FIRST_PORT + TRIED_PORTS - 1;
  for (let port = firstPort; port <= lastPort; port += 1) {
    try {
      return await serve({
        directory,
        port,
        ...(secret !== undefined && { installationSecret: secret }),
        ...(service && { service }),
        ...(address && { address }),
        ...(custodySecret !== undefined && { custodySecret }),
      });
    } catch (error) {
      if (codeOf(error) === 'ERR_MODULE_NOT_FOUND')
        throw new UserError('--service takes packages that are not here: npm ci installs them.');
      if (codeOf(error) === 'EACCES') throw new UserError(`Port ${port} may not be used by this account.`);
      if (codeOf(error) !== 'EADDRINUSE') throw error;
    }
  }
  throw new UserError(
    wantedPort === undefined
      ? `No port from ${firstPort} to ${lastPort} is free: choose one with --port.`
      : `Port ${wantedPort} is in use: choose another with --port, or leave the option out.`,
  );
}

/**
 * Returns the secret for refresh tokens that the server keeps. Without a folder for it (undefined), no user can sign in to such a server.
 * @type {(environment: NodeJS.ProcessEnv) => string | undefined}
 */
function custodySecretOf({ [CUSTODY_SECRET]: given }) {
  if (given === undefined) return sealingSecret('custody');
  if (given.length >= SHORTEST_CUSTODY_SECRET) return given;
  throw new UserError(
    `${CUSTODY_SECRET} takes at least ${SHORTEST_CUSTODY_SECRET} random characters, e.g. of: openssl rand -base64 32`,
  );
}

/**
 * Returns this installation's secret; undefined without a folder for it. The console then explains what that means for stored data.
 * @param {Parameters<typeof installationSecret>[1]} [use] @returns {string | undefined}
 */
function sealingSecret(use) {
  try {
    const { secret, isReplaced } = installationSecret(installationDirectory, use);
    if (isReplaced) {
      console.warn(
        'The secret of this installation was damaged and has been made again: sign-ins and views that browsers keep for it are lost.',
      );
    }
    return secret;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    console.warn(
      `${error.message}\nWithout it another program on this port could read what the browser keeps.`,
    );
    return undefined;
  }
}
