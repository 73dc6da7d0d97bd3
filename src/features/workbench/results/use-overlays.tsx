import { useState, useSyncExternalStore, type ReactNode } from 'react';
import type { CellPlace } from '@/shared/grid/grid-model';
import { lazyPart } from '@/shared/i18n/lazy-part';
import type { GridMenuProps } from './menus/grid-menu';
import type { MenuRequest } from './menus/point-menu';
import type { ViewMenuRequest } from './results-toolbar';
import { loadToolWords } from './tool-words';
import type { ResultsView } from './view/use-results-view';

// Asked for by a press, long after the first rows.
const GridMenu = lazyPart(async () => ({
  Part: (await import('./menus/grid-menu')).GridMenu,
  english: await loadToolWords(),
}));
const RecordDrawer = lazyPart(async () => ({ Part: (await import('./record/record-drawer')).RecordDrawer }));
const ViewMenu = lazyPart(async () => ({
  Part: (await import('./view/view-menu')).ViewMenu,
  english: await loadToolWords(),
}));
const KeysDialog = lazyPart(async () => ({
  Part: (await import('./view/keys-dialog')).KeysDialog,
  english: await loadToolWords(),
}));

export interface OverlaysInput extends Omit<GridMenuProps, 'request' | 'onShowRecord' | 'onClose'> {
  readonly view: ResultsView;
}

/** What opens over the rows. */
export interface Overlays {
  readonly openMenu: (request: MenuRequest) => void;
  readonly openViewMenu: (request: ViewMenuRequest) => void;
  readonly openKeys: () => void;
  /** All of one cell. */
  readonly openCell: (place: CellPlace) => void;
  /** To be rendered. */
  readonly overlays: ReactNode;
}

/** Menus, the list of keys and the record: what opens each of them, and where the focus goes after it. */
export function useOverlays({ view, ...menuProps }: OverlaysInput): Overlays {
  const { gridRef, opened, columns, arrangement, onArrange } = menuProps;
  const { rows, snapshot } = opened;
  const [menu, setMenu] = useState<MenuRequest | null>(null);
  const [viewMenu, setViewMenu] = useState<ViewMenuRequest | null>(null);
  const [showsKeys, setShowsKeys] = useState(false);
  const [record, setRecord] = useState<{ place: CellPlace; isWhole: boolean } | null>(null);
  const recordRow = useSyncExternalStore(rows.subscribe, () =>
    record === null ? null : rows.getRow(record.place.rowIndex),
  );

  return {
    openMenu: setMenu,
    openViewMenu: setViewMenu,
    openKeys: () => setShowsKeys(true),
    openCell: (place) => setRecord({ place, isWhole: false }),
    overlays: (
      <>
        {menu !== null && (
          <GridMenu
            {...menuProps}
            request={menu}
            onShowRecord={(place, { isWhole }) => setRecord({ place, isWhole })}
            onClose={() => {
              setMenu(null);
              returnFocus(() => gridRef.current?.focus());
            }}
          />
        )}
        {viewMenu !== null && (
          <ViewMenu
            xPx={viewMenu.xPx}
            yPx={viewMenu.yPx}
            settings={view.settings}
            arrangement={arrangement}
            onChange={view.change}
            onArrange={onArrange}
            onKeys={() => setShowsKeys(true)}
            onClose={() => {
              setViewMenu(null);
              returnFocus(() => viewMenu.opener.focus());
            }}
          />
        )}
        {showsKeys && (
          <KeysDialog
            settings={view.settings}
            onChange={view.change}
            onClose={() => {
              setShowsKeys(false);
              gridRef.current?.focus();
            }}
          />
        )}
        {record !== null && (
          <RecordDrawer
            place={record.place}
            isWhole={record.isWhole}
            row={recordRow}
            rowCount={snapshot.rowCount}
            columns={columns}
            onGo={(rowIndex) => {
              const place = { ...record.place, rowIndex };
              gridRef.current?.showCell(place);
              setRecord({ ...record, place });
            }}
            onWhole={() => setRecord({ ...record, isWhole: true })}
            onClose={() => {
              setRecord(null);
              gridRef.current?.focusCell(record.place);
            }}
          />
        )}
      </>
    ),
  };
}

/** To where a menu was opened from, unless what was chosen in it has taken the focus elsewhere. */
function returnFocus(focus: () => void): void {
  const { activeElement } = document;
  if (activeElement === document.body || activeElement?.closest('[role="menu"]') != null) focus();
}
