import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { provideCommand } from '../../../../../../scripts/build-product.mjs';
import { startServiceProcess } from '../../../../../../scripts/service-process.mjs';
import { scheduledJob, type ScheduledJobInput } from './scheduled-job';
import { ownDescription } from '@/contract/own-description';
import { runs } from '@/test/runs';
import { described } from '@/test/service-description.arbitraries';

const INPUT: ScheduledJobInput = {
  consoleAddress: 'https://console.test/tools/',
  serviceAddress: 'https://prices.test/papi',
  clientId: 'colonnade',
  method: 'password',
  name: 'PromotionPrice',
  search: { v: '1', filter: "Title~contains~it's 50%;Value~between~1~2" },
  shown: undefined,
  description: null,
};

function runOf(job: string): string {
  return /# The run\n(.+)\n/.exec(job)?.[1] ?? '';
}

describe.skipIf(process.platform === 'win32')('in a shell', () => {
  test('the command has the link and the names as they are, whatever is in them', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.string({ maxLength: 20 }), { maxKeys: 3 }),
        fc.string({ minLength: 1, maxLength: 12 }).filter((name) => name.isWellFormed()),
        (search, name) => {
          const job = scheduledJob({ ...INPUT, name, search });
          const script = `node() { for each; do printf '%s\\0' "$each"; done; }; ${runOf(job)}`;
          const [, , link = '', , file = ''] = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split(
            '\0',
          );
          const url = new URL(link);
          expect(decodeURIComponent(url.pathname.replace('/tools/prices/', ''))).toBe(name);
          expect(Object.fromEntries(url.searchParams)).toEqual({ ...search });
          expect(file).toMatch(/^[A-Za-z0-9-]+\.xlsx$/);
        },
      ),
      { numRuns: runs(25) },
    );
  });
});

describe.skipIf(process.platform === 'win32')('against a service', { tags: ['long'] }, () => {
  let service: Awaited<ReturnType<typeof startServiceProcess>>;
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'colonnade-job-'));
    copyFileSync(await provideCommand(), path.join(folder, 'colonnade.mjs'));
    service = await startServiceProcess(['--tls', '--rows', '2000']);
    writeFileSync(path.join(folder, 'ca.pem'), service.upstream.certificateAuthority ?? '');
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await service.close();
  });

  function expectRun(shown: string | undefined): void {
    const job = scheduledJob({
      ...INPUT,
      serviceAddress: service.address,
      search: { v: '1', sort: '-PromotionValue' },
      shown,
    });
    writeFileSync(path.join(folder, 'prices.env'), 'PRICES_USER=manager\nPRICES_PASSWORD=demo-manager\n', {
      mode: 0o600,
    });
    const run = (line: string) =>
      spawnSync('sh', ['-c', line], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, PRICES_CA_FILE: 'ca.pem' },
      });
    const { status, stdout, stderr } = run(runOf(job));
    expect(stderr).toBe('');
    expect(stdout).toContain('240 rows');
    expect(status).toBe(shown === 'checks' ? 1 : 0);
    if (shown === undefined)
      expect(readFileSync(path.join(folder, 'PromotionPrice.xlsx')).length).toBeGreaterThan(9_000);

    // Cron reads a percent sign as the end of a line, unless it follows a backslash. Cron then removes the backslash.
    const cron = /^0 6 \* \* 1 {2}(.+)$/m.exec(job)?.[1]?.replaceAll('\\%', '%') ?? '';
    expect(cron).toBe(runOf(job));
  }
  test('the printed command runs', () => expectRun(undefined));
  test('the printed command of the checks runs', () => expectRun('checks'));
});

test('the description of the service comes with the job, and the command is told of it', () => {
  const json: unknown = JSON.parse(readFileSync('mocks/dialects/snake-case.json', 'utf8'));
  const description = ownDescription(described(json));
  const job = scheduledJob({ ...INPUT, description });
  expect(runOf(job)).toContain(' --description service.json ');
  const [, file = ''] = /<<'JSON'\n([^]*?)\nJSON\n/.exec(job) ?? [];
  expect(described(JSON.parse(file))).toEqual({ ...described(json), $schema: undefined });
  expect(scheduledJob(INPUT)).not.toContain('service.json');
});

test('of the checks, the findings are wanted, and any of them is told by the exit code', () => {
  const job = scheduledJob({ ...INPUT, search: { v: '1' }, shown: 'checks' });
  const link = 'https://console.test/tools/prices/PromotionPrice?v=1';
  expect(runOf(job)).toMatch(/^node colonnade\.mjs check /);
  expect(runOf(job)).toContain(`${link}' --fail-on 0 `);
  expect(runOf(job)).not.toContain('--out');
});

test.each([
  ['proposal', true],
  ['changes', true],
  ['pivot', true],
  ['rows', false],
  ['checks', false],
  [undefined, false],
])('what a view makes of its rows is not in their file, which is said: %s', (shown, isSaid) => {
  const job = scheduledJob({ ...INPUT, shown });
  expect(job.includes('new prices, is not in the file')).toBe(isSaid);
});
