import { lazyPart } from '@/ui/components/lazy-part';

// Users open these tools long after the first rows are on screen, so their code and texts are loaded separately.

export const GridMenu = lazyPart(async () => ({
  Part: (await import('./menus/grid-menu')).GridMenu,
}));

export const MoreTools = lazyPart(async () => ({
  Part: (await import('./menus/more-tools')).MoreTools,
}));

export const RowsSetup = lazyPart(
  async () => ({ Part: (await import('./view/rows-setup')).RowsSetup }),
  'inline',
);

export const KeysDialog = lazyPart(async () => ({
  Part: (await import('./view/keys-dialog')).KeysDialog,
}));

export const RecordPanel = lazyPart(
  async () => ({
    Part: (await import('./record/record-panel')).RecordPanel,
  }),
  'inline',
);

export const StatisticsList = lazyPart(
  async () => ({ Part: (await import('./statistics/statistics-list')).StatisticsList }),
  'inline',
);

export const NoRows = lazyPart(async () => ({ Part: (await import('./no-rows')).NoRows }), 'inline');

export const FindBar = lazyPart(async () => ({ Part: (await import('./find/find-bar')).FindBar }), 'inline');

/** Loaded only before the first run, because a link to a snapshot or with a query does not need it. */
export const FirstLook = lazyPart(
  async () => ({ Part: (await import('./first-look/first-look')).FirstLook }),
  'inline',
);

/** Loaded only for a service that does not say how many rows there are. */
export const CountingRows = lazyPart(
  async () => ({ Part: (await import('./counting-rows')).CountingRows }),
  'inline',
);

export const Highlights = lazyPart(
  async () => ({ Part: (await import('./highlight/highlights')).Highlights }),
  'inline',
);

export const HighlightsSetup = lazyPart(
  async () => ({ Part: (await import('./highlight/highlights-setup')).HighlightsSetup }),
  'inline',
);
