import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import classes from './results-toolbar.module.css';

export interface ChangeNoticeProps {
  /** By this computer's clock; null: nothing has changed since the snapshot was taken. */
  readonly changedAtMs: number | null;
  readonly onShow: () => void;
  readonly onLater: () => void;
}

/** That there are newer prices. Stands where there is room for it, so that no row moves when it comes. */
export function ChangeNotice({ changedAtMs, onShow, onLater }: ChangeNoticeProps) {
  const showRef = useRef<HTMLButtonElement>(null);
  const hasChanged = changedAtMs !== null;
  useEffect(() => {
    if (!hasChanged) return;
    const onKeyDown = (event: KeyboardEvent) => {
      // By its place on the keyboard: with Alt some of them write another letter.
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
    <div aria-live="polite" className={classes['change']}>
      {changedAtMs !== null && (
        <>
          <span>{t('pricesChanged', { time: formats.formatTime(changedAtMs) })}</span>
          <VisuallyHidden>{t('pricesChangedKey')}</VisuallyHidden>
          <Button
            ref={showRef}
            size="compact-sm"
            variant="default"
            aria-keyshortcuts="Alt+N"
            onClick={onShow}
          >
            {t('show')}
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onLater}>
            {t('later')}
          </Button>
        </>
      )}
    </div>
  );
}
