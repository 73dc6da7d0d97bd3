import { Button, Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBookmark,
  IconBookmarkFilled,
  IconCheck,
  IconChevronDown,
  IconDeviceFloppy,
  IconDownload,
  IconPencil,
  IconPlayerPlay,
  IconPlus,
  IconStar,
  IconStarFilled,
  IconTrash,
  IconUpload,
  IconX,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { NO_ARRANGEMENT, type ColumnArrangement } from '@/shared/grid/grid-model';
import { lazyPart } from '@/shared/i18n/lazy-part';
import { randomId } from '@/shared/storage/random-id';
import { downloadText } from '@/shared/ui/download-text';
import type { Announce } from '@/shared/ui/announcer';
import type { DraftQuery } from '../../model/draft-query';
import { isSameQuery, queryOfView, viewsOf, type SavedView } from '../../model/saved-view';
import { viewFileText } from '../../model/view-file';
import type { SavedViews } from './use-saved-views';
import inputClasses from '../query-inputs.module.css';
import classes from './views-bar.module.css';

const ViewDialog = lazyPart(async () => ({ Part: (await import('./view-dialog')).ViewDialog }));

export interface ViewsBarProps {
  readonly priceColumn: string;
  readonly savedViews: SavedViews;
  /** The view that the query came from; null for none. */
  readonly current: SavedView | null;
  readonly draft: DraftQuery;
  /** Of the grid's columns; null: as they come. */
  readonly arrangement: ColumnArrangement | null;
  readonly onOpen: (view: SavedView) => void;
  /** To the whole price column, without a view. */
  readonly onStartOver: () => void;
  /** A view has just been made of the query: it is the current one, and nothing else changes. */
  readonly onAdopt: (view: SavedView) => void;
  readonly announce: Announce;
}

type Dialog = { readonly kind: 'save-as' } | { readonly kind: 'rename'; readonly view: SavedView };

/** The saved views of a price column: which one this is, and what can be done with it. */
export function ViewsBar(props: ViewsBarProps) {
  const { priceColumn, savedViews, current, draft, arrangement, onOpen, announce } = props;
  const t = useTranslations('views');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [note, setNote] = useState<Note | null>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const shownNote = note !== null && (note.undo !== null || note.draft === draft) ? note : null;
  const views = viewsOf(savedViews.views, priceColumn);
  const query = queryOfView(draft);
  const isChanged =
    current !== null &&
    (!isSameQuery(query, current.query) ||
      JSON.stringify(arrangement ?? NO_ARRANGEMENT) !==
        JSON.stringify(current.arrangement ?? NO_ARRANGEMENT));

  const tell = (text: string, undo: Note['undo'] = null) => {
    setNote({ text, undo, draft });
    announce(text);
  };
  const tellStored = (stored: SavedView | null, told: (name: string) => string) => {
    tell(stored === null ? t('notStored') : told(stored.name));
  };
  const change = async (
    view: SavedView,
    changes: Parameters<SavedViews['change']>[1],
    told: (name: string) => string,
  ) => {
    tellStored(await savedViews.change(view, changes), told);
  };
  const savedAs = (name: string) => t('saved', { name });
  const save = (view: SavedView) => change(view, now(), savedAs);
  const now = () => ({ query, arrangement, savedAtMs: Date.now() });
  const saveAs = async (name: string, settings: Pick<SavedView, 'isDefault' | 'runsOnOpen'>) => {
    const view: SavedView = { id: randomId(), priceColumn, name, ...settings, ...now() };
    const stored = await savedViews.add(view);
    tellStored(stored, savedAs);
    if (stored !== null) props.onAdopt(stored);
  };
  const remove = async (view: SavedView) => {
    if (!(await savedViews.remove(view.id))) {
      tell(t('notStored'));
      return;
    }
    const bringBack = async () => {
      tellStored(await savedViews.add(view), (name) => t('broughtBack', { name }));
    };
    tell(t('deleted', { name: view.name }), () => void bringBack());
  };
  const importFile = async (file: File) => {
    const read = await savedViews.importFile(await file.text());
    if (read === null) tell(t('notStored'));
    else if (!read.ok) tell(t(`importProblem.${read.problem}`));
    else {
      const { views: added, knownCount, brokenCount } = read;
      tell(t('imported', { added: added.length, known: knownCount, broken: brokenCount }));
    }
  };

  return (
    <div className={classes['bar']}>
      <div className={classes['line']}>
        <Menu position="bottom-start" width={300} returnFocus>
          <Menu.Target>
            <button
              type="button"
              className={classes['target']}
              aria-label={current === null ? t('button') : t('buttonOf', { name: current.name })}
            >
              {current === null ? <IconBookmark size={15} /> : <IconBookmarkFilled size={15} />}
              <span className={classes['name']}>{current?.name ?? t('button')}</span>
              <IconChevronDown size={14} className={classes['chevron']} />
            </button>
          </Menu.Target>
          <Menu.Dropdown className={classes['dropdown'] ?? ''}>
            {views.length > 0 && <Menu.Label>{t('list')}</Menu.Label>}
            <div className={classes['views']}>
              {views.map((view) => (
                <Menu.Item
                  key={view.id}
                  leftSection={
                    view.id === current?.id ? <IconCheck size={14} /> : <span className={classes['noIcon']} />
                  }
                  rightSection={
                    view.isDefault ? <IconStarFilled size={12} aria-label={t('default')} /> : undefined
                  }
                  aria-current={view.id === current?.id}
                  onClick={() => {
                    setNote(null);
                    onOpen(view);
                  }}
                >
                  {view.name}
                </Menu.Item>
              ))}
            </div>
            {views.length === 0 && (
              <p className={classes['none']}>{t(savedViews.status === 'refused' ? 'refused' : 'none')}</p>
            )}
            {!savedViews.isLasting && <p className={classes['none']}>{t('lastsAsPage')}</p>}
            <Menu.Divider />
            {current !== null && (
              <>
                <Menu.Item
                  leftSection={<IconDeviceFloppy size={14} />}
                  disabled={!isChanged}
                  onClick={() => void save(current)}
                >
                  {t('save')}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconArrowBackUp size={14} />}
                  disabled={!isChanged}
                  onClick={() => {
                    onOpen(current);
                    tell(t('reverted', { name: current.name }));
                  }}
                >
                  {t('revert')}
                </Menu.Item>
              </>
            )}
            <Menu.Item
              leftSection={<IconPlus size={14} />}
              disabled={savedViews.status !== 'ready'}
              onClick={() => {
                setDialog({ kind: 'save-as' });
              }}
            >
              {t('saveAs')}
            </Menu.Item>
            {current !== null && (
              <>
                <Menu.Item
                  leftSection={<IconPencil size={14} />}
                  onClick={() => {
                    setDialog({ kind: 'rename', view: current });
                  }}
                >
                  {t('rename')}
                </Menu.Item>
                <Menu.Item
                  role="menuitemcheckbox"
                  aria-checked={current.isDefault}
                  leftSection={current.isDefault ? <IconStarFilled size={14} /> : <IconStar size={14} />}
                  rightSection={current.isDefault ? <IconCheck size={14} /> : undefined}
                  onClick={() => {
                    const isDefault = !current.isDefault;
                    void change(current, { isDefault }, (name) =>
                      t(isDefault ? 'isDefault' : 'isNoDefault', { name }),
                    );
                  }}
                >
                  {t('makeDefault')}
                </Menu.Item>
                <Menu.Item
                  role="menuitemcheckbox"
                  aria-checked={current.runsOnOpen}
                  leftSection={<IconPlayerPlay size={14} />}
                  rightSection={current.runsOnOpen ? <IconCheck size={14} /> : undefined}
                  onClick={() => {
                    const runsOnOpen = !current.runsOnOpen;
                    void change(current, { runsOnOpen }, (name) =>
                      t(runsOnOpen ? 'runs' : 'runsNot', { name }),
                    );
                  }}
                >
                  {t('runOnOpen')}
                </Menu.Item>
                <Menu.Item leftSection={<IconTrash size={14} />} onClick={() => void remove(current)}>
                  {t('delete')}
                </Menu.Item>
              </>
            )}
            <Menu.Divider />
            <Menu.Item leftSection={<IconX size={14} />} onClick={props.onStartOver}>
              {t('startOver')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconDownload size={14} />}
              disabled={savedViews.views.length === 0}
              onClick={() => {
                downloadText(t('file'), 'application/json', viewFileText(savedViews.views));
                tell(t('exported', { count: savedViews.views.length }));
              }}
            >
              {t('export')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconUpload size={14} />}
              disabled={savedViews.status !== 'ready'}
              onClick={() => fileInput.current?.click()}
            >
              {t('import')}
            </Menu.Item>
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
            // The same file may be chosen again.
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
  /** The query it was told of: with another it has no more to say. */
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
