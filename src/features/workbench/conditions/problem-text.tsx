import { Fragment } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { rightText } from '@/session/rights/right-text';
import type { Words } from '@/ui/formats/words';
import type { Operand } from '../model/draft-query';
import { operandIssue, exampleText } from '../model/operand-text';
import { describeRelativeDay } from '@/analysis/conditions/relative-day';
import type { Problem } from '../model/resolve-query';
import { separatorValues } from '../texts/inexpressible-text';
import classes from './inputs.module.css';

/** What a problem is about. The text of the problem contains these details. */
export interface ProblemSubject {
  readonly fieldName: string;
  /** The field; undefined if the price column has no field with this name. */
  readonly field?: PriceField | undefined;
  readonly operands?: readonly Operand[];
}

export interface ProblemText {
  readonly text: string;
  /** Suggested texts that can be parsed and could replace the typed text. The most probable one is the first. */
  readonly repairs: readonly string[];
}

const LISTED_VALUES = 5;

/** Returns a text that describes a problem of a rule, and suggestions to repair the typed text. */
export function problemText(words: Words, problem: Problem, subject: ProblemSubject): ProblemText {
  const t = words.of('workbench');
  const { formatInteger } = words.formats;
  const plain = (text: string): ProblemText => ({ text, repairs: [] });
  const field = subject.fieldName;
  switch (problem.kind) {
    case 'value-unreadable':
      return unreadableText(words, problem.count, subject);
    case 'no-field-selected':
    case 'field-missing':
    case 'value-missing':
    case 'too-large':
    case 'needs-rows':
    case 'empty-group':
      return plain(t(`problem.${problem.kind}`));
    case 'too-many-here':
      return plain(
        t('problem.too-many-here', {
          conditions: formatInteger(problem.conditions),
          columns: formatInteger(problem.columns),
        }),
      );
    case 'not-computable':
      // The text does not say which part of the formula is wrong, because the editor of the computed column shows it.
      return plain(t('problem.not-computable'));
    case 'unknown-field':
    case 'not-filterable':
    case 'not-sortable':
    case 'duplicate-field':
    case 'type-changed':
      return plain(t(`problem.${problem.kind}`, { field }));
    case 'locked-field':
      return plain(
        t('problem.locked-field', { field, right: rightText(words.of('rights'), problem.right ?? '') }),
      );
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
    case 'too-many-sort-rules':
      return plain(t('problem.too-many-sort-rules', { limit: problem.limit }));
    case 'comma-in-list':
      return plain(
        t('problem.comma-in-list', { value: problem.value, ...separatorValues(problem.separator) }),
      );
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
}

function unreadableText(words: Words, count: number, { field, operands = [] }: ProblemSubject): ProblemText {
  const t = words.of('workbench');
  const { locale, formatInteger } = words.formats;
  const texts = operands.filter((operand) => operand.value === null).map((operand) => operand.text ?? '');
  if (operands.length > 1) {
    const shown = texts.slice(0, LISTED_VALUES).join(' · ');
    const values = texts.length > LISTED_VALUES ? `${shown} …` : shown;
    return {
      text: t('problem.unreadable-list', { count, formatted: formatInteger(count), values }),
      repairs: [],
    };
  }
  if (field === undefined || field.type === 'boolean') {
    return { text: t('problem.unreadable-boolean'), repairs: [] };
  }
  const issue = operandIssue(texts[0] ?? '', field, locale);
  const example = exampleText(field, locale);
  const repairs = issue?.repairs ?? [];
  const reason = issue?.reason ?? (field.type === 'date' ? 'not-a-date' : 'not-a-number');
  switch (reason) {
    case 'other-notation':
    case 'exponent':
      return { text: t('problem.looks-like'), repairs };
    case 'ambiguous':
      return { text: t('problem.ambiguous', { example }), repairs };
    case 'percent':
      return { text: t('problem.percent'), repairs };
    case 'not-a-date':
      return {
        text: t('problem.unreadable-date', {
          example,
          relative: describeRelativeDay('30-days-ago', words.of('queryText')),
        }),
        repairs,
      };
    case 'other-order':
      return { text: t('problem.looks-like-date'), repairs };
    case 'two-digit-year':
    case 'other-calendar':
    case 'no-such-date':
    case 'no-such-time':
    case 'serial-number':
    case 'time-not-allowed':
    case 'too-precise':
    case 'time-zone':
      return { text: t(`problem.${reason}`), repairs };
    case 'empty':
    case 'not-a-number':
    case 'bad-groups':
    // The last two cases cannot occur, because parsing here does not check the number of digits that the column stores.
    case 'too-many-decimals':
    case 'too-large':
      return { text: t('problem.unreadable-number', { example }), repairs };
  }
}

export interface InputErrorProps {
  readonly problem: ProblemText;
  readonly onRepair?: (text: string) => void;
}

/** The error message of an editor, with a button for each suggested repair. */
export function InputError({ problem: { text, repairs }, onRepair }: InputErrorProps) {
  const t = useTranslations('workbench');
  if (onRepair === undefined) return <span ref={scrollToFocused}>{text}</span>;
  return (
    <span ref={scrollToFocused}>
      {text}
      {repairs.map((repair) => (
        <Fragment key={repair}>
          {' '}
          <button
            type="button"
            className={classes['textButton']}
            onClick={() => {
              onRepair(repair);
            }}
          >
            {t('problem.repair', { text: repair })}
          </button>
        </Fragment>
      ))}
    </span>
  );
}

/** Scrolls the error of the focused rule into view. The error appears below its editor, which may be at the bottom of the visible area. */
function scrollToFocused(error: HTMLElement | null): void {
  const isOfFocused = error?.closest('[data-rule]')?.contains(document.activeElement) === true;
  if (isOfFocused) error?.scrollIntoView({ block: 'nearest' });
}
