import { openAsBlob, statSync } from 'node:fs';
import path from 'node:path';
import type { PriceColumn, PriceField } from '@/contract/column';
import type { FileMapping, FileOutline } from '@/features/workbench/rows-read/sources/files/file-outline';
import { proposeColumns } from '@/features/workbench/rows-read/sources/files/propose-columns';
import {
  matchedColumns,
  proposeNotation,
} from '@/features/workbench/rows-read/sources/files/propose-notation';
import type { FileWorker } from '@/features/workbench/rows-read/sources/files/read-file';
import { serveFile, type FileReport } from '@/features/workbench/rows-read/sources/files/serve-file';
import { reportAlive } from '@/shared/workers/worker-silence';
import { CommandError } from '../command-problem';
import { CERTIFICATE_ENDING, errorCode, requireFileName } from '../files';

/** Opens a file, and the certificate beside it if there is one; their content is read when it is needed. Rejects with CommandError. */
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

/** The console's worker that reads files, in this process: there is no screen to hold up. */
export function startFileReader(): FileWorker {
  let onReport: (report: FileReport) => void = () => undefined;
  let isOver = false;
  const receive = serveFile(
    (report) =>
      void setImmediate(() => {
        if (!isOver) onReport(report);
      }),
  );
  const stopReporting = reportAlive(() => onReport({ kind: 'alive' }));
  return {
    send: (command) => void setImmediate(() => receive(command)),
    listen: (listener) => {
      onReport = listener;
    },
    terminate: () => {
      isOver = true;
      stopReporting();
    },
  };
}

/** Matches the columns of a file as the console proposes it. `region`: BCP 47, of what can be read in several ways. */
export function mappingOf(
  outline: FileOutline,
  { fields }: PriceColumn,
  isLocked: (field: PriceField) => boolean,
  region: string,
): FileMapping {
  const viewable = fields.filter((field) => !isLocked(field));
  // A column of the file that is a locked field must not be taken for another one.
  const columns = proposeColumns(outline.columns, fields).filter(({ field }) =>
    viewable.some(({ name }) => name === field),
  );
  const notation = proposeNotation(outline, matchedColumns({ columns }, outline, viewable), [region]);
  return { columns, notation };
}
