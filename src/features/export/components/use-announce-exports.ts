import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useAnnounce } from '@/ui/components/announcer';
import { isLongRetry } from '../model/export-failure';
import { isWorthResuming, type ExportView } from '../run/export-machine';

/** The states of an export that are announced: its start, each quarter, a long wait, and its end. */
type Milestone = 'started' | 1 | 2 | 3 | 'waiting' | 'done' | 'stopped' | 'failed';

/** Announces the milestones of all exports to screen readers, each milestone once. */
export function useAnnounceExports(views: readonly ExportView[]): void {
  const t = useTranslations('export');
  const formats = useFormats();
  const announce = useAnnounce();
  const announced = useRef<ReadonlyMap<string, Milestone>>(new Map());
  useEffect(() => {
    const news = views.flatMap((view) => {
      const milestone = milestoneOf(view);
      const isNews = milestone !== null && milestone !== announced.current.get(view.id);
      const { title: name, copyName, isStable } = view;
      return isNews ? [{ id: view.id, name, copyName, isStable, milestone }] : [];
    });
    if (news.length === 0) return;
    announced.current = new Map([
      ...announced.current,
      ...news.map(({ id, milestone }) => [id, milestone] as const),
    ]);
    announce(news.map(textOf).join('. '));

    function textOf({ name, copyName, isStable, milestone }: (typeof news)[number]): string {
      if (copyName !== undefined) {
        const isNumber = typeof milestone === 'number';
        return t(`keep.announce.${isNumber ? 'progress' : milestone}`, {
          name: copyName,
          percent: isNumber ? formats.formatPercent(milestone / 4) : '',
        });
      }
      switch (milestone) {
        case 'started':
          return t('announceStarted', { name });
        case 'waiting':
          return t('announceWaiting', { name });
        case 'done':
          return t(isStable ? 'announceDone' : 'announceNotProvable', { name });
        case 'stopped':
          return t('announceStopped', { name });
        case 'failed':
          return t('announceFailed', { name });
        case 1:
        case 2:
        case 3:
          return t('announceProgress', { name, percent: formats.formatPercent(milestone / 4) });
      }
    }
  }, [views, announce, t, formats]);
}

/** Returns null for states that are not announced: queued, paused, being cancelled, and all rows written but not yet checked. */
function milestoneOf({ state, rows, rowsPromised }: ExportView): Milestone | null {
  if (state.status === 'done' || state.status === 'kept') return 'done';
  if (state.status === 'failed') return isWorthResuming(state.failure) ? 'stopped' : 'failed';
  if (state.status !== 'running') return null;
  if (state.retryReason !== null && isLongRetry(state.retryReason)) return 'waiting';
  const quarters = rowsPromised === 0 ? 0 : Math.floor((rows * 4) / rowsPromised);
  if (quarters === 0) return 'started';
  return quarters === 1 || quarters === 2 || quarters === 3 ? quarters : null;
}
