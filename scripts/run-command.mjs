import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectDirectory } from './project-paths.mjs';

/**
 * @typedef {object} CommandResult
 * @property {number} code exit code; 1 when the command was ended by a signal or could not be started
 * @property {string} output stdout and stderr in the order of their output; empty unless captured
 * @property {number} durationMs
 */

/**
 * Runs a command, by default in the project directory. Never rejects: a command that cannot be started counts as failed.
 * @param {string} command @param {string[]} commandArguments
 * @param {{ isCaptured?: boolean, environment?: NodeJS.ProcessEnv, isInShell?: boolean, directory?: string }} [options]
 * @returns {Promise<CommandResult>}
 */
export function runCommand(
  command,
  commandArguments,
  { isCaptured = false, environment = {}, isInShell = false, directory = projectDirectory } = {},
) {
  return new Promise((resolve) => {
    const startedMs = performance.now();
    let output = '';
    const child = spawn(command, commandArguments, {
      cwd: directory,
      env: { ...process.env, ...environment },
      stdio: isCaptured ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      shell: isInShell,
    });
    /** @param {string} text */
    const append = (text) => {
      output += text;
    };
    child.stdout?.setEncoding('utf8').on('data', append);
    child.stderr?.setEncoding('utf8').on('data', append);
    /** @param {number} code */
    const finish = (code) => resolve({ code, output, durationMs: performance.now() - startedMs });
    child.once('error', (error) => {
      append(`${error.message}\n`);
      finish(1);
    });
    child.once('close', (code) => finish(code ?? 1));
  });
}

/**
 * Returns the JavaScript file of a package's command. Our own Node starts it without a shell: shells
 * differ in quoting between systems, and npm's `.cmd` shims on Windows need one.
 * @param {string} packageName @param {string} [commandName] if it differs from the package's name
 */
export function packageCommand(packageName, commandName = packageName) {
  const directory = path.join(projectDirectory, 'node_modules', packageName);
  /** @type {{ bin: string | Record<string, string> }} */
  const { bin } = JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8'));
  const file = typeof bin === 'string' ? bin : bin[commandName];
  if (file === undefined) throw new Error(`${packageName} has no command ${commandName}`);
  return path.join(directory, file);
}

/** @param {string[]} npmArguments @param {NodeJS.ProcessEnv} environment @param {{ isCaptured?: boolean }} [options] */
export function runNpm(npmArguments, environment, options = {}) {
  const npmScript = process.env['npm_execpath'];
  return npmScript !== undefined && /npm-cli\.c?js$/.test(npmScript)
    ? runCommand(process.execPath, [npmScript, ...npmArguments], { environment, ...options })
    : runCommand('npm', npmArguments, { environment, isInShell: process.platform === 'win32', ...options });
}
