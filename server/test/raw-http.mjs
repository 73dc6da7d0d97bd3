import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';

/**
 * @typedef {object} RecordingUpstream a service that answers only with the request that it has received
 * @property {URL} address
 * @property {{ method: string, url: string, headers: import('node:http').IncomingHttpHeaders, body: string }[]} received the
 *   requests that have arrived complete
 * @property {string[]} unreadable why bytes could not be read as requests, unless they merely broke off
 * @property {() => Promise<void>} close resolves when everything that was sent has been read
 */

/** Starts a service whose answers are the line `answer to <method> <address>`. @returns {Promise<RecordingUpstream>} */
export async function startRecordingUpstream() {
  /** @type {RecordingUpstream['received']} */
  const received = [];
  // A connection may wait long for a request: its sender may have withdrawn the one for which it was opened.
  const server = http.createServer({ headersTimeout: 0, requestTimeout: 0 }, (request, response) => {
    const { method = '', url = '', headers } = request;
    /** @type {Buffer[]} */
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString('latin1') });
      response.end(`answer to ${method} ${url}\n`);
    });
  });
  /** @type {string[]} */
  const unreadable = [];
  server.on('clientError', (/** @type {Error & { code?: string }} */ { code = '' }, socket) => {
    if (!['ECONNRESET', 'HPE_INVALID_EOF_STATE'].includes(code)) unreadable.push(code);
    socket.destroy();
  });
  /** @type {Set<Promise<void>>} */
  const connections = new Set();
  server.on('connection', (socket) => {
    /** @type {Promise<void>} */
    const closed = new Promise((resolve) => socket.once('close', () => resolve()));
    connections.add(closed);
    void closed.then(() => connections.delete(closed));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port.');
  return {
    address: new URL(`http://127.0.0.1:${address.port}/company/papi`),
    received,
    unreadable,
    close: async () => {
      server.close();
      server.closeIdleConnections();
      await Promise.all(connections);
    },
  };
}

/**
 * Sends bytes, given as one character each, and resolves to the text that comes back until the other side closes. Ends its own side once
 * `isEnough` accepts the text received so far, or once `patience` resolves.
 * @type {(port: number, bytes: string, isEnough: (text: string) => boolean, patience?: Promise<unknown>) => Promise<string>}
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
    // A reset is no error here, because it is a way to refuse a connection.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
    socket.write(bytes, 'latin1', look);
    void patience?.then(() => socket.end());
  });
}

/** Opens a connection that sends bytes unchanged, one piece after the other. @param {number} port */
export function openRaw(port) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  let isOpen = true;
  /** @type {() => void} */
  let look = () => undefined;
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += String(chunk);
    look();
  });
  socket.on('end', () => socket.end());
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isOpen = false;
    look();
  });
  return {
    isOpen: () => isOpen,
    /**
     * Sends bytes and resolves to the text that comes back within `patienceMs`, until `isEnough` accepts it or the other side closes.
     * @param {string} bytes @param {(text: string) => boolean} isEnough @param {number} patienceMs @returns {Promise<string>}
     */
    send: (bytes, isEnough, patienceMs) =>
      new Promise((resolve) => {
        text = '';
        const patience = setTimeout(done, patienceMs);
        look = () => {
          if (!isOpen || isEnough(text)) done();
        };
        socket.write(bytes, 'latin1');
        look();
        function done() {
          clearTimeout(patience);
          look = () => undefined;
          resolve(text);
        }
      }),
    end: () => void socket.end(),
    close: () => {
      isOpen = false;
      socket.destroy();
    },
  };
}

/** Returns the status of each answer in a text, without interim ones such as 100. @param {string} text */
export function statusesIn(text) {
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  return statuses.filter((status) => status >= 200);
}
