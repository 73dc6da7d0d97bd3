import { VisuallyHidden } from '@mantine/core';
import { IconArchive, IconBookmark, IconHistory } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useNow } from '@/ui/formats/use-now';
import { ChangedBadge } from './changed-badge';
import classes from './go-on.module.css';

/** A query that the user has worked with. */
export interface RecentWork {
  readonly id: string;
  readonly kind: 'run' | 'view' | 'copy';
  readonly priceColumn: string;
  readonly displayName: string;
  /** The name of the saved view or the kept copy; null for a run. */
  readonly name: string | null;
  readonly words: string;
  /** The number of rows; null if the query has not been run in this browser. */
  readonly rowCount: number | null;
  readonly atMs: number;
  readonly search: Record<string, string>;
  readonly isRunOnArrival: boolean;
}

export interface GoOnProps {
  readonly recentWork: readonly RecentWork[];
  /** The time at which the source of a price column changed, by the price column's name. */
  readonly changes: ReadonlyMap<string, number>;
  /** The number of all saved views. `recentWork` contains only the latest of them. */
  readonly savedViewCount: number;
  /** The time at which the routine was last run; null if it was never run. */
  readonly routineRanAtMs: number | null;
}

/** The region **Go on** of the start page, with links to recent work. */
export function GoOn({ recentWork, changes, savedViewCount, routineRanAtMs }: GoOnProps) {
  const t = useTranslations('priceColumns');
  const headingId = useId();
  const formats = useFormats();
  const nowMs = useNow(routineRanAtMs !== null, AGE_UPDATED_AFTER_MS);
  return (
    <section aria-labelledby={headingId} className={classes['region']}>
      <div className={classes['head']}>
        <h2 id={headingId} className={classes['heading']}>
          {t('goOn')}
        </h2>
        {savedViewCount > 0 && (
          <Link to="/views" className={classes['all']}>
            {t('allSavedViews', { count: savedViewCount })}
            {routineRanAtMs !== null &&
              ` · ${t('routineRan', { when: formats.formatRelative(Math.min(0, routineRanAtMs - nowMs)) })}`}
          </Link>
        )}
      </div>
      <ul className={classes['list']}>
        {recentWork.map((work) => (
          <li key={work.id}>
            <WorkLink work={work} changedAtMs={changes.get(work.priceColumn)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface WorkLinkProps {
  readonly work: RecentWork;
  readonly changedAtMs: number | undefined;
}

function WorkLink({ work, changedAtMs }: WorkLinkProps) {
  const t = useTranslations('priceColumns');
  const formats = useFormats();
  const nowMs = useNow(true, AGE_UPDATED_AFTER_MS);
  const { kind, name, rowCount, atMs } = work;
  const Icon = ICONS[kind];
  return (
    <Link
      to="/prices/$priceColumn"
      params={{ priceColumn: work.priceColumn }}
      search={work.search}
      state={{ isRunOnArrival: work.isRunOnArrival }}
      className={classes['link']}
    >
      <Icon size={16} aria-hidden="true" className={classes['icon']} />
      <span className={classes['column']}>
        <VisuallyHidden>{t(`work.${kind}`)}: </VisuallyHidden>
        <span className={classes['name']}>{work.displayName}</span>
        {changedAtMs !== undefined && <ChangedBadge atMs={changedAtMs} />}
      </span>
      <span className={classes['words']} title={work.words}>
        {name !== null && <strong className={classes['view']}>{name}</strong>}
        {work.words}
      </span>
      <span className={classes['rows']}>
        {rowCount === null
          ? t('notRunHere')
          : t('rowCount', { formatted: formats.formatInteger(rowCount), count: rowCount })}
      </span>
      <span className={classes['age']} title={formats.formatDateTime(atMs)}>
        {formats.formatRelative(Math.min(0, atMs - nowMs))}
      </span>
    </Link>
  );
}

const ICONS = { run: IconHistory, view: IconBookmark, copy: IconArchive };

const AGE_UPDATED_AFTER_MS = 30_000;
