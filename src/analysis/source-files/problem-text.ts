import type { Words } from '@/ui/formats/words';
import { damageText } from '@/ui/components/damage-text';
import type { FileProblem } from './file-outline';
import { isEncoding } from './recognise-file';

/** Returns a title and a text that explain why a file cannot be used, and what to do. */
export function fileProblemText(
  words: Words,
  problem: FileProblem,
  name: string,
): { readonly title: string; readonly text: string } {
  const t = words.of('files.problem');
  const { formatInteger } = words.formats;
  const of = (
    kind: Exclude<FileProblem['kind'], 'foreign' | 'damaged' | 'wrong-encoding'>,
    values: Record<string, string> = {},
  ) => ({
    title: t(`${kind}.title`, { name }),
    text: t(`${kind}.text`, { name, file: '', row: '', count: '', names: '', ...values }),
  });
  switch (problem.kind) {
    case 'foreign':
      return { title: t('foreign.title', { name }), text: t(`foreign.${problem.found}`) };
    case 'certificate-only':
      return of('certificate-only', { file: problem.fileName });
    case 'damaged':
      return {
        title: t('damaged.title', { name }),
        text: t('damaged.text', { damage: damageText(words, problem.damage) }),
      };
    case 'wrong-encoding': {
      const { line } = problem;
      const encoding = isEncoding(problem.encoding)
        ? words.of('files.encoding')(problem.encoding)
        : problem.encoding;
      const values = { name, encoding, line: line === null ? '' : formatInteger(line) };
      return {
        title: t('wrong-encoding.title', values),
        text: t(line === null ? 'wrong-encoding.textWithoutLine' : 'wrong-encoding.text', values),
      };
    }
    case 'null-character':
      return of('null-character', { row: formatInteger(problem.line) });
    case 'nested-value':
    case 'doubled-member':
      return of(problem.kind, { row: formatInteger(problem.line), names: problem.column });
    case 'not-text':
      return of('not-text', { row: formatInteger(problem.row), names: problem.column });
    case 'uncomputed':
    case 'unclosed-quote':
    case 'too-many-values':
      return of(problem.kind, { row: formatInteger(problem.record) });
    case 'too-many-columns':
      return of('too-many-columns', { count: formatInteger(problem.count) });
    case 'compression':
      return of('compression', { names: problem.names.join(', ') });
    case 'empty':
    case 'no-rows':
    case 'several-files':
    case 'too-large':
    case 'large-groups':
    case 'large-texts':
    case 'unreadable':
    case 'not-loaded':
      return of(problem.kind);
  }
}
