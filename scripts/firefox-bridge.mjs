#!/usr/bin/env node
// Adapts the Firefox that FIREFOX names to Playwright, which drives it over WebDriver BiDi. Playwright emulates a medium for every page.
// Firefox refuses this command before version 159 (including the Extended Support Release 153), so the bridge reports it as done.
// Playwright also needs an id of every download, which Firefox gives only for those that began with a navigation, so the bridge adds the
// id. The bridge is not needed once the oldest Firefox in use can do both.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

/** The line that Firefox prints when it is ready, and that Playwright waits for. */
const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/;

const firefox = spawn(process.env['FIREFOX'] ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
firefox.once('exit', (code) => process.exit(code ?? 1));
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
  process.on(signal, () => firefox.kill(signal));
}
createInterface({ input: firefox.stderr }).on('line', (line) => {
  const [, address] = LISTENING.exec(line) ?? [];
  if (address === undefined) console.error(line);
  else listenFor(address);
});

/** @param {string} address of Firefox */
function listenFor(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.once('listening', () => {
    const own = server.address();
    if (own === null || typeof own === 'string') throw new Error('There is no port.');
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${own.port}`);
  });
  server.on('connection', (client, { url = '' }) => {
    const browser = new WebSocket(address + url, { perMessageDeflate: false });
    const opened = new Promise((resolve) => browser.once('open', resolve));
    /** @type {Set<number>} ids of emulation commands that Firefox has not answered yet */
    const emulations = new Set();
    client.on('message', (data) => {
      const text = textOf(data);
      /** @type {{ id: number, method: string }} */
      const { id, method } = JSON.parse(text);
      if (method.startsWith('emulation.')) emulations.add(id);
      void opened.then(() => browser.send(text));
    });
    browser.on('message', (data) => client.send(answered(textOf(data), emulations)));
    browser.on('close', () => client.close());
    browser.on('error', () => client.close());
    client.on('close', () => browser.close());
  });
}

/** @param {import('ws').RawData} data @returns {string} */
function textOf(data) {
  if (!Buffer.isBuffer(data)) throw new TypeError('Messages come as buffers, unless that is changed.');
  return data.toString();
}

/** @param {string} text @param {Set<number>} emulations @returns {string} what Playwright gets */
function answered(text, emulations) {
  if (text.includes('"browsingContext.download')) return withDownloadId(text);
  if (emulations.size === 0) return text;
  /** @type {{ id?: number, type: string, error?: string }} */
  const { id, type, error } = JSON.parse(text);
  if (id === undefined || !emulations.delete(id)) return text;
  const isUnknown = type === 'error' && error === 'unknown command';
  return isUnknown ? JSON.stringify({ type: 'success', id, result: {} }) : text;
}

/** @param {string} text an event @returns {string} the same event, with the address as id if it has none */
function withDownloadId(text) {
  /** @type {{ params?: { download?: string | null, navigation?: string | null, url?: string } }} */
  const event = JSON.parse(text);
  const { params } = event;
  if (params === undefined || params.download || params.navigation) return text;
  return JSON.stringify({ ...event, params: { ...params, download: params.url } });
}
