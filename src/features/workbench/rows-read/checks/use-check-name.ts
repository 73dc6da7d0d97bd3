import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { isOwnCheckId, type AnyCheckId, type OwnCheck } from './own-checks';

/** Returns a function that names a check; the person's own as they called it. */
export function useCheckName(own: readonly OwnCheck[]): (id: AnyCheckId) => string {
  const t = useTranslations('checks');
  return useCallback((id) => checkName(id, own, t), [own, t]);
}

/** Like `useCheckName`, in a given language. */
export function checkName(
  id: AnyCheckId,
  own: readonly OwnCheck[],
  t: ReturnType<typeof useTranslations<'checks'>>,
): string {
  return isOwnCheckId(id) ? (own.find((check) => check.id === id)?.name ?? '') : t(`checks.${id}.name`);
}
