import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import type { FileProblem } from './file-outline';

/** Says why a file cannot be compared with, and what to do. */
export function useProblemText(
  problem: FileProblem,
  name: string,
): { readonly title: string; readonly text: string } {
  const t = useTranslations('files.problem');
  const { formatInteger } = useFormats();
  const of = (kind: Exclude<FileProblem['kind'], 'foreign'>, values: Record<string, string> = {}) => ({
    title: t(`${kind}.title`, { name }),
    text: t(`${kind}.text`, { name, file: '', row: '', count: '', names: '', ...values }),
  });
  switch (problem.kind) {
    case 'foreign':
      return { title: t('foreign.title', { name }), text: t(`foreign.${problem.found}`) };
    case 'certificate-only':
      return of('certificate-only', { file: problem.fileName });
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
    case 'damaged':
    case 'too-large':
    case 'large-groups':
    case 'large-texts':
    case 'unreadable':
    case 'not-loaded':
      return of(problem.kind);
  }
}
