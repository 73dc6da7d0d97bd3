import { ActionIcon, Button, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconLayoutSidebarLeftCollapse,
  IconPlayerPlay,
  IconPlayerStop,
} from '@tabler/icons-react';
import { useCallback, useImperativeHandle, useMemo, useState, type KeyboardEvent, type Ref } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn, PriceField } from '@/contract/column';
import type { ExtractionQuery } from '@/contract/extraction';
import { viewState, type Rights } from '@/session/rights';
import { localDay } from '../model/calendar';
import type { DraftQuery } from '../model/draft-query';
import { resolveQuery } from '../model/resolve-query';
import { useAnnouncer } from './announcer';
import { CopyLinkButton } from './copy-link-button';
import { FIELD_SEARCH_ID, placeId } from './element-ids';
import { FieldsGroup } from './fields-group';
import { FiltersGroup } from './filters-group';
import { SortGroup } from './sort-group';
import { useFocusSoon } from './use-focus-soon';
import { useQueryProblems } from './use-query-problems';
import { useRunShortcut } from './use-run-shortcut';
import { useToday } from './use-today';
import { useWorkbenchDraft, type DraftEdit } from './use-workbench-draft';
import classes from './query-builder.module.css';

export interface QueryBuilderHandle {
  /**
   * Changes the query from outside the form (a header, a cell, a column's menu) and runs it at once, together with what
   * else was not run yet: `editAndRun((draft) => sortedBy(draft, 'Value', false))`. One step of undo. Where the query
   * cannot be run, the form shows why and takes the focus.
   */
  readonly editAndRun: (change: DraftEdit) => void;
}

export interface QueryBuilderProps {
  readonly ref?: Ref<QueryBuilderHandle>;
  readonly priceColumn: PriceColumn;
  readonly rights: Rights;
  /** The query of the address; null: nothing has been run. Compared by content. */
  readonly applied: DraftQuery | null;
  readonly isRunning: boolean;
  /** Of the applied query, to be copied. */
  readonly link: string;
  /**
   * Also called when nothing has changed: the person then wants a new snapshot. `query` is the draft resolved against
   * today.
   */
  readonly onRun: (draft: DraftQuery, query: ExtractionQuery) => void;
  readonly onCancel: () => void;
  /** Absent where the query cannot be folded away. */
  readonly onCollapse?: () => void;
  /** Brings a folded query back, for something in it to take the focus. */
  readonly onReveal?: () => void;
}

/** Builds the query of a price column; nothing is sent before Run. */
export function QueryBuilder(props: QueryBuilderProps) {
  // Another price column starts with a form of its own.
  return <QueryForm key={props.priceColumn.name} {...props} />;
}

function QueryForm(props: QueryBuilderProps) {
  const { priceColumn, rights, applied, isRunning, link, onRun, onCancel, onCollapse, onReveal, ref } = props;
  const t = useTranslations('workbench');
  const { announce, announcer } = useAnnouncer();
  const focusSoon = useFocusSoon();
  const [isRunAttempted, setRunAttempted] = useState(false);
  const isLocked = useCallback((field: PriceField) => viewState(field, rights).state === 'locked', [rights]);
  const viewable = useMemo(
    () => priceColumn.fields.filter((field) => !isLocked(field)).map((field) => field.name),
    [priceColumn, isLocked],
  );
  const editor = useWorkbenchDraft({ priceColumnName: priceColumn.name, applied, allFields: viewable });
  const { draft, changeCount } = editor;
  const today = useToday();
  const scope = useMemo(() => ({ priceColumn, isLocked, today }), [priceColumn, isLocked, today]);
  const { resolved, shown: problems } = useQueryProblems(draft, scope, isRunAttempted);

  const runDraft = (latest: DraftQuery) => {
    const latestResolved = resolveQuery(latest, { ...scope, today: localDay(new Date()) });
    setRunAttempted(!latestResolved.ok);
    if (latestResolved.ok) {
      onRun(latest, latestResolved.query);
      return;
    }
    const [first] = latestResolved.problems;
    if (first === undefined) return;
    onReveal?.();
    focusSoon(placeId(first.where));
  };
  const run = () => {
    // Asked anew: what the same key press has just entered is not rendered yet.
    runDraft(editor.latestDraft());
  };
  useRunShortcut(run);
  useImperativeHandle(ref, () => ({
    editAndRun: (change) => {
      runDraft(editor.edit(change));
    },
  }));

  const takeBack = (direction: 'undo' | 'redo') => {
    if (!(direction === 'undo' ? editor.canUndo : editor.canRedo)) return;
    editor[direction]();
    announce(t(direction === 'undo' ? 'query.undone' : 'query.redone'));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    // What is typed into the search is no part of the draft: there the browser undoes.
    if ((key !== 'z' && key !== 'y') || document.activeElement?.id === FIELD_SEARCH_ID) return;
    // Also in text fields: they show the draft, and undoing the draft takes their text along.
    event.preventDefault();
    takeBack(key === 'y' || event.shiftKey ? 'redo' : 'undo');
  };

  return (
    // The keys come from the controls inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section aria-label={t('query.region')} className={classes['query']} onKeyDown={onKeyDown}>
      <header className={classes['header']}>
        <h2 className={classes['title']}>{t('query.region')}</h2>
        <HeaderButton
          label={t('query.undo')}
          shortcut="Ctrl+Z"
          isUnavailable={!editor.canUndo}
          onClick={() => {
            takeBack('undo');
          }}
        >
          <IconArrowBackUp size={16} stroke={1.6} />
        </HeaderButton>
        <HeaderButton
          label={t('query.redo')}
          shortcut="Ctrl+Shift+Z"
          isUnavailable={!editor.canRedo}
          onClick={() => {
            takeBack('redo');
          }}
        >
          <IconArrowForwardUp size={16} stroke={1.6} />
        </HeaderButton>
        {onCollapse !== undefined && (
          <HeaderButton label={t('query.collapse')} onClick={onCollapse}>
            <IconLayoutSidebarLeftCollapse size={16} stroke={1.6} />
          </HeaderButton>
        )}
      </header>
      <div className={classes['body']}>
        <FieldsGroup
          fields={priceColumn.fields}
          rights={rights}
          chosen={draft.fields}
          problems={problems.filter(({ where }) => where.part === 'fields')}
          announce={announce}
          focusSoon={focusSoon}
          onChange={editor.setFields}
        />
        <FiltersGroup
          editor={editor}
          fields={priceColumn.fields}
          isLocked={isLocked}
          problems={problems}
          today={today}
          announce={announce}
          focusSoon={focusSoon}
        />
        <SortGroup
          editor={editor}
          fields={priceColumn.fields}
          isLocked={isLocked}
          problems={problems}
          announce={announce}
          focusSoon={focusSoon}
        />
      </div>
      <footer className={classes['footer']}>
        <div className={classes['stateLine']}>
          <p className={classes['state']} data-tone={stateTone(isRunAttempted && !resolved.ok, changeCount)}>
            {isRunAttempted && !resolved.ok
              ? t('query.problems', { count: resolved.problems.length })
              : stateText(t, { isRunning, isApplied: applied !== null, changeCount })}
          </p>
          <CopyLinkButton link={link} hasChanges={changeCount > 0} announce={announce} />
        </div>
        <div className={classes['actions']}>
          <Button
            className={classes['run'] ?? ''}
            size="xs"
            leftSection={<IconPlayerPlay size={14} />}
            rightSection={
              <span className={classes['shortcut']} aria-hidden="true">
                {t('query.runShortcut')}
              </span>
            }
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={run}
          >
            {t('query.run')}
          </Button>
          {isRunning ? (
            <Button size="xs" variant="default" leftSection={<IconPlayerStop size={14} />} onClick={onCancel}>
              {t('query.cancel')}
            </Button>
          ) : (
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                setRunAttempted(false);
                editor.reset();
                announce(t('query.resetDone'));
              }}
            >
              {t('query.reset')}
            </Button>
          )}
        </div>
      </footer>
      {announcer}
    </section>
  );
}

type Translate = ReturnType<typeof useTranslations<'workbench'>>;

interface RunState {
  readonly isRunning: boolean;
  readonly isApplied: boolean;
  readonly changeCount: number;
}

function stateText(t: Translate, { isRunning, isApplied, changeCount }: RunState): string {
  if (isRunning) return t('query.running');
  if (changeCount > 0) return t('query.changes', { count: changeCount });
  return isApplied ? t('query.asRun') : t('query.notRunYet');
}

function stateTone(hasProblems: boolean, changeCount: number): 'problem' | 'changed' | 'calm' {
  if (hasProblems) return 'problem';
  return changeCount > 0 ? 'changed' : 'calm';
}

interface HeaderButtonProps {
  readonly label: string;
  readonly shortcut?: string;
  readonly isUnavailable?: boolean;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}

function HeaderButton({ label, shortcut, isUnavailable = false, onClick, children }: HeaderButtonProps) {
  return (
    <Tooltip label={shortcut === undefined ? label : `${label} · ${shortcut}`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={26}
        aria-label={label}
        {...(isUnavailable && { 'aria-disabled': true, 'data-disabled': true })}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
