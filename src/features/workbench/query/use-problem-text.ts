import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useFormats } from '@/shared/formats/format-settings-context';
import type { Operand } from '../model/draft-query';
import { entryIssue, exampleText } from '../model/entry';
import type { Problem } from '../model/resolve-query';

/** What a problem is about, as far as its words need it. */
export interface ProblemSubject {
  readonly fieldName: string;
  /** Undefined where the price column has no such field. */
  readonly field?: PriceField | undefined;
  readonly operands?: readonly Operand[];
}

export interface ProblemText {
  readonly text: string;
  /** Would be read in place of what was typed. */
  readonly repair: string | null;
}

const LISTED_VALUES = 5;

/** Problems in the person's words. */
export function useProblemText(): (problem: Problem, subject: ProblemSubject) => ProblemText {
  const t = useTranslations('workbench');
  const { locale, formatInteger } = useFormats();

  const unreadable = (count: number, { field, operands = [] }: ProblemSubject): ProblemText => {
    const texts = operands.filter((operand) => operand.value === null).map((operand) => operand.text ?? '');
    if (operands.length > 1) {
      const shown = texts.slice(0, LISTED_VALUES).join(' · ');
      const values = texts.length > LISTED_VALUES ? `${shown} …` : shown;
      return { text: t('problem.unreadable-list', { count, values }), repair: null };
    }
    if (field === undefined || field.type === 'boolean') {
      return { text: t('problem.unreadable-boolean'), repair: null };
    }
    const issue = entryIssue(texts[0] ?? '', field, locale);
    const example = exampleText(field, locale);
    const repair = issue?.repair ?? null;
    const reason = issue?.reason ?? (field.type === 'date' ? 'not-a-date' : 'not-a-number');
    switch (reason) {
      case 'other-notation':
      case 'exponent':
        return { text: t('problem.looks-like'), repair };
      case 'ambiguous':
        return { text: t('problem.ambiguous', { example }), repair };
      case 'percent':
        return { text: t('problem.percent'), repair };
      case 'not-a-date':
        return { text: t('problem.unreadable-date', { example }), repair };
      case 'other-order':
        return { text: t('problem.looks-like-date'), repair };
      case 'no-such-date':
      case 'no-such-time':
      case 'serial-number':
      case 'time-not-allowed':
      case 'too-precise':
      case 'time-zone':
        return { text: t(`problem.${reason}`), repair };
      case 'empty':
      case 'not-a-number':
      case 'bad-groups':
      // How many digits are stored is not asked while reading.
      case 'too-many-decimals':
      case 'too-large':
        return { text: t('problem.unreadable-number', { example }), repair };
    }
  };

  return (problem, subject) => {
    const plain = (text: string): ProblemText => ({ text, repair: null });
    const field = subject.fieldName;
    switch (problem.kind) {
      case 'value-unreadable':
        return unreadable(problem.count, subject);
      case 'no-field-selected':
      case 'field-missing':
      case 'value-missing':
        return plain(t(`problem.${problem.kind}`));
      case 'unknown-field':
      case 'not-filterable':
      case 'not-sortable':
      case 'duplicate-field':
      case 'type-changed':
        return plain(t(`problem.${problem.kind}`, { field }));
      case 'locked-field':
        return plain(t('problem.locked-field', { field, right: problem.right ?? '' }));
      case 'too-many-decimals':
        return plain(t('problem.too-many-decimals', { scale: problem.scale }));
      case 'too-many-digits':
        return plain(t('problem.too-many-digits', { digits: problem.digits }));
      case 'too-long':
        return plain(
          t('problem.too-long', {
            maxLength: formatInteger(problem.maxLength),
            length: formatInteger(problem.length),
          }),
        );
      case 'comma-in-list':
        return plain(t('problem.comma-in-list', { value: problem.value }));
      case 'too-many-values':
        return plain(
          t('problem.too-many-values', {
            limit: formatInteger(problem.limit),
            count: formatInteger(problem.count),
          }),
        );
      case 'refused':
        return plain(t('problem.refused', { message: problem.message }));
      case 'from-after-to':
        return plain(t('problem.from-after-to'));
      case 'days-out-of-range':
        return plain(t('problem.days-out-of-range', { limit: formatInteger(problem.limit) }));
    }
  };
}
