import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import type { ExportView } from '../run/export-queue';

/** For screen readers: start, every quarter, and the end of the export that is under way. */
export function useExportAnnouncement(views: readonly ExportView[]): string {
  const t = useTranslations('export');
  const formats = useFormats();
  const view =
    views.find(({ state }) => state.status === 'running') ??
    views.findLast(({ state }) => state.status === 'done' || state.status === 'failed');
  if (view === undefined) return '';
  const name = view.title;
  if (view.state.status === 'done') return t('announceDone', { name });
  if (view.state.status === 'failed') return t('announceFailed', { name });
  const quarters = view.rowsPromised === 0 ? 0 : Math.floor((view.rows * 4) / view.rowsPromised);
  if (quarters === 0) return t('announceStarted', { name });
  return t('announceProgress', { name, percent: formats.formatPercent(quarters / 4) });
}
