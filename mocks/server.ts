import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { generate } from 'selfsigned';
import { parseServiceDescription } from '@/contract/read-description';
import type { ServiceDescription } from '@/contract/service-description';
import { createNodeEngine } from './data/engine/node-engine';
import { nodeListener } from './node-bridge';
import { handleControl, CONTROL_PATH } from './service/control-endpoint';
import { createReferenceService, type ReferenceService } from './service/reference-service';
import type { ServiceSettings } from './service/state';

/** How long an unused connection stays open: longer than any server in front of the service keeps one. */
const KEEP_ALIVE_MS = 60_000;

const USAGE = `npm run service -- [options]
  The pricing data service of the contract, with made-up data, as a process of its own.

  --port <number>              default: 8780; 0 takes a free one
  --host <name>                where to listen, default: localhost
  --tls                        https with a certificate made for the occasion
  --rows <number>              rows of the sales prices, default: 1000000
  --latency <ms>               every response waits so long
  --error-rate <0 … 1>         share of calls that fail
  --access-lifetime <s>        of an access token, default: 1200
  --refresh-lifetime <s>       of a refresh token, default: 432000
  --snapshot-lifetime <s>      default: 1800
  --max-requests <number>      more in a second get a 429
  --expires-in-unit <unit>     of expires_in: seconds (default) or minutes
  --no-gzip                    never compress
  --description <file>         writes its messages as a service description says (docs/service.md)
  --help`;

const LOOPBACK_ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8780' },
      host: { type: 'string', default: 'localhost' },
      tls: { type: 'boolean', default: false },
      rows: { type: 'string' },
      latency: { type: 'string' },
      'error-rate': { type: 'string' },
      'access-lifetime': { type: 'string' },
      'refresh-lifetime': { type: 'string' },
      'snapshot-lifetime': { type: 'string' },
      'max-requests': { type: 'string' },
      'expires-in-unit': { type: 'string' },
      'no-gzip': { type: 'boolean', default: false },
      description: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const service = createReferenceService({
    engine: createNodeEngine(new URL('engine-worker-node.js', import.meta.url)),
    description: values.description === undefined ? null : descriptionIn(values.description),
  });
  service.controls.changeSettings(settingsFrom(values));
  const listener = nodeListener(async (request, remoteAddress) => respond(service, request, remoteAddress), {
    isGzipAllowed: !values['no-gzip'],
  });
  const certificate = values.tls ? await ownCertificate() : null;
  const server = certificate === null ? createHttpServer(listener) : createHttpsServer(certificate, listener);
  // Prevents the service from closing a connection just when a request is sent on it, which would make the request fail.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(Number(values.port), values.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const address = `${certificate === null ? 'http' : 'https'}://${values.host}:${port}/papi`;
  const file = certificate === null ? null : writeCertificate(certificate.cert, port);
  if (file !== null) console.log(`Certificate: ${file}`);
  console.log(`Reference service: ${address}`);
  console.log(
    `With the console in front: npm start -- --service ${address}${file === null ? '' : ` --ca ${file}`}`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      service.dispose();
      server.close();
      server.closeAllConnections();
    });
  }
}

/** Reads a service description. `file` is relative to the folder in which npm was called. */
function descriptionIn(file: string): ServiceDescription {
  const text = readFileSync(path.resolve(process.env['INIT_CWD'] ?? '.', file), 'utf8');
  const result = parseServiceDescription(text);
  if (result.ok) return result.description;
  const problems = result.problems.map(({ key, kind, expected }) =>
    [key ?? 'the file', kind, expected ?? ''].join(' '),
  );
  throw new Error(`${file} is no service description: ${problems.join('; ')}`);
}

async function respond(
  service: ReferenceService,
  request: Request,
  remoteAddress: string,
): Promise<Response> {
  const isOrder = new URL(request.url).pathname === CONTROL_PATH;
  return isOrder && LOOPBACK_ADDRESSES.has(remoteAddress)
    ? handleControl(request, service.controls)
    : service.handle(request);
}

function settingsFrom(
  values: Readonly<Record<string, string | boolean | undefined>>,
): Partial<ServiceSettings> {
  const given = new Map(Object.entries(values));
  const text = (name: string) => given.get(name);
  const number = (name: string, factor = 1) => Number(text(name)) * factor;
  return {
    ...(text('rows') !== undefined && { rowCount: number('rows') }),
    ...(text('latency') !== undefined && { latencyMs: number('latency') }),
    ...(text('error-rate') !== undefined && { errorRate: number('error-rate') }),
    ...(text('access-lifetime') !== undefined && { accessLifetimeMs: number('access-lifetime', 1000) }),
    ...(text('refresh-lifetime') !== undefined && { refreshLifetimeMs: number('refresh-lifetime', 1000) }),
    ...(text('snapshot-lifetime') !== undefined && { snapshotLifetimeMs: number('snapshot-lifetime', 1000) }),
    ...(text('max-requests') !== undefined && { maxRequestsPerS: number('max-requests') }),
    // The cast is safe, because the value is checked with all other settings when they are applied.
    ...(text('expires-in-unit') !== undefined && {
      expiresInUnit: text('expires-in-unit') as ServiceSettings['expiresInUnit'],
    }),
  };
}

/** Writes the self-signed certificate to a file, for the option `--ca` of the console. The private key stays in memory. */
function writeCertificate(certificate: string, port: number): string {
  const folder = path.join('.cache', 'service-certificates');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `localhost-${port}.pem`);
  writeFileSync(file, certificate);
  return path.relative(process.env['INIT_CWD'] ?? '.', path.resolve(file));
}

async function ownCertificate(): Promise<{ key: string; cert: string }> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  });
  return { key, cert };
}
