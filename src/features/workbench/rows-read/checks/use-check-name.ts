import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { CheckId, ParameterName } from './check-definitions';
import type { CheckParameters } from './checks-sql';
import { isOwnCheckId, type AnyCheckId, type OwnCheck } from './own-checks';

/** Names a check. `parameters`: those that it was run with; absent if they are no longer known. */
export type NameOfCheck = (id: AnyCheckId, parameters?: CheckParameters) => string;

/** Returns a function that names a check with its limit, so that counts of two limits are not confused; an own check by its own name. */
export function useCheckName(own: readonly OwnCheck[]): NameOfCheck {
  const t = useTranslations('checks');
  const { locale } = useFormats();
  return useCallback((id, parameters) => checkName({ id, parameters }, own, t, locale), [own, t, locale]);
}

interface NamedCheck {
  readonly id: AnyCheckId;
  readonly parameters?: CheckParameters | undefined;
}

/** Like `useCheckName`, in a given language. `locale`: BCP 47, for the numbers. */
export function checkName(
  { id, parameters = {} }: NamedCheck,
  own: readonly OwnCheck[],
  t: ReturnType<typeof useTranslations<'checks'>>,
  locale: string,
): string {
  if (isOwnCheckId(id)) return own.find((check) => check.id === id)?.name ?? '';
  const format = createDecimalFormat(locale, { minFractionDigits: 0, maxFractionDigits: 1, isGrouped: true });
  const limitOf = (name: ParameterName) => {
    const limit = parameters[name];
    return limit === undefined ? 'none' : format(limit);
  };
  if (id === 'changed') return t('checks.changed.limited', { percent: limitOf('percent') });
  if (id === 'below-cost' && isBeyond(id, parameters.margin)) {
    return t('checks.below-cost.limited', { margin: limitOf('margin') });
  }
  if (id === 'gap' && isBeyond(id, parameters.days))
    return t('checks.gap.limited', { days: limitOf('days') });
  return t(`checks.${id}.name`);
}

/** Whether a limit differs from the one that the name alone means. */
function isBeyond(id: keyof typeof MEANT, limit: string | undefined): boolean {
  return limit !== undefined && Number(limit) > MEANT[id];
}

const MEANT = { 'below-cost': 0, gap: 1 } as const satisfies Partial<Record<CheckId, number>>;
