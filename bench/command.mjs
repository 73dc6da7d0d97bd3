// `npm run bench:command` writes a million rows of sixteen fields to CSV with the command, from the reference service over HTTPS. It fails
// if the command's resident memory exceeds the limit.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { provideCommand } from '../scripts/build-product.mjs';
import { startServiceProcess } from '../scripts/service-process.mjs';

const LIMIT_MB = 300;
const KB_PER_MB = 1024;

const command = await provideCommand();
const service = await startServiceProcess(['--tls']);
const folder = mkdtempSync(path.join(tmpdir(), 'colonnade-bench-'));
try {
  writeFileSync(path.join(folder, 'ca.pem'), service.upstream.certificateAuthority ?? '');
  const beganMs = performance.now();
  const peakMb = await peakOf([
    'extract',
    'https://console.test/prices/SalesPrice',
    '--out',
    path.join(folder, 'prices.csv'),
    '--ca',
    path.join(folder, 'ca.pem'),
  ]);
  console.table([
    {
      s: Math.round((performance.now() - beganMs) / 100) / 10,
      'file MB': Math.round(statSync(path.join(folder, 'prices.csv')).size / 1e6),
      'peak resident MB': peakMb,
      limit: LIMIT_MB,
    },
  ]);
  if (peakMb > LIMIT_MB) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
  await service.close();
}

/** Runs the command. Resolves with its peak memory in MB (on Linux). @param {string[]} args @returns {Promise<number>} */
function peakOf(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, ...args], {
      env: {
        ...process.env,
        PRICES_SERVICE: service.address,
        PRICES_USER: 'manager',
        PRICES_PASSWORD: 'demo-manager',
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    let peakKb = 0;
    const watch = setInterval(() => {
      try {
        const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
        peakKb = Math.max(peakKb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
      } catch {
        // Reading fails if the process has ended or if the system has no such file.
      }
    }, 50);
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(watch);
      if (code === 0) resolve(Math.round(peakKb / KB_PER_MB));
      else reject(new Error(`The command ended with ${code}.`));
    });
  });
}
