import { createCsvEncoder } from '@/shared/table-files/csv-encoder';
import { createJsonLinesEncoder } from '@/shared/table-files/json-lines-encoder';
import type { TableEncoder } from '@/shared/table-files/table-encoder';
import type { Certificate } from '../model/certificate';
import type { ExportJob } from '../model/export-job';
import type { ExportStorage } from './export-storage';

/** A file that is ready to be saved. */
export interface ExportedFile {
  readonly name: string;
  readonly content: Blob;
}

/** Writes an export's rows to its file or files. */
export interface FileWriter extends TableEncoder {
  /** So far, over all files. */
  readonly size: () => number;
  readonly finish: (certificate: Certificate) => Promise<readonly ExportedFile[]>;
}

const FILE_ENDINGS = { csv: 'csv', 'json-lines': 'jsonl' } as const;

export async function createFileWriter(job: ExportJob, storage: ExportStorage): Promise<FileWriter> {
  const name = `${job.fileName}.${FILE_ENDINGS[job.format.kind]}`;
  const file = await storage.createFile(name);
  const encoder =
    job.format.kind === 'csv'
      ? createCsvEncoder(job.columns, job.format.dialect, file)
      : createJsonLinesEncoder(job.columns, file);
  return {
    ...encoder,
    size: file.size,
    finish: async (certificate) => [
      { name, content: await file.finish() },
      {
        name: `${name}.certificate.json`,
        content: new Blob([`${JSON.stringify(certificate, null, 2)}\n`], { type: 'application/json' }),
      },
    ],
  };
}
