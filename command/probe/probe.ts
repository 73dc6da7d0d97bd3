import path from 'node:path';
import { DEFAULT_DESCRIPTION } from '@/contract/service-description';
import { randomId } from '@/lib/base/random-id';
import { checkService } from '@/service-check/check-service';
import type { ServiceCheck } from '@/service-check/check-step';
import {
  descriptionText,
  outcomeText,
  reasonText,
  stepText,
  type StepText,
} from '@/service-check/check-text';
import { exchangeThrough } from '@/service-check/exchange';
import { isListAddress } from '@/service-check/proposal';
import { CommandError, type CommandProblem } from '../command-problem';
import type { CommandReport } from '../command-report';
import { writableFile, type WritableFile } from '../extract/extract';
import { createFileStorage } from '../extract/file-storage';
import type { RunContext } from '../run-context';
import { jsonText, shownLine, shownLines } from '../shown-text';
import type { CommandWords } from '../words';

/** The files that a probe writes; null for those that nobody asked for. */
export interface ProbeFiles {
  readonly description: WritableFile | null;
  readonly report: WritableFile | null;
}

/** Throws CommandError. */
export function probeFiles(out: string | undefined, report: string | undefined): ProbeFiles {
  const file = (name: string | undefined) => (name === undefined ? null : writableFile(name));
  const files = { description: file(out), report: file(report) };
  // One of them would replace the other.
  if (
    files.description !== null &&
    files.report !== null &&
    fileOf(files.description) === fileOf(files.report)
  )
    throw new CommandError({ kind: 'bad-value', option: '--report', value: report ?? '' });
  return files;
}

/** Checks the value of `--price-columns`. Throws CommandError. */
export function listAddress(path: string | undefined): string | undefined {
  if (path === undefined || isListAddress(path)) return path;
  throw new CommandError({ kind: 'bad-value', option: '--price-columns', value: path });
}

/** Raise this version only if programs would misunderstand a new report. */
const REPORT_VERSION = 1;

/**
 * Checks the service, and writes the proposed description and the report. `priceColumnsPath` is the address of the list of price columns,
 * if a person knows it. Rejects with CommandError, among others.
 */
export async function probe(
  files: ProbeFiles,
  priceColumnsPath: string | undefined,
  context: RunContext,
): Promise<CommandReport> {
  const { signedIn, clock, signal, noteProgress, words } = context;
  const { client, tokenFacts } = signedIn;
  const check = await checkService(client.dialect?.description ?? DEFAULT_DESCRIPTION, {
    exchange: exchangeThrough(client, clock.wallMs),
    clock,
    signal,
    token: tokenFacts(),
    priceColumnsPath,
    onStep: noteProgress,
  });
  const json = reportJson(check, words);
  const isMissing = check.outcome.kind === 'missing';
  // A description of a service that lacks something for the main job must not get into use by accident.
  const description = isMissing ? null : files.description;
  if (description !== null) await write(description, descriptionText(check), context);
  if (files.report !== null) await write(files.report, jsonText(json), context);
  return {
    isWithFindings: check.outcome.kind === 'fits-with-proposal',
    isResult: true,
    text: reportText(check, { ...files, description }, words),
    json,
    ...(isMissing && { failures: [{ problem: problemOf(check, words) }] }),
  };
}

function problemOf({ outcome, ...check }: ServiceCheck, words: CommandWords): CommandProblem {
  if (outcome.kind === 'missing' && outcome.stopped === 'signed-out') return { kind: 'session-ended' };
  return { kind: 'service-check', sentence: outcomeText({ outcome, ...check }, words) };
}

function reportJson(check: ServiceCheck, words: CommandWords): unknown {
  const keys = (list: ServiceCheck['proposed']) =>
    list.map((each) => ({ key: each.key, value: each.value, reason: reasonText(each, words) }));
  return {
    format: 'colonnade-service-check',
    version: REPORT_VERSION,
    outcome: check.outcome.kind,
    sentence: outcomeText(check, words),
    requestsForRows: check.extractionCallCount,
    steps: check.steps.map((step) => ({
      id: step.id,
      ...(step.operator !== null && { operator: step.operator }),
      ...inOneLine(stepText(step, words)),
      verdict: step.verdict,
    })),
    description: check.description,
    proposed: keys(check.proposed),
    notYet: keys(check.notYet),
  };
}

function inOneLine({ request, ...text }: StepText) {
  return { ...text, request: request.join(' · ') };
}

function reportText(check: ServiceCheck, files: ProbeFiles, words: CommandWords): string {
  const { command } = words;
  const isMissing = check.outcome.kind === 'missing';
  const texts = check.steps.map((step) => inOneLine(stepText(step, words)));
  const width = Math.max(...texts.map(({ verdict }) => verdict.length)) + 2;
  const indent = ' '.repeat(width);
  const steps = texts.flatMap(({ step, verdict, request, answer, expected, came, notes }, index) => {
    const isPlain = check.steps[index]?.verdict === 'fits' && notes.length === 0;
    const details = isPlain
      ? []
      : [
          command('probe.asked', { request, answer }),
          ...(expected === '' && came === ''
            ? []
            : [command('probe.compared', { expected, came: came || '–' })]),
          ...notes,
        ];
    return [`${verdict.padEnd(width)}${step}`, ...details.map((line) => `${indent}${line}`)];
  });
  const keys = (list: ServiceCheck['proposed']) =>
    list.map((each) => `  ${each.key}: ${JSON.stringify(each.value)}  (${reasonText(each, words)})`);
  const written = [
    ...(files.description === null
      ? []
      : [command('probe.description', { file: fileOf(files.description) })]),
    ...(files.report === null ? [] : [command('probe.report', { file: fileOf(files.report) })]),
  ];
  const proposed =
    check.proposed.length === 0
      ? []
      : ['', command(isMissing ? 'probe.start' : 'probe.proposed'), ...keys(check.proposed)];
  const notYet = check.notYet.length === 0 ? [] : ['', command('probe.notYet'), ...keys(check.notYet)];
  const isShown = check.proposed.length > 0 && files.description === null && !isMissing;
  return (
    shownLines([...steps, ...proposed, ...notYet, '', outcomeText(check, words), ...written]) +
    // A file is meant to hold it, so its lines stay as they are.
    (isShown ? `\n${descriptionText(check).split('\n').map(shownLine).join('\n')}` : '')
  );
}

function fileOf({ folder, name }: WritableFile): string {
  return path.join(folder, name);
}

async function write(file: WritableFile, text: string, { onLeave }: RunContext): Promise<void> {
  const storage = createFileStorage(file, randomId().slice(0, 8));
  const leave = onLeave(storage.removeAll);
  try {
    const content = new Blob([text]);
    await storage.commit([{ name: file.name, content, seal: null, size: content.size }]);
  } finally {
    storage.removeAll();
    leave();
  }
}
