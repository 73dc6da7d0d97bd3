import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import type { CellPlace } from '@/shared/grid/grid-model';
import type { Announce } from '@/shared/ui/announcer';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import { FigureList } from './figures/figure-list';
import type { FiguresModel } from './figures/use-figures';
import { FocusedValue } from './focused-value';
import type { ResultColumns } from './result-columns';
import { SnapshotClock } from './snapshot-clock';
import classes from './status-line.module.css';

export interface StatusLineProps {
  readonly shown: OpenSnapshot;
  readonly figures: FiguresModel;
  readonly hasExpired: boolean;
  readonly columns: ResultColumns;
  /** The active cell. */
  readonly focus: CellPlace | null;
  readonly announce: Announce;
  /** Copies a figure. */
  readonly onCopy: (name: string, text: string) => void;
}

/** What the rows above are, how long the service holds them, and the figures of what is selected. */
export function StatusLine(props: StatusLineProps) {
  const { shown, figures, hasExpired } = props;
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
        <FocusedValue
          opened={shown}
          columns={props.columns}
          focus={props.focus}
          announce={props.announce}
          isHidden={figures.selected !== null}
        />
        <FigureList model={figures} onCopy={props.onCopy} />
      </div>
    </div>
  );
}
