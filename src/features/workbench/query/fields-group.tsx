import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { viewState, type Rights } from '@/session/rights';
import type { DraftQuery } from '../model/draft-query';
import { displayOrder, isOrderOf, moved } from '../model/field-order';
import type { PlacedProblem } from '../model/resolve-query';
import type { RowSlot } from '@/shared/row-window/row-slots';
import type { RowMetrics } from '@/shared/row-window/row-window';
import { useRowWindow } from '@/shared/row-window/use-row-window';
import type { Announce } from '@/shared/ui/announcer';
import { FIELD_SEARCH_ID, fieldId } from './element-ids';
import { FieldRow } from './field-row';
import { QuerySection } from './query-section';
import { Reordering } from './reordering';
import { useFocusSoon } from '../use-focus-soon';
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
  /** To be drawn, so that it can take the focus; null for none. A new object asks anew. */
  readonly shownField: { readonly name: string } | null;
  readonly onChange: (chosen: DraftQuery['fields']) => void;
}

/** Longer lists draw what is in view alone, in rows of one line. */
const LONGEST_DRAWN_WHOLE = 200;
const METRICS: RowMetrics = { rowHeightPx: 28, headHeightPx: 0 };

/** Which fields the grid shows, and in which order. */
export function FieldsGroup(props: FieldsGroupProps) {
  const { fields, rights, chosen, problems, announce, focusSoon, shownField, onChange } = props;
  const t = useTranslations('workbench');
  const problemText = useProblemText();
  const [search, setSearch] = useState('');
  const [tabStop, setTabStop] = useState<string | null>(shownField?.name ?? null);
  // Drawn in the same step, for whoever waits for it to be there.
  const [drawnField, setDrawnField] = useState(shownField);
  if (shownField !== drawnField) {
    setDrawnField(shownField);
    if (shownField !== null) setTabStop(shownField.name);
  }
  const listRef = useRef<HTMLUListElement>(null);

  const { byName, names, viewable } = useMemo(() => fieldNames(fields, rights), [fields, rights]);
  const viewableNames = useMemo(() => new Set(viewable), [viewable]);
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
  const tabStopIndex = Math.max(0, tabStop === null ? 0 : shown.indexOf(tabStop));
  const isLong = order.length > LONGEST_DRAWN_WHOLE;
  const { slots, showRow } = useRowWindow(listRef, METRICS, shown.length, tabStopIndex);
  const drawn: readonly RowSlot[] = isLong ? slots : shown.map((_, index) => ({ kind: 'row', index }));

  const focusOnceDrawn = useFocusSoon();
  const scrollTo = useEffectEvent((name: string) => {
    if (isLong) showRow(shown.indexOf(name));
  });
  useLayoutEffect(() => {
    if (shownField !== null) scrollTo(shownField.name);
  }, [shownField]);
  const goTo = (name: string) => {
    setTabStop(name);
    if (isLong) showRow(shown.indexOf(name));
    const row = document.getElementById(fieldId(name));
    if (row === null) focusOnceDrawn(fieldId(name));
    else row.focus();
  };

  const choose = (nextOrder: readonly string[], isWanted: (name: string) => boolean) => {
    setKeptOrder(nextOrder);
    const wanted = nextOrder.filter((name) => viewableNames.has(name) && isWanted(name));
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
      const reachable = shown.filter((each) => viewableNames.has(each));
      const next = reachable[reachable.indexOf(name) + offset];
      if (next !== undefined) goTo(next);
    },
  });
  const onToggle = useCallback((name: string) => actions.current?.toggle(name), [actions]);
  const onKeyDown = useCallback(
    (event: KeyboardEvent, name: string) => actions.current?.keyDown(event, name),
    [actions],
  );

  const chosenCount = order.filter((name) => chosenNames.has(name) && viewableNames.has(name)).length;
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
        <ul ref={listRef} className={classes['list']} data-long={isLong || undefined}>
          {drawn.map((slot) => {
            if (slot.kind === 'gap') {
              const heightPx = slot.rowCount * METRICS.rowHeightPx;
              return <li key={`gap-${slot.firstIndex}`} aria-hidden="true" style={{ height: heightPx }} />;
            }
            const name = shown[slot.index];
            const field = name === undefined ? undefined : byName.get(name);
            if (name === undefined || field === undefined) return null;
            const state = viewState(field, rights);
            return (
              <FieldRow
                key={name}
                field={field}
                isChosen={chosenNames.has(name)}
                missingRight={state.state === 'locked' ? state.right : null}
                unknownRight={state.state === 'unknown' ? state.right : null}
                place={isLong ? slot.index + 1 : null}
                placeCount={shown.length}
                isTabStop={slot.index === tabStopIndex}
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
