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

/** Each use of a secret has a separate file. Pages get the secret of `pages`, and never that of `custody`. */
const FILE_NAMES = /** @type {const} */ ({ pages: 'installation-secret', custody: 'custody-secret' });
const SECRET_BYTES = 32;
const SECRET_SHAPE = /^[\w-]{43}$/;

/**
 * Returns the secret of this installation. Pages or the server encrypt with it what the browser keeps, because another program that later
 * listens on the same port does not have the secret. The secret is made on first use, and only its user can read it. A damaged secret is
 * replaced, and everything encrypted with it is lost.
 * @param {string} directory a folder for these secrets alone
 * @param {keyof typeof FILE_NAMES} [use] who encrypts with the secret: pages (`pages`) or the server (`custody`)
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

/** @param {string} file @returns {string | undefined} undefined if there is no usable secret */
function readSecret(file) {
  // A symbolic link could expose the secret to other users, or make us take a secret that they know.
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
    // The file appears complete or not at all. If two processes start at the same time, both take the secret of the first.
    linkSync(unfinished, file);
    return secret;
  } catch {
    const madeByAnother = readSecret(file);
    if (madeByAnother !== undefined) return madeByAnother;
    // Not every file system has hard links. On others, the file is renamed.
    renameSync(unfinished, file);
    return secret;
  } finally {
    rmSync(unfinished, { force: true });
  }
}
