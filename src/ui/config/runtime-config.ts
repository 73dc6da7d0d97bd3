import * as z from 'zod';
import { LANGUAGES } from '../../lib/base/languages';
import { basePath } from './base-path';
import { ownMember } from '../../lib/base/own-member';
import { createSeenConfig, type SeenConfig } from './seen-config';

const KEPT_COPIES_MODES = ['allowed', 'untilSignOut', 'never'] as const;
const CUSTODY_MODES = ['page', 'server'] as const;
const TRACING_MODES = ['sameOrigin', 'always', 'never'] as const;

/** Raise the version only if older consoles would misunderstand the file, and not for additional keys. */
const FORMAT_VERSION = 1;

/** Matches the addresses that reports may go to. Plain HTTP is allowed only on the local machine. */
const REPORT_ADDRESS = /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1)(?=[:/]|$)|\/(?!\/))/;

/** The keys that `config.json` may have. `public/config.schema.json` contains their descriptions. */
export const runtimeConfigSchema = z.strictObject({
  $schema: z
    .string()
    .optional()
    .meta({ description: 'Where editors find this schema. The console does not read it.' }),
  version: z
    .literal(FORMAT_VERSION)
    .default(FORMAT_VERSION)
    .meta({ description: 'The version of the format of this file.' }),
  demo: z
    .boolean()
    .default(false)
    .meta({ description: 'Start the in-browser demo service and show the demo controls.' }),
  serviceAddress: z.url().optional().meta({
    description:
      "The service's base address, e.g. `https://prices.example.com/papi`; absent: the person types it.",
  }),
  serviceAddressFixed: z
    .boolean()
    .default(false)
    .meta({ description: 'The person may not change the service address.' }),
  clientId: z
    .string()
    .min(1)
    .default('colonnade')
    .meta({ description: 'The client id that the sign-in form starts with.' }),
  eventsAddress: z.url().optional().meta({ description: 'Address of the source-changed event stream.' }),
  language: z.enum(LANGUAGES).optional().meta({
    description: "The language of the interface, until the person chooses one; absent: the browser's.",
  }),
  formats: z
    .string()
    .refine((tag) => isLocale(tag))
    .optional()
    .meta({
      description:
        "BCP 47 locale for numbers and dates, until the person chooses one; absent: the browser's.",
    }),
  title: z.string().min(1).default('Colonnade').meta({ description: 'The name in the banner.' }),
  analysis: z
    .boolean()
    .default(true)
    .meta({ description: 'Offer the views of a snapshot that read its rows into an engine in the browser.' }),
  keptCopies: z.enum(KEPT_COPIES_MODES).default('allowed').meta({
    description: 'Whether snapshots can be kept in this browser, for good or until the person signs out.',
  }),
  teamViews: z
    .string()
    .refine((file) => isBesideConfig(file))
    .optional()
    .meta({
      description:
        'A file beside this one, with views for everybody who uses this console, e.g. `team.json`.',
    }),
  service: z
    .union([z.string().refine((file) => isBesideConfig(file)), z.record(z.string(), z.unknown())])
    .optional()
    .meta({
      description:
        'What the service calls what its interface document leaves open: a description, or a file beside this one, e.g. `service.json`. Absent: the service contract.',
    }),
  idleLockMinutes: z.number().min(1).optional().meta({
    description:
      'Minutes without a key or a pointer after which the page asks for the password; absent: never.',
  }),
  sessionMaxHours: z
    .number()
    .positive()
    .max(8760)
    .default(120)
    .meta({ description: 'Hours since the password was typed after which the page asks for it again.' }),
  custody: z.enum(CUSTODY_MODES).default('page').meta({
    description:
      'Who keeps refresh tokens: the page, encrypted, or the server that passes calls through, in a cookie that no script can read. `npm start` offers the latter; with another server nobody can sign in then.',
  }),
  upstreamAddress: z.url().optional().meta({
    description: 'The service behind a pass-through at `serviceAddress`. Stored data is bound to it.',
  }),
  reportTo: z
    .string()
    .regex(REPORT_ADDRESS)
    .refine((address) => URL.canParse(address, 'https://console.example'))
    .optional()
    .meta({
      description:
        "Where reports of errors go: an address, or a path of the console's own origin. Absent: nowhere.",
    }),
  traceRequests: z.enum(TRACING_MODES).default('sameOrigin').meta({
    description:
      "Which requests carry the header `traceparent` (W3C Trace Context): those to the console's own origin, all, or none. A service on another origin has to allow the header (CORS).",
  }),
  offline: z
    .boolean()
    .default(true)
    .meta({ description: 'Keep the program in the browser, so that it opens without a network.' }),
  installationSecret: z.string().min(32).optional().meta({
    description:
      'Encrypts what is stored on a loopback origin, so that no other program on the same port can read it.',
  }),
});

/** The configuration of this deployment. If the file is absent, the defaults apply. */
export type RuntimeConfig = z.output<typeof runtimeConfigSchema>;

/** An invalid key of a file; `key` is null where the file as a whole is not JSON. */
export interface ConfigProblem {
  /** The file beside `config.json` that has the key; absent: `config.json` itself. */
  readonly file?: string;
  readonly key: string | null;
  readonly kind:
    | 'not-json'
    | 'not-loaded'
    | 'newer-version'
    | 'wrong-value'
    | 'no-demo'
    /** This kind and those below it are problems of a service description. */
    /** The file that the key names, which is `expected`, is not there. */
    | 'no-file'
    /** The host does not give out the file that the key names. */
    | 'refused-file'
    /** With `"custody": "server"`, the server does not pass this address on. */
    | 'not-below-api'
    | 'too-long'
    | 'unknown-key'
    | 'not-yet'
    | 'no-effect'
    | 'same-name';
  /** An example of a valid value, as it is written in the file. */
  readonly expected: string | null;
}

export type ConfigResult =
  /** `unknownKeys` may be misspelled, or belong to another version of the console. They have no effect. */
  | { readonly ok: true; readonly config: RuntimeConfig; readonly unknownKeys: readonly string[] }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** The configuration of an installation without the file. */
export const DEFAULT_CONFIG: RuntimeConfig = runtimeConfigSchema.parse({});

const EXPECTED: Record<string, string> = {
  $schema: '"./config.schema.json"',
  version: String(FORMAT_VERSION),
  demo: 'true | false',
  serviceAddress: '"https://prices.example.com/papi"',
  serviceAddressFixed: 'true | false',
  clientId: '"colonnade"',
  eventsAddress: '"https://prices.example.com/events"',
  language: LANGUAGES.map((language) => JSON.stringify(language)).join(' | '),
  formats: '"de-AT"',
  title: '"Colonnade"',
  analysis: 'true | false',
  keptCopies: '"allowed" | "untilSignOut" | "never"',
  teamViews: '"team.json"',
  service: '"service.json" | { "version": 1, … }',
  idleLockMinutes: '30',
  sessionMaxHours: '120',
  custody: '"page" | "server"',
  upstreamAddress: '"https://prices.example.com/papi"',
  reportTo: '"https://reports.example.com/console" | "/reports"',
  traceRequests: '"sameOrigin" | "always" | "never"',
  offline: 'true | false',
  installationSecret: '"…"',
};

export function parseRuntimeConfig(text: string): ConfigResult {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, problems: [{ key: null, kind: 'not-json', expected: null }] };
  }
  if (isNewer(json)) {
    return {
      ok: false,
      problems: [{ key: 'version', kind: 'newer-version', expected: String(FORMAT_VERSION) }],
    };
  }
  const result = runtimeConfigSchema.strip().safeParse(json);
  if (!result.success) return { ok: false, problems: result.error.issues.map(problemOf) };
  const unknownKeys = Object.keys(json as object).filter(
    (key) => !Object.hasOwn(runtimeConfigSchema.shape, key),
  );
  return { ok: true, config: result.data, unknownKeys };
}

/** Whether a file is of a format that only later consoles understand. */
function isNewer(json: unknown): boolean {
  const version = z.object({ version: z.int() }).safeParse(json).data?.version ?? FORMAT_VERSION;
  return version > FORMAT_VERSION;
}

function problemOf({ path: [key] }: z.core.$ZodIssue): ConfigProblem {
  return typeof key === 'string'
    ? { key, kind: 'wrong-value', expected: ownMember(EXPECTED, key) ?? null }
    : { key: null, kind: 'wrong-value', expected: '{ … }' };
}

/** Longer than a deployment takes to replace the folder. If the file was removed on purpose, the console waits this long once. */
const MISSING_FOR_MS = 120_000;

/**
 * Fetches and parses `config.json` next to index.html. If the file is missing, the defaults apply, even if the host serves the page
 * itself for unknown addresses. But if the file existed at the last load, it counts as not loaded for a while, because with the
 * defaults the console would mistake the service for another one and delete the session.
 */
export async function loadRuntimeConfig(
  fetchFile: typeof fetch = fetch,
  {
    seen = createSeenConfig(),
    nowMs = Date.now(),
  }: { readonly seen?: SeenConfig; readonly nowMs?: number } = {},
): Promise<ConfigResult> {
  let response: Response;
  try {
    response = await fetchFile(`${basePath}config.json`, { cache: 'no-cache' });
  } catch {
    return NOT_LOADED;
  }
  const isPage = response.headers.get('content-type')?.includes('text/html') === true;
  if (response.status === 404 || (response.ok && isPage)) {
    const before = seen.read();
    if (before === null) return { ok: true, config: DEFAULT_CONFIG, unknownKeys: [] };
    const sinceMs = before.missingSinceMs ?? nowMs;
    if (nowMs - sinceMs < MISSING_FOR_MS) {
      seen.write({ missingSinceMs: sinceMs });
      return NOT_LOADED;
    }
    seen.clear();
    return { ok: true, config: DEFAULT_CONFIG, unknownKeys: [] };
  }
  if (!response.ok) return NOT_LOADED;
  const result = parseRuntimeConfig(await response.text());
  if (result.ok) seen.write({ missingSinceMs: null });
  return result;
}

const NOT_LOADED: ConfigResult = {
  ok: false,
  problems: [{ key: null, kind: 'not-loaded', expected: null }],
};

/** Whether a path is below the console's folder. Files from other places are not fetched. */
function isBesideConfig(file: string): boolean {
  const folder = 'https://console.example/folder/';
  return URL.canParse(file, folder) && new URL(file, folder).href.startsWith(folder) && !/[?#]/.test(file);
}

function isLocale(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
