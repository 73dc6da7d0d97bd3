import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectDirectory } from './project-paths.mjs';

/**
 * @typedef {object} ServiceProcess
 * @property {string} address the service's base address, e.g. `https://localhost:4000/papi`
 * @property {{ address: URL, certificateAuthority?: string }} upstream the service, in the form that `serve` takes
 * @property {() => Promise<void>} close
 */

/**
 * Starts the reference service in a separate process, on a free port. The options are those of `npm run service`.
 * @type {(options: string[]) => Promise<ServiceProcess>}
 */
export function startServiceProcess(options) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/service.mjs', '--port', '0', ...options], {
      cwd: projectDirectory,
      // Without this variable, the service would name files relative to the current folder.
      env: { ...process.env, INIT_CWD: projectDirectory },
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
      const certificateFile = /^Certificate: (.+)$/m.exec(output)?.[1];
      output = '';
      resolve({
        address,
        upstream: {
          address: new URL(address),
          ...(certificateFile !== undefined && {
            certificateAuthority: readFileSync(path.join(projectDirectory, certificateFile), 'utf8'),
          }),
        },
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
