import { Button, Popover } from '@mantine/core';
import { IconDownload, IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { PART_OVER } from '@/ui/components/part-status';
import { useRestoredFocus } from '@/ui/components/use-restored-focus';
import { isWorthResuming, type ExportView } from '../run/export-machine';
import type { ExportQueue } from '../run/export-queue';
import { ExportItem } from './export-item';
import classes from './export-tray.module.css';
import { useAnnounceExports } from './use-announce-exports';

/** The z-index is below that of Mantine's dialogs, because the tray may stay open under a dialog. */
const BELOW_DIALOGS = 190;

export interface ExportTrayProps {
  readonly queue: ExportQueue;
  readonly views: readonly ExportView[];
  /** Returns a function that keeps a copy of an export's snapshot; null if no copy can be kept. */
  readonly onKeep: (id: string) => (() => void) | null;
}

/** A button that opens the list of exports. The list closes when focus or pointer go elsewhere, because it could cover the target. */
export function ExportTray({ queue, views, onKeep }: ExportTrayProps) {
  const t = useTranslations('export');
  const chip = useChip(views);
  useAnnounceExports(views);
  const [isOpen, setOpen] = useState(false);
  const trayRef = useRef<HTMLDivElement>(null);
  const chipRef = useRef<HTMLButtonElement>(null);
  const sectionRef = useRef<HTMLElement>(null);
  // A focused button may disappear, together with its export or with the state that offers it. The focus then moves to the list.
  const focusHandlers = useRestoredFocus(() => {
    (sectionRef.current ?? document.querySelector('main'))?.focus({ preventScroll: true });
  });
  useCloseOnLeave(trayRef, isOpen, setOpen);
  // Without exports there is no button. The list is closed, so that it does not open with the next export.
  if (views.length === 0) {
    if (isOpen) setOpen(false);
    return null;
  }

  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !isOpen) return;
    setOpen(false);
    chipRef.current?.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys of the chip and of the list
    <div ref={trayRef} onKeyDown={closeOnEscape}>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        closeOnEscape={false}
        closeOnClickOutside={false}
        // This placement leaves the toolbar of the grid uncovered.
        position="bottom-start"
        width={420}
        shadow="sm"
        withRoles={false}
        // Without a portal, the list follows the button in the tab order.
        withinPortal={false}
        zIndex={BELOW_DIALOGS}
      >
        <Popover.Target>
          <Button
            ref={chipRef}
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={chip.icon}
            aria-expanded={isOpen}
            onClick={() => {
              setOpen(!isOpen);
            }}
          >
            <span className={classes['chip']} data-export-label>
              {chip.text}
            </span>
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
                <ExportItem key={view.id} view={view} queue={queue} onKeep={onKeep(view.id)} />
              ))}
            </ul>
          </section>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

/** Closes the list if focus or pointer go elsewhere, except to a dialog or its placeholder, from which the focus returns. */
function useCloseOnLeave(
  trayRef: RefObject<HTMLElement | null>,
  isOpen: boolean,
  setOpen: (isOpen: boolean) => void,
): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeIfOutside = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest(`[aria-modal="true"], ${PART_OVER}`) !== null)
        return;
      if (trayRef.current?.contains(target) !== true) setOpen(false);
    };
    document.addEventListener('focusin', closeIfOutside);
    document.addEventListener('pointerdown', closeIfOutside);
    return () => {
      document.removeEventListener('focusin', closeIfOutside);
      document.removeEventListener('pointerdown', closeIfOutside);
    };
  }, [trayRef, isOpen, setOpen]);
}

/** Returns a short text about all exports and copies. It says whether they are exports or copies. */
function useChip(views: readonly ExportView[]) {
  const t = useTranslations('export');
  const formats = useFormats();
  const failed = views.filter(({ state }) => state.status === 'failed');
  const active =
    views.find(({ state }) => state.status === 'running') ??
    views.find(({ state }) => state.status === 'paused' || state.status === 'cancelling');
  if (active !== undefined) {
    const percent = formats.formatPercent(shareOf(active));
    return {
      icon: <IconDownload size={16} />,
      text: active.copyName === undefined ? t('chip', { percent }) : t('keep.keeping', { percent }),
    };
  }
  if (failed.length > 0) {
    const isStopped = failed.every(
      ({ state }) => state.status === 'failed' && isWorthResuming(state.failure),
    );
    return {
      icon: <IconShieldX size={16} className={classes['failed']} />,
      text: t(CHIP_TEXTS[isStopped ? 'stopped' : 'failed'][kindOf(failed)]),
    };
  }
  const unfinished = views.filter(({ state }) => state.status === 'interrupted');
  if (unfinished.length > 0) {
    return { icon: <IconDownload size={16} />, text: t(CHIP_TEXTS.waiting[kindOf(unfinished)]) };
  }
  return {
    icon: <IconShieldCheck size={16} className={classes['done']} />,
    text: t(CHIP_TEXTS.done[kindOf(views)]),
  };
}

const CHIP_TEXTS = {
  done: { exports: 'chipDone', copies: 'keep.chipDone', both: 'chipBothDone' },
  failed: { exports: 'chipFailed', copies: 'keep.withheld', both: 'chipBothFailed' },
  stopped: { exports: 'chipStopped', copies: 'keep.chipStopped', both: 'chipBothStopped' },
  waiting: { exports: 'chipWaiting', copies: 'keep.chipWaiting', both: 'chipBothWaiting' },
} as const;

function kindOf(views: readonly ExportView[]): 'exports' | 'copies' | 'both' {
  const copies = views.filter(({ copyName }) => copyName !== undefined).length;
  if (copies === 0) return 'exports';
  return copies === views.length ? 'copies' : 'both';
}

/** Returns the progress of an export, from 0 to 1. */
function shareOf({ rows, rowsPromised }: Pick<ExportView, 'rows' | 'rowsPromised'>): number {
  return rowsPromised === 0 ? 1 : rows / rowsPromised;
}
