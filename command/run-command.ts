import { createEngineConnection, type EngineWorker } from '@/analysis/engine/create-engine-connection';
import { buildIdentity } from '@/ui/config/build-identity';
import { createClock } from '@/lib/base/clock';
import { createRetryUntilDone } from '@/ui/http/retry-until-done';
import type { ServiceFailure } from '@/ui/http/service-error';
import { localeOfLanguage } from '@/lib/base/languages';
import { checkReport, FINDINGS_FORMATS } from './check/check-report';
import { checkView } from './check/check-view';
import { changesOutput, compareReport, PRINTED_FORMATS } from './compare/compare-report';
import { compareView } from './compare/compare-view';
import { fileChoices, openFiles } from './compare/file-reader';
import { CommandError, EXIT_CODES, exitOf, type CommandProblem } from './command-problem';
import { errorCode } from './files';
import { problemOf } from './problem-of';
import {
  COMMANDS,
  countOf,
  HELP_OPTIONS,
  languageOfArguments,
  languageOption,
  localeOf,
  minutesOf,
  namesOf,
  operandOf,
  readCommandLine,
  viewOperand,
  type CommandLine,
  type CommandOptions,
} from './command-line';
import type { CommandReport } from './command-report';
import { readAuthority, readSignIn, type Environment } from './connection/credentials';
import { readDescription } from './connection/description';
import { openNetwork, type Network } from './connection/network';
import { signIn } from './connection/sign-in';
import { extract, outputFile } from './extract/extract';
import { extractReport } from './extract/extract-report';
import { extractShown } from './extract/extract-shown';
import { createProgress, NO_PROGRESS, type Progress } from './progress';
import type { RunContext } from './run-context';
import { jsonText, shownLines } from './shown-text';
import { listAddress, probe, probeFiles } from './probe/probe';
import { schemaDrift, schemaText } from './schema/schema-drift';
import { NEWS_FORMATS, reportFile, routineReport } from './routine/routine-report';
import { runRoutine } from './routine/run-routine';
import { readRoutineViews, readView } from './view/read-view';
import { viewOfService } from './view/view-of-service';
import { loadCommandWords, type CommandWords } from './words';

export interface CommandIo {
  readonly environment: Environment;
  /** Writes results. Rejects if they cannot be written. */
  readonly out: (text: string) => void | Promise<void>;
  /** Writes problems and progress. */
  readonly err: (text: string) => void;
  /** Whether a user can watch the output of `err`, as in a terminal. */
  readonly isWatched: boolean;
  readonly signal: AbortSignal;
  /** Rejects with an uncaught error, after which the run cannot be trusted. */
  readonly failed: Promise<never>;
  readonly onLeave: RunContext['onLeave'];
  /** Whether the command's own file is complete. Its download may have been cut off. */
  readonly isWhole: boolean;
  readonly startEngine: () => EngineWorker;
  /** Creates the network connection to the service. Only tests set it. */
  readonly openNetwork?: (certificateAuthority: string | null) => Network;
}

/** By default, a run gives up after this many minutes without an answer from the service, because a scheduled run must end. */
const USUAL_PATIENCE_MINUTES = 30;
const MINUTE_MS = 60_000;

/** Runs the command, and resolves to its exit code. Never rejects. */
export async function runCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const language = languageOfArguments(args);
  // Numbers and dates follow the language, not the settings of the computer that runs a schedule.
  const words = await loadCommandWords(language, localeOfLanguage(language));
  const isJson = args.includes('--json');
  try {
    if (!io.isWhole) throw new CommandError({ kind: 'cut-command' });
    const line = readCommandLine(args);
    languageOption(line.options.language);
    const report = await Promise.race([commandReport(line, words, io), io.failed]);
    const isWanted = line.options.quiet !== true || report.isResult || report.isWithFindings;
    const text = isJson ? jsonText(report.json) : isWanted ? report.text : '';
    const unwritten = await unwrittenOutput(text, io);
    return exitCodeOf({ ...report, failures: [...(report.failures ?? []), ...unwritten] }, io, words);
  } catch (error) {
    // A user or a scheduler has stopped the run, so nothing is reported.
    if (io.signal.aborted) return EXIT_CODES.service;
    const problem = problemOf(error);
    const text = words.problemText(problem);
    tell(text, io);
    if (isJson) await unwrittenOutput(jsonText({ problem: problem.kind, text }), io);
    return EXIT_CODES[exitOf(problem)];
  }
}

function tell(text: string, io: CommandIo): void {
  io.err(shownLines([`colonnade: ${text}`]));
}

/** Writes the results. Resolves to the problems of writing; an empty list if there are none. */
async function unwrittenOutput(
  text: string,
  io: CommandIo,
): Promise<readonly { readonly problem: CommandProblem }[]> {
  try {
    await io.out(text);
    return [];
  } catch (error) {
    const code = errorCode(error);
    // `EPIPE` is not a failure: the program that reads the output, such as `head`, has read enough.
    return code === 'EPIPE' ? [] : [{ problem: { kind: 'unwritable-output', code } }];
  }
}

/** Reports the parts that failed, and returns the exit code. That of a failure takes precedence over that of findings. */
function exitCodeOf(
  { isWithFindings, failures = [] }: CommandReport,
  io: CommandIo,
  words: CommandWords,
): number {
  for (const { subject, problem } of failures) {
    tell([...(subject === undefined ? [] : [subject]), words.problemText(problem)].join(': '), io);
  }
  const kinds = failures.map(({ problem }) => exitOf(problem));
  const worst = (['not-signed-in', 'service', 'wrong-use'] as const).find((kind) => kinds.includes(kind));
  return EXIT_CODES[worst ?? (isWithFindings ? 'findings' : 'done')];
}

async function commandReport(line: CommandLine, words: CommandWords, io: CommandIo): Promise<CommandReport> {
  const { command, operands, options } = line;
  if (options.version === true) {
    const version = buildIdentity?.version ?? '';
    return {
      isWithFindings: false,
      isResult: true,
      text: `${version}\n`,
      json: { version, build: buildIdentity?.id ?? null },
    };
  }
  switch (command) {
    case 'help':
      return { isWithFindings: false, isResult: true, text: helpText(words), json: { commands: COMMANDS } };
    case 'extract': {
      const view = readView(viewOperand(operands), options.name);
      if (options.out === undefined) throw new CommandError({ kind: 'no-output' });
      const output = outputFile(options.out, options.format);
      const region = localeOf('--region', options.region ?? systemLocale());
      if (view.search.subset !== undefined) throw new CommandError({ kind: 'part-of-rows' });
      return withService(options, words, io, async (context) => {
        const ofService = await viewOfService(view, context);
        const { refine, added, order } = ofService.search;
        // A sort rule that the service refuses was moved to the order of the rows read.
        const isSortedHere = order !== view.search.order;
        return refine === undefined && added === undefined && !isSortedHere
          ? extractReport(await extract(ofService, output, region, context), words)
          : extractShown(ofService, output, region, context);
      });
    }
    case 'schema': {
      const file = operandOf(operands);
      const failOn = countOf('--fail-on', options['fail-on'], 0);
      if (file === undefined && options['fail-on'] !== undefined) {
        throw new CommandError({ kind: 'no-saved-schema' });
      }
      return withService(options, words, io, (context) =>
        file === undefined ? schemaText(context) : schemaDrift(file, failOn, context),
      );
    }
    case 'probe': {
      const [surplus] = operands;
      if (surplus !== undefined) throw new CommandError({ kind: 'surplus-argument', argument: surplus });
      const files = probeFiles(options.out, options.report);
      const path = listAddress(options['price-columns']);
      return withService(options, words, io, (context) => probe(files, path, context));
    }
    case 'check': {
      const view = readView(viewOperand(operands), options.name);
      const failOn = countOf('--fail-on', options['fail-on'], 0);
      const shown = chosenFormat(options, FINDINGS_FORMATS, 'text');
      return withService(options, words, io, async (context) =>
        checkView(await viewOfService(view, context), context, (checked) =>
          checkReport(checked, shown, failOn, words),
        ),
      );
    }
    case 'compare': {
      const view = readView(viewOperand(operands), options.name);
      const { with: path, keys, price = null } = options;
      if (path === undefined) throw new CommandError({ kind: 'no-other-side' });
      // Prices are meant to change, so changes affect the exit code only with `--fail-on`.
      const failOn = options['fail-on'] === undefined ? null : countOf('--fail-on', options['fail-on'], 0);
      const isPrinted = options.out === undefined;
      const output = changesOutput(
        options.out,
        isPrinted && options.json === true ? chosenFormat(options, PRINTED_FORMATS, 'text') : options.format,
      );
      const request = {
        path,
        files: await openFiles(path),
        keys: namesOf('--keys', keys),
        price,
        region: localeOf('--region', options.region ?? systemLocale()),
        choices: fileChoices(options),
      };
      return withService(options, words, io, async (context) => {
        const ofService = await viewOfService(view, context);
        return compareView(ofService, request, context, (compared) =>
          compareReport(compared, ofService.search, output, failOn, context),
        );
      });
    }
    case 'routine': {
      const views = readRoutineViews(operands, options.name);
      const { keep: folder, out } = options;
      if (folder === undefined) throw new CommandError({ kind: 'no-kept-folder' });
      const request = {
        format: chosenFormat(options, NEWS_FORMATS, 'text'),
        file: out === undefined ? null : reportFile(out),
        failOn: countOf('--fail-on', options['fail-on'], 0),
      };
      return withService(options, words, io, (context) =>
        runRoutine(views, folder, context, (routine) => routineReport(routine, request, context)),
      );
    }
  }
}

/** Returns the format of the output. Throws CommandError. */
function chosenFormat<Format extends string>(
  { format, json }: CommandOptions,
  formats: readonly ('json' | Format)[],
  usual: Format,
): 'json' | Format {
  const found = formats.find((each) => each === (format ?? usual));
  // Also refuses `--json` together with a `--format` other than `json`.
  if (found === undefined || (json === true && format !== undefined && format !== 'json')) {
    throw new CommandError({ kind: 'bad-value', option: '--format', value: format ?? '' });
  }
  return json === true ? 'json' : found;
}

function systemLocale(): string {
  return new Intl.DateTimeFormat().resolvedOptions().locale;
}

async function withService(
  options: CommandOptions,
  words: CommandWords,
  io: CommandIo,
  work: (context: RunContext) => Promise<CommandReport>,
): Promise<CommandReport> {
  const patienceMs = minutesOf('--patience', options.patience, USUAL_PATIENCE_MINUTES) * MINUTE_MS;
  const request = readSignIn(
    { service: options.service, clientId: options['client-id'], signIn: options['sign-in'] },
    io.environment,
  );
  const description = options.description ?? io.environment['PRICES_DESCRIPTION'] ?? '';
  const dialect = description === '' ? null : readDescription(description);
  const authority = options.ca ?? io.environment['PRICES_CA_FILE'];
  const network = (io.openNetwork ?? openNetwork)(
    authority === undefined || authority === '' ? null : readAuthority(authority),
  );
  const clock = createClock(
    () => Date.now(),
    () => performance.now(),
  );
  const isShown = io.isWatched && options.quiet !== true;
  const progress: Progress = isShown ? createProgress(io.err, words, clock.nowMs) : NO_PROGRESS;

  const tooLong = new AbortController();
  const signal = AbortSignal.any([io.signal, tooLong.signal]);
  let lastFailure: ServiceFailure = { kind: 'unreachable' };
  let stopWaiting: () => void = () => undefined;
  const noteProgress = () => {
    stopWaiting();
    stopWaiting = clock.after(patienceMs, () =>
      tooLong.abort(new CommandError({ kind: 'service', failure: lastFailure })),
    );
  };
  const noteFailure = (failure: ServiceFailure) => {
    lastFailure = failure;
  };
  const { retryUntilDone } = createRetryUntilDone({
    clock,
    random: Math.random,
    onRetrying: (failure) => {
      if (failure !== null) noteFailure(failure);
      progress.waiting(failure !== null);
    },
  });

  noteProgress();
  try {
    const signedIn = await signIn(request, { network, dialect, clock, retryUntilDone, signal });
    noteProgress();
    try {
      return await Promise.race([
        work({
          signedIn,
          words,
          clock,
          signal,
          retryUntilDone,
          noteProgress,
          noteFailure,
          connectEngine: () => createEngineConnection(io.startEngine),
          progress,
          tell: (text) => tell(text, io),
          onLeave: io.onLeave,
        }),
        signedIn.ended,
      ]);
    } finally {
      signedIn.stop();
    }
  } catch (error) {
    // If the time limit has canceled the work, its reason says more than the error of the canceled call.
    if (tooLong.signal.aborted) throw tooLong.signal.reason;
    throw error;
  } finally {
    stopWaiting();
    progress.clear();
    network.close();
  }
}

function helpText({ command, choices }: CommandWords): string {
  const rows = (lines: readonly (readonly [string, string])[]) => {
    const width = Math.max(...lines.map(([left]) => left.length)) + 2;
    return lines.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n');
  };
  return [
    command('help.usage'),
    '',
    rows([
      ['extract VIEW --out FILE', command('help.extract')],
      ['check VIEW [--fail-on N]', command('help.check')],
      ['compare VIEW --with FILE', command('help.compare')],
      ['routine FILE… --keep FOLDER', command('help.routine')],
      ['schema [FILE]', command('help.schema')],
      ['probe', command('help.probe')],
      ['help', command('help.help')],
    ]),
    '',
    command('help.view'),
    '',
    rows(
      HELP_OPTIONS.map(([name, value]) => [
        `--${name}${value === '' ? '' : ` ${value}`}`,
        command(`help.options.${name}`, choices),
      ]),
    ),
    '',
    command('help.environment'),
    '',
    rows([
      ['PRICES_USER, PRICES_PASSWORD', command('help.variables.password')],
      ['PRICES_API_KEY', command('help.variables.api-key')],
      ['PRICES_SERVICE, PRICES_CLIENT_ID, PRICES_CA_FILE', command('help.variables.options')],
      ['PRICES_DESCRIPTION', command('help.variables.description')],
      ['PRICES_SIGN_IN_FILE', command('help.variables.file')],
    ]),
    '',
    command('help.exit'),
    '',
    rows([
      ['0', command('help.codes.done')],
      ['1', command('help.codes.findings')],
      ['2', command('help.codes.wrong-use')],
      ['3', command('help.codes.service')],
      ['4', command('help.codes.not-signed-in')],
    ]),
    '',
  ].join('\n');
}
