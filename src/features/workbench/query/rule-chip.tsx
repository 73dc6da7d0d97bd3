import { CloseButton } from '@mantine/core';
import { IconAlertCircle, IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useId, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useAnnounce } from '@/ui/components/announcer';
import { useWords } from '@/ui/formats/use-words';
import {
  addedColumnsOfParameter,
  addedColumnsToParameter,
  type AddedColumns,
} from '@/analysis/conditions/added-columns';
import { describeFilter, describeSort } from '../model/describe-query';
import { formulaOf, type DraftComputedColumn } from '../model/computed-draft';
import { ruleStates, type RuleState } from '../model/draft-changes';
import { idsOf, type DraftFilter, type DraftSort } from '../model/draft-query';
import { fieldsInReach } from '../model/resolve-query';
import { useWorkbenchActions, useWorkbenchScope, useWorkbenchState } from '../controller/use-workbench';
import { addFilterId, ruleChipId } from './element-ids';
import { useQueryView } from './query-context';
import { useFilterActions, useSortActions } from './rule-actions';
import classes from './query-line.module.css';

/** A filter, a sort rule, a computed column or the columns of another source, with the text that describes it. */
export type LineRule =
  | {
      readonly kind: 'filter';
      readonly filter: DraftFilter;
      readonly text: string;
      readonly state: ChipState;
    }
  | { readonly kind: 'sort'; readonly sort: DraftSort; readonly text: string; readonly state: ChipState }
  | {
      readonly kind: 'computed';
      readonly column: DraftComputedColumn;
      readonly text: string;
      readonly state: ChipState;
    }
  | {
      readonly kind: 'added';
      readonly source: AddedColumns;
      readonly index: number;
      readonly text: string;
      readonly state: ChipState;
    };

/** A rule whose editor can open below the line. Other rules are edited only in the builder. */
export type RuleEditedInLine = Extract<LineRule, { readonly kind: 'filter' | 'sort' }>;

/** Whether the editor of the rule can open below the line. */
export function isEditedInLine(rule: LineRule): rule is RuleEditedInLine {
  return rule.kind === 'filter' || rule.kind === 'sort';
}

type ChipState = RuleState | 'problem';

export function idOf(rule: LineRule): string {
  switch (rule.kind) {
    case 'filter':
      return rule.filter.id;
    case 'sort':
      return rule.sort.id;
    case 'computed':
      return rule.column.id;
    case 'added':
      return `added-${rule.index}`;
  }
}

/** Returns the rules of the draft and the columns of other sources, each with the text that describes it. */
export function useRules(): readonly LineRule[] {
  const words = useWords();
  const { priceColumn, address, cacheKey, readsRows, addedFields, appliedWhole, today, ranOn } =
    useWorkbenchScope();
  const { draft } = useWorkbenchState();
  const { problems } = useQueryView();
  // The columns of other sources are shown only if there are rows, because the builder shows their group only then.
  const added = cacheKey === null || !readsRows ? undefined : address.added;
  return useMemo(() => {
    const t = words.of('queryLine');
    const states = ruleStates(appliedWhole, draft);
    const inReach = { fields: fieldsInReach(draft, { priceColumn, addedFields }) };
    const withProblem = new Set(problems.map(({ where }) => ('id' in where ? where.id : null)));
    const stateOf = (id: string): ChipState => (withProblem.has(id) ? 'problem' : (states.get(id) ?? 'run'));
    const textOf = (filter: DraftFilter) => {
      if (filter.kind === 'unset') return t('newFilter');
      const resolvedOn = stateOf(filter.id) === 'run' ? ranOn : today;
      return describeFilter(words, filter, resolvedOn);
    };
    return [
      ...draft.filters.map((filter) => ({
        kind: 'filter' as const,
        filter,
        text: textOf(filter),
        state: idsOf(filter).some((id) => withProblem.has(id)) ? ('problem' as const) : stateOf(filter.id),
      })),
      ...draft.sort.map((sort) => ({
        kind: 'sort' as const,
        sort,
        text: describeSort(words, sort, inReach) ?? t('newSort'),
        state: stateOf(sort.id),
      })),
      ...(draft.computed ?? []).map((column) => ({
        kind: 'computed' as const,
        column,
        text: words.of('refine')('text.computed', { name: column.name, formula: formulaOf(column) }),
        state: stateOf(column.id),
      })),
      // Columns of other sources do not belong to the draft. They are in the address as soon as they are added.
      ...addedOf(added).map((source, index) => ({
        kind: 'added' as const,
        source,
        index,
        text: t('added', { label: source.label, columns: source.columns.join(', ') }),
        state: 'run' as const,
      })),
    ];
  }, [added, appliedWhole, draft, problems, priceColumn, addedFields, today, ranOn, words]);
}

function addedOf(parameter: string | undefined): readonly AddedColumns[] {
  return parameter === undefined ? [] : addedColumnsOfParameter(parameter);
}

export interface RuleChipProps {
  readonly rule: LineRule;
  /** Whether the editor of the rule is open below the line; null while the builder shows the editor. */
  readonly isOpen: boolean | null;
  /** Whether the chip is in the list of chips that have no room in the line. Such a chip has no element id. */
  readonly isListed?: boolean;
  readonly onOpen: () => void;
}

/** A chip that describes a rule, with buttons that open its editor and remove the rule. */
export function RuleChip({ rule, isOpen, isListed = false, onOpen }: RuleChipProps) {
  const t = useTranslations('queryLine');
  const { remove: removeFilter } = useFilterActions('line');
  const { remove: removeSort } = useSortActions('line');
  const { computed = [] } = useWorkbenchState().draft;
  const { added } = useWorkbenchScope().address;
  const { edit, addColumns } = useWorkbenchActions();
  const { focusSoon, setLineEditor } = useQueryView();
  const tAdded = useTranslations('added');
  const announce = useAnnounce();
  const id = idOf(rule);
  const stateId = useId();
  const note = { run: null, off: t('stateOff'), 'not-run': t('stateNotRun'), problem: t('stateProblem') }[
    rule.state
  ];
  return (
    <span className={classes['chip']} data-state={rule.state} data-rule={id} data-place="line">
      <button
        {...(!isListed && { id: ruleChipId(id) })}
        type="button"
        className={classes['chipText']}
        {...(isOpen !== null && { 'aria-haspopup': 'dialog', 'aria-expanded': isOpen })}
        {...(note !== null && { 'aria-describedby': stateId })}
        title={note === null ? rule.text : `${rule.text} · ${note}`}
        onClick={onOpen}
      >
        {rule.state === 'problem' && <IconAlertCircle size={14} aria-hidden="true" />}
        {rule.kind === 'sort' && <SortIcon direction={rule.sort.direction} />}
        <span>{rule.text}</span>
        {rule.state === 'off' && <em>{t('off')}</em>}
      </button>
      {note !== null && (
        <span id={stateId} hidden>
          {note}
        </span>
      )}
      <CloseButton
        size={24}
        iconSize={12}
        className={classes['remove'] ?? ''}
        aria-label={t('remove', { rule: rule.text })}
        onClick={() => {
          if (rule.kind === 'filter') removeFilter(rule.filter);
          else if (rule.kind === 'sort') removeSort(rule.sort);
          else {
            setLineEditor(null);
            if (rule.kind === 'added') {
              addColumns(addedColumnsToParameter(addedOf(added).toSpliced(rule.index, 1)));
              announce(tAdded('removed', { label: rule.source.label }));
            } else edit({ type: 'set-computed', computed: computed.filter((each) => each.id !== id) });
            focusSoon(addFilterId('line'));
          }
        }}
      />
    </span>
  );
}

function SortIcon({ direction }: Pick<DraftSort, 'direction'>) {
  const Icon = direction === 'ascending' ? IconSortAscending : IconSortDescending;
  return <Icon size={14} stroke={1.6} aria-hidden="true" />;
}
