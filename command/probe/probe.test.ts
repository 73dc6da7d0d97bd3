import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LANGUAGES } from '@/lib/base/languages';
import { commandForFile, createCommandHarness, linkTo } from '@/test/command-harness';
import { described } from '@/test/service-description.arbitraries';
import { createTestService } from '@mocks/node';

const usual = commandForFile();
const DIALECT = 'snake-case.json';
const service = createTestService({
  description: described(JSON.parse(readFileSync(`mocks/dialects/${DIALECT}`, 'utf8'))),
});
const tokens: string[] = [];
const command = createCommandHarness({
  handle: async (request) => {
    const response = await service.handle(request);
    if (request.url.endsWith('/token')) {
      const { access_token: access, refresh_token: refresh } = await response.clone().json();
      tokens.push(access, refresh);
    }
    return response;
  },
});
afterAll(() => {
  command.remove();
  service.dispose();
});

test('a described service is found out from nothing; with the file of the proposal it fits, and the other commands work', async () => {
  const out = command.file('service.json');
  const report = command.file('report.json');
  const ran = await command.run(['probe', '--out', out, '--report', report]);
  expect([ran.code, ran.err]).toEqual([1, '']);
  expect(ran.out).toContain('extraction.page.style: "offset"');
  expect(ran.out).toContain('With the proposed description, the service fits.');
  const file = readFileSync(out, 'utf8');
  described(JSON.parse(file));
  const kept = JSON.parse(readFileSync(report, 'utf8'));
  expect(kept).toMatchObject({ format: 'colonnade-service-check', outcome: 'fits-with-proposal' });
  expect(kept.description).toEqual(JSON.parse(file));
  expect(kept.steps.length).toBeGreaterThan(20);
  // The rights are found as well, so nobody is denied what the service allows.
  expect(kept.description.rights).toEqual({ claim: 'scope.rights', extraction: 'prices.read' });

  expect(tokens.length).toBeGreaterThan(1);
  for (const text of [ran.out, ran.err, file, readFileSync(report, 'utf8')]) {
    for (const secret of [...tokens, 'demo-manager']) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/eyJ[\w-]{20}/);
  }

  const again = await command.run(['probe', '--description', out]);
  expect([again.code, again.err]).toEqual([0, '']);
  expect(again.out).toContain('The service fits the description that is in use.');
  const view = linkTo('PromotionPrice');
  const rows = await command.run(['extract', view, '--description', out, '--out', command.file('rows.csv')]);
  expect([rows.code, rows.err]).toEqual([0, '']);
  await usual.command.run(['extract', view, '--out', usual.command.file('rows.csv')]);
  expect(readFileSync(command.file('rows.csv'), 'utf8')).toBe(
    readFileSync(usual.command.file('rows.csv'), 'utf8'),
  );
});

test('an address that nobody could guess is given', async () => {
  const description = described({
    priceColumns: { path: '/api/hidden' },
    extraction: { path: '/api/hidden/{priceColumn}/query' },
  });
  const hidden = createTestService({ description });
  const fetch = async (request: Request) =>
    request.url.endsWith('/openapi.json') ? new Response(null, { status: 404 }) : hidden.handle(request);
  const unaided = await usual.command.run(['probe'], { fetch });
  expect([unaided.code, unaided.err]).toEqual([3, expect.stringContaining('--price-columns')]);
  const out = usual.command.file('hidden.json');
  const aided = await usual.command.run(['probe', '--price-columns', '/api/hidden', '--out', out], { fetch });
  expect([aided.code, aided.err]).toEqual([1, '']);
  expect(described(JSON.parse(readFileSync(out, 'utf8')))).toEqual(description);
  hidden.dispose();
});

test('a service that lacks something ends with 3 and one sentence, in every language', async () => {
  const fetch = async (request: Request) =>
    (await request.clone().text()).includes('"orderby"')
      ? Response.json({ Data: null, Errors: ['No.'], Succeeded: false }, { status: 400 })
      : usual.service.handle(request);
  for (const language of LANGUAGES) {
    const out = usual.command.file(`${language}.json`);
    const ran = await usual.command.run(['probe', '--language', language, '--out', out], { fetch });
    expect([ran.code, existsSync(out)]).toEqual([3, false]);
    expect(ran.err).toMatch(/^colonnade: [^\n]+extraction\.sort[^\n]+\n$/);
    expect(ran.out).not.toMatch(/serviceCheck|note\.|lookFor/);
  }
});

test(
  'a service that keeps no snapshots works less well, which the sentence says',
  { tags: ['long'] },
  async () => {
    const fetch = async (request: Request) => {
      const response = await usual.service.handle(request);
      if (!request.url.includes('/api/prices/')) return response;
      const text = (await response.text()).replaceAll(/,"cache\w+":"[^"]*"/g, '');
      return new Response(text, response);
    };
    const out = usual.command.file('less.json');
    const ran = await usual.command.run(['probe', '--out', out], { fetch });
    expect([ran.code, ran.err]).toEqual([1, '']);
    expect(ran.out).toContain('No snapshots were found, so rows may move between pages');
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual({ version: 1, extraction: { snapshot: null } });
  },
);

test('answers that are no answers end with 3 and their reason', async () => {
  const html = (request: Request) =>
    request.url.endsWith('/token')
      ? usual.service.handle(request)
      : Promise.resolve(new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } }));
  const ran = await usual.command.run(['probe', '--json'], { fetch: html });
  expect(ran.code).toBe(3);
  expect(ran.err).toContain('HTML');
  expect(JSON.parse(ran.out)).toMatchObject({ outcome: 'missing', requestsForRows: 0 });
});

test('what cannot be used is said before anything is sent', async () => {
  const fetch = () => Promise.reject(new Error('sent'));
  expect(await usual.command.run(['probe', 'x'], { fetch })).toMatchObject({ code: 2 });
  expect(await usual.command.run(['probe', '--out', 'nowhere/x.json'], { fetch })).toMatchObject({ code: 2 });
  expect(await usual.command.run(['probe', '--price-columns', 'x'], { fetch })).toMatchObject({ code: 2 });
  const file = usual.command.file('x.json');
  const same = `${path.dirname(file)}/./${path.basename(file)}`;
  const both = await usual.command.run(['probe', '--out', file, '--report', same], { fetch });
  expect([both.code, both.err]).toEqual([2, expect.stringContaining('--report')]);
  expect(await usual.command.run(['schema', '--report', 'x.json'], { fetch })).toMatchObject({ code: 2 });
});
