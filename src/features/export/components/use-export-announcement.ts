import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import { isLongHolding } from '../model/export-failure';
import { isWorthResuming, type ExportView } from '../run/export-queue';

/** What there is to be told of an export: its start, every quarter of its way, a long wait, its end. */
type Milestone = 'started' | 1 | 2 | 3 | 'waiting' | 'done' | 'stopped' | 'failed';

/** For screen readers: what has become of any of the exports since the last time something was told. */
export function useExportAnnouncement(views: readonly ExportView[]): string {
  const t = useTranslations('export');
  const formats = useFormats();
  const [told, setTold] = useState<{
    readonly milestones: ReadonlyMap<string, Milestone>;
    readonly text: string;
  }>({ milestones: new Map(), text: '' });
  const news = views.flatMap((view) => {
    const milestone = milestoneOf(view);
    return milestone === null || milestone === told.milestones.get(view.id) ? [] : [{ view, milestone }];
  });
  if (news.length > 0) {
    setTold({
      milestones: new Map([
        ...told.milestones,
        ...news.map(({ view, milestone }) => [view.id, milestone] as const),
      ]),
      text: news.map(({ view, milestone }) => textOf(view.title, milestone)).join('. '),
    });
  }
  return told.text;

  function textOf(name: string, milestone: Milestone): string {
    switch (milestone) {
      case 'started':
        return t('announceStarted', { name });
      case 'waiting':
        return t('announceWaiting', { name });
      case 'done':
        return t('announceDone', { name });
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
}

/** Null where there is nothing new: an export that waits, is paused, or is being cancelled. */
function milestoneOf({ state, rows, rowsPromised }: ExportView): Milestone | null {
  if (state.status === 'done') return 'done';
  if (state.status === 'failed') return isWorthResuming(state.failure) ? 'stopped' : 'failed';
  if (state.status !== 'running') return null;
  if (state.holding !== null && isLongHolding(state.holding)) return 'waiting';
  const quarters = rowsPromised === 0 ? 0 : Math.floor((rows * 4) / rowsPromised);
  return quarters === 1 || quarters === 2 || quarters === 3 ? quarters : 'started';
}
