import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useNow } from '@/ui/formats/use-now';
import type { ComparableSnapshot } from '../../model/compare-with';
import { sourceOfCacheKey, sourceToParameter, type Source } from '@/analysis/conditions/source';

interface SourceOption {
  /** The source in the notation of an address parameter. */
  readonly value: string;
  readonly label: string;
  readonly disabled: boolean;
}

/** How often the options are checked for expired snapshots. */
const CHECK_EVERY_MS = 15_000;

/** A price column that the options name. */
export interface SourceColumn {
  readonly name: string;
  readonly displayName: string;
}

/** The snapshots of another price column. */
export interface SnapshotsOfColumn {
  readonly priceColumn: SourceColumn;
  readonly snapshots: readonly ComparableSnapshot[];
}

/** Returns the snapshots of this price column, and then those of others, as options. Expired snapshots cannot be chosen. */
export function useSourceOptions(
  comparable: readonly ComparableSnapshot[],
  others: readonly SnapshotsOfColumn[],
): readonly SourceOption[] {
  const t = useTranslations('sources');
  const snapshotText = useSnapshotText();
  const now = useNow(true, CHECK_EVERY_MS);
  const optionOf = (snapshot: ComparableSnapshot, source: Source, text: string): SourceOption => {
    const isExpired = snapshot.expiresAtMs !== null && snapshot.expiresAtMs <= now;
    return {
      value: sourceToParameter(source),
      label: isExpired ? t('select.expired', { snapshot: text }) : text,
      disabled: isExpired,
    };
  };
  return [
    ...comparable.map((each) => optionOf(each, sourceOfCacheKey(each.cacheKey), snapshotText(each))),
    ...others.flatMap(({ priceColumn: { name, displayName }, snapshots }) =>
      snapshots.map((each) =>
        optionOf(
          each,
          { kind: 'snapshot-of', name, cacheKey: each.cacheKey },
          t('select.snapshotOf', { priceColumn: displayName, snapshot: snapshotText(each) }),
        ),
      ),
    ),
  ];
}

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
