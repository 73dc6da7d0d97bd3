import { Button, Group, TextInput, Title } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import { compareDecimals } from '@/lib/formats/decimal';
import { useFormats } from '@/ui/formats/format-settings-context';
import { parseDecimal } from '@/lib/formats/parse-decimal';
import { PERCENT_PLACES } from '@/analysis/comparison/change-percent';
import type { PercentRange } from '@/analysis/comparison/change-rows';

export interface PercentRangeFormProps {
  /** The range whose rows are shown; null for all rows. */
  readonly range: PercentRange | null;
  readonly onChoose: (range: PercentRange | null) => void;
}

const ENDS = ['from', 'to'] as const;
type End = (typeof ENDS)[number];

type RangeProblem = 'not-a-number' | 'too-many-decimals' | 'too-large' | 'reversed';

/** The typed text, and the range `of` that it was typed for. If the address changes to another range, the draft is dropped. */
interface Draft extends Readonly<Record<End, string>> {
  readonly of: string;
  /** The end that is being typed. Its problem is shown only after the input loses the focus, because a number may still be incomplete. */
  readonly typing: End | null;
}

/** A form for a range of Δ %, typed in the user's number format. The range includes both ends, and each end can be left empty. */
export function PercentRangeForm({ range, onChoose }: PercentRangeFormProps) {
  const t = useTranslations('changes');
  const { locale } = useFormats();
  const titleId = useId();
  const inputs = { from: useRef<HTMLInputElement>(null), to: useRef<HTMLInputElement>(null) };
  const format = createDecimalFormat(locale, {
    minFractionDigits: 0,
    maxFractionDigits: Infinity,
    isGrouped: false,
  });
  const shown = (value: string | null | undefined) => (value == null ? '' : format(value));
  const of = JSON.stringify(range);
  const [edited, setEdited] = useState<Draft | null>(null);
  const draft: Draft =
    edited?.of === of ? edited : { of, from: shown(range?.from), to: shown(range?.to), typing: null };
  const { values, problems } = readRange(draft, locale);

  function apply(): void {
    const invalid = ENDS.find((end) => problems[end] !== null);
    if (invalid !== undefined) {
      setEdited({ ...draft, typing: null });
      inputs[invalid].current?.focus();
      return;
    }
    // The range of a bar excludes its upper end, but this form includes it. So an unedited range is not submitted.
    if (edited?.of !== of) return;
    setEdited(null);
    const { from, to } = values;
    onChoose(from === null && to === null ? null : { from, to, includesEnd: true });
  }

  return (
    <form
      aria-labelledby={titleId}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Title order={3} id={titleId} size="sm" my={8}>
        {t('range.title')}
      </Title>
      <Group gap="8px 12px" align="flex-start" mb={8}>
        {ENDS.map((end) => {
          const isHalfTyped = problems[end] === 'reversed' ? draft.typing !== null : draft.typing === end;
          const problem = isHalfTyped ? null : problems[end];
          return (
            <TextInput
              key={end}
              ref={inputs[end]}
              size="xs"
              flex="0 1 140px"
              label={t(`range.${end}`)}
              inputMode="decimal"
              autoComplete="off"
              spellCheck={false}
              value={draft[end]}
              error={
                problem === null ? undefined : t(`range.problem.${problem}`, { example: format('-2.5') })
              }
              onChange={(event) => setEdited({ ...draft, [end]: event.currentTarget.value, typing: end })}
              onBlur={() => {
                if (edited?.of === of) setEdited({ ...draft, typing: null });
              }}
            />
          );
        })}
        {/* The margin aligns the button with the inputs, which stand below their labels. */}
        <Button type="submit" size="xs" variant="default" mt={22}>
          {t('range.apply')}
        </Button>
      </Group>
    </form>
  );
}

/** Reads both ends. An end is null if it is empty or cannot be read. */
function readRange(
  draft: Draft,
  locale: string,
): {
  readonly values: Readonly<Record<End, string | null>>;
  readonly problems: Readonly<Record<End, RangeProblem | null>>;
} {
  const [from, to] = ENDS.map((end) => readEnd(draft[end], locale));
  const values = { from: from?.value ?? null, to: to?.value ?? null };
  const isReversed =
    values.from !== null && values.to !== null && compareDecimals(values.from, values.to) > 0;
  return {
    values,
    problems: { from: from?.problem ?? null, to: isReversed ? 'reversed' : (to?.problem ?? null) },
  };
}

function readEnd(
  text: string,
  locale: string,
): { readonly value: string | null; readonly problem: RangeProblem | null } {
  // The label says that the number is a percentage, so the percent sign is optional.
  const plain = text.trim().replace(/\s*%$/, '');
  if (plain === '') return { value: null, problem: null };
  const parsed = parseDecimal(plain, { locale, maxIntegerDigits: 18, maxFractionDigits: PERCENT_PLACES });
  if (parsed.ok) return { value: parsed.value, problem: null };
  const isLimit = parsed.problem === 'too-many-decimals' || parsed.problem === 'too-large';
  return { value: null, problem: isLimit ? parsed.problem : 'not-a-number' };
}
