import { createHighlightJudge } from '@/contract/row-judge';
import type { SealedContent } from '@/lib/sealed-files/sealed-file';
import { createFormats } from '@/lib/formats/formats';
import { createCsvEncoder } from '@/lib/table-files/csv-encoder';
import { createJsonLinesEncoder } from '@/lib/table-files/json-lines-encoder';
import { rowFills } from '@/lib/table-files/row-fills';
import { MAX_SHEET_ROWS } from '@/lib/table-files/xlsx-limits';
import type { TableEncoder } from '@/lib/table-files/table-encoder';
import {
  certificateText,
  FILE_ENDINGS,
  PARQUET_CERTIFICATE_KEY,
  type Certificate,
} from '@/rows/certificates/certificate';
import { ExportError } from '../model/export-failure';
import type { EncodedQuery } from '@/lib/table-files/xlsx-query';
import { neededColumns, type ExportFormat, type ExportJob, type WorkbookRefresh } from '../model/export-job';
import type { ExportStorage, StagedFile } from './export-storage';
import type { XlsxFills } from '@/lib/table-files/xlsx-encoder';
import { aboutRows } from './about-rows';
import type { SheetWords } from './sheet-words';

/** A complete file, ready to be saved. */
export interface ExportedFile extends SealedContent {
  readonly name: string;
}

export interface FileWriter extends TableEncoder {
  /** Returns the number of bytes written so far to all files. */
  readonly size: () => number;
  /** Writes the certificate into the file if the format allows it, and otherwise as a second file. */
  readonly finish: (certificate: Certificate) => Promise<readonly ExportedFile[]>;
}

/** Creates a writer. The columns in `textColumns` are written as text, because their values do not fit their type. */
export type CreateFileWriter = (
  job: ExportJob,
  storage: ExportStorage,
  textColumns: readonly string[],
) => Promise<FileWriter>;

export const createFileWriter: CreateFileWriter = async (job, storage, textColumns) => {
  const { columns, format } = job;
  const nameOf = (part: string) => `${job.fileName}${part}.${FILE_ENDINGS[format.kind]}`;
  switch (format.kind) {
    case 'csv': {
      const file = await storage.createFile(0);
      return withCertificateBeside(createCsvEncoder(columns, format.dialect, file), file, nameOf(''));
    }
    case 'json-lines': {
      const file = await storage.createFile(0);
      return withCertificateBeside(createJsonLinesEncoder(columns, file), file, nameOf(''));
    }
    case 'parquet': {
      const { createParquetEncoder } = await loaded(import('@/lib/table-files/parquet-encoder'));
      const file = await storage.createFile(0);
      const encoder = createParquetEncoder(
        columns,
        { textColumns, keepsNotation: job.keep !== undefined },
        file,
      );
      return {
        ...encoder,
        size: file.size,
        finish: async (certificate) => {
          encoder.finish([{ key: PARQUET_CERTIFICATE_KEY, value: certificateText(certificate) }]);
          return [{ name: nameOf(''), ...(await file.finish()) }];
        },
      };
    }
    case 'xlsx':
      return workbookWriter(job, storage, nameOf, format);
  }
};

/** Throws ExportError `not-loaded` if an encoder's code cannot be loaded, to distinguish this from an encoder that fails. */
async function loaded<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch (error) {
    // Browsers throw a TypeError if a dynamic import cannot be fetched.
    if (error instanceof TypeError) throw new ExportError({ kind: 'not-loaded' });
    throw error;
  }
}

function withCertificateBeside(encoder: TableEncoder, file: StagedFile, name: string): FileWriter {
  return {
    ...encoder,
    size: file.size,
    finish: async (certificate) => {
      const proof = new Blob([certificateText(certificate)], { type: 'application/json' });
      return [
        { name, ...(await file.finish()) },
        { name: `${name}.certificate.json`, content: proof, seal: null, size: proof.size },
      ];
    },
  };
}

async function workbookWriter(
  job: ExportJob,
  storage: ExportStorage,
  nameOf: (part: string) => string,
  {
    hasFilePerSheet,
    keepsFullSeconds = false,
    language,
    locale,
    refresh,
  }: Extract<ExportFormat, { kind: 'xlsx' }>,
): Promise<FileWriter> {
  const [{ createXlsxEncoder }, { loadSheetWords }] = await loaded(
    Promise.all([import('@/lib/table-files/xlsx-encoder'), import('./sheet-words')]),
  );
  const t = await loaded(loadSheetWords(language));
  const query = refresh === undefined ? undefined : await encodedQuery(job, refresh, t);
  const rowCount = job.rowEnd - job.rowStart;
  const hasParts = hasFilePerSheet && rowCount > MAX_SHEET_ROWS;
  const files: { readonly name: string; readonly staged: StagedFile }[] = [];
  const encoder = await createXlsxEncoder(job.columns, {
    rowCount,
    sheetTitle: job.priceColumn.displayName,
    aboutTitle: t('about.title'),
    hasFilePerSheet,
    keepsFullSeconds,
    query,
    fills: fillsOf(job, t('about.highlights')),
    plainFormatsLabel: t('about.plainFormats'),
    openFile: async (ordinal) => {
      const name = nameOf(hasParts ? `_${ordinal + 1}` : '');
      const staged = await storage.createFile(ordinal);
      files.push({ name, staged });
      return staged;
    },
  });
  return {
    ...encoder,
    size: () => files.reduce((size, { staged }) => size + staged.size(), 0),
    finish: async (certificate) => {
      await encoder.finish(
        aboutRows(certificate, job.priceColumn, t, createFormats(locale, language)),
        certificateText(certificate),
      );
      const ended: ExportedFile[] = [];
      for (const { name, staged } of files) ended.push({ name, ...(await staged.finish()) });
      return ended;
    },
  };
}

function fillsOf(job: ExportJob, label: string): XlsxFills | undefined {
  const { highlights } = job;
  if (highlights === undefined) return undefined;
  const { rules, columns } = highlights;
  const read = neededColumns(job);
  return rowFills({
    label,
    rules,
    judge: createHighlightJudge(rules, columns),
    places: columns.map(({ name }) => read.indexOf(name)),
    columns: job.columns.map(({ name }) => name),
  });
}

/** This code is separate from the encoder: other parts of the console use the encoder without a query, and the query needs a library. */
async function encodedQuery(job: ExportJob, refresh: WorkbookRefresh, t: SheetWords): Promise<EncodedQuery> {
  const [{ refreshQuery }, { encodeQuery }] = await loaded(
    Promise.all([import('./refresh-query'), import('@/lib/table-files/xlsx-query')]),
  );
  return encodeQuery(refreshQuery(job, refresh, t), job.columns);
}
