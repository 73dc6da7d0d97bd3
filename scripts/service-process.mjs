import { spawn } from 'node:child_process';
import { projectDirectory } from './project-paths.mjs';

/**
 * Starts the reference service as a process of its own.
 * @param {string[]} options as for `npm run service`; a free port is chosen
 * @returns {Promise<{ address: string, close: () => Promise<void> }>} its base address, e.g. `https://localhost:4000/papi`
 */
export function startServiceProcess(options) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/service.mjs', '--port', '0', ...options], {
      cwd: projectDirectory,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const endWithUs = () => child.kill();
    process.once('exit', endWithUs);
    let output = '';
    const ended = new Promise((resolveEnded) => {
      child.once('close', () => {
        process.off('exit', endWithUs);
        reject(new Error(`The reference service ended:\n${output}`));
        resolveEnded(undefined);
      });
    });
    /** @param {string} text */
    const read = (text) => {
      output += text;
      const address = /https?:\/\/[^\s/]+\/papi/.exec(output)?.[0];
      if (address === undefined) return;
      output = '';
      resolve({
        address,
        close: async () => {
          child.kill();
          await ended;
        },
      });
    };
    child.once('error', reject);
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
  });
}
