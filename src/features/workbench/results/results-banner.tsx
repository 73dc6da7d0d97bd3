import { Button } from '@mantine/core';
import { IconAlertTriangle, IconHourglassOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFailureText } from '@/shared/ui/use-failure-text';
import type { ServiceFailure } from '@/shared/http/service-error';
import type { CarriedSelection } from '../snapshot/place';
import type { SnapshotFailure } from '../snapshot/snapshot-failure';
import classes from './results-banner.module.css';
import { useBreachText } from './snapshot-failure-panel';

export interface ResultsBannerProps {
  /** What ended the paging of the snapshot on screen. */
  readonly stop: SnapshotFailure | null;
  /** Why there is no newer snapshot. */
  readonly runFailure: SnapshotFailure | null;
  /** Why rows in view are not there, though others may be. */
  readonly rowsFailure: SnapshotFailure | null;
  readonly onRetryRows: () => void;
  readonly onTakeNew: () => void;
  readonly onRetryRun: () => void;
  readonly onDismiss: () => void;
  /** The rows that are selected are not those that were. */
  readonly selectionChange: Exclude<CarriedSelection, 'same'> | null;
  readonly onDismissSelectionChange: () => void;
}

/** What has to be said about the rows above, which stay as they are. */
export function ResultsBanner(props: ResultsBannerProps) {
  const { stop, runFailure, rowsFailure, onTakeNew, onRetryRun, onRetryRows, onDismiss, selectionChange } =
    props;
  const t = useTranslations('results');
  const tCommon = useTranslations('common');
  const breachText = useBreachText();
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
        {selectionChange !== null && (
          <div className={classes['banner']} data-tone="warning">
            <IconAlertTriangle size={18} aria-hidden="true" />
            <p>{t(selectionChange === 'lost' ? 'selectionLost' : 'selectionChanged')}</p>
            <Button size="compact-sm" variant="default" onClick={props.onDismissSelectionChange}>
              {t('dismiss')}
            </Button>
          </div>
        )}
      </div>
      {stop !== null && (
        <div
          role="alert"
          className={classes['banner']}
          data-tone={stop.kind === 'breach' ? 'danger' : 'warning'}
        >
          {stop.kind === 'breach' ? (
            <IconAlertTriangle size={18} aria-hidden="true" />
          ) : (
            <IconHourglassOff size={18} aria-hidden="true" />
          )}
          <p>
            <strong>{stop.kind === 'breach' ? t('breachTitle') : t('expiredTitle')}</strong>{' '}
            {stop.kind === 'breach' ? `${t('breachText')} ${breachText(stop.breach)}` : t('expiredText')}
          </p>
          <Button size="compact-sm" onClick={onTakeNew}>
            {t('takeNew')}
          </Button>
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
