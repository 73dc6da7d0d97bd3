import type { PriceField } from '@/contract/column';
import { createRowDigest, type RowDigest } from '@/shared/table-files/row-digest';
import type { TableColumn, TableRow } from '@/shared/table-files/table-column';
import type { ComparisonEngine } from '../../rows-read/engine/analysis-engine';
import type { Coverage } from '../../rows-read/reading/rows-read';
import { csvNotes } from '../../rows-read/tables/csv-notes';
import {
  heldSecondDigits,
  streamedTables,
  type FiguresFile,
  type FiguresFormat,
  type NoteLabels,
} from '../../rows-read/tables/figures-file';
import { fieldColumn, figuresColumn } from '../../rows-read/tables/figures-table';
import type { DismissedFinding } from './checks-records';
import {
  openFindings,
  type DismissedTable,
  type Finding,
  type FindingRow,
  type FindingRows,
} from './finding-rows';
import type { AnyCheckId } from './own-checks';
import type { CheckRun } from './run-checks';

/** Identifies the format of a certificate of findings. */
const CERTIFICATE_KIND = 'colonnade-findings-certificate';

/** What a file of findings says in the person's language. */
export interface FindingsFileTexts {
  /** Names the file. */
  readonly name: string;
  /** Names of the checks, in a column and on their sheets. */
  readonly checkOf: (id: AnyCheckId) => string;
  readonly heads: Readonly<Record<'check' | 'finding' | 'note' | 'dismissedOn' | 'row', string>>;
  readonly findingOf: (finding: Finding) => string;
  /** The sheet that says what was checked. */
  readonly aboutTitle: string;
  readonly noteLabels: NoteLabels;
  readonly about: readonly (readonly [label: string, value: string])[];
}

export interface FindingsFileInput {
  readonly engine: ComparisonEngine;
  readonly run: CheckRun;
  readonly dismissed: DismissedTable;
  /** The checks whose findings are written; a workbook has a sheet for each that has any. */
  readonly checks: readonly AnyCheckId[];
  readonly fields: readonly PriceField[];
  readonly dismissalOf: (row: FindingRow, finding: Finding) => DismissedFinding | null;
  readonly origin: FindingsOrigin;
  readonly texts: FindingsFileTexts;
  readonly format: FiguresFormat;
  /** BCP 47: how Excel reads CSV. */
  readonly excelRegion: string;
  readonly signal: AbortSignal;
  readonly onRows?: (done: number, all: number) => void;
}

/** Where the rows are from. */
export interface FindingsOrigin {
  readonly service: string;
  readonly priceColumn: string;
  readonly kind: 'snapshot' | 'copy';
  readonly cacheKey: string;
  /** ISO 8601. */
  readonly taken: string;
  /** In words; empty where it is unknown. */
  readonly query: readonly string[];
  readonly coverage: Coverage;
  /** Present where a refinement has left some of the rows. `refinement`: in words. */
  readonly refined?: {
    readonly rowCount: number;
    readonly ofRowCount: number;
    readonly refinement: string;
  };
}

/** Rows per query: little latency beside the work. */
const ROWS_PER_READ = 2_000;

/**
 * Writes findings to a file, check by check, the dismissed ones with their notes at the end of each: a workbook with a sheet for
 * each check, one that says what was checked and, hidden, a certificate; or CSV with the certificate as a second file. Rejects
 * with EngineError, RowsReadError, CellTooLongError where a workbook cannot hold a text, or the signal's reason.
 */
export async function writeFindingsFile(input: FindingsFileInput): Promise<readonly FiguresFile[]> {
  const { engine, run, dismissed, checks, fields, texts, format, excelRegion, signal, onRows } = input;
  const opened: { readonly check: AnyCheckId; readonly parts: readonly FindingRows[] }[] = [];
  try {
    for (const check of checks) {
      const parts: FindingRows[] = [];
      opened.push({ check, parts });
      for (const areDismissed of dismissed === null ? [false] : [false, true]) {
        parts.push(
          await openFindings(engine, run, dismissed, { checks: [check], areDismissed }, signal, fields),
        );
      }
    }
    const countOf = ({ parts }: (typeof opened)[number]) =>
      parts.reduce((sum, { rowCount }) => sum + rowCount, 0);
    const all = opened.reduce((sum, each) => sum + countOf(each), 0);
    let done = 0;
    const columns = fileColumns(input);
    const digest = createRowDigest(columns, heldSecondDigits(format));

    async function* batches({ check, parts }: (typeof opened)[number]): AsyncGenerator<readonly TableRow[]> {
      for (const { rowCount, readPage } of parts) {
        for (let page = 1; (page - 1) * ROWS_PER_READ < rowCount; page += 1) {
          const read = await readPage(page, ROWS_PER_READ, signal);
          yield read.map((row) => cellsOf(row, check, input));
          signal.throwIfAborted();
          done += read.length;
          onRows?.(done, all);
        }
      }
    }

    const written = opened.filter((each) => countOf(each) > 0);
    const certify = async (file: string) =>
      certificateOf(input, {
        file,
        columns,
        counts: opened.map(({ check, parts: [open, gone] }) => {
          return { check, found: open?.rowCount ?? 0, dismissed: gone?.rowCount ?? 0 };
        }),
        digest: await digest.finish(),
        finished: new Date().toISOString(),
      });
    const file = await streamedTables(
      {
        name: texts.name,
        columns,
        tables: (written.length > 0 ? written : opened.slice(0, 1)).map((each) => ({
          title: texts.checkOf(each.check),
          rowCount: countOf(each),
          batches: batches(each),
        })),
        onRows: digest.add,
        finish: async (name) => ({ about: texts.about, hidden: await certify(name) }),
      },
      format,
      { excelRegion, aboutTitle: texts.aboutTitle, noteLabels: texts.noteLabels },
    );
    if (format === 'xlsx') return [file];
    const certificate = new Blob([await certify(file.name)], { type: 'application/json' });
    return [file, { name: `${file.name}.certificate.json`, content: certificate }];
  } finally {
    for (const { parts } of opened) for (const part of parts) await part.close();
  }
}

function fileColumns({ run, fields, texts: { heads } }: FindingsFileInput): readonly TableColumn[] {
  return [
    figuresColumn(heads.check, 'text'),
    figuresColumn(heads.finding, 'text'),
    figuresColumn(heads.note, 'text'),
    figuresColumn(heads.dismissedOn, 'date'),
    figuresColumn(heads.row, 'number', 0),
    ...run.rows.table.columns.map(({ name, type }) => {
      const field = fields.find((each) => each.name === name);
      return field === undefined ? figuresColumn(name, type) : fieldColumn(field);
    }),
  ];
}

/** Times as the browser's clock shows them, without a zone, as everything else in the file. */
function localTime(atMs: number): string {
  const date = new Date(atMs);
  return new Date(atMs - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

function cellsOf(row: FindingRow, check: AnyCheckId, { texts, dismissalOf }: FindingsFileInput): TableRow {
  const finding = row.findings.find((each) => each.check === check);
  const dismissal = finding?.isDismissed === true ? dismissalOf(row, finding) : null;
  return [
    texts.checkOf(check),
    finding === undefined ? null : texts.findingOf(finding),
    dismissal?.note ?? null,
    dismissal === null ? null : localTime(dismissal.atMs),
    String(row.rowIndex + 1),
    ...row.cells.map((cell) => cell ?? null),
  ];
}

interface WrittenFindings {
  readonly file: string;
  readonly columns: readonly TableColumn[];
  readonly counts: readonly {
    readonly check: AnyCheckId;
    readonly found: number;
    readonly dismissed: number;
  }[];
  readonly digest: RowDigest;
  readonly finished: string;
}

/** Names the rows, what the columns were taken for, and each check with its parameters or refinement and what it has found. */
function certificateOf(
  { run: { rows, results }, origin, format, excelRegion }: FindingsFileInput,
  { file, columns, counts, digest, finished }: WrittenFindings,
): string {
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
      const { against, partners = null } = result ?? {};
      return {
        ...count,
        parameters: result?.parameters ?? {},
        ...(against !== undefined && {
          against: { ...against.source, keys: against.keys, amount: against.amount, rows: partners },
        }),
      };
    }),
    columns: columns.map(({ name, type, sqlType, scale }) => ({ name, type, sqlType, scale })),
    rows: { written: counts.reduce((sum, count) => sum + count.found + count.dismissed, 0) },
    digest,
    file: { name: file, format: format === 'xlsx' ? 'xlsx' : 'csv', csv: csvNotes(format, excelRegion) },
    finished,
  };
  return `${JSON.stringify(certificate, null, 2)}\n`;
}
