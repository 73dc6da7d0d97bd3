import type { PriceField } from '@/contract/column';
import { hasSnapshots, MOVING_ROWS, programNotes, repeatedQuery } from '@/contract/program-notation';
import {
  jsonValue,
  literal,
  PYTHON_NOTATION,
  pythonJson,
  pythonText,
  type JsonValue,
} from '@/lib/program-text/literal';
import type { CodeInput } from '../code-input';
import daskJob from './dask-job.py?raw';
import describedService from './described-service.py?raw';
import scriptJob from './script-job.py?raw';
import sharedJob from './shared-job.py?raw';
import sparkJob from './spark-job.py?raw';

/** The formats that are whole programs, in the order on screen. */
export const JOB_FORMATS = ['script-job', 'dask-job', 'spark-job'] as const;
export type JobFormat = (typeof JOB_FORMATS)[number];

/** The maximum number of rows on a page of the service (docs/service-contract.md, section 6). */
export const JOB_PAGE_SIZE = 10_000;
/** The number of pages in each file. A file has about 100,000 rows, so that little must be read again after an interruption. */
const PAGES_PER_PART = 10;

export interface JobColumn {
  readonly name: string;
  readonly type: 'text' | 'number' | 'date' | 'boolean';
  /** The number of all digits of an exact number, and of its decimal places; null for other types. */
  readonly digits: number | null;
  readonly decimals: number | null;
}

/** The input of the job generators. It has no secrets. `body` asks for one row, which tells how many there are. */
export interface JobInput extends CodeInput {
  /** The name of the price column, used in file names. */
  readonly name: string;
  /** The key of the snapshot to read; null to take a new one. */
  readonly snapshot: string | null;
  readonly columns: readonly JobColumn[];
  /** The fields whose values together identify a row; empty if they are unknown. */
  readonly keyColumns: readonly string[];
}

export function isJobFormat(format: string): format is JobFormat {
  return JOB_FORMATS.some((each) => each === format);
}

const EXACT_TYPES = new Set([
  'decimal',
  'numeric',
  'money',
  'smallmoney',
  'bigint',
  'int',
  'smallint',
  'tinyint',
]);

/** Returns the type of a column as in the metadata. If the metadata does not list the column, it is a text. */
export function jobColumn(name: string, field: PriceField | undefined): JobColumn {
  if (field === undefined) return { name, type: 'text', digits: null, decimals: null };
  const isExact = field.type === 'number' && EXACT_TYPES.has(field.sqlType.toLowerCase());
  return {
    name,
    type: field.type,
    digits: isExact ? field.precision : null,
    decimals: isExact ? field.scale : null,
  };
}

/** Returns a file name for a job, for example `SalesPrice-dask.py`. */
export function jobFileName(format: JobFormat, name: string): string {
  return `${fileStem(name)}-${format.replace('-job', '')}.py`;
}

/** Generates a program that reads a snapshot in parts and checks it. The program is made from the Python files in this folder. */
export function jobCode(format: JobFormat, input: JobInput): string {
  const [imports = '', rest = ''] = sharedJob.split(SETTINGS_MARKER);
  const [start = '', main = ''] = PROGRAMS[format].split(SHARED_MARKER);
  // A program starts with its description, then come the imports. Python's style guide puts the standard library before other modules.
  const end = start.lastIndexOf('"""') + 3;
  const description = start.slice(0, end);
  const ownImports = start.slice(end).trim();
  const { isDescribed } = input.notation;
  const isMoving = !hasSnapshots(input.notation);
  const notes = programNotes(input.notation).map((note) => `\n\n${note}`);
  const told = description.replace('\n\n', `${notes.join('')}\n\n`);
  const atEnd = isMoving ? `\n    print(${pythonText(MOVING_ROWS)}, file=sys.stderr)` : '';
  const shared = isDescribed ? rest.replaceAll('Connection(job)', 'DescribedConnection(job)') : rest;
  const described = isDescribed ? `\n\n${describedService.trim()}\n` : '';
  return `${told}\n\n${imports.trim()}\n\n${ownImports}\n\n${settings(input)}\n${shared.trim()}\n${described}\n\n${main.trim()}${atEnd}\n`;
}

const SETTINGS_MARKER = '# --- settings ---\n';
const SHARED_MARKER = '# --- shared ---\n';

const PROGRAMS: Record<JobFormat, string> = {
  'script-job': scriptJob,
  'dask-job': daskJob,
  'spark-job': sparkJob,
};

function settings(input: JobInput): string {
  const lines = [
    '# --- What to read. Nothing here is secret: user name and password come from the environment, or are asked for. ---',
    '',
    `SERVICE = ${pythonText(input.serviceAddress)}`,
    `PATH = ${pythonText(input.path)}`,
    `CLIENT_ID = ${pythonText(input.clientId)}`,
    '# password: with a token that is renewed; api-key: with user name and password in each call',
    `SIGN_IN = ${pythonText(input.method)}`,
    ...querySettings(input),
    '# None takes a new one when the job starts.',
    `SNAPSHOT = ${input.snapshot === null ? 'None' : pythonText(input.snapshot)}`,
    '# name, type, digits, digits after the point',
    `COLUMNS = [\n${input.columns.map((column) => `    ${columnTuple(column)},\n`).join('')}]`,
    `KEY = ${literal([...input.keyColumns], PYTHON_NOTATION, 1)}`,
    `PAGE_SIZE = ${input.pageSize}`,
    `PAGES_PER_PART = ${PAGES_PER_PART}`,
    `OUTPUT = ${pythonText(`${fileStem(input.name)}-files`)}`,
  ];
  return lines.join('\n');
}

function querySettings({ body, fields, notation }: JobInput): readonly string[] {
  if (!notation.isDescribed) {
    const {
      page: _page,
      nrOfRecords: _nrOfRecords,
      useCache: _useCache,
      ...query
    } = jsonValue(body) as { readonly [name: string]: JsonValue };
    return [`QUERY = ${literal(query, PYTHON_NOTATION)}`];
  }
  const repeated = repeatedQuery(notation, body);
  const further = notation.furtherBody.flatMap(({ name, value }) => {
    if (typeof value === 'object' && value !== null) return [[name, value.put, null]];
    return repeated === null ? [[name, null, value]] : [];
  });
  const { envelope, rows, columns, total, totalHeader, key, created, expires, page } = notation;
  const settings = {
    envelope,
    rows,
    columns,
    total,
    total_header: totalHeader,
    key,
    created,
    expires,
    page,
    page_of: notation.pageOf,
    further,
    key_in_address: notation.keyInAddress,
    key_in_header: notation.keyInHeader,
    first_lead: repeated?.firstLead ?? null,
    between: repeated?.isEmpty === true ? '' : ',',
    is_key_number: notation.isKeyNumber,
    gone: notation.goneStatus,
  };
  return [
    repeated === null ? '# The body that takes a snapshot, as it is sent.' : '# What each request asks for.',
    `QUERY = {${fields === null ? '' : `"fields": ${literal([...fields], PYTHON_NOTATION, 1)}, `}"body": ${pythonJson(repeated?.query ?? body)}}`,
    '# The notation of the service, as its description says. A path is a list of member names.',
    `NOTATION = ${literal(settings, PYTHON_NOTATION)}`,
  ];
}

function columnTuple({ name, type, digits, decimals }: JobColumn): string {
  const number = (value: number | null) => (value === null ? 'None' : String(value));
  return `(${pythonText(name)}, ${pythonText(type)}, ${number(digits)}, ${number(decimals)})`;
}

/** Returns a name that every file system allows, because it has only letters, digits and hyphens. */
export function fileStem(name: string): string {
  const stem = name.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '');
  return stem === '' ? 'prices' : stem.slice(0, 60);
}
