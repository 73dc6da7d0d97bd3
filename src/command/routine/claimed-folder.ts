import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { randomId } from '@/shared/storage/random-id';
import { CommandError } from '../command-problem';
import { errorCode } from '../files';

/** Nobody else on the computer may read the prices than the account that runs the routine. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

const LOCK_FILE = '.colonnade-routine.lock';

/** How often a run says that it is still at work. */
const BEAT_MS = 30_000;
/** A run that has not said so for this long is over, although a process may have its id by now, or may be on another computer. */
const LONGEST_SILENCE_MS = 15 * 60_000;

/**
 * Claims a folder, which is made if need be, for one run of a routine: two would remove each other's rows. Returns what gives it back.
 * Throws CommandError while another run has it; one that was killed has it no more.
 */
export function claimFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  } catch (error) {
    throw new CommandError({ kind: 'unwritable-file', file: folder, code: errorCode(error) });
  }
  const file = path.join(folder, LOCK_FILE);
  const content = JSON.stringify({ pid: process.pid, host: hostname(), run: randomId() });
  if (!claim(file, content, folder)) {
    setAside(file, folder);
    if (!claim(file, content, folder)) throw new CommandError({ kind: 'folder-in-use', folder });
  }
  const beat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // Told by the next file that is written there.
    }
  }, BEAT_MS);
  beat.unref();
  return () => {
    clearInterval(beat);
    if (contentOf(file) === content) rmSync(file, { force: true });
  };
}

/** Returns false where the file is there. */
function claim(file: string, content: string, folder: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: PRIVATE_FILE });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw new CommandError({ kind: 'unwritable-file', file: folder, code: errorCode(error) });
  }
}

/** Removes the file of a run that is over. Throws CommandError for that of a run at work. */
function setAside(file: string, folder: string): void {
  const found = contentOf(file);
  if (found === null) return;
  if (isAtWork(file, found)) throw new CommandError({ kind: 'folder-in-use', folder });
  const aside = `${file}-${randomId().slice(0, 8)}`;
  try {
    renameSync(file, aside);
  } catch {
    // Another run that starts at the same moment was faster.
    return;
  }
  if (contentOf(aside) === found) rmSync(aside, { force: true });
  // Moved from under the run that was faster.
  else renameSync(aside, file);
}

function isAtWork(file: string, content: string): boolean {
  const { mtimeMs = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (Date.now() - mtimeMs > LONGEST_SILENCE_MS) return false;
  const { pid, host } = ownerOf(content);
  return host !== hostname() || pid === null || isAlive(pid);
}

function ownerOf(content: string): { readonly pid: number | null; readonly host: string | null } {
  try {
    const { pid, host } = JSON.parse(content) as Readonly<Record<string, unknown>>;
    return {
      pid: typeof pid === 'number' ? pid : null,
      host: typeof host === 'string' ? host : null,
    };
  } catch {
    // Between being made and being written.
    return { pid: null, host: null };
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another account is one.
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
