import { statSync } from 'node:fs';
import { isHeaderText } from '@/contract/authorization';
import type { SignInRequest } from '@/session/sign-in';
import { CommandError } from '../command-problem';
import { readTextFile } from '../files';

/** The names of the values that a sign-in takes from the environment or from a private file. */
const NAMES = [
  'PRICES_SERVICE',
  'PRICES_CLIENT_ID',
  'PRICES_SIGN_IN',
  'PRICES_USER',
  'PRICES_PASSWORD',
  'PRICES_API_KEY',
] as const;
type Name = (typeof NAMES)[number];

export type Environment = Readonly<Record<string, string | undefined>>;

/** The options for the sign-in of a run. None of them is secret. */
export interface SignInOptions {
  readonly service: string | undefined;
  readonly clientId: string | undefined;
  /** A private file with lines such as `PRICES_USER=anna`. */
  readonly signIn: string | undefined;
}

const USUAL_CLIENT_ID = 'colonnade';

/** Returns the sign-in of a run. Secrets are never command-line arguments, which other programs can read. Throws CommandError. */
export function readSignIn(options: SignInOptions, environment: Environment): SignInRequest {
  const given = options.signIn ?? environment['PRICES_SIGN_IN_FILE'];
  const ofFile = given === undefined ? new Map<Name, string>() : readPrivateFile(given);
  const value = (name: Name) => {
    const text = ofFile.get(name) ?? environment[name] ?? '';
    return text === '' ? null : text;
  };
  const serviceAddress = options.service ?? value('PRICES_SERVICE');
  if (serviceAddress === null) throw new CommandError({ kind: 'no-service' });
  const clientId = options.clientId ?? value('PRICES_CLIENT_ID') ?? USUAL_CLIENT_ID;
  if (clientId === '' || !isHeaderText(clientId)) throw new CommandError({ kind: 'bad-client-id' });
  const common = { serviceAddress, clientId, keepSignedIn: false };
  const apiKey = value('PRICES_API_KEY');
  const userName = value('PRICES_USER');
  const password = value('PRICES_PASSWORD');
  if (apiKey !== null) {
    if (password !== null) throw new CommandError({ kind: 'two-sign-ins' });
    const colon = apiKey.indexOf(':');
    if (colon < 1) throw new CommandError({ kind: 'bad-user-name' });
    return {
      ...common,
      method: 'api-key',
      userName: apiKey.slice(0, colon),
      password: apiKey.slice(colon + 1),
    };
  }
  if (userName === null || password === null) throw new CommandError({ kind: 'no-credentials' });
  const method = value('PRICES_SIGN_IN') ?? 'password';
  if (method !== 'password' && method !== 'api-key') {
    throw new CommandError({ kind: 'bad-value', option: 'PRICES_SIGN_IN', value: method });
  }
  return { ...common, method, userName, password };
}

/** Reads a file of secrets. Refuses a file that other users can read, except on Windows, where the mode does not show this. */
function readPrivateFile(file: string): Map<Name, string> {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats !== undefined && process.platform !== 'win32' && (stats.mode & 0o077) !== 0) {
    throw new CommandError({ kind: 'file-not-private', file });
  }
  const values = new Map<Name, string>();
  for (const [index, line] of readTextFile(file).split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const equals = line.indexOf('=');
    const name = NAMES.find((known) => known === line.slice(0, equals).trim());
    if (name === undefined) throw new CommandError({ kind: 'bad-sign-in-file', file, line: index + 1 });
    values.set(name, line.slice(equals + 1));
  }
  return values;
}

/** Reads a PEM file of certificate authorities. Throws CommandError. */
export function readAuthority(file: string): string {
  const text = readTextFile(file);
  if (!text.includes('-----BEGIN CERTIFICATE-----')) {
    throw new CommandError({ kind: 'bad-certificate-file', file });
  }
  return text;
}
