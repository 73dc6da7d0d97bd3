import { parseArgs } from 'node:util';
import { LANGUAGES, type Language } from '@/lib/base/languages';
import { CommandError } from './command-problem';

/** The commands, in the order in which the help lists them. */
export const COMMANDS = ['extract', 'check', 'compare', 'routine', 'schema', 'probe', 'help'] as const;
export type CommandName = (typeof COMMANDS)[number];

const OPTIONS = {
  out: { type: 'string' },
  report: { type: 'string' },
  'price-columns': { type: 'string' },
  format: { type: 'string' },
  'fail-on': { type: 'string' },
  with: { type: 'string' },
  keys: { type: 'string' },
  price: { type: 'string' },
  keep: { type: 'string' },
  region: { type: 'string' },
  encoding: { type: 'string' },
  separator: { type: 'string' },
  'header-row': { type: 'string' },
  decimal: { type: 'string' },
  dates: { type: 'string' },
  name: { type: 'string' },
  service: { type: 'string' },
  'client-id': { type: 'string' },
  'sign-in': { type: 'string' },
  ca: { type: 'string' },
  description: { type: 'string' },
  patience: { type: 'string' },
  language: { type: 'string' },
  quiet: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

type OptionName = keyof typeof OPTIONS;

const OF_ALL: readonly OptionName[] = ['language', 'quiet', 'json', 'help', 'version'];
const OF_SERVICE: readonly OptionName[] = [
  'service',
  'client-id',
  'sign-in',
  'ca',
  'description',
  'patience',
];

/** The options of each command. An option of another command is refused, because it would have no effect. */
const OPTIONS_OF: Readonly<Record<Exclude<CommandName, 'help'>, readonly OptionName[]>> = {
  extract: ['out', 'format', 'region', 'name'],
  check: ['format', 'fail-on', 'name'],
  compare: [
    ...(['with', 'keys', 'price', 'format', 'out', 'region', 'fail-on', 'name'] as const),
    ...(['encoding', 'separator', 'header-row', 'decimal', 'dates'] as const),
  ],
  routine: ['keep', 'format', 'out', 'fail-on', 'name'],
  schema: ['fail-on'],
  probe: ['out', 'report', 'price-columns'],
};

/** The options that the help lists, with placeholders for their values. */
export const HELP_OPTIONS = [
  ['out', 'FILE'],
  ['report', 'FILE'],
  ['price-columns', 'PATH'],
  ['format', 'FORMAT'],
  ['fail-on', 'N'],
  ['with', 'FILE'],
  ['keys', 'A,B'],
  ['price', 'FIELD'],
  ['keep', 'FOLDER'],
  ['region', 'TAG'],
  ['encoding', 'LABEL'],
  ['separator', 'SIGN'],
  ['header-row', 'N'],
  ['decimal', 'SIGN'],
  ['dates', 'ORDER'],
  ['name', 'NAME'],
  ['service', 'ADDRESS'],
  ['sign-in', 'FILE'],
  ['client-id', 'ID'],
  ['ca', 'FILE'],
  ['description', 'FILE'],
  ['patience', 'MINUTES'],
  ['language', 'TAG'],
  ['quiet', ''],
  ['json', ''],
] as const satisfies readonly (readonly [keyof typeof OPTIONS, string])[];

export type CommandOptions = Readonly<ReturnType<typeof parse>['values']>;

export interface CommandLine {
  readonly command: CommandName;
  readonly operands: readonly string[];
  readonly options: CommandOptions;
}

/** Reads the arguments of the command. Throws CommandError. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values: options, positionals } = parse(args);
  const [first, ...operands] = positionals;
  if (options.help === true || options.version === true) return { command: 'help', operands: [], options };
  if (first === undefined) throw new CommandError({ kind: 'no-command' });
  const command = COMMANDS.find((known) => known === first);
  if (command === undefined) throw new CommandError({ kind: 'no-such-command', command: first });
  if (command !== 'help') requireOptionsOf(command, options);
  return { command, operands, options };
}

/** Throws CommandError if one of the options belongs only to other commands. */
function requireOptionsOf(command: Exclude<CommandName, 'help'>, options: CommandOptions): void {
  const known: readonly string[] = [...OPTIONS_OF[command], ...OF_SERVICE, ...OF_ALL];
  const foreign = Object.keys(options).find((name) => !known.includes(name));
  if (foreign !== undefined) {
    throw new CommandError({ kind: 'foreign-option', option: `--${foreign}`, command });
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    // The first sentence of Node's message names the option and the mistake. The second one gives hints for programmers.
    const [detail = ''] = error instanceof Error ? error.message.split('. ') : [];
    throw new CommandError({ kind: 'bad-options', detail });
  }
}

/** Returns the language that `--language` names, for error messages about the arguments. Checks no other argument. */
export function languageOfArguments(args: readonly string[]): Language {
  const at = args.indexOf('--language');
  const named = at < 0 ? args.find((arg) => arg.startsWith('--language='))?.slice(11) : args[at + 1];
  return LANGUAGES.find((language) => language === named) ?? 'en';
}

/** Returns the view (a link or a file) that a command requires as its only operand. Throws CommandError. */
export function viewOperand(operands: readonly string[]): string {
  const view = operandOf(operands);
  if (view === undefined) throw new CommandError({ kind: 'no-view' });
  return view;
}

/** Returns the one operand of a command; undefined if there is none. Throws CommandError. */
export function operandOf([operand, surplus]: readonly string[]): string | undefined {
  if (surplus !== undefined) throw new CommandError({ kind: 'surplus-argument', argument: surplus });
  return operand;
}

/** Reads the value of an option as a number of minutes; `usual` if the option is absent. Throws CommandError. */
export function minutesOf(option: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  const minutes = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || minutes <= 0) {
    throw new CommandError({ kind: 'bad-value', option, value: text });
  }
  return minutes;
}

/** Reads the value of an option as a number of findings or differences; `usual` if it is absent. Throws CommandError. */
export function countOf(option: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  if (!/^\d{1,9}$/.test(text)) throw new CommandError({ kind: 'bad-value', option, value: text });
  return Number(text);
}

/** Reads a comma-separated list of field names; null if the option is absent. Throws CommandError. */
export function namesOf(option: string, text: string | undefined): readonly string[] | null {
  if (text === undefined) return null;
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('') || new Set(names).size < names.length) {
    throw new CommandError({ kind: 'bad-value', option, value: text });
  }
  return names;
}

/** Checks a BCP 47 tag and returns its canonical form. Throws CommandError. */
export function localeOf(option: string, tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag;
  } catch {
    throw new CommandError({ kind: 'bad-value', option, value: tag });
  }
}

/** Checks the value of `--language`. Throws CommandError. */
export function languageOption(tag: string | undefined): Language {
  if (tag === undefined) return 'en';
  const language = LANGUAGES.find((known) => known === tag);
  if (language === undefined) throw new CommandError({ kind: 'bad-value', option: '--language', value: tag });
  return language;
}
