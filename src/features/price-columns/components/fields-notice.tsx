import { IconColumnsOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { failureText } from '@/ui/components/failure-text';
import { RetryButton } from '@/ui/components/retry-button';
import { StatePanel } from '@/ui/components/state-panel';
import { useWords } from '@/ui/formats/use-words';
import type { Words } from '@/ui/formats/words';
import { serviceFailure } from '@/ui/http/service-error';
import type { KnownFields, UnreadFields } from '../api/price-columns.queries';

export interface FieldsNoticeProps {
  readonly fields: KnownFields;
  /** Whether the price columns are missing on the screen (the default), or their saved views have no description. */
  readonly effect?: 'missing' | 'undescribed';
}

/** Says of which price columns the fields could not be read and why, so that nobody takes what is shown for all there is. */
export function FieldsNotice({ fields: { failed, retry }, effect = 'missing' }: FieldsNoticeProps) {
  const t = useTranslations('priceColumns');
  const words = useWords();
  if (failed.length === 0) return null;
  const names = failed.map(({ priceColumn }) => priceColumn.displayName).join(', ');
  return (
    <StatePanel
      icon={<IconColumnsOff size={22} />}
      title={t('unreadFieldsTitle')}
      tone="warning"
      actions={<RetryButton onRetry={retry} />}
    >
      <p>
        {t(effect === 'missing' ? 'unreadFields' : 'unreadFieldsOfViews', { count: failed.length, names })}
      </p>
      {reasonsOf(words, failed).map(({ reason, names: ofReason }, _, { length }) => (
        <p key={reason}>{length === 1 ? reason : `${ofReason.join(', ')}: ${reason}`}</p>
      ))}
    </StatePanel>
  );
}

/** Returns each reason once, with the price columns that it applies to. A service that is down fails for all of them in the same way. */
function reasonsOf(words: Words, failed: readonly UnreadFields[]) {
  const reasons = new Map<string, string[]>();
  for (const { priceColumn, error } of failed) {
    const failure = serviceFailure(error);
    if (failure === null) continue;
    // The ids of a request differ between price columns, so they would keep equal reasons apart.
    const { title, text, messages } = failureText(words, failure);
    const reason = [`${title}.`, text, ...messages].join(' ');
    reasons.set(reason, [...(reasons.get(reason) ?? []), priceColumn.displayName]);
  }
  return [...reasons].map(([reason, names]) => ({ reason, names }));
}
