import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { builtDirectories } from '../../scripts/project-paths.mjs';
import type { Page } from '@playwright/test';
import { openSnapshot } from '../support/exports';
import { HELD_BACK } from '../support/service-control';
import type { ServedConsole } from '../support/served-console';
import { expect, test } from '../support/test';

const COMMAND = path.join(builtDirectories.production, 'colonnade.mjs');

let folder = '';
test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'colonnade-'));
});
test.afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the built command, as a scheduler does. */
function start(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new Promise<{ code: number | null; signal: string | null; output: string }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, output }));
  });
  return { child, ended };
}

/** Writes the sign-in file of the command, and returns the environment that names it. */
function prepare({ serviceAddress, certificateAuthority }: ServedConsole): Readonly<Record<string, string>> {
  writeFileSync(path.join(folder, 'ca.pem'), certificateAuthority ?? '');
  writeFileSync(path.join(folder, 'secret.env'), 'PRICES_USER=manager\nPRICES_PASSWORD=demo-manager\n', {
    mode: 0o600,
  });
  return { PRICES_SERVICE: serviceAddress ?? '', PRICES_SIGN_IN_FILE: 'secret.env' };
}

async function extract(link: string, ending: string, environment: Readonly<Record<string, string>>) {
  const args = ['extract', link, '--out', `prices.${ending}`, '--ca', 'ca.pem'];
  const { code, output } = await start(args, environment).ended;
  expect(output).toContain('240 rows');
  expect(code).toBe(0);
}

/** Lets the console verify the file with that extension, and the certificate beside it. */
async function expectUnchanged(page: Page, ending: string) {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Check an earlier export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check an earlier export' });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  const names = readdirSync(folder).filter((name) => name.startsWith(`prices.${ending}`));
  await (
    await chooser
  ).setFiles(names.map((name) => ({ name, mimeType: '', buffer: readFileSync(path.join(folder, name)) })));
  await expect(dialog.getByText('Unchanged', { exact: true })).toBeVisible();
  await expect(dialog).toContainText('match the snapshot');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

test('the command reads over HTTPS what the console verifies, compares and checks it; stopped, it leaves nothing @service-only', async ({
  page,
  signIn,
  servedConsole,
  serviceControl,
}) => {
  const environment = prepare(servedConsole);
  await signIn();
  await openSnapshot(page, 'Promotion price');
  const link = page.url();

  await test.step('a certificate that nobody vouches for is refused', async () => {
    const { code, output } = await start(['extract', link, '--out', 'prices.csv'], environment).ended;
    expect(output).toContain('--ca FILE');
    expect(code).toBe(3);
  });

  for (const ending of ['csv', 'xlsx', 'parquet', 'jsonl']) {
    await test.step(`the console finds ${ending} unchanged, and like the snapshot`, async () => {
      await extract(link, ending, environment);
      await expectUnchanged(page, ending);
    });
  }

  await test.step('the engine in the file finds what the checks of the view find', async () => {
    const { code, output } = await start(['check', link, '--ca', 'ca.pem'], environment).ended;
    expect(output).toMatch(/240 rows, \d+ checks, \d+ findings/);
    expect(output).toMatch(/No price: \d/);
    expect(code).toBe(1);
  });

  await test.step('the rows of a file are those of the snapshot, also for a comparison', async () => {
    const { code, output } = await start(
      ['compare', link, '--with', 'prices.xlsx', '--fail-on', '0', '--ca', 'ca.pem'],
      environment,
    ).ended;
    expect(output).toContain('No differences');
    expect(output).toContain('Unchanged: 240');
    expect(code).toBe(0);
  });

  await test.step('a run that is stopped leaves nothing behind', async () => {
    const before = readdirSync(folder);
    await serviceControl.order({
      do: 'add-fault',
      rule: { on: 'extraction', skip: 2, times: null, fault: HELD_BACK },
    });
    const { child, ended } = start(
      ['extract', `${new URL(link).origin}/prices/SalesPrice`, '--out', 'sales.csv', '--ca', 'ca.pem'],
      environment,
    );
    await expect.poll(async () => (await serviceControl.journal()).length).toBeGreaterThan(4);
    await expect.poll(() => readdirSync(folder).some((name) => name.endsWith('.part'))).toBe(true);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ signal: 'SIGINT', output: '' });
    expect(readdirSync(folder)).toEqual(before);
  });
});
