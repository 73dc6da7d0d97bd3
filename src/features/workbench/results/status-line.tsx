import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import { FigureList } from './figures/figure-list';
import type { FiguresModel } from './figures/use-figures';
import { SnapshotClock } from './snapshot-clock';
import classes from './status-line.module.css';

export interface StatusLineProps {
  readonly shown: OpenSnapshot;
  readonly figures: FiguresModel;
  readonly hasExpired: boolean;
  /** All that the active cell holds of a number or moment, or why it is withheld; null where its text is all. */
  readonly fullValue: string | null;
  /** Copies a figure. */
  readonly onCopy: (name: string, text: string) => void;
}

/** What the rows above are, how long the service holds them, and the figures of what is selected. */
export function StatusLine({ shown, figures, hasExpired, fullValue, onCopy }: StatusLineProps) {
  const t = useTranslations('results');
  const formats = useFormats();
  const { timesBy, takenAtMs } = shown;
  const { rowCount } = shown.snapshot;
  return (
    // Not atomic: what has not changed need not be read out again.
    <div role="status" aria-atomic="false" className={classes['bar']}>
      <div className={classes['line']}>
        <p className={classes['snapshot']} data-yields={figures.selected !== null || undefined}>
          <strong className={classes['rows']}>
            {t('rows', { formatted: formats.formatInteger(rowCount), count: rowCount })}
          </strong>
          <span className={classes['times']}>
            <span>
              {t(timesBy === 'service' ? 'takenService' : 'taken', { time: formats.formatTime(takenAtMs) })}
            </span>
            <SnapshotClock expiresAtMs={shown.expiresAtMs} timesBy={timesBy} hasExpired={hasExpired} />
          </span>
        </p>
        {figures.selected === null && fullValue !== null && (
          // Where the focus is, it is read out already.
          <p className={classes['full']} aria-live="off" title={fullValue}>
            {t('fullValue')} <span className={classes['value']}>{fullValue}</span>
          </p>
        )}
        <FigureList model={figures} onCopy={onCopy} />
      </div>
    </div>
  );
}
