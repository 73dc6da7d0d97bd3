import { useTranslations } from 'use-intl';
import { downloadText } from '@/ui/components/download-text';
import type { SavedView } from '../model/saved-view';
import type { SavedViews } from './use-saved-views';

/** Shows the outcome of a change. `undo` reverts it; null if it cannot be reverted. */
export type Report = (text: string, undo: (() => void) | null) => void;

/** Changes of saved views that report their outcome. */
export interface ViewReports {
  /** Reports whether a view was stored. `stored` is null if the browser has not stored it. */
  readonly reportStored: (stored: SavedView | null, textOf: (name: string) => string) => void;
  /** Resolves to false if the view could not be removed. */
  readonly remove: (view: SavedView) => Promise<boolean>;
  readonly importFile: (file: File) => Promise<void>;
  /** Saves views as a file that an installation can offer to all its users. */
  readonly exportTeamFile: (views: readonly SavedView[]) => Promise<void>;
  readonly exportFile: (views: readonly SavedView[], fileName: string) => Promise<void>;
}

/** Returns the changes of saved views that the menu of a price column shares with the screen of all views. */
export function useViewReports(savedViews: SavedViews, report: Report): ViewReports {
  const t = useTranslations('views');
  const reportStored: ViewReports['reportStored'] = (stored, textOf) =>
    report(stored === null ? t('notStored') : textOf(stored.name), null);
  return {
    reportStored,
    remove: async (view) => {
      if (!(await savedViews.remove(view.id))) {
        report(t('notStored'), null);
        return false;
      }
      const bringBack = async () =>
        reportStored(await savedViews.add(view), (name) => t('broughtBack', { name }));
      report(t('deleted', { name: view.name }), () => void bringBack());
      return true;
    },
    importFile: async (file) => {
      const read = await savedViews.importFile(await file.text());
      if (read === null) report(t('notStored'), null);
      else if (!read.ok) report(t(`importProblem.${read.problem}`), null);
      else {
        const { views, knownCount, brokenCount } = read;
        report(t('imported', { added: views.length, known: knownCount, broken: brokenCount }), null);
      }
    },
    exportTeamFile: async (views) => {
      const { teamFileText } = await import('../model/view-file');
      downloadText('team.json', 'application/json', teamFileText(views));
      report(t('exported', { count: views.length }), null);
    },
    exportFile: async (views, fileName) => {
      const { viewFileText } = await import('../model/view-file');
      downloadText(fileName, 'application/json', viewFileText(views));
      report(t('exported', { count: views.length }), null);
    },
  };
}
