/** @module-tag long */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type http from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sendRaw, startRecordingUpstream, statusesIn } from './raw-http.mjs';
import { serve } from './serve.mjs';

const FRAMINGS = 10_000;
const AT_ONCE = 50;

/** Mulberry32: the same framings every time. */
function seeded(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T;
  return { next, pick, some: <T>(share: number, value: T): T[] => (next() < share ? [value] : []) };
}

const METHODS = ['GET', 'HEAD', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'get', 'PURGE'];
const VERSIONS = [
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/1.2',
  'HTTP/0.9',
  'http/1.1',
];
const CODINGS = [
  'chunked',
  'chunked',
  'Chunked',
  'identity',
  'gzip, chunked',
  'chunked, identity',
  'xchunked',
  'chunked\u000B',
  '"chunked"',
  '',
];
const NAMED = [
  'close',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'host',
  'Content-Length, close',
  'upgrade',
];
const ENDS = ['\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r', '\r\r\n'];
const COLONS = [': ', ': ', ': ', ':', ' : ', ':\t', '\u000B: '];
const SIZES = ['', '', '', ';a=b', ';', ' ', '0x', '\n'];

function framing({ next, pick, some }: ReturnType<typeof seeded>, host: string, index: number): string {
  const inner = `GET /papi/api/smuggled/${index} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const chunk = () =>
    `${inner.length.toString(16)}${pick(SIZES)}\r\n${inner}${pick(['\r\n', '\r\n', '\r\n', '\n', ''])}`;
  const chunks = `${chunk()}${some(0.3, chunk()).join('')}0${pick(SIZES)}\r\n${some(0.2, 'X: x\r\n').join('')}\r\n`;
  const bodies = ['', '', inner, chunks, chunks, `0\r\n\r\n${inner}`, inner.slice(0, 20)];
  const one = () => {
    const body = pick(bodies);
    const lengths = [
      body.length,
      body.length,
      inner.length,
      0,
      5,
      `0${body.length}`,
      `+${body.length}`,
      `${body.length}, ${body.length}`,
    ];
    const headers = [
      ...some(0.97, ['Host', host]),
      ...some(0.05, ['Host', 'evil.example']),
      ...some(0.9, ['Content-Type', 'application/json']),
      ...some(0.5, ['Transfer-Encoding', pick(CODINGS)]),
      ...some(0.5, ['Content-Length', String(pick(lengths))]),
      ...some(0.1, ['Content-Length', String(pick(lengths))]),
      ...some(0.1, ['Transfer-Encoding', pick(CODINGS)]),
      ...some(0.3, ['Connection', pick(NAMED)]),
      ...some(0.1, ['Expect', '100-continue']),
      ...some(0.1, ['Upgrade', pick(['h2c', 'websocket'])]),
      ...some(0.05, ['X', pick(['x\r\n y', 'x\0', 'x\ry', '\u00FF'])]),
    ].toSorted(() => next() - 0.5);
    const isClean = next() < 0.6;
    const end = () => (isClean ? '\r\n' : pick(ENDS));
    const lines = headers.map(([name, value]) => `${name}${isClean ? ': ' : pick(COLONS)}${value}${end()}`);
    const first = `${pick(METHODS)} /papi/api/meant/${index} ${pick(VERSIONS)}${end()}`;
    return `${first}${lines.join('')}${end()}${body}`;
  };
  return Array.from({ length: pick([1, 1, 1, 2, 3]) }, one).join('');
}

test.each(['page', 'server'] as const)(
  'whatever is sent, no request reaches the service that was not read here, and none gets the answer to another; with custody: %s',
  async (custody) => {
    const directory = mkdtempSync(path.join(tmpdir(), 'framing-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    writeFileSync(path.join(directory, 'config.json'), JSON.stringify({ custody }));
    const upstream = await startRecordingUpstream();
    const console = await serve({
      directory,
      service: { address: upstream.address },
      custodySecret: 's'.repeat(43),
    });
    const read: string[] = [];
    const note = (message: unknown) => {
      const { request } = message as { request: http.IncomingMessage };
      if (request.socket.localPort === console.port) read.push(`${request.method} ${request.url}`);
    };
    subscribe('http.server.request.start', note);
    onTestFinished(() => void unsubscribe('http.server.request.start', note));

    const random = seeded(custody === 'page' ? 1 : 2);
    const host = `localhost:${console.port}`;
    const strangers: string[] = [];
    for (let begun = 0; begun < FRAMINGS; begun += AT_ONCE) {
      // For those that break off: when this is answered, they have been read.
      const patience = fetch(`${console.origin}/papi/api/probe`);
      await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, offset) => {
          const index = begun + offset;
          const bytes = framing(random, host, index);
          const text = await sendRaw(
            console.port,
            bytes,
            (answer) => statusesIn(answer).length > 0,
            patience,
          );
          const others = [...text.matchAll(/answer to \S+ \S+\/(\d+)\n/g)].filter(
            ([, own]) => Number(own) !== index,
          );
          if (others.length > 0) strangers.push(`${JSON.stringify(bytes)}: ${text}`);
        }),
      );
    }
    await console.close();
    await upstream.close();
    expect(strangers).toEqual([]);
    const left = new Map<string, number>();
    for (const each of read) left.set(each, (left.get(each) ?? 0) + 1);
    const unread = upstream.received.filter(({ method, url }) => {
      const name = `${method} ${url.replace('/company', '')}`;
      left.set(name, (left.get(name) ?? 0) - 1);
      return (left.get(name) ?? 0) < 0;
    });
    expect(unread).toEqual([]);
    // Some of it is what it seems to be.
    expect(upstream.received.length).toBeGreaterThan(FRAMINGS / 20);
  },
);
