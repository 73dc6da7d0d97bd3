import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import { useNow } from '@/shared/ui/use-now';
import type { ComparableSnapshot } from '../../model/compare-with';
import { sourceOfCacheKey, sourceToParameter } from '../../model/source';

/** A snapshot in the options of a combobox. */
export interface SourceOption {
  /** As in an address. */
  readonly value: string;
  readonly label: string;
  readonly disabled: boolean;
}

/** How often it is checked which snapshots have expired. */
const CHECK_EVERY_MS = 15_000;

/** Returns snapshots as options of a combobox. Expired ones say so and cannot be chosen. */
export function useSourceOptions(comparable: readonly ComparableSnapshot[]): readonly SourceOption[] {
  const t = useTranslations('sources');
  const snapshotText = useSnapshotText();
  const now = useNow(true, CHECK_EVERY_MS);
  return comparable.map((snapshot) => {
    const isExpired = snapshot.expiresAtMs !== null && snapshot.expiresAtMs <= now;
    const text = snapshotText(snapshot);
    return {
      value: sourceToParameter(sourceOfCacheKey(snapshot.cacheKey)),
      label: isExpired ? t('select.expired', { snapshot: text }) : text,
      disabled: isExpired,
    };
  });
}

/** Returns a function that says which snapshot of a list one is. */
function useSnapshotText(): (snapshot: ComparableSnapshot) => string {
  const t = useTranslations('sources');
  const { formatDateTime, formatExactDateTime, formatInteger } = useFormats();
  return ({ takenAtMs, needsSeconds, label, rowCount }) => {
    const taken = (needsSeconds ? formatExactDateTime : formatDateTime)(takenAtMs);
    const rows =
      rowCount === null ? null : t('rows', { formatted: formatInteger(rowCount), count: rowCount });
    return [taken, label, rows].filter((part) => part !== null && part !== '').join(' · ');
  };
}
