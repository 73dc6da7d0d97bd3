import { CloseButton, TextInput } from '@mantine/core';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
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
import { viewState } from '@/session/rights/rights';
import type { RowMetrics, RowSlot } from '@/lib/grid/row-window';
import { useRowWindow } from '@/lib/grid/use-row-window';
import { useAnnounce } from '@/ui/components/announcer';
import { moved } from '@/lib/base/moved';
import type { LocatedProblem } from '../model/resolve-query';
import { useFocusSoon } from '../../../ui/components/use-focus-soon';
import { useWorkbenchActions, useWorkbenchScope, useWorkbenchState } from '../controller/use-workbench';
import { fieldHandleId, fieldId, fieldSearchId, type QueryPlace } from './element-ids';
import { FieldRow } from './field-row';
import { MoveMenu } from './move-menu';
import { problemText } from '../conditions/problem-text';
import { useQueryView } from './query-context';
import { Reordering } from '@/ui/components/reordering';
import { useFieldLists } from './use-field-lists';
import classes from './field-picker.module.css';
import inputClasses from '../conditions/inputs.module.css';
import { textSearch } from '@/lib/base/search-terms';
import { useWords } from '@/ui/formats/use-words';
import type { Words } from '@/ui/formats/words';

/** If a list has more fields than this, only the rows in view are rendered, and each row is one line high. */
const VIRTUALIZED_ABOVE = 200;
const METRICS: RowMetrics = { rowHeightPx: 28, headHeightPx: 0 };
/** Stands for a row of the list that is not a field: the button that folds the fields that are not chosen. */
const FOLD = Symbol('fold');

/** Lets the user choose the fields that the grid shows, and their order. Chosen fields come first; the list below them can be folded. */
export function FieldPicker({ place }: { readonly place: QueryPlace }) {
  const { priceColumn, rights, applied } = useWorkbenchScope();
  const { fields } = priceColumn;
  const { draft, shownPart } = useWorkbenchState();
  const shownField = shownPart?.part === 'fields' ? shownPart.field : null;
  const chosen = draft.fields;
  const { edit } = useWorkbenchActions();
  const { problems, focusSoon } = useQueryView();
  const t = useTranslations('workbench');
  const tLine = useTranslations('queryLine');
  const tReorder = useTranslations('reorder');
  const announce = useAnnounce();
  const words = useWords();
  const [search, setSearch] = useState('');
  const [isUnfolded, setUnfolded] = useState(shownField !== null);
  const [tabStop, setTabStop] = useState<string | null>(shownField);
  const [menuOf, setMenuOf] = useState<string | null>(null);
  // The list is adjusted during render, so that the field to focus is rendered in time.
  const [lastShownPart, setLastShownPart] = useState(shownPart);
  if (shownPart !== lastShownPart) {
    setLastShownPart(shownPart);
    if (shownField !== null) {
      setTabStop(shownField);
      setUnfolded(true);
      setSearch('');
    }
  }
  const listRef = useRef<HTMLUListElement>(null);

  const lists = useFieldLists(fields, rights, chosen, applied);
  const { byName, viewable, viewableNames, chosenNames, order, upper, upperNames, lower } = lists;

  const isSearching = search.trim() !== '';
  const shown = useMemo((): readonly (string | typeof FOLD)[] => {
    if (isSearching) return [...upper, ...lower].filter(textSearch(search.trim()));
    if (lower.length === 0) return upper;
    return isUnfolded ? [...upper, FOLD, ...lower] : [...upper, FOLD];
  }, [upper, lower, search, isSearching, isUnfolded]);
  const rowNames = useMemo(() => shown.filter((row) => row !== FOLD), [shown]);
  const firstStop = rowNames.find((name) => viewableNames.has(name)) ?? rowNames[0];
  const currentStop = tabStop !== null && rowNames.includes(tabStop) ? tabStop : (firstStop ?? null);
  const tabStopIndex = Math.max(0, currentStop === null ? 0 : shown.indexOf(currentStop));
  const isLong = shown.length > VIRTUALIZED_ABOVE;
  const { slots, showRow } = useRowWindow(listRef, METRICS, shown.length, tabStopIndex);
  const rendered: readonly RowSlot[] = isLong ? slots : shown.map((_, index) => ({ kind: 'row', index }));

  const focusOnceRendered = useFocusSoon();
  const scrollTo = useEffectEvent((name: string) => {
    if (isLong) showRow(shown.indexOf(name));
  });
  useLayoutEffect(() => {
    if (shownField !== null) scrollTo(shownField);
  }, [shownPart, shownField]);
  const goTo = (name: string) => {
    setTabStop(name);
    if (isLong) showRow(shown.indexOf(name));
    const row = document.getElementById(fieldId(name, place));
    if (row === null) focusOnceRendered(fieldId(name, place));
    else row.focus();
  };

  const choose = (nextOrder: readonly string[], isWanted: (name: string) => boolean) => {
    lists.arrange(nextOrder);
    const wanted = nextOrder.filter((name) => viewableNames.has(name) && isWanted(name));
    const isEverything =
      wanted.length === viewable.length && wanted.every((name, index) => name === viewable[index]);
    edit({ type: 'set-fields', fields: isEverything ? null : wanted });
  };
  /** Moves a chosen field to the position of another chosen field. */
  const moveTo = (name: string, to: number) => {
    const from = upper.indexOf(name);
    const over = upper[to];
    if (from === -1 || over === undefined || from === to) return;
    choose(moved(order, order.indexOf(name), order.indexOf(over)), (each) => chosenNames.has(each));
    announce(tReorder('moved', { item: name, place: to + 1, count: upper.length }));
  };
  const toggle = (name: string) => {
    const isAdded = !chosenNames.has(name);
    const next = rowNames[rowNames.indexOf(name) + 1];
    choose(order, (each) => (each === name ? isAdded : chosenNames.has(each)));
    if (!isAdded) {
      lists.keepInPlace([name]);
    } else if (!upperNames.has(name)) {
      announce(tLine('chosen', { field: name, count: chosenNames.size + 1, all: viewable.length }));
      // The row has moved up to the chosen fields. The focus goes to the next row, for the next choice. Search results do not move.
      if (!isSearching) goTo(next ?? name);
    }
  };
  const setFolded = (isFolded: boolean) => {
    setUnfolded(!isFolded);
    lists.keepNone();
  };

  // The rows are memoized, so their callbacks must stay the same when other parts of the query change.
  const actions = useLatest({
    toggle,
    openMenu: setMenuOf,
    keyDown: (event: KeyboardEvent, name: string) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      const offset = event.key === 'ArrowDown' ? 1 : -1;
      if (event.altKey) {
        if (isSearching || !upperNames.has(name)) return;
        moveTo(name, upper.indexOf(name) + offset);
        focusSoon(fieldId(name, place));
        return;
      }
      const reachable = rowNames.filter((each) => viewableNames.has(each));
      const next = reachable[reachable.indexOf(name) + offset];
      if (next !== undefined) goTo(next);
    },
  });
  const onToggle = useCallback((name: string) => actions.current?.toggle(name), [actions]);
  const onOpenMenu = useCallback((name: string) => actions.current?.openMenu(name), [actions]);
  const onKeyDown = useCallback(
    (event: KeyboardEvent, name: string) => actions.current?.keyDown(event, name),
    [actions],
  );

  const ownProblems = problems.filter(({ where }) => where.part === 'fields');
  const menuAt = menuOf === null ? -1 : upper.indexOf(menuOf);
  return (
    <>
      <TextInput
        id={fieldSearchId(place)}
        type="search"
        size="xs"
        aria-label={t('fields.search')}
        placeholder={t('fields.search')}
        value={search}
        leftSection={<IconSearch size={14} />}
        rightSection={
          isSearching ? (
            <CloseButton
              size={24}
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
          ownProblems.length > 0 ? ownProblems.map((each) => problemLine(words, each)).join(' ') : undefined
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
              choose(order, (name) => chosenNames.has(name) || rowNames.includes(name));
            }}
          >
            {t('fields.selectFound')}
          </button>
        )}
        <button
          type="button"
          className={classes['choice']}
          onClick={() => {
            lists.keepInPlace(upper);
            choose(order, () => false);
          }}
        >
          {t('fields.clear')}
        </button>
      </div>
      <Reordering
        ids={upper}
        nameOf={nameItself}
        onDrop={(name, overName) => {
          moveTo(name, upper.indexOf(overName));
        }}
      >
        <ul ref={listRef} className={classes['list']} data-long={isLong || undefined}>
          {rendered.map((slot) => {
            if (slot.kind === 'gap') {
              const heightPx = slot.rowCount * METRICS.rowHeightPx;
              return <li key={`gap-${slot.firstIndex}`} aria-hidden="true" style={{ height: heightPx }} />;
            }
            const name = shown[slot.index];
            if (name === FOLD) {
              return (
                <li key="fold" className={classes['fold']}>
                  <button
                    type="button"
                    className={classes['choice']}
                    aria-expanded={isUnfolded}
                    onClick={() => {
                      setFolded(isUnfolded);
                    }}
                  >
                    <IconChevronDown size={14} aria-hidden="true" className={classes['chevron']} />
                    {tLine('otherFields', { count: lower.length })}
                  </button>
                </li>
              );
            }
            const field = name === undefined ? undefined : byName.get(name);
            if (name === undefined || field === undefined) return null;
            const state = viewState(field, rights);
            return (
              <FieldRow
                key={name}
                field={field}
                place={place}
                isChosen={chosenNames.has(name)}
                missingRight={state.state === 'locked' ? state.right : null}
                unknownRight={state.state === 'unknown' ? state.right : null}
                position={isLong ? slot.index + 1 : null}
                rowCount={shown.length}
                isTabStop={name === currentStop}
                canMove={!isSearching && chosenNames.has(name)}
                onToggle={onToggle}
                onOpenMenu={onOpenMenu}
                onFocus={setTabStop}
                onKeyDown={onKeyDown}
              />
            );
          })}
          {shown.length === 0 && <li className={classes['none']}>{t('fields.noneFound')}</li>}
        </ul>
      </Reordering>
      {menuOf !== null && (
        <MoveMenu
          name={menuOf}
          index={menuAt}
          lastIndex={upper.length - 1}
          handleId={fieldHandleId(menuOf, place)}
          onMove={(to) => {
            moveTo(menuOf, to);
          }}
          onClose={() => {
            setMenuOf(null);
            focusSoon(fieldHandleId(menuOf, place));
          }}
        />
      )}
    </>
  );
}

function nameItself(name: string): string {
  return name;
}

function problemLine(words: Words, located: LocatedProblem): string {
  const fieldName = located.where.part === 'fields' ? (located.where.field ?? '') : '';
  return problemText(words, located.problem, { fieldName }).text;
}

function useLatest<T>(value: T): { readonly current: T | null } {
  const ref = useRef<T | null>(null);
  useEffect(() => {
    ref.current = value;
  });
  return ref;
}
