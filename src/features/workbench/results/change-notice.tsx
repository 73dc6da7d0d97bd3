import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useMomentText } from '@/ui/formats/use-moment-text';
import { useRestoredFocus } from '@/ui/components/use-restored-focus';
import classes from './status-line.module.css';

/** A change of the price column's source data. The service has already taken a snapshot of the whole price column. */
export interface SourceChange {
  readonly cacheKey: string;
  /** The time of the change by the service's clock, which can be compared with the creation time of a snapshot. */
  readonly createdAtMs: number;
  /** The time of the change by this computer's clock, for display. */
  readonly changedAtMs: number;
  /** Hides the notice of the change until the next one. */
  readonly postpone: () => void;
}

export interface ChangeNoticeProps {
  /** The time of the change by this computer's clock; null if nothing has changed since the snapshot was taken. */
  readonly changedAtMs: number | null;
  readonly onShow: () => void;
  /** Compares the new rows with the rows on screen; absent if the **Changes** view is not available. */
  readonly onCompare?: (() => void) | undefined;
  readonly onLater: () => void;
}

/** Reports newer prices in the status line, where the notice does not move any row when it appears. */
export function ChangeNotice({ changedAtMs, onShow, onCompare, onLater }: ChangeNoticeProps) {
  const showRef = useRef<HTMLButtonElement>(null);
  const noticeRef = useRef<HTMLDivElement>(null);
  // The pressed button disappears with the notice, so the results take the focus. After **Show**, the grid restores its position.
  const restoredFocus = useRestoredFocus(() =>
    noticeRef.current?.closest<HTMLElement>('[data-results]')?.focus(),
  );
  const hasChanged = changedAtMs !== null;
  useEffect(() => {
    if (!hasChanged) return;
    const onKeyDown = (event: KeyboardEvent) => {
      // Compares the key code, because with Alt some keyboard layouts produce a different letter.
      if (event.code !== 'KeyN' || !event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      showRef.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [hasChanged]);
  const t = useTranslations('results');
  const momentText = useMomentText();
  return (
    <div ref={noticeRef} className={classes['change']} data-changed={hasChanged || undefined}>
      {/* The buttons are outside the live region, because their names would be read aloud with the text. */}
      <p aria-live="polite">
        {changedAtMs !== null && (
          <>
            <span>{t('pricesChanged', { time: momentText(changedAtMs) })}</span>
            <VisuallyHidden>{t('pricesChangedKey')}</VisuallyHidden>
          </>
        )}
      </p>
      {changedAtMs !== null && (
        <>
          <Button
            ref={showRef}
            size="compact-sm"
            variant="default"
            aria-keyshortcuts="Alt+N"
            onClick={onShow}
          >
            {t('show')}
          </Button>
          {onCompare !== undefined && (
            <Button size="compact-sm" variant="default" onClick={onCompare} {...restoredFocus}>
              {t('seeChanges')}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onLater}>
            {t('later')}
          </Button>
        </>
      )}
    </div>
  );
}
