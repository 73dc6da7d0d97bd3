import { isStable } from '@/contract/extraction';
import { namedKey } from '@/contract/local-key';
import { GUARD_VERSION } from '@/lib/table-files/csv-dialect';
import type { RowDigest } from '@/lib/table-files/row-digest';
import type { EncodingNotes } from '@/lib/table-files/table-encoder';
import {
  CERTIFICATE_KIND,
  QUOTES_NO_VALUE,
  certifiedKey,
  type Certificate,
} from '@/rows/certificates/certificate';
import { pageRange, promisedRows, type ExportJob } from '../model/export-job';

/** What is known about an export only when all of its rows are written. */
interface WrittenRows {
  readonly rowCount: number;
  readonly doubled: NonNullable<Certificate['keys']['doubled']>;
  readonly digest: RowDigest;
  /** Columns that were written as text because their values do not fit the column's type. */
  readonly textColumns: readonly string[];
  readonly notes: EncodingNotes;
  readonly finishedAtMs: number;
}

/** Returns the certificate of a complete export. The column names in `job` must be those in the file. */
export function exportCertificate(job: ExportJob, written: WrittenRows): Certificate {
  const { rowCount, doubled, digest, textColumns, notes, finishedAtMs } = written;
  return {
    kind: CERTIFICATE_KIND,
    version: 1,
    service: job.account.service,
    priceColumn: job.priceColumn.name,
    snapshot: certifiedSnapshot(job),
    query: { words: job.queryLines, request: job.requestBody },
    columns: job.columns.map(({ name, type, sqlType, scale }) => ({ name, type, sqlType, scale })),
    rows: { first: job.rowStart + 1, last: job.rowEnd, promised: promisedRows(job), written: rowCount },
    pages: { ...pageRange(job), size: job.pageSize },
    keys: {
      columns: job.keyColumns.map((name) => name.toWellFormed()),
      areUnique: job.keyColumns.length > 0 ? doubled.keys === 0 : null,
      ...(doubled.keys > 0 && { doubled }),
    },
    digest,
    file: {
      name: job.fileName,
      format: job.format.kind,
      csv: job.format.kind === 'csv' ? csvNotes(job, job.format.dialect) : null,
      textColumns,
      ...notes,
    },
    started: new Date(job.startedAtMs).toISOString(),
    finished: new Date(finishedAtMs).toISOString(),
  };
}

function certifiedSnapshot({ snapshot }: ExportJob): Certificate['snapshot'] {
  const { rowCount, createdAtMs, expiresAtMs, traits } = snapshot;
  const hasStableRows = isStable(snapshot);
  return {
    ...certifiedKey(namedKey(snapshot.cacheKey), hasStableRows),
    rows: rowCount,
    created: new Date(createdAtMs).toISOString(),
    ...(traits?.isTimeTold === false && { createdBy: 'console' as const }),
    expires: hasStableRows ? new Date(expiresAtMs).toISOString() : null,
    ...(traits?.isCounted === true && { counted: true as const }),
  };
}

/** Whether an empty text counts as no value, because the file cannot distinguish the two. */
export function quotesNoValue({ format, columns }: ExportJob): boolean {
  return QUOTES_NO_VALUE[format.kind] && columns.length === 1;
}

function csvNotes(job: ExportJob, dialect: Extract<ExportJob['format'], { kind: 'csv' }>['dialect']) {
  const { delimiter, decimal, dateLocale, guardsFormulas } = dialect;
  return {
    delimiter,
    decimal,
    dateLocale,
    guardsFormulas,
    guardVersion: GUARD_VERSION,
    ...(quotesNoValue(job) && { quotesNoValue: true as const }),
  };
}
