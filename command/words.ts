import path from 'node:path';
import { createTranslator, type Messages } from 'use-intl/core';
import type { DescriptionProblem } from '@/contract/read-description';
import { FORMAT_CHOICES } from '@/features/export/model/export-choices';
import { exportFailureText } from '@/features/export/components/export-texts';
import { fileProblemText } from '@/analysis/source-files/problem-text';
import { viewFailureText } from '@/features/workbench/routine/routine-texts';
import { createByteText } from '@/lib/formats/byte-text';
import { createFormats } from '@/lib/formats/formats';
import { createWords } from '@/ui/formats/words';
import { loadMessages } from '@/ui/i18n/catalogue';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { LANGUAGES, type Language } from '@/lib/base/languages';
import { FILE_ENDINGS } from '@/rows/certificates/certificate';
import { failureLine } from '@/ui/components/failure-text';
import { serviceFailureOf, type CommandProblem } from './command-problem';
import { shownPart } from './shown-text';
import englishCommand from './messages/en.json';

/** The command's messages by file name, for the languages that have such a file. */
const COMMAND_MESSAGES = import.meta.glob<typeof englishCommand>('./messages/*.json', {
  eager: true,
  import: 'default',
});

/** The maximum number of values that a message lists. */
const MOST_NAMED = 8;

function withEachText<T>(value: T, replaced: (text: string) => string): T {
  const each = (part: unknown): unknown => {
    if (typeof part === 'string') return replaced(part);
    if (Array.isArray(part)) return part.map(each);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, of]) => [name, each(of)]));
  };
  return each(value) as T;
}

/** The texts of the console, and those of the command. */
export type CommandWords = Awaited<ReturnType<typeof loadCommandWords>>;

/** Loads the texts of a language. `locale` is the BCP 47 tag for numbers and dates. */
export async function loadCommandWords(language: Language, locale: string) {
  const shared: Messages = language === 'en' ? englishMessages : await loadMessages(language);
  const messages = { ...shared, command: COMMAND_MESSAGES[`./messages/${language}.json`] ?? englishCommand };
  const words = createWords(shared, language, createFormats(locale, language));
  const { formats } = words;
  const either = new Intl.ListFormat(locale, { type: 'disjunction' });
  const choices = {
    endings: either.format(Object.values(FILE_ENDINGS).map((ending) => `.${ending}`)),
    formats: either.format(FORMAT_CHOICES),
    languages: either.format(LANGUAGES),
  };
  const command = createTranslator({ locale: language, messages, namespace: 'command' });

  /** Returns a text that says what the problem is and what the user can do. */
  function problemText(of: CommandProblem): string {
    // The sentence about a check is the console's own; it says last what to do.
    const problem = of.kind === 'service-check' ? of : withEachText(of, shownPart);
    switch (problem.kind) {
      case 'service':
        return problem.failure.kind === 'unauthenticated'
          ? command('problem.session-ended')
          : failureLine(words, problem.failure);
      case 'service-check':
        return problem.sentence;
      case 'export':
        return serviceFailureOf(problem)?.kind === 'unauthenticated'
          ? command('problem.session-ended')
          : exportFailureText(words, problem.failure);
      case 'address': {
        const texts = problem.problems.slice(0, MOST_NAMED).map(({ kind, text }) =>
          words.of('resultsTools').markup(`addressProblem.${kind}`, {
            text,
            // Depending on whether messages are compiled, `chunks` is one chunk or a list with one.
            code: (chunks: string) => words.of('queryText')('quoted', { value: [chunks].flat().join('') }),
          }),
        );
        return command('problem.address', { problems: texts.join('; ') });
      }
      case 'bad-description':
        return command('problem.bad-description', {
          file: problem.file,
          problems: problem.problems.slice(0, MOST_NAMED).map(descriptionText).join(' '),
        });
      case 'bad-view-file':
        return command(`problem.bad-view-file.${problem.problem}`, { file: problem.file });
      case 'no-refresh':
        return command(`problem.no-refresh.${problem.reason}`);
      case 'no-such-view':
      case 'several-views':
        return command(`problem.${problem.kind}`, { file: problem.file, names: named(problem.names) });
      case 'compared-file': {
        const { title, text } = fileProblemText(words, problem.problem, path.basename(problem.file));
        return `${title}. ${text}`;
      }
      case 'not-on-both-sides':
        return command('problem.not-on-both-sides', {
          column: problem.column,
          names: named(problem.names),
        });
      case 'no-common-columns':
        return command('problem.no-common-columns', problem);
      case 'no-such-price-column':
        return command('problem.no-such-price-column', { name: problem.name, names: named(problem.names) });
      case 'no-such-command':
        return command('problem.no-such-command', problem);
      case 'bad-options':
        return command('problem.bad-options', problem);
      case 'foreign-option':
        return command('problem.foreign-option', problem);
      case 'surplus-argument':
        return command('problem.surplus-argument', problem);
      case 'bad-value':
        return command('problem.bad-value', problem);
      case 'bad-format':
        return command('problem.bad-format', { file: problem.file, endings: choices.endings });
      case 'bad-changes-format':
      case 'bad-report-file':
      case 'bad-shown-format':
      case 'not-as-certified':
      case 'no-schema-file':
      case 'file-not-private':
      case 'bad-certificate-file':
        return command(`problem.${problem.kind}`, { file: problem.file });
      case 'no-such-folder':
        return command('problem.no-such-folder', problem);
      case 'folder-in-use':
        return command('problem.folder-in-use', problem);
      case 'bad-link':
        return command('problem.bad-link', problem);
      case 'address-for-file':
        return command('problem.address-for-file', problem);
      case 'no-ordinary-file':
        return command(`problem.no-ordinary-file.${problem.is}`, { file: problem.file });
      case 'no-views':
        return command('problem.no-views', { file: problem.file });
      case 'repeated-rows':
        return command('problem.repeated-rows', {
          count: problem.repeated?.rowCount ?? 0,
          formatted: formats.formatInteger(problem.repeated?.rowCount ?? 0),
          keys: named(problem.repeated?.keys ?? []) || 'none',
        });
      case 'unreadable-file':
      case 'unwritable-file':
        return command(`problem.${problem.kind}`, { file: problem.file, code: problem.code });
      case 'unwritable-output':
        return command('problem.unwritable-output', problem);
      case 'query':
        return command('problem.query', { count: problem.count });
      case 'bad-service':
        return command('problem.bad-service', problem);
      case 'bad-sign-in-file':
        return command('problem.bad-sign-in-file', { file: problem.file, line: String(problem.line) });
      case 'certificate':
        return command('problem.certificate', problem);
      case 'unreachable':
        return command('problem.unreachable', problem);
      case 'fault':
        return command('problem.fault', problem);
      case 'view':
        return viewFailureText(words, problem.failure);
      case 'broken-views':
        return command('problem.broken-views', { file: problem.file, count: problem.count });
      case 'own-check':
        return command('problem.own-check', problem);
      case 'cut-command':
      case 'no-command':
      case 'no-view':
      case 'name-of-link':
      case 'no-saved-schema':
      case 'bad-client-id':
      case 'no-other-side':
      case 'no-keys':
      case 'no-routine-files':
      case 'no-kept-folder':
      case 'too-many-rows':
      case 'copy-elsewhere':
      case 'copy-shown':
      case 'unknown-query':
      case 'unmatched-source':
      case 'no-output':
      case 'list-elsewhere':
      case 'part-of-rows':
      case 'source-elsewhere':
      case 'no-service':
      case 'no-credentials':
      case 'two-sign-ins':
      case 'bad-user-name':
      case 'wrong-credentials':
      case 'session-ended':
        return command(`problem.${problem.kind}`);
    }
  }

  /** Returns a text that names a key of a service description, and says which value would be right. */
  function descriptionText({ key, kind, expected }: DescriptionProblem): string {
    const t = words.of('configProblem');
    const values = { expected: expected ?? '' };
    const texts: Readonly<Record<DescriptionProblem['kind'], () => string>> = {
      'not-json': () => t('notJson'),
      'too-long': () => t('tooLong', values),
      'newer-version': () => t('newerVersion', values),
      'wrong-value': () => t('wrongValue', values),
      'unknown-key': () => t('unknownKey', values),
      'not-yet': () => t('notYet', values),
      'no-effect': () => t('noEffect'),
      'same-name': () => t('sameName'),
    };
    return key === null ? texts[kind]() : `${key}: ${texts[kind]()}`;
  }

  function named(names: readonly string[]): string {
    const shown = names.slice(0, MOST_NAMED).join(', ');
    return names.length > MOST_NAMED ? `${shown} …` : shown;
  }

  return {
    ...words,
    language,
    command,
    choices,
    byteText: createByteText(locale),
    problemText,
  };
}
