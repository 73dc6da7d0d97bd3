import type { PriceField } from '@/contract/column';
import { literal, PYTHON_NOTATION, pythonText } from '@/lib/program-text/literal';
import type { CodeInput } from '../code-input';
import daskJob from './dask-job.py?raw';
import scriptJob from './script-job.py?raw';
import sharedJob from './shared-job.py?raw';
import sparkJob from './spark-job.py?raw';

/** Whole programs, in display order. */
export const JOB_FORMATS = ['script-job', 'dask-job', 'spark-job'] as const;
export type JobFormat = (typeof JOB_FORMATS)[number];

/** The most rows that the service puts on a page (docs/service-contract.md, section 6). */
export const JOB_PAGE_SIZE = 10_000;
/** Pages per file: about 100,000 rows, so that little is read again after an interruption. */
const PAGES_PER_PART = 10;

export interface JobColumn {
  readonly name: string;
  readonly type: 'text' | 'number' | 'date' | 'boolean';
  /** The number of all digits of an exact number, and of its decimals; null for other columns. */
  readonly digits: number | null;
  readonly decimals: number | null;
}

/** The input of the job generators. It has no secrets. */
export interface JobInput extends Omit<CodeInput, 'fields'> {
  /** The name of the price column, for the names of files. */
  readonly name: string;
  /** The key of the snapshot to read; null to take a new one. */
  readonly snapshot: string | null;
  readonly columns: readonly JobColumn[];
  /** The fields whose values identify a row; empty if unknown. */
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

/** Describes a column of the files by the metadata; as text if the metadata does not list it. */
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

/** Suggests a name for the file of a job, e.g. `SalesPrice-dask.py`. */
export function jobFileName(format: JobFormat, name: string): string {
  return `${fileStem(name)}-${format.replace('-job', '')}.py`;
}

/** Generates a program that reads a snapshot in parts and checks it, from the Python files of this folder. */
export function jobCode(format: JobFormat, input: JobInput): string {
  const [imports = '', rest = ''] = sharedJob.split(SETTINGS_MARKER);
  const [start = '', main = ''] = PROGRAMS[format].split(SHARED_MARKER);
  // The description comes first, then the imports. By Python's style guide, the standard library precedes other modules.
  const end = start.lastIndexOf('"""') + 3;
  const description = start.slice(0, end);
  const ownImports = start.slice(end).trim();
  return `${description}\n\n${imports.trim()}\n\n${ownImports}\n\n${settings(input)}\n${rest.trim()}\n\n\n${main.trim()}\n`;
}

const SETTINGS_MARKER = '# --- settings ---\n';
const SHARED_MARKER = '# --- shared ---\n';

const PROGRAMS: Record<JobFormat, string> = {
  'script-job': scriptJob,
  'dask-job': daskJob,
  'spark-job': sparkJob,
};

function settings(input: JobInput): string {
  const { page: _page, nrOfRecords: _nrOfRecords, useCache: _useCache, ...query } = input.body;
  const lines = [
    '# --- What to read. Nothing here is secret: user name and password come from the environment, or are asked for. ---',
    '',
    `SERVICE = ${pythonText(input.serviceAddress)}`,
    `PATH = ${pythonText(input.path)}`,
    `CLIENT_ID = ${pythonText(input.clientId)}`,
    '# password: with a token that is renewed; api-key: with user name and password in each call',
    `SIGN_IN = ${pythonText(input.method)}`,
    `QUERY = ${literal(query, PYTHON_NOTATION)}`,
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

function columnTuple({ name, type, digits, decimals }: JobColumn): string {
  const number = (value: number | null) => (value === null ? 'None' : String(value));
  return `(${pythonText(name)}, ${pythonText(type)}, ${number(digits)}, ${number(decimals)})`;
}

/** Returns a name with only letters and digits that every file system allows. */
export function fileStem(name: string): string {
  const stem = name.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '');
  return stem === '' ? 'prices' : stem.slice(0, 60);
}
