import { openAsBlob, statSync } from 'node:fs';
import path from 'node:path';
import type { PriceColumn, PriceField } from '@/contract/column';
import type {
  FileMapping,
  FileNotation,
  FileOutline,
  OutlineChoices,
} from '@/analysis/source-files/file-outline';
import { SEPARATORS } from '@/analysis/source-files/file-reading';
import { proposeColumns } from '@/analysis/source-files/propose-columns';
import {
  localeOfOrder,
  matchedColumns,
  proposeNotation,
  type DateOrder,
} from '@/analysis/source-files/propose-notation';
import type { FileWorker } from '@/analysis/source-files/read-file';
import { serveFile, type FileReply } from '@/analysis/source-files/serve-file';
import { reportAlive } from '@/ui/workers/worker-silence';
import { CommandError } from '../command-problem';
import { CERTIFICATE_ENDING, errorCode, requireFileName } from '../files';

/** Opens a file, and the certificate in its folder if there is one. Reads no content yet. Rejects with CommandError. */
export async function openFiles(file: string): Promise<readonly File[]> {
  requireFileName(file);
  const beside = `${file}${CERTIFICATE_ENDING}`;
  const isCertified = statSync(beside, { throwIfNoEntry: false })?.isFile() === true;
  return Promise.all((isCertified ? [file, beside] : [file]).map(openFile));
}

async function openFile(file: string): Promise<File> {
  try {
    const { mtimeMs } = statSync(file);
    return new File([await openAsBlob(file)], path.basename(file), { lastModified: Math.floor(mtimeMs) });
  } catch (error) {
    throw new CommandError({ kind: 'unreadable-file', file, code: errorCode(error) });
  }
}

/** Runs the code of the console's file worker on the main thread, because the command has no screen that it could block. */
export function startFileReader(): FileWorker {
  let onReply: (reply: FileReply) => void = () => undefined;
  let isOver = false;
  const receive = serveFile(
    (reply) =>
      void setImmediate(() => {
        if (!isOver) onReply(reply);
      }),
  );
  const stopReporting = reportAlive(() => onReply({ kind: 'alive' }));
  return {
    send: (message) => void setImmediate(() => receive(message)),
    listen: (listener) => {
      onReply = listener;
    },
    terminate: () => {
      isOver = true;
      stopReporting();
    },
  };
}

/** What the options say about how to read a file. The console's dialog offers the same choices. */
export interface FileChoices {
  readonly outline: OutlineChoices;
  readonly isRegionStated: boolean;
  readonly decimal: FileNotation['decimal'] | null;
  readonly dates: DateOrder | 'iso' | null;
}

const NO_CHOICES: FileChoices = { outline: {}, isRegionStated: false, decimal: null, dates: null };

interface FileOptions {
  readonly region?: string | undefined;
  readonly encoding?: string | undefined;
  readonly separator?: string | undefined;
  readonly 'header-row'?: string | undefined;
  readonly decimal?: string | undefined;
  readonly dates?: string | undefined;
}

/** Reads the options that say how to read a file. Throws CommandError. */
export function fileChoices(options: FileOptions): FileChoices {
  const { region, encoding, separator, 'header-row': headerRow, decimal, dates } = options;
  const [delimiter] = SEPARATORS.find(([, name]) => name === separator) ?? [separator];
  return {
    outline: {
      encoding: checked('--encoding', encoding, isEncodingLabel),
      delimiter: separator === undefined ? undefined : checked('--separator', delimiter, isSeparator),
      headerRow: headerRow === undefined ? undefined : Number(checked('--header-row', headerRow, isRow)),
    },
    isRegionStated: region !== undefined,
    decimal: oneOf('--decimal', decimal, ['.', ',']),
    dates: oneOf('--dates', dates, ['iso', 'dmy', 'mdy', 'ymd']),
  };
}

function checked(
  option: string,
  value: string | undefined,
  isValid: (value: string) => boolean,
): string | undefined {
  if (value !== undefined && !isValid(value)) throw new CommandError({ kind: 'bad-value', option, value });
  return value;
}

function oneOf<Value extends string>(
  option: string,
  value: string | undefined,
  known: readonly Value[],
): Value | null {
  const found = known.find((each) => each === value);
  if (found === undefined && value !== undefined) {
    throw new CommandError({ kind: 'bad-value', option, value });
  }
  return found ?? null;
}

/** Whether the text can separate cells: it is a single character, and not a letter, digit, quote or line break. */
function isSeparator(text: string): boolean {
  return /^[^\p{L}\p{N}"\r\n]$/u.test(text);
}

function isRow(text: string): boolean {
  return /^[1-9]\d{0,6}$/.test(text);
}

function isEncodingLabel(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

/** Matches a file's columns like the console. `choices` take precedence over `region`, a BCP 47 tag for ambiguous values. */
export function mappingOf(
  outline: FileOutline,
  { fields }: PriceColumn,
  isLocked: (field: PriceField) => boolean,
  region: string,
  choices: FileChoices = NO_CHOICES,
): FileMapping {
  const viewable = fields.filter((field) => !isLocked(field));
  // Locked fields take part in the matching, so that their columns in the file are not matched with other fields.
  const columns = proposeColumns(outline.columns, fields).filter(({ field }) =>
    viewable.some(({ name }) => name === field),
  );
  const matched = matchedColumns({ columns }, outline, viewable);
  const proposed = proposeNotation(outline, matched, [region], { isStated: choices.isRegionStated });
  return {
    columns,
    notation: {
      ...proposed,
      ...(choices.decimal !== null && { decimal: choices.decimal }),
      ...(choices.dates !== null && {
        dateLocale: choices.dates === 'iso' ? null : localeOfOrder(choices.dates, [region]),
      }),
    },
  };
}
