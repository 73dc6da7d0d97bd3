import type { PriceField } from '@/contract/column';
import type { TableColumn, TableRow } from '@/lib/table-files/table-column';
import type { Words } from '@/ui/formats/words';
import type { ComparisonEngine } from '../../rows-read/engine/analysis-engine';
import { fileNotes } from '../../rows-read/tables/file-notes';
import type { RowsOrigin } from '../../rows-read/tables/rows-origin';
import type { TableFile, TableFormat } from '../../rows-read/tables/table-file';
import { fieldColumn, summaryColumn, type SummaryTable } from '../../rows-read/tables/summary-table';
import { writeRowsFile, type WrittenFile } from '../../rows-read/tables/write-rows-file';
import type { DismissedFinding } from '../../rows-read/checks/checks-records';
import {
  openFindings,
  type DismissedTable,
  type Finding,
  type FindingRow,
} from '../../rows-read/checks/finding-rows';
import type { AnyCheckId } from '../../rows-read/checks/own-checks';
import type { CheckRun } from '../../rows-read/checks/run-checks';

/** Identifies the certificate format of findings. */
const CERTIFICATE_KIND = 'colonnade-findings-certificate';

export interface FindingsFileInput {
  readonly engine: ComparisonEngine;
  readonly run: CheckRun;
  readonly dismissed: DismissedTable;
  /** The exported checks; a workbook has a sheet for each check with findings. */
  readonly checks: readonly AnyCheckId[];
  readonly fields: readonly PriceField[];
  readonly dismissalOf: (row: FindingRow, finding: Finding) => DismissedFinding | null;
  readonly origin: RowsOrigin;
  /** Names the file. */
  readonly name: string;
  /** The names of the checks, used in a column and as sheet names. */
  readonly nameOf: (id: AnyCheckId) => string;
  readonly textOf: (finding: Finding) => string;
  /** Describes the rows and the checks. */
  readonly about: SummaryTable['about'];
  readonly words: Words;
  readonly format: TableFormat;
  /** BCP 47; the locale in which Excel reads the CSV. */
  readonly excelRegion: string;
  readonly signal: AbortSignal;
  readonly onRows?: (done: number, all: number) => void;
}

/** Rows per query, so that latency is small beside the work. */
const ROWS_PER_READ = 2_000;

/**
 * Writes findings to a file, check by check, the dismissed ones with their notes at the end of each: a workbook with a sheet for each
 * check, a sheet that describes the checks and a hidden certificate; or CSV with the certificate as a second file. Rejects with
 * EngineError, RowsReadError, CellTooLongError if a workbook cannot hold a text, or the signal's reason.
 */
export function writeFindingsFile(input: FindingsFileInput): Promise<readonly TableFile[]> {
  const { engine, run, dismissed, checks, fields, words, format, excelRegion, signal, onRows } = input;
  const columns = fileColumns(input);
  return writeRowsFile<FindingRow>(
    {
      name: input.name,
      columns,
      tables: checks.map((check) => ({
        title: input.nameOf(check),
        parts: (dismissed === null ? [false] : [false, true]).map(
          (areDismissed) => (until) =>
            openFindings(engine, run, dismissed, { checks: [check], areDismissed }, until, fields),
        ),
        cellsOf: (row) => cellsOf(row, check, input),
      })),
      rowsPerRead: ROWS_PER_READ,
      about: input.about,
      certify: (written) => certificateOf(input, columns, written),
    },
    { format, excelRegion, aboutTitle: words.of('checks.export')('about'), words, signal, onRows },
  );
}

function fileColumns({ run, fields, words }: FindingsFileInput): readonly TableColumn[] {
  const t = words.of('checks');
  return [
    summaryColumn(t('export.check'), 'text'),
    summaryColumn(t('findings.column'), 'text'),
    summaryColumn(t('export.note'), 'text'),
    summaryColumn(t('export.dismissedOn'), 'date'),
    summaryColumn(t('export.row'), 'number', 0),
    ...run.rows.table.columns.map(({ name, type }) => {
      const field = fields.find((each) => each.name === name);
      return field === undefined ? summaryColumn(name, type) : fieldColumn(field);
    }),
  ];
}

/** Formats a moment in the browser's time zone without naming the zone, like all times in the file. */
function localTime(atMs: number): string {
  const date = new Date(atMs);
  return new Date(atMs - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

function cellsOf(
  row: FindingRow,
  check: AnyCheckId,
  { nameOf, textOf, dismissalOf }: FindingsFileInput,
): TableRow {
  const finding = row.findings.find((each) => each.check === check);
  const dismissal = finding?.isDismissed === true ? dismissalOf(row, finding) : null;
  return [
    nameOf(check),
    finding === undefined ? null : textOf(finding),
    dismissal?.note ?? null,
    dismissal === null ? null : localTime(dismissal.atMs),
    String(row.rowIndex + 1),
    ...row.cells.map((cell) => cell ?? null),
  ];
}

/** Describes the rows, the roles of the columns, and each check with its parameters or refinement and its findings. */
function certificateOf(
  { run: { rows, results }, checks, origin, format, excelRegion }: FindingsFileInput,
  columns: readonly TableColumn[],
  { file, rowCounts, digest, finished }: WrittenFile,
): string {
  const counts = checks.map((check, index) => {
    const [found = 0, dismissed = 0] = rowCounts[index] ?? [];
    return { check, found, dismissed };
  });
  const { service, priceColumn, ...snapshot } = origin;
  const certificate = {
    kind: CERTIFICATE_KIND,
    version: 1,
    service,
    priceColumn,
    snapshot,
    roles: rows.roles,
    key: rows.key,
    currencyScope: rows.currencyScope,
    day: rows.day,
    checks: counts.map((count) => {
      const result = results.find(({ id }) => id === count.check);
      if (result !== undefined && 'own' in result) {
        const { name, means, refine } = result.own;
        return { ...count, name, means, refine };
      }
      const { against, referenceCounts = null } = result ?? {};
      return {
        ...count,
        parameters: result?.parameters ?? {},
        ...(against !== undefined && {
          against: {
            ...against.source,
            // Version 1 of the certificate has these names.
            keys: against.keys.map(({ current, reference }) => ({ here: current, there: reference })),
            amount: against.amount,
            rows: referenceCounts,
          },
        }),
      };
    }),
    columns: columns.map(({ name, type, sqlType, scale }) => ({ name, type, sqlType, scale })),
    rows: { written: counts.reduce((sum, count) => sum + count.found + count.dismissed, 0) },
    digest,
    file: fileNotes(file, { format, excelRegion }, columns.length),
    finished,
  };
  return `${JSON.stringify(certificate, null, 2)}\n`;
}
