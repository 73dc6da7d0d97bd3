import { Checkbox, Group, Text } from '@mantine/core';
import { useLocale, useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { ReferenceCounts } from '@/analysis/checks/reference-prices';
import classes from './checks.module.css';

/** The findings of a check in the last run. */
export interface CheckCount {
  /** The number of findings that are not dismissed. */
  readonly open: number;
  readonly dismissed: number;
  /** The count of the same check in an earlier snapshot; null if unknown. */
  readonly earlier: { readonly takenAtMs: number; readonly rowCount: number } | null;
  /** Whether only some of the rows were checked. */
  readonly isEstimate: boolean;
  readonly notJudged: number;
  /** How many rows could be compared with another row, and why others could not; null if the check does not compare with other rows. */
  readonly referenceCounts: ReferenceCounts | null;
}

export interface CheckOutcomeProps {
  /** The findings of the last run; null before the first run. */
  readonly count: CheckCount | null;
  readonly isUsed: boolean;
  readonly onUse: (isUsed: boolean) => void;
}

/** Shows whether a check is used, and its number of findings. */
export function CheckOutcome({ isUsed, count, onUse }: CheckOutcomeProps) {
  const t = useTranslations('checks');
  const { formatInteger } = useFormats();
  return (
    <>
      <Checkbox
        size="xs"
        label={t('use')}
        checked={isUsed}
        onChange={(event) => onUse(event.currentTarget.checked)}
      />
      {count !== null && (
        <>
          <Count count={count} />
          {count.notJudged > 0 && (
            <Text size="xs" c="dimmed" className={classes['figures'] ?? ''}>
              {t('notJudged', { formatted: formatInteger(count.notJudged), count: count.notJudged })}
            </Text>
          )}
          {count.referenceCounts !== null && <ComparedRows counts={count.referenceCounts} />}
        </>
      )}
    </>
  );
}

function Count({ count: { open, dismissed, earlier, isEstimate } }: { readonly count: CheckCount }) {
  const t = useTranslations('checks');
  const { formatInteger } = useFormats();
  const dayText = useDayText();
  const text = t('rows', { formatted: formatInteger(open), count: open });
  const found = open + dismissed;
  const difference = earlier === null ? 0 : found - earlier.rowCount;
  const kind = difference === 0 ? 'same' : difference < 0 ? 'fewer' : 'more';
  return (
    <Group component="p" gap="0 8px" m={0} fz="sm" className={classes['figures'] ?? ''}>
      <strong>{isEstimate ? t('estimate', { text }) : text}</strong>
      {dismissed > 0 && (
        <Text span inherit c="dimmed">
          {t('dismissedCount', { formatted: formatInteger(dismissed) })}
        </Text>
      )}
      {earlier !== null && (
        <Text span inherit c="dimmed">
          {t(`compared.${kind}`, {
            formatted: formatInteger(Math.abs(difference)),
            date: dayText(earlier.takenAtMs),
          })}
        </Text>
      )}
    </Group>
  );
}

/** Shows the number of rows that were compared with another row, and why other rows were not compared. */
function ComparedRows({
  counts: { compared, missing, doubled, otherCurrency, withoutPrice },
}: {
  readonly counts: ReferenceCounts;
}) {
  const t = useTranslations('checks.source');
  const { formatInteger } = useFormats();
  const said = (kind: keyof ReferenceCounts, count: number) =>
    t(kind, { formatted: formatInteger(count), count });
  return (
    <ul aria-label={t('reference')} className={classes['reference']}>
      <li>{said('compared', compared)}</li>
      <li>{said('missing', missing)}</li>
      {doubled > 0 && <li>{said('doubled', doubled)}</li>}
      {otherCurrency > 0 && <li>{said('otherCurrency', otherCurrency)}</li>}
      {withoutPrice > 0 && <li>{said('withoutPrice', withoutPrice)}</li>}
    </ul>
  );
}

/** Returns a function that formats a time: as a day, or with date and time if the day is today. */
function useDayText(): (atMs: number) => string {
  const language = useLocale();
  const { formatDateTime } = useFormats();
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  return (atMs) => {
    const isToday = new Date(atMs).toDateString() === new Date().toDateString();
    return isToday ? formatDateTime(atMs) : day.format(atMs);
  };
}
