import { Button } from '@mantine/core';
import { IconAlertTriangle, IconHourglassOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFailureText } from '@/shared/ui/use-failure-text';
import type { ServiceFailure } from '@/shared/http/service-error';
import type { SnapshotFailure } from '../snapshot/snapshot-failure';
import classes from './results-banner.module.css';
import { useBreachText } from './snapshot-failure-panel';
import type { ResultsNote } from './use-results-notes';

export interface ResultsBannerProps {
  /** What ended the paging of the snapshot on screen. */
  readonly stop: SnapshotFailure | null;
  /** Its time is up by the clock; nothing need have ended yet. */
  readonly isTimeUp: boolean;
  /** Why there is no newer snapshot. */
  readonly runFailure: SnapshotFailure | null;
  /** Why rows in view are not there, though others may be. */
  readonly rowsFailure: SnapshotFailure | null;
  readonly onRetryRows: () => void;
  readonly onTakeNew: () => void;
  readonly onRetryRun: () => void;
  readonly onDismiss: () => void;
  readonly notes: readonly ResultsNote[];
}

/** What has to be said about the rows above, which stay as they are. */
export function ResultsBanner(props: ResultsBannerProps) {
  const { stop, isTimeUp, runFailure, rowsFailure, notes } = props;
  const { onTakeNew, onRetryRun, onRetryRows, onDismiss } = props;
  const t = useTranslations('results');
  const tCommon = useTranslations('common');
  const breachText = useBreachText();
  const breach = stop?.kind === 'breach' ? stop.breach : null;
  const takeNew = (
    <Button size="compact-sm" onClick={onTakeNew}>
      {t('takeNew')}
    </Button>
  );
  return (
    <>
      {runFailure !== null && (
        <div role="alert" className={classes['banner']} data-tone="danger">
          <IconAlertTriangle size={18} aria-hidden="true" />
          <p>
            <strong>{t('runFailedBanner')}</strong> <FailureWords failure={runFailure} />
          </p>
          <Button size="compact-sm" variant="default" onClick={onRetryRun}>
            {tCommon('tryAgain')}
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onDismiss}>
            {t('dismiss')}
          </Button>
        </div>
      )}
      {rowsFailure !== null && (
        <div role="alert" className={classes['banner']} data-tone="danger">
          <IconAlertTriangle size={18} aria-hidden="true" />
          <p>
            <strong>{t('pageFailed')}</strong> <FailureWords failure={rowsFailure} />
          </p>
          <Button size="compact-sm" variant="default" onClick={onRetryRows}>
            {tCommon('tryAgain')}
          </Button>
        </div>
      )}
      <div aria-live="polite">
        {notes.map(({ id, text, onDismiss: onDismissNote }) => (
          <div key={id} className={classes['banner']} data-tone="warning">
            <IconAlertTriangle size={18} aria-hidden="true" />
            <p>{text}</p>
            <Button size="compact-sm" variant="default" onClick={onDismissNote}>
              {t('dismiss')}
            </Button>
          </div>
        ))}
      </div>
      {breach !== null && (
        <div role="alert" className={classes['banner']} data-tone="danger">
          <IconAlertTriangle size={18} aria-hidden="true" />
          <p>
            <strong>{t('breachTitle')}</strong> {t('breachText')} {breachText(breach)}
          </p>
          {takeNew}
        </div>
      )}
      {breach === null && (stop !== null || isTimeUp) && (
        <div role="alert" className={classes['banner']} data-tone="warning">
          <IconHourglassOff size={18} aria-hidden="true" />
          <p>
            <strong>{t('expiredTitle')}</strong> {t('expiredText')}
          </p>
          {takeNew}
        </div>
      )}
    </>
  );
}

function FailureWords({ failure }: { readonly failure: SnapshotFailure }) {
  const breachText = useBreachText();
  return failure.kind === 'breach' ? breachText(failure.breach) : <ServiceWords failure={failure.failure} />;
}

function ServiceWords({ failure }: { readonly failure: ServiceFailure }) {
  const { title, text, messages } = useFailureText(failure);
  return `${title}. ${text} ${messages.join(' ')}`;
}
