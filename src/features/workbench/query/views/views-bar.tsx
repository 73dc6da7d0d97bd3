import { Button, Menu } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled, IconChevronDown, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { DEFAULT_COLUMN_STATE, type ColumnState } from '@/lib/grid/grid-model';
import { lazyPart } from '@/ui/components/lazy-part';
import { randomId } from '@/lib/base/random-id';
import { useAnnounce } from '@/ui/components/announcer';
import { WHOLE_COLUMN, type DraftQuery } from '../../model/draft-query';
import { isSameArrangement, isSameQuery, queryOfView, viewsOf, type SavedView } from '../../model/saved-view';
import { wholeQueryToSearch } from '../../model/whole-query';
import { isSameDisplay } from '../../model/workbench-search';
import type { SavedViews } from '../../saved-views/use-saved-views';
import { useViewReports } from '../../saved-views/use-view-reports';
import type { ViewSettings } from '../../saved-views/view-dialog';
import type { ViewCommand } from './views-menu';
import inputClasses from '../../conditions/inputs.module.css';
import classes from './views-bar.module.css';

const ViewDialog = lazyPart(async () => ({
  Part: (await import('../../saved-views/view-dialog')).ViewDialog,
}));
const ViewsMenu = lazyPart(async () => ({ Part: (await import('./views-menu')).ViewsMenu }), 'inline');

export interface ViewsBarProps {
  readonly priceColumn: PriceColumn;
  readonly savedViews: SavedViews;
  /** The saved view that the query came from; null if there is none. */
  readonly current: SavedView | null;
  readonly draft: DraftQuery;
  /** The column state of the grid (order, widths, pinned and hidden columns); null for the default. */
  readonly columnState: ColumnState | null;
  /** How the snapshot is displayed now. This is saved with a view. */
  readonly display: SavedView['display'];
  readonly onOpen: (view: SavedView) => void;
  /** Called to start over: empties the query, and removes added columns and the set-up of all views. */
  readonly onStartOver: () => void;
  /** Called when the query has been saved as this view, which then becomes the current view. */
  readonly onAdopt: (view: SavedView) => void;
}

type Dialog = { readonly kind: 'save-as' } | { readonly kind: 'rename'; readonly view: SavedView };

/** Shows which saved view of the price column is current, with a menu to open, save, change, import and export views. */
export function ViewsBar(props: ViewsBarProps) {
  const { priceColumn: column, savedViews, current, draft, columnState, onOpen } = props;
  const t = useTranslations('views');
  const language = useLocale();
  const announce = useAnnounce();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [note, setNote] = useState<Note | null>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const shownNote = note !== null && (note.undo !== null || note.draft === draft) ? note : null;
  const priceColumn = column.name;
  const views = viewsOf(savedViews.views, priceColumn, language);
  const inView = (): Pick<SavedView, 'query' | 'display'> => {
    const { refine, off, order, ...query } = wholeQueryToSearch(draft, { priceColumn: column });
    return { query: queryOfView(query), display: { ...props.display, refine, off, order } };
  };
  const isDifferentFrom = (view: SavedView) => {
    const { query, display = {} } = inView();
    return !isSameQuery(query, view.query) || !isSameDisplay(display, view.display ?? {});
  };
  const isChanged =
    current !== null &&
    (isDifferentFrom(current) ||
      !isSameArrangement(columnState ?? DEFAULT_COLUMN_STATE, current.arrangement ?? DEFAULT_COLUMN_STATE));

  const report = (text: string, undo: Note['undo'] = null) => {
    setNote({ text, undo, draft });
    announce(text);
  };
  const { reportStored, remove, importFile, exportFile } = useViewReports(savedViews, report);
  const change = async (
    view: SavedView,
    changes: Parameters<SavedViews['change']>[1],
    textOf: (name: string) => string,
  ) => {
    reportStored(await savedViews.change(view, changes), textOf);
  };
  const savedAs = (name: string) => t('saved', { name });
  const save = (view: SavedView) => change(view, now(), savedAs);
  const now = () => ({
    ...inView(),
    arrangement: columnState,
    savedAtMs: Date.now(),
  });
  const saveAs = async (name: string, settings: ViewSettings) => {
    const view: SavedView = { id: randomId(), priceColumn, name, ...settings, ...now() };
    const stored = await savedViews.add(view);
    reportStored(stored, savedAs);
    if (stored !== null) props.onAdopt(stored);
  };
  const execute = (command: ViewCommand) => {
    switch (command.kind) {
      case 'open':
        setNote(null);
        onOpen(command.view);
        return;
      case 'save':
        void save(command.view);
        return;
      case 'revert':
        onOpen(command.view);
        report(t('reverted', { name: command.view.name }));
        return;
      case 'save-as':
        setDialog({ kind: 'save-as' });
        return;
      case 'rename':
        setDialog({ kind: 'rename', view: command.view });
        return;
      case 'set-default':
        void change(command.view, { isDefault: command.isDefault }, (name) =>
          t(command.isDefault ? 'isDefault' : 'isNoDefault', { name }),
        );
        return;
      case 'set-runs-on-open':
        void change(command.view, { runsOnOpen: command.runsOnOpen }, (name) =>
          t(command.runsOnOpen ? 'runs' : 'runsNot', { name }),
        );
        return;
      case 'delete':
        void remove(command.view);
        return;
      case 'start-over':
        props.onStartOver();
        setNote({ text: t('startedOver'), undo: null, draft: WHOLE_COLUMN });
        announce(t('startedOver'));
        return;
      case 'export':
        void exportFile(savedViews.views, t('file'));
        return;
      case 'import':
        fileInput.current?.click();
    }
  };

  return (
    <div className={classes['bar']}>
      <div className={classes['line']}>
        <Menu position="bottom-start" width={300}>
          <Menu.Target>
            <button
              type="button"
              className={classes['target']}
              // Loads the code of the menu before the user opens it.
              onPointerEnter={() => void ViewsMenu.preload()}
              onFocus={() => void ViewsMenu.preload()}
              aria-label={current === null ? t('button') : t('buttonOf', { name: current.name })}
            >
              {current === null ? <IconBookmark size={15} /> : <IconBookmarkFilled size={15} />}
              <span className={classes['name']}>{current?.name ?? t('button')}</span>
              <IconChevronDown size={14} />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <ViewsMenu
              views={views}
              current={current}
              isChanged={isChanged}
              savedViews={savedViews}
              onCommand={execute}
            />
          </Menu.Dropdown>
        </Menu>
        {shownNote !== null && (
          <NoteLine
            note={shownNote}
            onDone={() => {
              setNote(null);
            }}
          />
        )}
        {shownNote === null && isChanged && (
          <>
            <span className={classes['changed']}>{t('changed')}</span>
            <Button size="compact-xs" variant="subtle" onClick={() => void save(current)}>
              {t('save')}
            </Button>
          </>
        )}
        <input
          ref={fileInput}
          type="file"
          accept="application/json,.json"
          aria-label={t('importFile')}
          className={classes['file']}
          tabIndex={-1}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            // Clears the input, so that choosing the same file again causes another change event.
            event.currentTarget.value = '';
            if (file !== undefined) void importFile(file);
          }}
        />
      </div>
      {dialog !== null && (
        <ViewDialog
          kind={dialog.kind}
          initial={dialog.kind === 'rename' ? dialog.view : null}
          takenNames={views
            .filter((view) => dialog.kind !== 'rename' || view.id !== dialog.view.id)
            .map((view) => view.name)}
          onClose={() => {
            setDialog(null);
          }}
          onSubmit={(name, settings) => {
            setDialog(null);
            if (dialog.kind === 'save-as') void saveAs(name, settings);
            else void change(dialog.view, { name }, (stored) => t('renamed', { name: stored }));
          }}
        />
      )}
    </div>
  );
}

interface Note {
  readonly text: string;
  readonly undo: (() => void) | null;
  /** The draft when the note was shown. If the draft changes, a note without an undo disappears. */
  readonly draft: DraftQuery;
}

function NoteLine({ note, onDone }: { readonly note: Note; readonly onDone: () => void }) {
  const t = useTranslations('views');
  const { undo } = note;
  return (
    <p className={classes['note']}>
      <span title={note.text}>{note.text}</span>
      {undo !== null && (
        <button
          type="button"
          className={inputClasses['textButton']}
          onClick={() => {
            undo();
            onDone();
          }}
        >
          {t('undo')}
        </button>
      )}
      <button type="button" className={classes['dismiss']} aria-label={t('dismiss')} onClick={onDone}>
        <IconX size={12} />
      </button>
    </p>
  );
}
