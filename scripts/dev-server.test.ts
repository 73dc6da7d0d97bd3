import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createServer } from 'vite';
import { installationSecret } from '../server/installation-secret.mjs';
import { UNSERVED_FILES } from './project-paths.mjs';

test('the development server serves the project, but not the secret of the installation', async () => {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'project-')));
  const { secret } = installationSecret(path.join(root, '.colonnade'));
  writeFileSync(path.join(root, 'index.html'), '<!doctype html>');
  mkdirSync(path.join(root, 'src'));
  writeFileSync(path.join(root, 'src', 'a.txt'), 'a file of the project');
  const server = await createServer({
    configFile: false,
    root,
    logLevel: 'silent',
    server: { fs: { deny: UNSERVED_FILES }, host: '127.0.0.1', port: 0 },
  });
  onTestFinished(async () => {
    await server.close();
    rmSync(root, { recursive: true });
  });
  await server.listen();
  const [origin = ''] = server.resolvedUrls?.local ?? [];
  const textAt = async (address: string) => (await fetch(new URL(address, origin))).text();

  expect(await textAt('/src/a.txt')).toBe('a file of the project');
  const file = '.colonnade/installation-secret';
  for (const address of [`/${file}`, `/@fs${root}/${file}`, `/${file}?raw`, `/${file}?import&raw`]) {
    expect(await textAt(address)).not.toContain(secret);
  }
});
