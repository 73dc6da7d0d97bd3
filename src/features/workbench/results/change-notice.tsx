import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import classes from './results-toolbar.module.css';

/** The source of the price column has changed, and the service has a snapshot of all of it. */
export interface SourceChange {
  readonly cacheKey: string;
  /** By the service's clock, as a snapshot's own time; comparable with it. */
  readonly createdAtMs: number;
  /** The same moment by this computer's clock, for display. */
  readonly changedAtMs: number;
  /** Hides the notice of the change until the next one. */
  readonly postpone: () => void;
}

export interface ChangeNoticeProps {
  /** By this computer's clock; null if nothing has changed since the snapshot was taken. */
  readonly changedAtMs: number | null;
  readonly onShow: () => void;
  /** Absent where nothing can be compared. */
  readonly onCompare?: (() => void) | undefined;
  readonly onLater: () => void;
}

/** Reports newer prices. Its room in the toolbar is reserved, so that no row moves when it appears. */
export function ChangeNotice({ changedAtMs, onShow, onCompare, onLater }: ChangeNoticeProps) {
  const showRef = useRef<HTMLButtonElement>(null);
  const hasChanged = changedAtMs !== null;
  useEffect(() => {
    if (!hasChanged) return;
    const onKeyDown = (event: KeyboardEvent) => {
      // By key code: with Alt some keyboard layouts produce another letter.
      if (event.code !== 'KeyN' || !event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      showRef.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [hasChanged]);
  const t = useTranslations('results');
  const formats = useFormats();
  return (
    <div className={classes['change']}>
      {/* Without the buttons, whose names would be read along. */}
      <div aria-live="polite">
        {changedAtMs !== null && (
          <>
            <span>{t('pricesChanged', { time: formats.formatTime(changedAtMs) })}</span>
            <VisuallyHidden>{t('pricesChangedKey')}</VisuallyHidden>
          </>
        )}
      </div>
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
            <Button size="compact-sm" variant="default" onClick={onCompare}>
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
