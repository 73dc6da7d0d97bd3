import type { PriceField } from '@/contract/column';
import type { Words } from '@/ui/formats/words';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { fieldColumns, wordColumn, type RowColumn } from '../row-table/row-table';
import type { RowTableFile } from '../row-table/row-table-file';
import type { RowsOrigin } from '../tables/rows-origin';
import { summaryColumn, type SummaryTable } from '../tables/summary-table';
import { openFindings, type DismissedTable, type Finding, type FindingRow } from './finding-rows';
import type { AnyCheckId } from './own-checks';
import type { CheckRun } from './run-checks';

export interface FindingsFileInput {
  readonly engine: AnalysisEngine;
  readonly run: CheckRun;
  readonly dismissed: DismissedTable;
  /** The exported checks. A workbook gets a sheet for each check that has findings. */
  readonly checks: readonly AnyCheckId[];
  readonly fields: readonly PriceField[];
  readonly dismissalOf: (
    row: FindingRow,
    finding: Finding,
  ) => { readonly note: string; readonly atMs: number } | null;
  readonly origin: RowsOrigin;
  readonly name: string;
  /** Returns the name of a check, for the column of the checks and the names of the sheets. */
  readonly nameOf: (id: AnyCheckId) => string;
  readonly textOf: (finding: Finding) => string;
  readonly about: SummaryTable['about'];
}

/** The number of rows in each query. It is large enough that most of the time goes into reading and not into waiting. */
const ROWS_PER_READ = 2_000;

/** Returns the file of findings: one table for each check (a sheet in a workbook), with the dismissed findings at its end. */
export function findingsFile(words: Words, input: FindingsFileInput): RowTableFile<FindingRow> {
  const { engine, run, dismissed, checks, fields, nameOf, origin, name, about } = input;
  const columnsOf = fileColumns(words, input);
  return {
    name,
    columns: columnsOf(null),
    tables: checks.map((check) => ({
      title: nameOf(check),
      parts: (dismissed === null ? [false] : [false, true]).map(
        (areDismissed) => (until) =>
          openFindings(engine, run, dismissed, { checks: [check], areDismissed }, until, fields),
      ),
      columns: columnsOf(check),
    })),
    rowsPerRead: ROWS_PER_READ,
    about,
    aboutTitle: words.of('checks.export')('about'),
    certificate: {
      kind: 'colonnade-findings-certificate',
      origin,
      facts: (rowCounts) => certifiedRun(run, checks, rowCounts),
    },
  };
}

/** Returns a function that returns the columns of the table of a check. Without a check, only their heads are used. */
function fileColumns(
  words: Words,
  { run, fields, nameOf, textOf, dismissalOf }: FindingsFileInput,
): (check: AnyCheckId | null) => readonly RowColumn<FindingRow>[] {
  const t = words.of('checks');
  const { columns } = run.rows.table;
  const ofRow = fieldColumns<FindingRow>(words, columns, fields, ({ cells }, place) => cells[place]);
  return (check) => {
    const findingOf = ({ findings }: FindingRow) => findings.find((each) => each.check === check);
    const dismissalOfRow = (row: FindingRow) => {
      const finding = findingOf(row);
      return finding?.isDismissed === true ? dismissalOf(row, finding) : null;
    };
    return [
      wordColumn('check', t('export.check'), () => (check === null ? '' : nameOf(check))),
      {
        key: 'finding',
        head: t('findings.column'),
        type: 'text',
        read: (row) => {
          const finding = findingOf(row);
          return finding === undefined ? null : textOf(finding);
        },
      },
      { key: 'note', head: t('export.note'), type: 'text', read: (row) => dismissalOfRow(row)?.note ?? null },
      {
        key: 'dismissed-on',
        head: t('export.dismissedOn'),
        type: 'date',
        read: (row) => {
          const dismissal = dismissalOfRow(row);
          return dismissal === null ? null : localTime(dismissal.atMs);
        },
      },
      {
        key: 'row',
        head: t('export.row'),
        type: 'number',
        read: ({ rowIndex }) => String(rowIndex + 1),
        inFile: summaryColumn(t('export.row'), 'number', 0),
      },
      ...ofRow,
    ];
  };
}

/** Formats a time in the browser's time zone, without naming the zone. All times in the file are written like this. */
function localTime(atMs: number): string {
  const date = new Date(atMs);
  return new Date(atMs - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** Describes the roles of the columns for the certificate, and each check with its parameters (or its conditions) and its counts. */
function certifiedRun(
  { rows, results }: CheckRun,
  checks: readonly AnyCheckId[],
  rowCounts: readonly (readonly number[])[],
) {
  return {
    roles: rows.roles,
    key: rows.key,
    currencyScope: rows.currencyScope,
    day: rows.day,
    checks: checks.map((check, index) => {
      const [found = 0, dismissed = 0] = rowCounts[index] ?? [];
      const count = { check, found, dismissed };
      const result = results.find(({ id }) => id === check);
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
            // Version 1 of the certificate format uses the names `here` and `there`.
            keys: against.keys.map(({ current, reference }) => ({ here: current, there: reference })),
            amount: against.amount,
            rows: referenceCounts,
          },
        }),
      };
    }),
  };
}
