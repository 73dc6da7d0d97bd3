import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { viewFileText } from '@/features/workbench/model/view-file';
import { LANGUAGES } from '@/lib/base/languages';
import { commandForFile, linkTo } from '@/test/command-harness';
import { COMMANDS } from './command-line';

const { command, service } = commandForFile();

const LINK = linkTo('PromotionPrice');

function extractTo(name: string, ...others: readonly string[]): string[] {
  return ['extract', LINK, '--out', command.file(name), ...others];
}

test('the help lists every command, in every language', async () => {
  for (const language of LANGUAGES) {
    const { code, out, err } = await command.run(['help', '--language', language]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const name of COMMANDS) expect(out).toContain(`\n  ${name}`);
    expect(out).not.toContain('help.');
  }
});

test('every problem is one line that says what to do, with the exit code of its kind', async () => {
  writeFileSync(command.file('no-views.json'), '{}');
  writeFileSync(command.file('open.env'), 'PRICES_USER=manager\nPRICES_PASSWORD=demo-manager\n');
  chmodSync(command.file('open.env'), 0o644);
  writeFileSync(command.file('group.env'), 'PRICES_USER=manager\nPRICES_PASSWORD=demo-manager\n');
  chmodSync(command.file('group.env'), 0o640);
  writeFileSync(command.file('odd.env'), 'PASSWORT=geheim\n', { mode: 0o600 });
  const { PRICES_PASSWORD: _, ...withoutPassword } = command.signedIn;
  mkdirSync(command.file('folder.csv'));
  symlinkSync('elsewhere.csv', command.file('link.csv'));
  mkdirSync(command.file('beside.csv.certificate.json'));
  writeFileSync(
    command.file('broken-views.json'),
    JSON.stringify({ format: 'colonnade-views', version: 1, views: [{}, {}] }),
  );
  writeFileSync(command.file('none.json'), viewFileText([]));
  const cases: readonly [args: readonly string[], code: number, says: string, environment?: object][] = [
    [[], 2, 'Name a command'],
    [['schema', '--with', 'saved.json'], 2, '--with is no option of colonnade schema'],
    [['schema', '--out', 'schema.json'], 2, '--out is no option'],
    [['schema', '--fail-on', '0'], 2, 'name that file'],
    [['check', LINK, '--out', 'p.csv'], 2, '--out is no option of colonnade check'],
    [['check', LINK, '--keys', 'A'], 2, '--keys is no option'],
    [['check', LINK, '--json', '--format', 'csv'], 2, '“csv” cannot be used'],
    [['compare', LINK, '--with', 'p.csv', '--json', '--format', 'csv'], 2, '“csv” cannot be used'],
    [['compare', LINK, '--with', 'p.csv', '--keep', 'x'], 2, '--keep is no option'],
    [['routine', 'views.json', '--region', 'de-DE'], 2, '--region is no option'],
    [extractTo('p.csv', '--price', 'Value'), 2, '--price is no option'],
    [extractTo('p.csv', '--name', 'Monday'), 2, 'leave it out'],
    [['extract', 'ftp://console.test/prices/X', '--out', 'p.csv'], 2, 'no link to a price column'],
    [['extract', 'file:///views.json', '--out', 'p.csv'], 2, 'no link to a price column'],
    [['extract', 'https://anna:hunter2@[/prices/X', '--out', 'p.csv'], 2, 'no link to a price column'],
    [['extract', LINK, '--out', 'https://files.test/p.csv'], 2, 'is an address'],
    [['routine', LINK, '--keep', 'x'], 2, 'is an address'],
    [
      ['compare', LINK, '--with', 'https://anna:hunter2@files.test/p.csv'],
      2,
      '…@files.test/p.csv is an address',
    ],
    [['schema', LINK], 2, 'is an address'],
    [extractTo('folder.csv'), 2, 'is a folder'],
    [extractTo('beside.csv'), 2, 'beside.csv.certificate.json is a folder'],
    [extractTo('link.csv'), 2, 'is a link'],
    [['extract', command.file('broken-views.json'), '--out', 'p.csv'], 2, '2 views that cannot be read'],
    [['extract', command.file('none.json'), '--out', 'p.csv'], 2, 'has no views'],
    [['routine', command.file('none.json'), '--keep', 'x'], 2, 'has no views'],
    [
      extractTo('p.csv', '--service', 'https://anna:hunter2@prices.test/papi'),
      2,
      '…@prices.test/papi cannot be',
    ],
    [extractTo('p.csv', '--service', 'anna:hun/ter2?@prices.test'), 2, '…@prices.test cannot be'],
    [
      extractTo('p.csv'),
      2,
      'cannot be the address',
      { ...command.signedIn, PRICES_SERVICE: 'ftp://prices.test/papi?key=hunter2' },
    ],
    [extractTo('p.csv', '--client-id', 'a\r\nX: y'), 2, 'client id cannot be sent'],
    [extractTo('p.csv', '--client-id', ''), 2, 'client id cannot be sent'],
    [extractTo('p.csv'), 2, 'client id cannot be sent', { ...command.signedIn, PRICES_CLIENT_ID: 'a\tb' }],
    [['extrakt'], 2, 'no command “extrakt”'],
    [['extract'], 2, 'Name the view'],
    [['extract', LINK], 2, '--out FILE'],
    [['extract', 'https://console.test/x?key=hunter2', '--out', 'p.csv'], 2, 'no link to a price column'],
    [['extract', 'https://a:b@console.test/prices/X', '--out', 'p.csv'], 2, 'no link to a price column'],
    [extractTo('p.csv', 'sort=Value'), 2, 'quotation marks'],
    [extractTo('p.csv', '--pasword', 'x'), 2, 'pasword'],
    [extractTo('p.txt'), 2, '.csv, .jsonl, .xlsx or .parquet'],
    [extractTo('p.csv', '--format', 'xlsx'), 2, '--format'],
    [extractTo('p.csv', '--format', 'word'), 2, '“word”'],
    [extractTo('p.csv', '--patience', 'long'), 2, '--patience'],
    [extractTo('p.csv', '--language', 'xx'), 2, '--language'],
    [extractTo('nowhere/p.csv'), 2, 'does not exist'],
    [['extract', command.file('gone.json'), '--out', 'p.csv'], 2, 'ENOENT'],
    [['extract', command.file('no-views.json'), '--out', 'p.csv'], 2, 'no file of saved views'],
    [['extract', linkTo('Nothing'), '--out', command.file('p.csv')], 2, 'no price column Nothing'],
    [
      ['extract', linkTo('SalesPrice', '?v=1&fields=Gone'), '--out', command.file('p.csv')],
      2,
      '“Gone” is not a field',
    ],
    [
      ['extract', linkTo('PromotionPrice', '?v=1&refine=1;a'), '--out', command.file('p.csv')],
      2,
      'cannot be used',
    ],
    [extractTo('p.csv', '--ca', command.file('no-views.json')), 2, 'PEM'],
    [extractTo('p.csv'), 2, '--service ADDRESS', {}],
    [extractTo('p.csv', '--service', 'ftp://x/papi'), 2, 'cannot be the address'],
    [extractTo('p.csv'), 4, 'PRICES_PASSWORD', withoutPassword],
    [extractTo('p.csv'), 4, 'leave out', { ...command.signedIn, PRICES_API_KEY: 'manager:x' }],
    [extractTo('p.csv'), 4, 'did not accept', { ...command.signedIn, PRICES_PASSWORD: 'wrong' }],
    [extractTo('p.csv', '--sign-in', command.file('open.env')), 4, 'chmod 600'],
    [extractTo('p.csv', '--sign-in', command.file('group.env')), 4, 'chmod 600'],
    [extractTo('p.csv', '--sign-in', command.file('odd.env')), 4, 'Line 1'],
    [
      extractTo('p.csv'),
      3,
      'lacks the permission',
      { ...command.signedIn, PRICES_USER: 'viewer', PRICES_PASSWORD: 'demo-viewer' },
    ],
  ];
  for (const [args, code, says, environment] of cases) {
    const run = await command.run(args, environment === undefined ? {} : { environment: { ...environment } });
    expect({ args, code: run.code }).toEqual({ args, code });
    if (!args.includes('--json')) expect(run.out).toBe('');
    expect(run.err).toMatch(/^colonnade: [^\n]+\n$/);
    expect(run.err).toContain(says);
    // The output contains neither a password nor a stack.
    expect(run.err).not.toMatch(/demo-manager|geheim|hun\/?ter|at file:/);
  }
});

test('signs in with an API key, and with a private file', async () => {
  const { PRICES_SERVICE } = command.signedIn;
  const withKey = await command.run(extractTo('key.csv'), {
    environment: { PRICES_SERVICE, PRICES_API_KEY: 'manager:demo-manager' },
  });
  expect(withKey).toMatchObject({ code: 0, err: '' });
  writeFileSync(
    command.file('private.env'),
    '# of the night\nPRICES_USER=manager\nPRICES_PASSWORD=demo-manager\n',
    {
      mode: 0o600,
    },
  );
  const withFile = await command.run(extractTo('file.csv', '--quiet'), {
    environment: { PRICES_SERVICE, PRICES_SIGN_IN_FILE: command.file('private.env') },
  });
  expect(withFile).toEqual({ code: 0, out: '', err: '' });
});

test('an untrusted certificate and an address without a service are told apart', async () => {
  const fetch = () => Promise.reject(new TypeError('no response'));
  const certificate = await command.run(extractTo('p.csv'), {
    fetch,
    problemCode: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  expect(certificate).toMatchObject({ code: 3, err: expect.stringContaining('--ca FILE') });
  const address = await command.run(extractTo('p.csv'), { fetch, problemCode: 'ENOTFOUND' });
  expect(address).toMatchObject({ code: 3, err: expect.stringContaining('cannot be reached (ENOTFOUND)') });
});

test('a very long part of a link does not bury its sentence', async () => {
  const link = linkTo('PromotionPrice', `?v=1&fields=${'x'.repeat(100_000)}`);
  const { code, err } = await command.run(['extract', link, '--out', command.file('p.csv')]);
  expect(code).toBe(2);
  expect(err).toContain('is not a field');
  expect(err.length).toBeLessThan(600);
});

test('what the service says steers no terminal and no log', async () => {
  service.controls.addFault({
    on: 'prices',
    fault: { kind: 'status', status: 400, messages: ['\u001B[31m\r\n::error::no\n##vso[task.complete]'] },
  });
  const { code, err } = await command.run(['schema', '--json']);
  expect(code).toBe(3);
  expect(err).toMatch(/^colonnade: [^\n]+\n$/);
  expect(err).toContain('␛[31m␍↵::error::no↵# #vso[task.complete]');
});
