import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { viewState } from '@/session/rights/rights';
import { rightText } from '@/session/rights/right-text';
import { useAnnounce } from '@/ui/components/announcer';
import { nextRuleId, type DraftFilter, type DraftSort } from '../model/draft-query';
import type { FilterEditor, LocatedProblem, Problem } from '../model/resolve-query';
import { useWorkbenchActions, useWorkbenchScope, useWorkbenchState } from '../controller/use-workbench';
import {
  addFilterId,
  addSortId,
  filterEditorId,
  renderedChipId,
  ruleHandleId,
  ruleIdIn,
  sortFieldId,
  sortMoveId,
  type QueryPlace,
} from './element-ids';
import { fieldChoice } from './field-choice';
import { useQueryView } from './query-context';
import type { Choice, UnavailableChoice } from './choice-select';

/** Returns the edits of the filters. Each edit is announced, and leaves the focus on its rule or a neighbour. */
export function useFilterActions(place: QueryPlace) {
  const t = useTranslations('workbench');
  const announce = useAnnounce();
  const { filters } = useWorkbenchState().draft;
  const { edit } = useWorkbenchActions();
  const { focusSoon, setLineEditor } = useQueryView();

  const focusField = ({ id }: DraftFilter) => {
    const elementId = filterEditorId(ruleIdIn(place, id), 'field');
    if (place === 'line') setLineEditor({ kind: 'rule', id, focusId: elementId });
    else focusSoon(elementId);
  };
  const indexOf = (id: string) => filters.findIndex((filter) => filter.id === id);
  const insert = (index: number, filter: DraftFilter) => {
    edit({ type: 'insert-filter', index, filter });
    focusField(filter);
  };
  const moveTo = (id: string, to: number) => {
    edit({ type: 'move-filter', id, to });
    announce(t('filters.moved', { number: to + 1, count: filters.length }));
  };
  return {
    indexOf,
    moveTo,
    add: () => {
      insert(filters.length, { kind: 'unset', id: nextRuleId('filter', filters), isDisabled: false });
      announce(t('filters.added', { number: filters.length + 1 }));
    },
    change: (filter: DraftFilter, edited: FilterEditor | 'operator') => {
      edit({ type: 'set-filter', filter }, edited === 'value' ? `${filter.id} value` : null);
    },
    remove: ({ id }: DraftFilter) => {
      const index = indexOf(id);
      const next = filters[index + 1] ?? filters[index - 1];
      edit({ type: 'remove-filter', id });
      if (place === 'line') {
        setLineEditor(null);
        focusSoon(next === undefined ? addFilterId('line') : renderedChipId(next.id));
      } else if (next === undefined) focusSoon(addFilterId('panel'));
      else focusField(next);
      announce(t('filters.removed', { number: index + 1 }));
    },
    duplicate: (filter: DraftFilter) => {
      const index = indexOf(filter.id);
      insert(index + 1, { ...filter, id: nextRuleId('filter', filters) });
      announce(t('filters.duplicated', { number: index + 1 }));
    },
    toggle: (filter: DraftFilter) => {
      edit({ type: 'set-filter', filter: { ...filter, isDisabled: !filter.isDisabled } });
      const number = indexOf(filter.id) + 1;
      announce(t(filter.isDisabled ? 'filters.turnedOn' : 'filters.turnedOff', { number }));
    },
    move: ({ id }: DraftFilter, offset: -1 | 1) => {
      moveTo(id, indexOf(id) + offset);
      // The browser drops the focus of an element that is moved in the document.
      if (document.activeElement?.id === ruleHandleId(id)) focusSoon(ruleHandleId(id));
    },
  };
}

/** Returns the edits of the sort rules, like `useFilterActions`. */
export function useSortActions(place: QueryPlace) {
  const t = useTranslations('workbench');
  const announce = useAnnounce();
  const { sort } = useWorkbenchState().draft;
  const { edit } = useWorkbenchActions();
  const { focusSoon, setLineEditor } = useQueryView();
  const indexOf = (id: string) => sort.findIndex((rule) => rule.id === id);
  const moveTo = (id: string, to: number) => {
    edit({ type: 'move-sort', id, to });
    announce(t('sort.moved', { number: to + 1, count: sort.length }));
  };
  return {
    indexOf,
    moveTo,
    add: () => {
      const id = nextRuleId('sort', sort);
      const focusId = sortFieldId(ruleIdIn(place, id));
      edit({ type: 'add-sort', rule: { id, field: null, direction: 'ascending' } });
      if (place === 'line') setLineEditor({ kind: 'rule', id, focusId });
      else focusSoon(focusId);
      announce(t('sort.added', { number: sort.length + 1 }));
    },
    change: (rule: DraftSort) => {
      edit({ type: 'set-sort', rule });
    },
    remove: ({ id }: DraftSort) => {
      const index = indexOf(id);
      const next = sort[index + 1] ?? sort[index - 1];
      edit({ type: 'remove-sort', id });
      if (place === 'line') setLineEditor(null);
      if (next === undefined) focusSoon(place === 'line' ? addFilterId('line') : addSortId('panel'));
      else focusSoon(place === 'line' ? renderedChipId(next.id) : sortFieldId(next.id));
      announce(t('sort.removed', { number: index + 1 }));
    },
    move: ({ id }: DraftSort, offset: -1 | 1) => {
      const isByHandle = document.activeElement?.id === ruleHandleId(id);
      moveTo(id, indexOf(id) + offset);
      // The browser drops the focus of an element that is moved in the document.
      focusSoon(isByHandle ? ruleHandleId(id) : sortMoveId(ruleIdIn(place, id), offset));
    },
  };
}

export interface FieldChoices {
  readonly choices: readonly Choice<string>[];
  readonly unavailable: readonly UnavailableChoice[];
}

/** Returns the fields that can be filtered by, and why the others cannot. */
export function useFilterChoices(): FieldChoices {
  return useFieldChoices('isFilterable');
}

function useFieldChoices(ability: 'isFilterable' | 'isSortable'): FieldChoices {
  const t = useTranslations('queryLine');
  const tWorkbench = useTranslations('workbench');
  const { priceColumn, rights } = useWorkbenchScope();
  const tRights = useTranslations('rights');
  return useMemo(() => {
    const choices: Choice<string>[] = [];
    const unavailable: UnavailableChoice[] = [];
    for (const field of priceColumn.fields) {
      const view = viewState(field, rights);
      if (view.state === 'locked') {
        const reason = tWorkbench('fields.locked', { right: rightText(tRights, view.right) });
        unavailable.push({ label: field.name, reason });
      } else if (field[ability]) choices.push(fieldChoice(field));
      else {
        const reason = t(ability === 'isFilterable' ? 'notFilterable' : 'notSortable');
        unavailable.push({ label: field.name, reason });
      }
    }
    return { choices, unavailable };
  }, [ability, priceColumn, rights, tRights, t, tWorkbench]);
}

/** Returns a function that lists the fields for a sort rule: those that no other rule uses, and the rule's own. */
export function useSortChoices(): (rule: DraftSort) => FieldChoices {
  const { sort } = useWorkbenchState().draft;
  const { choices, unavailable } = useFieldChoices('isSortable');
  return (rule) => {
    const taken = new Set(sort.filter((other) => other.id !== rule.id).map((other) => other.field));
    const free = choices.filter((choice) => !taken.has(choice.value));
    const isListed = rule.field === null || free.some((choice) => choice.value === rule.field);
    return {
      choices: isListed ? free : [...free, { value: rule.field ?? '', label: rule.field ?? '' }],
      unavailable,
    };
  };
}

export function problemsOfFilter(
  problems: readonly LocatedProblem[],
  id: string,
): ReadonlyMap<FilterEditor, Problem> {
  const found = new Map<FilterEditor, Problem>();
  for (const { where, problem } of problems) {
    if (where.part === 'filter' && where.id === id) found.set(where.editor, problem);
  }
  return found;
}

export function problemOfSort(problems: readonly LocatedProblem[], id: string): Problem | null {
  return problems.find(({ where }) => where.part === 'sort' && where.id === id)?.problem ?? null;
}
