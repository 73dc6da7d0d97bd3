import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { viewState, type Rights } from '@/session/rights';
import type { DraftQuery } from '../model/draft-query';
import { displayOrder, isOrderOf, moved } from '../model/field-order';
import type { PlacedProblem } from '../model/resolve-query';
import type { Announce } from '@/shared/ui/announcer';
import { FIELD_SEARCH_ID, fieldId } from './element-ids';
import { FieldRow } from './field-row';
import { QuerySection } from './query-section';
import { Reordering } from './reordering';
import { useProblemText } from './use-problem-text';
import classes from './fields-group.module.css';
import inputClasses from './query-inputs.module.css';

export interface FieldsGroupProps {
  readonly fields: readonly PriceField[];
  readonly rights: Rights;
  readonly chosen: DraftQuery['fields'];
  readonly problems: readonly PlacedProblem[];
  readonly announce: Announce;
  readonly focusSoon: (elementId: string) => void;
  readonly onChange: (chosen: DraftQuery['fields']) => void;
}

/** Which fields the grid shows, and in which order. */
export function FieldsGroup(props: FieldsGroupProps) {
  const { fields, rights, chosen, problems, announce, focusSoon, onChange } = props;
  const t = useTranslations('workbench');
  const problemText = useProblemText();
  const [search, setSearch] = useState('');
  const [tabStop, setTabStop] = useState<string | null>(null);

  const { byName, names, viewable } = useMemo(() => fieldNames(fields, rights), [fields, rights]);
  const chosenNames = useMemo(() => new Set(chosen ?? viewable), [chosen, viewable]);
  const [keptOrder, setKeptOrder] = useState<readonly string[]>(names);
  const order = useMemo(() => {
    const known = (chosen ?? viewable).filter((name) => byName.has(name));
    // What the person arranged stays as it is; a choice from elsewhere (address, undo) brings its own order.
    return keptOrder.length === names.length && isOrderOf(keptOrder, known)
      ? keptOrder
      : displayOrder(names, known);
  }, [keptOrder, chosen, viewable, names, byName]);

  const shown = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return wanted === '' ? order : order.filter((name) => name.toLowerCase().includes(wanted));
  }, [order, search]);
  const isSearching = search.trim() !== '';
  const firstShown = tabStop !== null && shown.includes(tabStop) ? tabStop : shown[0];

  const choose = (nextOrder: readonly string[], isWanted: (name: string) => boolean) => {
    setKeptOrder(nextOrder);
    const wanted = nextOrder.filter((name) => viewable.includes(name) && isWanted(name));
    const isEverything =
      wanted.length === viewable.length && wanted.every((name, index) => name === viewable[index]);
    onChange(isEverything ? null : wanted);
  };
  const moveTo = (name: string, to: number) => {
    const from = order.indexOf(name);
    if (from === -1 || to < 0 || to >= order.length || from === to) return;
    choose(moved(order, from, to), (each) => chosenNames.has(each));
    announce(t('fields.moved', { field: name, place: to + 1, count: order.length }));
  };

  // The rows are memoised, so their callbacks must not change with every key typed elsewhere.
  const actions = useLatest({
    toggle: (name: string) => {
      choose(order, (each) => (each === name) !== chosenNames.has(each));
    },
    keyDown: (event: KeyboardEvent, name: string) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      const offset = event.key === 'ArrowDown' ? 1 : -1;
      if (event.altKey) {
        if (isSearching) return;
        moveTo(name, order.indexOf(name) + offset);
        focusSoon(fieldId(name));
        return;
      }
      const reachable = shown.filter((each) => viewable.includes(each));
      const next = reachable[reachable.indexOf(name) + offset];
      if (next !== undefined) document.getElementById(fieldId(next))?.focus();
    },
  });
  const onToggle = useCallback((name: string) => actions.current?.toggle(name), [actions]);
  const onKeyDown = useCallback(
    (event: KeyboardEvent, name: string) => actions.current?.keyDown(event, name),
    [actions],
  );

  const chosenCount = order.filter((name) => chosenNames.has(name) && viewable.includes(name)).length;
  return (
    <QuerySection
      label={t('fields.group')}
      aside={t('fields.count', { chosen: chosenCount, all: viewable.length })}
    >
      <TextInput
        id={FIELD_SEARCH_ID}
        type="search"
        size="xs"
        aria-label={t('fields.search')}
        placeholder={t('fields.search')}
        value={search}
        leftSection={<IconSearch size={14} />}
        rightSection={
          isSearching ? (
            <CloseButton
              size={20}
              iconSize={12}
              tabIndex={-1}
              aria-hidden="true"
              onClick={() => {
                setSearch('');
              }}
            />
          ) : undefined
        }
        onChange={(event) => {
          setSearch(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isSearching) {
            event.preventDefault();
            event.stopPropagation();
            setSearch('');
          }
        }}
        error={
          problems.length > 0 ? problems.map((each) => problemLine(each, problemText)).join(' ') : undefined
        }
        classNames={{
          input: `${inputClasses['input'] ?? ''} ${classes['search'] ?? ''}`,
          error: inputClasses['error'] ?? '',
        }}
      />
      <div className={classes['choices']}>
        <button
          type="button"
          className={classes['choice']}
          onClick={() => {
            choose(order, () => true);
          }}
        >
          {t('fields.selectAll')}
        </button>
        {isSearching && (
          <button
            type="button"
            className={classes['choice']}
            onClick={() => {
              choose(order, (name) => chosenNames.has(name) || shown.includes(name));
            }}
          >
            {t('fields.selectFound')}
          </button>
        )}
        <button
          type="button"
          className={classes['choice']}
          onClick={() => {
            choose(order, () => false);
          }}
        >
          {t('fields.clear')}
        </button>
      </div>
      <Reordering
        ids={shown}
        nameOf={nameItself}
        announce={announce}
        onDrop={(name, overName) => {
          moveTo(name, order.indexOf(overName));
        }}
      >
        <ul className={classes['list']}>
          {shown.map((name) => {
            const field = byName.get(name);
            if (field === undefined) return null;
            const state = viewState(field, rights);
            return (
              <FieldRow
                key={name}
                field={field}
                isChosen={chosenNames.has(name)}
                missingRight={state.state === 'locked' ? state.right : null}
                unknownRight={state.state === 'unknown' ? state.right : null}
                isTabStop={name === firstShown}
                canMove={!isSearching}
                onToggle={onToggle}
                onFocus={setTabStop}
                onKeyDown={onKeyDown}
              />
            );
          })}
          {shown.length === 0 && <li className={classes['none']}>{t('fields.noneFound')}</li>}
        </ul>
      </Reordering>
    </QuerySection>
  );
}

function nameItself(name: string): string {
  return name;
}

function fieldNames(fields: readonly PriceField[], rights: Rights) {
  return {
    byName: new Map(fields.map((field) => [field.name, field])),
    names: fields.map((field) => field.name),
    viewable: fields
      .filter((field) => viewState(field, rights).state !== 'locked')
      .map((field) => field.name),
  };
}

function problemLine(placed: PlacedProblem, problemText: ReturnType<typeof useProblemText>): string {
  const fieldName = placed.where.part === 'fields' ? (placed.where.field ?? '') : '';
  return problemText(placed.problem, { fieldName }).text;
}

function useLatest<T>(value: T): { readonly current: T | null } {
  const ref = useRef<T | null>(null);
  useEffect(() => {
    ref.current = value;
  });
  return ref;
}
