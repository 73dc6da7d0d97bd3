import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { randomId } from '@/lib/base/random-id';
import { CommandError } from '../command-problem';
import { errorCode, requireFileName } from '../files';

/** The modes allow only the account that runs the routine to read the prices. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

const LOCK_FILE = '.colonnade-routine.lock';

/** How often a run updates the time of its lock file, to show that it is still at work. */
const BEAT_MS = 1_000;
/** A run counts as ended if its lock file is unchanged for this long, even if a process has its id or it ran on another computer. */
const LONGEST_SILENCE_MS = 15_000;
const LOOK_EVERY_MS = 250;

/** The code that updates the lock file. It runs in a separate thread, because the engine blocks the main thread for minutes. */
const BEAT = `
const { utimesSync } = require('node:fs');
const { workerData: { file, beatMs } } = require('node:worker_threads');
setInterval(() => {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The next file that is written into the folder reports the problem.
  }
}, beatMs);`;

/**
 * Claims a folder, created if needed, for one run of a routine, since two runs would remove each other's rows. Resolves to a function
 * that releases it. Rejects with CommandError while another run has it. A killed run holds it for at most `longestSilenceMs`.
 */
export async function claimFolder(
  folder: string,
  signal: AbortSignal,
  longestSilenceMs = LONGEST_SILENCE_MS,
): Promise<() => void> {
  requireFileName(folder);
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  } catch (error) {
    throw new CommandError({ kind: 'unwritable-file', file: folder, code: errorCode(error) });
  }
  const file = path.join(folder, LOCK_FILE);
  const content = JSON.stringify({ pid: process.pid, host: hostname(), run: randomId() });
  if (!claim(file, content, folder)) {
    await setAside(file, folder, longestSilenceMs, signal);
    if (!claim(file, content, folder)) throw new CommandError({ kind: 'folder-in-use', folder });
  }
  const beat = new Worker(BEAT, { eval: true, workerData: { file, beatMs: BEAT_MS } });
  // Ignores an error of the thread: another run may then take over the folder too early, but this run continues.
  beat.on('error', () => undefined);
  beat.unref();
  return () => {
    void beat.terminate();
    if (contentOf(file) === content) rmSync(file, { force: true });
  };
}

/** Creates the lock file. Returns false if it already exists. */
function claim(file: string, content: string, folder: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: PRIVATE_FILE });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw new CommandError({ kind: 'unwritable-file', file: folder, code: errorCode(error) });
  }
}

/** Removes the lock file of a run that has ended. Rejects with CommandError if the run is still at work. */
async function setAside(
  file: string,
  folder: string,
  longestSilenceMs: number,
  signal: AbortSignal,
): Promise<void> {
  // Runs never create a symbolic link, so a link is removed. A link without a target exists, but cannot be read.
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    rmSync(file, { force: true });
    return;
  }
  const found = contentOf(file);
  if (found === null) return;
  if (await isAtWork(file, found, longestSilenceMs, signal)) {
    throw new CommandError({ kind: 'folder-in-use', folder });
  }
  const aside = `${file}-${randomId().slice(0, 8)}`;
  try {
    renameSync(file, aside);
  } catch {
    // Another run, which started at the same time, was faster.
    return;
  }
  if (contentOf(aside) === found) rmSync(aside, { force: true });
  // The renamed file is the lock file of a faster run, so it gets its name back.
  else renameSync(aside, file);
}

/** Watches whether the file's time changes. Does not compare it with the local time: another computer's clock may have set it. */
async function isAtWork(
  file: string,
  content: string,
  longestSilenceMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { pid, host } = ownerOf(content);
  if (host === hostname() && pid !== null && !isAlive(pid)) return false;
  const beganAtMs = beatOf(file);
  for (let waitedMs = 0; waitedMs < longestSilenceMs; waitedMs += LOOK_EVERY_MS) {
    await setTimeout(LOOK_EVERY_MS, undefined, { signal });
    if (contentOf(file) !== content) return contentOf(file) !== null;
    if (beatOf(file) !== beganAtMs) return true;
  }
  return false;
}

function beatOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

function ownerOf(content: string): { readonly pid: number | null; readonly host: string | null } {
  try {
    const { pid, host } = JSON.parse(content) as Readonly<Record<string, unknown>>;
    return {
      pid: typeof pid === 'number' ? pid : null,
      host: typeof host === 'string' ? host : null,
    };
  } catch {
    // The file exists, but its content is not written yet.
    return { pid: null, host: null };
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // With `EPERM`, the process exists, but belongs to another account.
    return errorCode(error) === 'EPERM';
  }
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
