import { VisuallyHidden } from '@mantine/core';
import {
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
} from 'react';
import { useTranslations } from 'use-intl';
import type { RowMetrics } from '@/shared/row-window/row-window';
import { useRowWindow } from '@/shared/row-window/use-row-window';
import type { SchemaRow } from '../model/schema-row';
import { SORT_KEYS, type SchemaSort, type SortKey } from '../model/schema-view';
import { useCopy } from './copy-context';
import { SchemaRowView } from './schema-row-view';
import classes from './schema-table.module.css';
import { SortHeader } from './sort-header';

const METRICS: RowMetrics = { rowHeightPx: 36, headHeightPx: 32 };

export interface SchemaTableHandle {
  /** Puts the focus on the row it was on last, or the first. */
  readonly focus: () => void;
}

export interface SchemaTableProps {
  /** At least one. */
  readonly rows: readonly SchemaRow[];
  /** Of the search, folded. */
  readonly words: readonly string[];
  readonly sort: SchemaSort | null;
  readonly onSort: (key: SortKey) => void;
  /** The row whose details are shown; null for none. */
  readonly openOrdinal: number | null;
  /** `isEntering`: the details are shown already, and the person wants to go there. */
  readonly onOpen: (row: SchemaRow, isEntering: boolean) => void;
  readonly onClose: () => void;
  readonly handleRef: Ref<SchemaTableHandle>;
}

/** Where a key leads from a row; `pageRows` is how many rows are in view. */
const STEPS: Record<string, (from: number, last: number, pageRows: number) => number> = {
  ArrowDown: (from, last) => Math.min(from + 1, last),
  ArrowUp: (from) => Math.max(from - 1, 0),
  PageDown: (from, last, pageRows) => Math.min(from + pageRows, last),
  PageUp: (from, _, pageRows) => Math.max(from - pageRows, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** The columns of the item table, one a row. Only the rows in view are in the page; one of them is the tab stop. */
export function SchemaTable(props: SchemaTableProps) {
  const { rows, words, sort, onSort, openOrdinal, onOpen, onClose, handleRef } = props;
  const t = useTranslations('itemSchema');
  const copy = useCopy();
  const hintId = useId();
  const scrollerRef = useRef<HTMLDivElement>(null);
  const [activeOrdinal, setActiveOrdinal] = useState(openOrdinal);
  const activeIndex = Math.max(
    0,
    rows.findIndex(({ ordinal }) => ordinal === activeOrdinal),
  );
  const { slots, isSideways, showRow } = useRowWindow(scrollerRef, METRICS, rows.length, activeIndex);

  const hasFocus = useRef(false);
  const buttonOf = (ordinal: number | undefined) =>
    scrollerRef.current?.querySelector<HTMLElement>(`[data-ordinal="${ordinal}"] [data-row-button]`);
  // The row that had the focus may be drawn anew or gone: then the tab stop takes it, never the page.
  useLayoutEffect(() => {
    const isLost = hasFocus.current && document.activeElement === document.body;
    if (isLost) buttonOf(rows[activeIndex]?.ordinal)?.focus({ preventScroll: true });
  });

  // Once, for a link that opens the details of a column far down.
  const startIndex = useRef(openOrdinal === null ? null : activeIndex);
  useLayoutEffect(() => {
    if (startIndex.current !== null) showRow(startIndex.current);
    startIndex.current = null;
  });

  const wantedOrdinal = useRef<number | null>(null);
  useLayoutEffect(() => {
    const button = wantedOrdinal.current === null ? null : buttonOf(wantedOrdinal.current);
    if (button == null) return;
    wantedOrdinal.current = null;
    button.focus({ preventScroll: true });
  });

  function focusRow(index: number): void {
    const row = rows[index];
    if (row === undefined) return;
    showRow(index);
    setActiveOrdinal(row.ordinal);
    // A row out of view is drawn first.
    wantedOrdinal.current = row.ordinal;
    const button = buttonOf(row.ordinal);
    if (button != null) {
      wantedOrdinal.current = null;
      button.focus({ preventScroll: true });
    }
  }

  useImperativeHandle(handleRef, () => ({ focus: () => focusRow(activeIndex) }));

  function rowOf(target: EventTarget): SchemaRow | undefined {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-ordinal]') : null;
    return rows.find(({ ordinal }) => String(ordinal) === element?.dataset['ordinal']);
  }

  function pageRows(): number {
    const heightPx = (scrollerRef.current?.clientHeight ?? 0) - METRICS.headHeightPx;
    return Math.max(1, Math.floor(heightPx / METRICS.rowHeightPx) - 1);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const row = rowOf(event.target);
    if (row === undefined) return;
    if (event.key === 'Escape' && openOrdinal !== null) {
      onClose();
      return;
    }
    const isOnRow = event.target instanceof Element && event.target.matches('[data-row-button]');
    if (!isOnRow || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      // Text that the person has marked is what they want.
      if (event.key.toLowerCase() !== 'c' || getSelection()?.isCollapsed === false) return;
      event.preventDefault();
      void copy(row.name, row.name);
      return;
    }
    const step = STEPS[event.key];
    if (step === undefined || event.shiftKey) return;
    event.preventDefault();
    const index = step(rows.indexOf(row), rows.length - 1, pageRows());
    focusRow(index);
    const next = rows[index];
    if (openOrdinal !== null && next !== undefined && next !== row) onOpen(next, false);
  }

  function onClick(event: MouseEvent): void {
    const row = rowOf(event.target);
    // Marking text in a row is not opening it. A key press on the button (no clicks counted) is no marking.
    const isMarking = event.detail > 0 && getSelection()?.isCollapsed === false;
    if (row === undefined || isMarking) return;
    setActiveOrdinal(row.ordinal);
    onOpen(row, row.ordinal === openOrdinal && event.detail === 0);
  }

  return (
    <div ref={scrollerRef} className={classes['scroller']} data-sideways={isSideways || undefined}>
      <VisuallyHidden id={hintId}>{t('tableHint')}</VisuallyHidden>
      <table
        className={classes['table']}
        aria-label={t('table')}
        aria-describedby={hintId}
        aria-rowcount={rows.length + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
            {SORT_KEYS.map((key) => (
              <SortHeader key={key} sortKey={key} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {/* Keys and presses of the buttons within; the rows themselves are no controls. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody
          onKeyDown={onKeyDown}
          onClick={onClick}
          onFocus={(event) => {
            hasFocus.current = true;
            const row = rowOf(event.target);
            if (row !== undefined) setActiveOrdinal(row.ordinal);
          }}
          onBlur={() => {
            hasFocus.current = false;
          }}
        >
          {slots.map((slot) => {
            if (slot.kind === 'gap') {
              return (
                <tr
                  key={`gap-${slot.firstIndex}`}
                  aria-hidden="true"
                  style={{ height: slot.rowCount * METRICS.rowHeightPx }}
                />
              );
            }
            const row = rows[slot.index];
            return row === undefined ? null : (
              <SchemaRowView
                key={row.ordinal}
                row={row}
                ariaRowIndex={slot.index + 2}
                words={words}
                isOpen={row.ordinal === openOrdinal}
                isTabStop={slot.index === activeIndex}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
