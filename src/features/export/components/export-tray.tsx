import { Button, Popover, VisuallyHidden } from '@mantine/core';
import { IconDownload, IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import { useFocusKept } from '@/shared/ui/use-focus-kept';
import { isWorthResuming, type ExportQueue, type ExportView } from '../run/export-queue';
import { ExportItem } from './export-item';
import classes from './export-tray.module.css';
import { useExportAnnouncement } from './use-export-announcement';

/** It may stay open while a dialog is; Mantine would put it in front. */
const BELOW_DIALOGS = 190;

export interface ExportTrayProps {
  readonly queue: ExportQueue;
  readonly views: readonly ExportView[];
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** How the exports are getting on, in the frame: a chip on every screen, and behind it what can be done. */
export function ExportTray({ queue, views, isOpen, onOpenChange }: ExportTrayProps) {
  const t = useTranslations('export');
  const chip = useChip(views);
  const announcement = useExportAnnouncement(views);
  const sectionRef = useRef<HTMLElement>(null);
  // A button goes with its export, or with the state that it was for.
  const focusHandlers = useFocusKept(() => {
    (sectionRef.current ?? document.querySelector('main'))?.focus({ preventScroll: true });
  });
  return (
    <>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      {views.length > 0 && (
        <Popover
          opened={isOpen}
          onChange={onOpenChange}
          // To the right, where it leaves the tools of the grid free.
          position="bottom-start"
          width={420}
          shadow="sm"
          withRoles={false}
          // Next to its button for who goes on by Tab.
          withinPortal={false}
          zIndex={BELOW_DIALOGS}
          // Work goes on beside it; only its button and Escape close it.
          closeOnClickOutside={false}
        >
          <Popover.Target>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={chip.icon}
              aria-expanded={isOpen}
              onClick={() => {
                onOpenChange(!isOpen);
              }}
            >
              <span className={classes['chip']}>{chip.text}</span>
            </Button>
          </Popover.Target>
          <Popover.Dropdown className={classes['panel']}>
            <section
              ref={sectionRef}
              tabIndex={-1}
              aria-label={t('exports')}
              className={classes['section']}
              {...focusHandlers}
            >
              <ul className={classes['list']}>
                {views.map((view) => (
                  <ExportItem key={view.id} view={view} queue={queue} />
                ))}
              </ul>
            </section>
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
}

function useChip(views: readonly ExportView[]) {
  const t = useTranslations('export');
  const formats = useFormats();
  const failures = views.flatMap(({ state }) => (state.status === 'failed' ? [state.failure] : []));
  const active =
    views.find(({ state }) => state.status === 'running') ??
    views.find(({ state }) => state.status === 'paused' || state.status === 'cancelling');
  if (active !== undefined) {
    return {
      icon: <IconDownload size={16} />,
      text: t('chip', { percent: formats.formatPercent(shareOf(active)) }),
    };
  }
  if (failures.length > 0) {
    return {
      icon: <IconShieldX size={16} className={classes['failed']} />,
      text: t(failures.every(isWorthResuming) ? 'chipStopped' : 'chipFailed'),
    };
  }
  if (views.some(({ state }) => state.status === 'interrupted')) {
    return { icon: <IconDownload size={16} />, text: t('chipWaiting') };
  }
  return { icon: <IconShieldCheck size={16} className={classes['done']} />, text: t('chipDone') };
}

/** How much of an export is done, 0 to 1. */
function shareOf({ rows, rowsPromised }: Pick<ExportView, 'rows' | 'rowsPromised'>): number {
  return rowsPromised === 0 ? 1 : rows / rowsPromised;
}
