import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { createPassThrough } from '../../server/pass-through.mjs';
import { startServiceProcess } from '../../scripts/service-process.mjs';

/** Response headers with which a service could affect the console's origin. */
const ACTING_HEADERS = {
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=31536000',
  'clear-site-data': '"*"',
  'content-security-policy': "script-src 'unsafe-inline'",
  'cross-origin-resource-policy': 'cross-origin',
  'service-worker-allowed': '/',
  'set-cookie': ['session=1; Path=/', 'other=2; HttpOnly'],
  'www-authenticate': 'Basic realm="Colonnade"',
  'x-content-type-options': 'sniff',
  'x-invented-later': 'acts',
};

/** The reference service over HTTPS, with one additional hostile path. */
export interface HostileUpstream {
  readonly address: string;
  /** The address of the reference service itself, which takes control orders. */
  readonly serviceAddress: string;
  /** A path below `address`. Its responses have headers of every kind and, as JSON, the headers of the request. */
  readonly hostilePath: string;
  /** The requests that were received completely. Responses below `/api/framed/` say which request they answer. */
  readonly received: readonly { readonly method: string; readonly url: string }[];
  readonly close: () => Promise<void>;
}

/** Starts the upstream. `authority` is the file to which the certificate is written. */
export async function startHostileUpstream(authority: string): Promise<HostileUpstream> {
  const service = await startServiceProcess([]);
  const { handle, close } = createPassThrough({
    address: new URL(service.address),
    mountPath: '/prices/papi',
  });
  const certificate = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  writeFileSync(authority, certificate.cert);
  const received: { method: string; url: string }[] = [];
  const server = https.createServer(
    { key: certificate.private, cert: certificate.cert },
    (request, response) => {
      const { method = '', url = '' } = request;
      request.once('end', () => received.push({ method, url }));
      if (url.startsWith('/prices/papi/api/framed/')) {
        request.once('end', () => response.end(`answer to ${method} ${url}\n`)).resume();
        return;
      }
      if (url !== '/prices/papi/api/hostile?x=1') {
        handle(request, response);
        return;
      }
      response.writeHead(200, { ...ACTING_HEADERS, 'content-type': 'text/html', 'x-request-id': 'r-1' });
      response.end(JSON.stringify(request.headers));
    },
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `https://localhost:${port}/prices/papi`,
    serviceAddress: service.address,
    hostilePath: '/api/hostile?x=1',
    received,
    close: async () => {
      await close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
    },
  };
}
