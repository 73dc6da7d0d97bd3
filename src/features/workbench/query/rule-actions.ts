import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { viewState } from '@/session/rights/rights';
import { rightText } from '@/session/rights/right-text';
import { useAnnounce } from '@/ui/components/announcer';
import { computedField } from '@/analysis/conditions/computed-field';
import { computedOf } from '../model/computed-draft';
import {
  nextRuleId,
  outermostId,
  type DraftFilter,
  type DraftGroup,
  type DraftSort,
} from '../model/draft-query';
import type { FilterEditor, LocatedProblem, Problem } from '../model/resolve-query';
import { useWorkbenchActions, useWorkbenchScope, useWorkbenchState } from '../controller/use-workbench';
import {
  addFilterId,
  addSortId,
  renderedChipId,
  ruleHandleId,
  ruleIdIn,
  sortFieldId,
  sortMoveId,
  type QueryPlace,
} from './element-ids';
import { fieldChoice } from '../conditions/field-choice';
import type { FieldChoices } from '../conditions/condition-editor';
import type { Choice, UnavailableChoice } from '../conditions/choice-select';
import { filterEditorId } from '../conditions/condition-ids';
import { useQueryView } from './query-context';

/** Returns functions that edit the filters. Each edit is announced, and moves the focus to its rule or a neighboring one. */
export function useFilterActions(place: QueryPlace) {
  const t = useTranslations('workbench');
  const announce = useAnnounce();
  const { filters } = useWorkbenchState().draft;
  const { edit } = useWorkbenchActions();
  const { focusSoon, setLineEditor } = useQueryView();

  /** Focuses an editor of a filter. `outerId` is the id of the top-level filter that contains it, if it is in a group. */
  const focusField = ({ id }: DraftFilter, editor: FilterEditor = 'field', outerId = id) => {
    const elementId = filterEditorId(ruleIdIn(place, id), editor);
    if (place === 'line') setLineEditor({ kind: 'rule', id: outerId, focusId: elementId });
    else focusSoon(elementId);
  };
  const indexOf = (id: string) => filters.findIndex((filter) => filter.id === id);
  const unset = (): DraftFilter => ({ kind: 'unset', id: nextRuleId('filter', filters), isDisabled: false });
  const insert = (index: number, filter: DraftFilter, editor?: FilterEditor) => {
    edit({ type: 'insert-filter', index, filter });
    focusField(firstOf(filter), editor, filter.id);
  };
  const moveTo = (id: string, to: number) => {
    edit({ type: 'move-filter', id, to });
    announce(t('filters.moved', { number: to + 1, count: filters.length }));
  };
  return {
    indexOf,
    moveTo,
    /** Adds a filter at an index, and focuses one of its editors. */
    insert,
    add: () => {
      insert(filters.length, unset());
      announce(t('filters.added', { number: filters.length + 1 }));
    },
    /** Adds a group of alternatives that contains one filter. */
    addGroup: () => {
      const first = unset();
      const id = nextRuleId('filter', [...filters, first]);
      const group: DraftFilter = { kind: 'group', id, isDisabled: false, join: 'any', parts: [first] };
      edit({ type: 'insert-filter', index: filters.length, filter: group });
      focusField(first, 'field', id);
      announce(t('filters.added', { number: filters.length + 1 }));
    },
    addTo: (group: DraftGroup) => {
      const added = unset();
      edit({ type: 'set-filter', filter: { ...group, parts: [...group.parts, added] } });
      focusField(added, 'field', outermostId(filters, group.id));
    },
    /** Removes a filter from a group. If it was the last one, the group is removed as well. */
    removeFrom: (group: DraftGroup, { id }: DraftFilter) => {
      const at = group.parts.findIndex((part) => part.id === id);
      const next = group.parts[at + 1] ?? group.parts[at - 1];
      edit({ type: 'remove-filter', id });
      if (next !== undefined) return focusField(firstOf(next), 'field', outermostId(filters, group.id));
      if (place === 'line') setLineEditor(null);
      focusSoon(addFilterId(place));
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
      else focusField(firstOf(next), 'field', next.id);
      announce(t('filters.removed', { number: index + 1 }));
    },
    duplicate: (filter: DraftFilter) => {
      const index = indexOf(filter.id);
      insert(index + 1, copyOf(filter, filters));
      announce(t('filters.duplicated', { number: index + 1 }));
    },
    toggle: (filter: DraftFilter) => {
      edit({ type: 'set-filter', filter: { ...filter, isDisabled: !filter.isDisabled } });
      const number = indexOf(filter.id) + 1;
      announce(t(filter.isDisabled ? 'filters.turnedOn' : 'filters.turnedOff', { number }));
    },
    move: ({ id }: DraftFilter, offset: -1 | 1) => {
      moveTo(id, indexOf(id) + offset);
      // The focus is set again, because browsers drop it when the focused element is moved in the document.
      if (document.activeElement?.id === ruleHandleId(id)) focusSoon(ruleHandleId(id));
    },
  };
}

/** Returns a copy of a filter in which the filter and all its parts have new ids. */
function copyOf(filter: DraftFilter, filters: readonly DraftFilter[]): DraftFilter {
  const id = nextRuleId('filter', filters);
  if (filter.kind !== 'group') return { ...filter, id };
  const parts = filter.parts.reduce<DraftFilter[]>(
    (copied, part) => [...copied, copyOf(part, [...filters, { ...filter, id, parts: copied }])],
    [],
  );
  return { ...filter, id, parts };
}

/** Returns the first condition in a filter. This is the filter itself, if it is not a group. */
function firstOf(filter: DraftFilter): DraftFilter {
  const [first] = filter.kind === 'group' ? filter.parts : [];
  return first === undefined ? filter : firstOf(first);
}

/** Returns functions that edit the sort rules, like `useFilterActions` for filters. */
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
      // The focus is set again, because browsers drop it when the focused element is moved in the document.
      focusSoon(isByHandle ? ruleHandleId(id) : sortMoveId(ruleIdIn(place, id), offset));
    },
  };
}

/** Returns the fields that a filter can use, and the other fields with the reason why they cannot be used. */
export function useFilterChoices(): FieldChoices {
  const { readsRows } = useWorkbenchScope();
  return useAllChoices(useFieldChoices('isFilterable', readsRows));
}

/** Adds computed columns and columns from other sources. Filters and sort rules with them are applied to the rows read, in the browser. */
function useAllChoices(ofColumn: FieldChoices): FieldChoices {
  const { addedFields, readsRows } = useWorkbenchScope();
  const { computed = [] } = useWorkbenchState().draft;
  return useMemo(() => {
    const own = computed.map(computedOf).filter(({ name }) => name !== '');
    const further = readsRows ? [...addedFields, ...own.map(computedField)] : [];
    return { ...ofColumn, choices: [...ofColumn.choices, ...further.map(fieldChoice)] };
  }, [ofColumn, addedFields, computed, readsRows]);
}

/** Returns the fields with an ability. If `isOffered` is true, fields without the ability are offered as well. */
function useFieldChoices(ability: 'isFilterable' | 'isSortable', isOffered = false): FieldChoices {
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
      } else if (field[ability] || isOffered) choices.push(fieldChoice(field));
      else {
        const reason = t(ability === 'isFilterable' ? 'notFilterable' : 'notSortable');
        unavailable.push({ label: field.name, reason });
      }
    }
    return { choices, unavailable };
  }, [ability, isOffered, priceColumn, rights, tRights, t, tWorkbench]);
}

/** Returns a function that lists the fields for a sort rule: the fields that no other rule uses, and the field of the rule itself. */
export function useSortChoices(): (rule: DraftSort) => FieldChoices {
  const { sort } = useWorkbenchState().draft;
  const { priceColumn, readsRows } = useWorkbenchScope();
  const isSortedHere = readsRows && priceColumn.abilities?.hidesUses === true;
  const { choices, unavailable } = useAllChoices(useFieldChoices('isSortable', isSortedHere));
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
