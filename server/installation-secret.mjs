import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** Each use has a file of its own. Pages are given the first secret, and never the second. */
const FILE_NAMES = /** @type {const} */ ({ pages: 'installation-secret', custody: 'custody-secret' });
const SECRET_BYTES = 32;
const SECRET_SHAPE = /^[\w-]{43}$/;

/**
 * The secret of this installation, with which pages or the server seal what the browser keeps: another
 * program that later listens on the same port does not have it. It is made on first use, readable by its
 * user alone. A damaged secret is replaced, and what was sealed with it is lost.
 * @param {string} directory a folder for such secrets alone
 * @param {keyof typeof FILE_NAMES} [use] `pages`: pages seal with it; `custody`: the server does
 * @returns {{ secret: string, isReplaced: boolean }} `isReplaced`: there was a secret that could not be used
 */
export function installationSecret(directory, use = 'pages') {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    if (!lstatSync(directory).isDirectory()) throw new Error('not a folder');
    chmodSync(directory, 0o700);
    const file = path.join(directory, FILE_NAMES[use]);
    const isReplaced = !isAbsent(file) && readSecret(file) === undefined;
    if (isReplaced) rmSync(file, { recursive: true, force: true });
    const secret = readSecret(file) ?? makeSecret(file);
    return { secret, isReplaced };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The folder ${directory} must be one that this account can write: ${reason}.`, {
      cause: error,
    });
  }
}

/** @param {string} file */
function isAbsent(file) {
  return lstatSync(file, { throwIfNoEntry: false }) === undefined;
}

/** @param {string} file @returns {string | undefined} undefined: there is no usable secret */
function readSecret(file) {
  // A symbolic link could show the secret to others, or make us take one that they know.
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
  try {
    chmodSync(file, 0o600);
    const text = readFileSync(file, 'utf8').trim();
    return SECRET_SHAPE.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} file */
function makeSecret(file) {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const unfinished = `${file}-${randomUUID()}`;
  writeFileSync(unfinished, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // The file appears complete or not at all. Where two processes start at once, both take the secret of the first.
    linkSync(unfinished, file);
    return secret;
  } catch {
    const madeByAnother = readSecret(file);
    if (madeByAnother !== undefined) return madeByAnother;
    // Not every file system has hard links.
    renameSync(unfinished, file);
    return secret;
  } finally {
    rmSync(unfinished, { force: true });
  }
}
