import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';

/**
 * @typedef {object} RecordingUpstream a service that says nothing but which request it answers
 * @property {URL} address
 * @property {{ method: string, url: string, headers: import('node:http').IncomingHttpHeaders, body: string }[]} received the
 *   requests that have come in whole
 * @property {() => Promise<void>} close resolves when everything that was sent has been read
 */

/**
 * Each answer is the line `answer to <method> <address>`.
 * @returns {Promise<RecordingUpstream>}
 */
export async function startRecordingUpstream() {
  /** @type {RecordingUpstream['received']} */
  const received = [];
  const server = http.createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    /** @type {Buffer[]} */
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString('latin1') });
      response.end(`answer to ${method} ${url}\n`);
    });
  });
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port.');
  return {
    address: new URL(`http://127.0.0.1:${address.port}/company/papi`),
    received,
    close: async () => {
      server.close();
      server.closeIdleConnections();
      await Promise.all([...sockets].map((socket) => once(socket, 'close')));
    },
  };
}

/**
 * Sends bytes as they are, and reads until the other side closes. Our own side says that nothing more comes once `isEnough` of
 * what has come so far, or nobody waits for more.
 * @param {number} port
 * @param {string} bytes one character a byte
 * @param {(text: string) => boolean} isEnough
 * @param {Promise<unknown>} [patience] after which nobody does
 * @returns {Promise<string>} what came back
 */
export function sendRaw(port, bytes, isEnough, patience) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let text = '';
    const look = () => {
      if (isEnough(text)) socket.end();
    };
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += String(chunk);
      look();
    });
    socket.on('end', () => socket.end());
    // One that is reset has been refused.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
    socket.write(bytes, 'latin1', look);
    void patience?.then(() => socket.end());
  });
}

/** The status of each answer in a text, those that only say to go on left out. @param {string} text */
export function statusesIn(text) {
  const statuses = [...text.matchAll(/(?:^|\n)HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  return statuses.filter((status) => status >= 200);
}
