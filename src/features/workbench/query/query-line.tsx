import { Button, CloseButton, OverflowList, Tooltip } from '@mantine/core';
import {
  IconArrowsSort,
  IconColumns3,
  IconLayoutSidebarLeftExpand,
  IconPlayerPlay,
  IconPlus,
} from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useAnnounce } from '@/ui/components/announcer';
import { useFormats } from '@/ui/formats/format-settings-context';
import { lazyPart } from '@/ui/components/lazy-part';
import { IconButton } from '@/ui/components/icon-button';
import { isCondition, isWithoutValue, operatorOf, usesOther, type DraftFilter } from '../model/draft-query';
import type { FilterEditor } from '../model/resolve-query';
import { usePublished } from '../controller/use-published-rows';
import { useWorkbenchActions, useWorkbenchScope, useWorkbenchState } from '../controller/use-workbench';
import { filterEditorId } from '../conditions/condition-ids';
import {
  ADD_ELSEWHERE_ID,
  addFilterId,
  addSortId,
  fieldSearchId,
  LINE_FIELDS_ID,
  LINE_MORE_ID,
  renderedChipId,
  ruleIdIn,
  SHOW_PANEL_ID,
  sortFieldId,
  type QueryPlace,
} from './element-ids';
import { openerId, useQueryPanelState, useQueryView, type LineEditor } from './query-context';
import { useFilterActions, useSortActions } from './rule-actions';
import { idOf, RuleChip, useRules, type LineRule, type RuleEditedInLine } from './rule-chip';
import { DraftState } from './run-bar';
import { useRunText } from './use-run-text';
import classes from './query-line.module.css';

const LineEditorPopover = lazyPart(async () => ({ Part: (await import('./line-editor')).LineEditorPopover }));

/** Describes the query with a chip for each rule. A chip opens its editor in the builder, or below the line if the builder is hidden. */
export const QueryLine = memo(QueryLineView);

function QueryLineView() {
  const t = useTranslations('queryLine');
  const tQuery = useTranslations('workbench');
  const { formatInteger } = useFormats();
  const rules = useRules();
  const chosenRows = usePublished('chosenRows');
  const { address, shownView, readsRows } = useWorkbenchScope();
  const isPart = readsRows && shownView === 'rows' && address.subset !== undefined;
  const panel = useQueryPanelState();
  const { tab, fieldCount, lineEditor, setLineEditor, editComputed, showInBuilder, focusSoon } =
    useQueryView();
  const isBuilderShown = panel.isShown && !panel.isSheet && tab === 'builder';
  const place = isBuilderShown ? 'panel' : 'line';
  const { add: addFilter } = useFilterActions(place);
  const { add: addSort } = useSortActions(place);
  const lineRef = useRef<HTMLDivElement>(null);
  const close = useCloseEditor(rules);
  const toggle = (editor: LineEditor) => {
    const isOpen = openerId(editor) === openerId(lineEditor);
    close();
    if (!isOpen) setLineEditor(editor);
  };
  const openRule = (rule: LineRule) => {
    if (rule.kind === 'computed') return editComputed(rule.column.id);
    if (rule.kind === 'added') return showInBuilder(ADD_ELSEWHERE_ID);
    const focusId = firstEditorId(rule, place);
    if (!isBuilderShown) return toggle({ kind: 'rule', id: idOf(rule), focusId });
    setLineEditor(null);
    focusSoon(focusId);
  };
  return (
    // The line handles the key events of the controls inside it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={lineRef}
      role="group"
      aria-label={t('group')}
      className={classes['line']}
      data-folded={panel.isShown ? undefined : true}
      // Loads the code of the editors before the user opens one.
      onPointerEnter={() => void LineEditorPopover.preload()}
      onFocus={() => void LineEditorPopover.preload()}
      data-draft=""
    >
      {!panel.isShown && (
        <IconButton
          id={SHOW_PANEL_ID}
          label={tQuery('query.expand')}
          size={28}
          aria-expanded={false}
          className={classes['show'] ?? ''}
          onClick={() => {
            panel.show();
          }}
        >
          <IconLayoutSidebarLeftExpand size={16} stroke={1.6} />
        </IconButton>
      )}
      <div className={classes['rules']}>
        {rules.length === 0 && !isPart && <span className={classes['none']}>{t('allRows')}</span>}
        <OverflowList
          className={classes['chips'] ?? ''}
          data={[...rules]}
          gap={4}
          getItemKey={(rule) => `${rule.state} ${rule.text}`}
          renderItem={(rule) => (
            <RuleChip
              rule={rule}
              isOpen={isBuilderShown ? null : lineEditor?.kind === 'rule' && lineEditor.id === idOf(rule)}
              onOpen={() => {
                openRule(rule);
              }}
            />
          )}
          renderOverflow={(hidden) => (
            <button
              id={LINE_MORE_ID}
              type="button"
              className={classes['more']}
              aria-haspopup="dialog"
              aria-expanded={lineEditor?.kind === 'more'}
              onClick={() => {
                toggle({ kind: 'more', ids: hidden.map(idOf) });
              }}
            >
              {hidden.length === rules.length
                ? t('rules', { count: hidden.length })
                : t('more', { count: hidden.length })}
            </button>
          )}
        />
        {/* This chip appears after the others, so it stands behind them and moves none. */}
        {chosenRows !== null && <ChosenRows words={chosenRows} />}
      </div>
      <button
        id={LINE_FIELDS_ID}
        type="button"
        className={classes['fields']}
        {...(!isBuilderShown && {
          'aria-haspopup': 'dialog',
          'aria-expanded': lineEditor?.kind === 'fields',
        })}
        onClick={() => {
          if (isBuilderShown) focusSoon(fieldSearchId('panel'));
          else toggle({ kind: 'fields', focusId: fieldSearchId('line') });
        }}
      >
        <IconColumns3 size={14} stroke={1.6} aria-hidden="true" />
        {t('fields', { chosen: formatInteger(fieldCount.chosen), all: formatInteger(fieldCount.all) })}
      </button>
      <button
        id={addFilterId('line')}
        type="button"
        className={classes['add']}
        aria-haspopup={isBuilderShown ? undefined : 'dialog'}
        title={tQuery('filters.add')}
        onClick={addFilter}
      >
        <IconPlus size={14} aria-hidden="true" />
        <span className={classes['addText']}>{tQuery('filters.add')}</span>
      </button>
      {!panel.isShown && (
        <button
          id={addSortId('line')}
          type="button"
          className={`${classes['add'] ?? ''} ${classes['addSort'] ?? ''}`}
          aria-haspopup="dialog"
          title={tQuery('sort.add')}
          onClick={addSort}
        >
          <IconArrowsSort size={15} stroke={1.6} aria-hidden="true" />
          <span className={classes['hiddenText']}>{tQuery('sort.add')}</span>
        </button>
      )}
      {!panel.isShown && <LineRun />}
      {lineEditor !== null && (
        <LineEditorPopover
          lineRef={lineRef}
          rules={rules}
          onOpenRule={openRule}
          onClose={(isByKey) => {
            const opener = close();
            if (isByKey && opener !== null) focusSoon(opener);
          }}
          onGiveUp={() => {
            close();
          }}
        />
      )}
    </div>
  );
}

/** Says which of the query's rows are shown, and has a button that shows all rows again. */
function ChosenRows({ words }: { readonly words: string }) {
  const t = useTranslations('queryLine');
  const announce = useAnnounce();
  const { showRows } = useWorkbenchActions();
  const { focusSoon } = useQueryView();
  const text = t('onlyRows', { words });
  return (
    <span className={classes['chip']} data-chosen="">
      <span className={classes['chosen']} title={text}>
        {text}
      </span>
      <Tooltip label={t('showAllRows')}>
        <CloseButton
          size={24}
          iconSize={12}
          className={classes['remove'] ?? ''}
          aria-label={t('showAllRows')}
          onClick={() => {
            showRows(null);
            focusSoon(addFilterId('line'));
            announce(t('allRowsShown'));
          }}
        />
      </Tooltip>
    </span>
  );
}

/** Returns a function that closes the editor and removes rules that cannot be run. It returns the id of the element to focus next. */
function useCloseEditor(rules: readonly LineRule[]): () => string | null {
  const { lineEditor, setLineEditor } = useQueryView();
  const { edit, leaveFilter } = useWorkbenchActions();
  return () => {
    if (lineEditor === null) return null;
    setLineEditor(null);
    if (lineEditor.kind !== 'rule') return openerId(lineEditor);
    const rule = rules.find((each) => idOf(each) === lineEditor.id);
    if (rule?.kind === 'filter' && isWithoutValue(rule.filter) && !rule.filter.isDisabled) {
      leaveFilter(rule.filter.id);
      return addFilterId('line');
    }
    if (rule?.kind === 'sort' && rule.sort.field === null) {
      edit({ type: 'remove-sort', id: rule.sort.id });
      return addSortId('line');
    }
    return renderedChipId(lineEditor.id);
  };
}

/** Shows the state of the draft, and the button that runs it, while the query panel is hidden. */
function LineRun() {
  const t = useTranslations('workbench');
  const runText = useRunText();
  const { run } = useWorkbenchState();
  const { applied, cacheKey } = useWorkbenchScope();
  const actions = useWorkbenchActions();
  const { changeCount, blockingCount, reset } = useQueryView();
  const isApplied = applied !== null && cacheKey !== null;
  const isRunning = run.status === 'running';
  return (
    <div className={classes['run']}>
      <DraftState
        isRunning={isRunning}
        isApplied={isApplied}
        changeCount={changeCount}
        problemCount={blockingCount}
      />
      {changeCount > 0 && (
        <Button size="compact-sm" variant="default" className={classes['reset'] ?? ''} onClick={reset}>
          {t('query.reset')}
        </Button>
      )}
      <Button
        size="compact-sm"
        leftSection={<IconPlayerPlay size={14} />}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={actions.run}
      >
        {runText}
      </Button>
    </div>
  );
}

/** Returns the id of the element to focus when a rule is opened: the editor of its value, if it has one. */
function firstEditorId(rule: RuleEditedInLine, place: QueryPlace): string {
  if (rule.kind === 'sort') return sortFieldId(ruleIdIn(place, rule.sort.id));
  const { filter } = rule;
  return filterEditorId(ruleIdIn(place, filter.id), firstEditor(filter));
}

function firstEditor(filter: DraftFilter): FilterEditor {
  if (!isCondition(filter)) return 'field';
  if (usesOther(filter)) return 'other';
  const part = { none: 'field', value: 'value', range: 'value', list: 'values', days: 'days' } as const;
  return part[operatorOf(filter).editor];
}
