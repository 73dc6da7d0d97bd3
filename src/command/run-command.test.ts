import { chmodSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandForFile, linkTo } from '@/test/command-harness';
import { COMMANDS } from './command-line';

const { command } = commandForFile();

const LINK = linkTo('PromotionPrice');

function extractTo(name: string, ...others: readonly string[]): string[] {
  return ['extract', LINK, '--out', command.file(name), ...others];
}

test('the help lists every command, in both languages', async () => {
  for (const language of ['en', 'de']) {
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
  writeFileSync(command.file('odd.env'), 'PASSWORT=geheim\n', { mode: 0o600 });
  const { PRICES_PASSWORD: _, ...withoutPassword } = command.signedIn;
  const cases: readonly [args: readonly string[], code: number, says: string, environment?: object][] = [
    [['extrakt'], 2, 'no command “extrakt”'],
    [['extract'], 2, 'Name the view'],
    [['extract', LINK], 2, '--out FILE'],
    [['extract', 'https://console.test/snapshots', '--out', 'p.csv'], 2, 'no link to a price column'],
    [['extract', 'https://a:b@console.test/prices/X', '--out', 'p.csv'], 2, 'no link to a price column'],
    [extractTo('p.csv', 'sort=Value'), 2, 'quotation marks'],
    [extractTo('p.csv', '--pasword', 'x'), 2, 'pasword'],
    [extractTo('p.txt'), 2, '.csv, .xlsx, .parquet or .jsonl'],
    [extractTo('p.csv', '--format', 'xlsx'), 2, '--format'],
    [extractTo('p.csv', '--format', 'word'), 2, '“word”'],
    [extractTo('p.csv', '--patience', 'long'), 2, '--patience'],
    [extractTo('p.csv', '--language', 'fr'), 2, '--language'],
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
    expect({ args, code: run.code, out: run.out }).toEqual({ args, code, out: '' });
    expect(run.err).toMatch(/^colonnade: [^\n]+\n$/);
    expect(run.err).toContain(says);
    // Neither a password nor a stack.
    expect(run.err).not.toMatch(/demo-manager|geheim|at file:/);
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
