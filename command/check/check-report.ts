import { isStable, type CellValue } from '@/contract/extraction';
import { namedKey } from '@/contract/local-key';
import { parametersOf, type CheckResult } from '@/analysis/checks/run-checks';
import { checkName } from '@/analysis/checks/check-name';
import { isProbablyWrongSetUp } from '@/analysis/checks/wrong-set-up';
import { createFindingText } from '@/analysis/checks/finding-text';
import { offText } from '@/analysis/checks/off-text';
import { rowBatchOf } from '@/lib/row-batches/row-batch';
import { GUARDED_CSV } from '@/lib/table-files/csv-dialect';
import { createCsvEncoder } from '@/lib/table-files/csv-encoder';
import type { TableColumn } from '@/lib/table-files/table-column';
import type { CommandReport } from '../command-report';
import type { CommandWords } from '../words';
import { jsonText, shownLines, shownCsv } from '../shown-text';
import type { Checked } from './check-view';
import { junitXml, type JunitCase } from './junit-xml';
import { ownMember } from '@/lib/base/own-member';

export const FINDINGS_FORMATS = ['text', 'json', 'csv', 'junit'] as const;
export type FindingsFormat = (typeof FINDINGS_FORMATS)[number];

/** How many findings of one check a report lists. Further findings are only counted. */
const MOST_WRITTEN: Readonly<Record<FindingsFormat, number>> = {
  text: 10,
  json: 10_000,
  csv: 1_000_000,
  junit: 100,
};

interface WrittenFinding {
  /** The 1-based number of the row in the snapshot. */
  readonly row: number;
  readonly key: Readonly<Record<string, string | null>>;
  readonly text: string;
}

interface WrittenCheck {
  readonly id: string;
  readonly name: string;
  readonly count: number;
  readonly notJudged: number;
  /** Whether the check finds so many rows that a column probably has the wrong role. */
  readonly isProbablyWrongSetUp: boolean;
  readonly findings: readonly WrittenFinding[];
}

interface NotRunCheck {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly fields: readonly string[];
  readonly text: string;
}

/** Reports what the checks of a view have found. If there are more findings than `failOn`, the exit code is 1. */
export async function checkReport(
  checked: Checked,
  format: FindingsFormat,
  failOn: number,
  words: CommandWords,
): Promise<CommandReport> {
  const { view, run, own, rowCount, shown, notes } = checked;
  const notRun = checked.notRun.map(({ definition: { id }, parameters, missing, lacking }): NotRunCheck => ({
    id,
    name: checkName(words, own, id, parameters),
    roles: missing,
    fields: lacking,
    text: offText(words, { missing, lacking }) ?? '',
  }));
  const checks: WrittenCheck[] = [];
  const textOf = createFindingText(words, run.unitScale, own);
  for (const result of run.results) {
    checks.push(await writtenCheck(result, checked, textOf, MOST_WRITTEN[format], words));
  }
  const count = checks.reduce((sum, check) => sum + check.count, 0);
  const isWithFindings = count > failOn;
  const json = {
    priceColumn: view.priceColumn.name,
    query: view.words,
    snapshot: namedKey(view.opened.snapshot.cacheKey),
    isProvable: isStable(view.opened.snapshot),
    rows: rowCount,
    shown,
    notes,
    findings: count,
    allowed: failOn,
    checks,
    notRun,
  };
  return { isWithFindings, isResult: format !== 'text', json, text: writtenAs(format) };

  function writtenAs(as: FindingsFormat): string {
    switch (as) {
      case 'text':
        return textReport(checks, notRun, checked, count, words);
      case 'json':
        return jsonText(json);
      case 'csv':
        return csvReport(checks, checked);
      case 'junit':
        return junitXml(view.priceColumn.name, [
          ...checks.map((check) => junitCase(check, checked, words)),
          ...notRun.map(({ name, text }): JunitCase => ({
            name,
            className: view.priceColumn.name,
            failure: null,
            skipped: text,
          })),
        ]);
    }
  }
}

async function writtenCheck(
  result: CheckResult,
  checked: Checked,
  textOf: ReturnType<typeof createFindingText>,
  most: number,
  words: CommandWords,
): Promise<WrittenCheck> {
  const { keys, findingsOf, run, own } = checked;
  const { id, rowCount: count, notJudged } = result;
  const rows = count === 0 ? [] : await findingsOf(id, most);
  return {
    id,
    name: checkName(words, own, id, parametersOf(result)),
    count,
    notJudged,
    isProbablyWrongSetUp: isProbablyWrongSetUp(id, count, run.rowCount),
    findings: rows.flatMap((row) =>
      row.findings
        .filter(({ check }) => check === id)
        .map((finding) => ({
          row: row.rowIndex + 1,
          key: Object.fromEntries(keys.map(({ name, cellIndex }) => [name, cellText(row.cells[cellIndex])])),
          text: textOf(finding),
        })),
    ),
  };
}

function notesOf(
  { name, count, notJudged, isProbablyWrongSetUp: isWrong }: WrittenCheck,
  { run }: Checked,
  words: CommandWords,
): readonly string[] {
  const checks = words.of('checks');
  const { formatInteger } = words.formats;
  const share = { check: name, found: formatInteger(count), all: formatInteger(run.rowCount) };
  return [
    ...(isWrong ? [`${checks('wrongSetUp.text', share)} ${checks('wrongSetUp.where')}`] : []),
    ...(notJudged > 0
      ? [checks('notJudged', { formatted: formatInteger(notJudged), count: notJudged })]
      : []),
  ];
}

function cellText(cell: CellValue): string | null {
  return cell === null || cell === undefined ? null : String(cell);
}

function textReport(
  checks: readonly WrittenCheck[],
  notRun: readonly NotRunCheck[],
  checked: Checked,
  count: number,
  words: CommandWords,
): string {
  const { view, rowCount, shown, notes } = checked;
  const { command, formats } = words;
  const lines = [
    command('check.result', {
      name: view.priceColumn.displayName,
      rows: formats.formatInteger(rowCount),
      count: rowCount,
      checks: checks.length,
      findings: formats.formatInteger(count),
      found: count,
    }),
    ...(shown === null ? [] : [`  ${shown}`]),
    ...notes.map((note) => `  ${note}`),
    ...(count === 0 ? [] : [`  ${command('check.dismissed')}`]),
  ];
  for (const check of checks) {
    lines.push(countText(check, words));
    for (const note of notesOf(check, checked, words)) lines.push(`    ${note}`);
    for (const finding of check.findings) lines.push(`    ${placeOf(finding, command)}: ${finding.text}`);
    const more = check.count - check.findings.length;
    if (more > 0) lines.push(`    ${command('check.more', { count: formats.formatInteger(more) })}`);
  }
  for (const { name, text } of notRun) lines.push(command('check.notRun', { check: name, reason: text }));
  return shownLines(lines);
}

function countText({ name, count }: WrittenCheck, { command, formats }: CommandWords): string {
  return command('check.count', { check: name, formatted: formats.formatInteger(count), count });
}

function placeOf({ row, key }: WrittenFinding, command: CommandWords['command']): string {
  const parts = Object.values(key).map((text) => text ?? '∅');
  return command('check.row', { row: String(row), key: parts.length === 0 ? 'none' : parts.join(' · ') });
}

function csvReport(checks: readonly WrittenCheck[], { keys }: Checked): string {
  const column = (name: string, type: TableColumn['type']): TableColumn => ({
    name,
    type,
    sqlType: '',
    precision: null,
    scale: null,
    maxLength: null,
    formatting: '',
  });
  const columns = [
    column('check', 'text'),
    column('name', 'text'),
    column('row', 'number'),
    ...keys.map(({ name }) => column(name, 'text')),
    column('finding', 'text'),
  ];
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  const encoder = createCsvEncoder(columns, GUARDED_CSV, {
    write: (bytes) => {
      text += decoder.decode(bytes, { stream: true });
    },
  });
  for (const { id, name, findings } of checks) {
    const rows = findings.map(({ row, key, text: finding }) => [
      id,
      name,
      String(row),
      ...keys.map((each) => ownMember(key, each.name) ?? null),
      finding,
    ]);
    if (rows.length > 0) void encoder.add(rowBatchOf(rows, columns.length));
  }
  return shownCsv(text);
}

function junitCase(check: WrittenCheck, checked: Checked, words: CommandWords): JunitCase {
  const { name, count, findings } = check;
  const className = checked.view.priceColumn.name;
  const { command, formats } = words;
  if (count === 0) return { name, className, failure: null };
  const more = count - findings.length;
  return {
    name,
    className,
    failure: {
      message: countText(check, words),
      text: [
        ...notesOf(check, checked, words),
        ...findings.map((finding) => `${placeOf(finding, command)}: ${finding.text}`),
        ...(more > 0 ? [command('check.more', { count: formats.formatInteger(more) })] : []),
      ].join('\n'),
    },
  };
}
