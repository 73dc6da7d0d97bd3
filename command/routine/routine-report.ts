import path from 'node:path';
import { routineReport as routineWorkbook } from '@/features/workbench/routine/routine-report';
import {
  hasNews,
  newFindings,
  wrongSetUps,
  type CheckOutcome,
} from '@/features/workbench/routine/routine-result';
import {
  checksWithFindings,
  differences,
  effectText,
  outcomeName,
  routineNotes,
  rowsText,
  wrongSetUpText,
} from '@/features/workbench/routine/routine-texts';
import { randomId } from '@/lib/base/random-id';
import { CommandError } from '../command-problem';
import type { CommandReport } from '../command-report';
import { junitXml, type JunitCase } from '../check/junit-xml';
import { outputFile } from '../extract/extract';
import { createFileStorage } from '../extract/file-storage';
import type { RunContext } from '../run-context';
import { jsonText, shownLines } from '../shown-text';
import type { CommandWords } from '../words';
import type { Routine, RunView } from './run-routine';

export const NEWS_FORMATS = ['text', 'json', 'junit'] as const;
export type NewsFormat = (typeof NEWS_FORMATS)[number];

export interface ReportFile {
  readonly folder: string;
  /** The name of the file, with its ending. */
  readonly name: string;
}

/** Returns the folder and name of the workbook to write. Throws CommandError. */
export function reportFile(out: string): ReportFile {
  const { folder, stem, choice } = outputFile(out, undefined);
  if (choice !== 'xlsx') throw new CommandError({ kind: 'bad-report-file', file: out });
  return { folder, name: `${stem}.xlsx` };
}

/** Reports what is new, and writes the workbook. If there are more new findings than `failOn`, the exit code is 1. */
export async function routineReport(
  routine: Routine,
  {
    format,
    file,
    failOn,
  }: { readonly format: NewsFormat; readonly file: ReportFile | null; readonly failOn: number },
  context: RunContext,
): Promise<CommandReport> {
  const { words } = context;
  const { done, failed } = routine;
  const written = file === null || done.length === 0 ? null : await writtenWorkbook(routine, file, context);
  const findings = done.reduce((sum, { result }) => sum + newFindings(result), 0);
  const json = {
    views: done.map(({ view, result, hasLostRows }) => ({
      name: view.name,
      ...result,
      hasLostRows,
      probablyWrongSetUp: wrongSetUps(result).map(({ check }) => check),
    })),
    failed: failed.map(({ view, problem }) => ({
      name: view.name,
      priceColumn: view.priceColumn,
      problem: problem.kind,
      text: words.problemText(problem),
    })),
    newFindings: findings,
    allowed: failOn,
    written,
  };
  return {
    isWithFindings: findings > failOn,
    isResult: format !== 'text',
    failures: failed.map(({ view, problem }) => ({ subject: view.name, problem })),
    json,
    text: writtenAs(),
  };

  function writtenAs(): string {
    switch (format) {
      case 'text':
        return shownLines([
          words.command('routine.result', {
            views: done.length,
            findings: words.formats.formatInteger(findings),
            found: findings,
          }),
          ...done.flatMap((each) => newsLines(each, words)),
          ...(written === null ? [] : [words.command('routine.written', { file: written })]),
        ]);
      case 'json':
        return jsonText(json);
      case 'junit':
        return junitXml('routine', junitCases(routine, words));
    }
  }
}

function newsLines(run: RunView, words: CommandWords): readonly string[] {
  const { view, priceColumn, result, hasLostRows } = run;
  const { command } = words;
  const routine = words.of('routine');
  const { before, comparison, checks } = result;
  const compared = comparison === null || comparison === 'no-keys' ? null : comparison;
  const shown = checksWithFindings(checks ?? []);
  const lines = [
    ...(hasLostRows ? [command('routine.lost')] : []),
    rowsText(words, result),
    ...(comparison === 'no-keys' ? [routine('new.noKeys')] : []),
    ...(compared === null ? [] : differences(words, compared).map(({ label }) => label)),
    ...(compared === null || compared.effects.length === 0 ? [] : [effectText(words, compared.effects)]),
    ...(before !== null && !hasNews(result) ? [routine('new.nothing')] : []),
    ...shown.map((check) => findingsText(check, words)),
    ...routineNotes(words, result),
  ];
  return ['', `${view.name} (${priceColumn.displayName})`, ...lines.map((line) => `  ${line}`)];
}

function findingsText(outcome: CheckOutcome, words: CommandWords): string {
  const { command, formats } = words;
  const { now, added, gone } = outcome;
  const check = outcomeName(words, outcome);
  const counted = { check, formatted: formats.formatInteger(now), count: now };
  return added === null || gone === null
    ? command('check.count', counted)
    : command('routine.finding', {
        ...counted,
        added: formats.formatInteger(added),
        gone: formats.formatInteger(gone),
      });
}

/** Returns a test case for each check of each view, which fails if there are new findings, and one for each view that failed. */
function junitCases({ done, failed }: Routine, words: CommandWords): readonly JunitCase[] {
  return [
    ...failed.map(({ view, problem }) => {
      const text = words.problemText(problem);
      return { name: view.name, className: view.priceColumn, failure: { message: text, text } };
    }),
    ...done.flatMap(({ view, result }) => [
      ...(result.checks ?? []).map((check): JunitCase => {
        const message = findingsText(check, words);
        const isNew = (check.added ?? 0) > 0;
        const isWrong = wrongSetUps(result).includes(check);
        const means = isWrong ? [wrongSetUpText(words, check, result)] : [];
        return {
          name: outcomeName(words, check),
          className: view.name,
          failure: isNew ? { message, text: [...means, message].join('\n') } : null,
        };
      }),
      ...(result.lacking ?? []).map(({ check, fields }): JunitCase => {
        const list = new Intl.ListFormat(words.language, { type: 'conjunction' });
        const skipped = words.of('checks')('lacking', { fields: list.format(fields), count: fields.length });
        return {
          name: outcomeName(words, { check, name: null }),
          className: view.name,
          failure: null,
          skipped,
        };
      }),
    ]),
  ];
}

async function writtenWorkbook(
  { done, ports, today, signal }: Routine,
  { folder, name }: ReportFile,
  { words, onLeave }: RunContext,
): Promise<string> {
  const { content } = await routineWorkbook({
    views: done.map(({ view, priceColumn, result }) => ({
      view,
      priceColumn,
      displayName: priceColumn.displayName,
      result,
    })),
    ports,
    words,
    today,
    signal,
  });
  const storage = createFileStorage({ folder, name }, randomId().slice(0, 8));
  const leave = onLeave(storage.removeAll);
  try {
    await storage.commit([{ name, content, seal: null, size: content.size }]);
    return path.join(folder, name);
  } finally {
    storage.removeAll();
    leave();
  }
}
