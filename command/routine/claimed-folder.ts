import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { randomId } from '@/lib/base/random-id';
import { CommandError } from '../command-problem';
import { errorCode, requireFileName } from '../files';

/** Only the account that runs the routine may read the prices. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

const LOCK_FILE = '.colonnade-routine.lock';

/** How often a run shows that it is still at work. */
const BEAT_MS = 1_000;
/** After this silence a run is over, even if a process has its id by now, or if it ran on another computer. */
const LONGEST_SILENCE_MS = 15_000;
const LOOK_EVERY_MS = 250;

/** Runs in a thread of its own, because the engine blocks the run's thread for minutes. */
const BEAT = `
const { utimesSync } = require('node:fs');
const { workerData: { file, beatMs } } = require('node:worker_threads');
setInterval(() => {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Told by the next file that is written there.
  }
}, beatMs);`;

/**
 * Claims a folder, created if needed, for one run of a routine, since two runs would remove each other's rows. Resolves to a function
 * that releases it. Rejects with CommandError while another run has it; a killed run counts until `longestSilenceMs` at the latest.
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
  // If the thread fails, the claim may end early, but the run goes on.
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

/** Removes the lock file of a run that is over. Rejects with CommandError if the run is still at work. */
async function setAside(
  file: string,
  folder: string,
  longestSilenceMs: number,
  signal: AbortSignal,
): Promise<void> {
  // No run makes links. One that leads nowhere exists, but cannot be read.
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
    // Another run, started at the same moment, was faster.
    return;
  }
  if (contentOf(aside) === found) rmSync(aside, { force: true });
  // The lock file of a faster run was moved: it goes back.
  else renameSync(aside, file);
}

/** Watches whether the file's time changes, and never compares it with our time: another computer's clock may have set it. */
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
    // The process exists, under another account.
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
