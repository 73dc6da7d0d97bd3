import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
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
import type { RowMetrics } from '@/lib/grid/row-window';
import { useRowWindow } from '@/lib/grid/use-row-window';
import type { ReadTableModel } from '@/ui/components/read-table';
import { SortButton } from '@/ui/components/sort-button';
import type { SchemaRow } from '../model/schema-row';
import { SCHEMA_COLUMN_IDS, type SchemaColumnId } from '../model/schema-view';
import { useCopy } from './copy-button';
import { SchemaRowView } from './schema-row-view';
import classes from './schema-table.module.css';
import { ownMember } from '@/lib/base/own-member';

const METRICS: RowMetrics = { rowHeightPx: 36, headHeightPx: 32 };

export interface SchemaTableHandle {
  /** Focuses the row that had the focus last, or the first row. */
  readonly focus: () => void;
}

export interface SchemaTableProps {
  /** The table model, with at least one row. */
  readonly table: ReadTableModel<SchemaRow>;
  /** The ordinal of the row whose details are open; null if no details are open. */
  readonly openOrdinal: number | null;
  /** Called to open a row's details. `isEntering` means that they are open already and should receive the focus. */
  readonly onOpen: (row: SchemaRow, isEntering: boolean) => void;
  readonly onClose: () => void;
  readonly handleRef: Ref<SchemaTableHandle>;
}

/** The columns that stay while the details are open. The details panel shows the others for the open row. */
const COMPACT_COLUMN_IDS: readonly SchemaColumnId[] = ['name', 'type', 'view', 'edit'];
/** The media query for windows that are too narrow for the details beside all columns. */
const COMPACT_BELOW = '(max-width: 1720px)';

/** Returns the row index that a key moves to. `pageRows` is the number of visible rows. */
const STEPS: Record<string, (from: number, last: number, pageRows: number) => number> = {
  ArrowDown: (from, last) => Math.min(from + 1, last),
  ArrowUp: (from) => Math.max(from - 1, 0),
  PageDown: (from, last, pageRows) => Math.min(from + pageRows, last),
  PageUp: (from, _, pageRows) => Math.max(from - pageRows, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** The table of the item table's columns, one per row. Only visible rows are rendered, and one row is in the tab order. */
export function SchemaTable(props: SchemaTableProps) {
  const { table, openOrdinal, onOpen, onClose, handleRef } = props;
  const { rows } = table.getRowModel();
  const isCompact =
    useMediaQuery(COMPACT_BELOW, undefined, { getInitialValueInEffect: false }) && openOrdinal !== null;
  const columnIds = isCompact ? COMPACT_COLUMN_IDS : SCHEMA_COLUMN_IDS;
  const t = useTranslations('itemSchema');
  const copy = useCopy();
  const hintId = useId();
  const scrollerRef = useRef<HTMLDivElement>(null);
  const [activeOrdinal, setActiveOrdinal] = useState(openOrdinal);
  const activeIndex = Math.max(
    0,
    rows.findIndex(({ original }) => original.ordinal === activeOrdinal),
  );
  const { slots, isSideways, showRow } = useRowWindow(scrollerRef, METRICS, rows.length, activeIndex);

  const hasFocus = useRef(false);
  const buttonOf = (ordinal: number | undefined) =>
    scrollerRef.current?.querySelector<HTMLElement>(`[data-ordinal="${ordinal}"] [data-row-button]`);
  // If the focused row was removed or mounted again, the row in the tab order receives the focus.
  useLayoutEffect(() => {
    const isLost = hasFocus.current && document.activeElement === document.body;
    if (isLost) buttonOf(rows[activeIndex]?.original.ordinal)?.focus({ preventScroll: true });
  });

  // If a link has opened the details of a column far down, the table scrolls to its row once.
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
    const row = rows[index]?.original;
    if (row === undefined) return;
    showRow(index);
    setActiveOrdinal(row.ordinal);
    // A row that is not visible has to be rendered before it can receive the focus.
    wantedOrdinal.current = row.ordinal;
    const button = buttonOf(row.ordinal);
    if (button != null) {
      wantedOrdinal.current = null;
      button.focus({ preventScroll: true });
    }
  }

  useImperativeHandle(handleRef, () => ({ focus: () => focusRow(activeIndex) }));

  function indexOf(target: EventTarget): number {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-ordinal]') : null;
    return rows.findIndex(({ original }) => String(original.ordinal) === element?.dataset['ordinal']);
  }

  function pageRows(): number {
    const heightPx = (scrollerRef.current?.clientHeight ?? 0) - METRICS.headHeightPx;
    return Math.max(1, Math.floor(heightPx / METRICS.rowHeightPx) - 1);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const from = indexOf(event.target);
    const row = rows[from]?.original;
    if (row === undefined) return;
    if (event.key === 'Escape' && openOrdinal !== null) {
      onClose();
      return;
    }
    const isOnRow = event.target instanceof Element && event.target.matches('[data-row-button]');
    if (!isOnRow || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      // If text is selected, the browser copies that text.
      if (event.key.toLowerCase() !== 'c' || getSelection()?.isCollapsed === false) return;
      event.preventDefault();
      void copy(row.name, row.name);
      return;
    }
    const step = ownMember(STEPS, event.key);
    if (step === undefined || event.shiftKey) return;
    event.preventDefault();
    const index = step(from, rows.length - 1, pageRows());
    focusRow(index);
    const next = rows[index]?.original;
    if (openOrdinal !== null && next !== undefined && next !== row) onOpen(next, false);
  }

  function onClick(event: MouseEvent): void {
    const row = rows[indexOf(event.target)]?.original;
    // Selecting text in a row does not open the details. `detail` is 0 for a key press on the button, which selects no text.
    const isSelecting = event.detail > 0 && getSelection()?.isCollapsed === false;
    if (row === undefined || isSelecting) return;
    setActiveOrdinal(row.ordinal);
    onOpen(row, row.ordinal === openOrdinal && event.detail === 0);
  }

  return (
    <div ref={scrollerRef} className={classes['scroller']} data-sideways={isSideways || undefined}>
      <VisuallyHidden id={hintId}>{t('tableHint')}</VisuallyHidden>
      <table
        className={classes['table']}
        data-compact={isCompact || undefined}
        aria-label={t('table')}
        aria-describedby={hintId}
        aria-rowcount={rows.length + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
            {columnIds.map((columnId) => (
              <SortHeader key={columnId} columnId={columnId} table={table} />
            ))}
          </tr>
        </thead>
        {/* The table body handles keys and clicks of the buttons inside it. The rows themselves are not controls. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody
          onKeyDown={onKeyDown}
          onClick={onClick}
          onFocus={(event) => {
            hasFocus.current = true;
            const row = rows[indexOf(event.target)];
            if (row !== undefined) setActiveOrdinal(row.original.ordinal);
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
                key={row.id}
                row={row}
                columnIds={columnIds}
                ariaRowIndex={slot.index + 2}
                isOpen={row.original.ordinal === openOrdinal}
                isTabStop={slot.index === activeIndex}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface SortHeaderProps extends Pick<SchemaTableProps, 'table'> {
  readonly columnId: SchemaColumnId;
}

const SORT_WORDS = { asc: 'ascending', desc: 'descending', none: null } as const;

/** A column heading with a sort button: ascending, descending, and back to the service's order. */
function SortHeader({ columnId, table }: SortHeaderProps) {
  const t = useTranslations('itemSchema');
  const column = table.getColumn(columnId);
  const direction = SORT_WORDS[column?.getIsSorted() || 'none'];
  const label = t(`head.${columnId}`);
  return (
    <th
      scope="col"
      // Screen readers repeat the heading for each cell, so the heading names the content. The button names the action.
      aria-label={label}
      aria-sort={direction ?? undefined}
      className={classes[`${columnId}Column`]}
    >
      <SortButton
        heading={label}
        action={t('sortBy', { heading: label })}
        direction={direction}
        onClick={column?.getToggleSortingHandler()}
      />
    </th>
  );
}
