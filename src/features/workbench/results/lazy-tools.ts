import type { Messages } from 'use-intl';
import { lazyPart } from '@/shared/i18n/lazy-part';

// People open these long after the first rows are on screen, so their code and texts are not part of the screen.

export const GridMenu = lazyPart(async () => ({
  Part: (await import('./menus/grid-menu')).GridMenu,
  english: await loadToolTexts(),
}));

export const ViewMenu = lazyPart(async () => ({
  Part: (await import('./view/view-menu')).ViewMenu,
  english: await loadToolTexts(),
}));

export const ColumnsMenu = lazyPart(async () => ({
  Part: (await import('./menus/columns-menu')).ColumnsMenu,
  english: await loadToolTexts(),
}));

export const KeysDialog = lazyPart(async () => ({
  Part: (await import('./view/keys-dialog')).KeysDialog,
  english: await loadToolTexts(),
}));

export const RecordPanel = lazyPart(
  async () => ({
    Part: (await import('./record/record-panel')).RecordPanel,
    english: await loadToolTexts(),
  }),
  'inline',
);

export const StatisticsList = lazyPart(
  async () => ({ Part: (await import('./statistics/statistics-list')).StatisticsList }),
  'inline',
);

export const NoRows = lazyPart(async () => ({ Part: (await import('./no-rows')).NoRows }), 'inline');

export const FindBar = lazyPart(
  async () => ({ Part: (await import('./find/find-bar')).FindBar, english: await loadToolTexts() }),
  'inline',
);

async function loadToolTexts(): Promise<Pick<Messages, 'resultsTools'>> {
  return { resultsTools: (await import('@/shared/i18n/messages/en/results-tools.json')).default };
}
