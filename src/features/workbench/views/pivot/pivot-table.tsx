import { Text, VisuallyHidden } from '@mantine/core';
import {
  memo,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import type { RowMetrics } from '@/lib/grid/row-window';
import { useRowWindow } from '@/lib/grid/use-row-window';
import { useWords } from '@/ui/formats/use-words';
import type { Words } from '@/ui/formats/words';
import { SortButton } from '@/ui/components/sort-button';
import { mixtureText } from '@/rows/price-rows/mixture-text';
import { mixedFigures, type FigurePlace, type MeasureMixture } from '@/analysis/pivot/mixed-figures';
import type { Measure, PivotSort, PivotSpec } from '@/analysis/pivot/pivot-spec';
import classes from './pivot-table.module.css';
import type { MeasureValues, PivotSummary } from '@/analysis/pivot/read-pivot';
import type { GroupKey } from '@/analysis/engine/group-key';
import type { ShadeOf } from '@/analysis/pivot/pivot-shades';
import { groupingText, measureText, type PivotTexts } from '@/analysis/pivot/pivot-texts';
import { ownMember } from '@/lib/base/own-member';

const ROW_HEIGHT_PX = 28;
const HEAD_LINE_PX = 32;
/** These are constants, because `useRowWindow` needs the same object in every render. */
const ONE_LINE: RowMetrics = { rowHeightPx: ROW_HEIGHT_PX, headHeightPx: HEAD_LINE_PX };
const TWO_LINES: RowMetrics = { rowHeightPx: ROW_HEIGHT_PX, headHeightPx: 2 * HEAD_LINE_PX };

export interface PivotTableProps {
  readonly spec: PivotSpec;
  readonly summary: PivotSummary;
  readonly mixtures: readonly MeasureMixture[];
  readonly texts: PivotTexts;
  readonly isBusy: boolean;
  /** Returns the shade of a value; null if the table is not shaded. */
  readonly shadeOf: ShadeOf | null;
  readonly onSort: (sort: PivotSort) => void;
  /** Shows the rows of a cell. A null argument means all row groups or all column groups. */
  readonly onShowRows: (rowKeys: readonly GroupKey[] | null, columnKeys: readonly GroupKey[] | null) => void;
}

/** The cell whose button is the tab stop. */
interface Position {
  readonly row: number;
  readonly column: number;
}

/** Shows the cells of a pivot. Only one cell is in the tab order; arrow keys move the focus from cell to cell. */
export function PivotTable(props: PivotTableProps) {
  const { spec, summary, mixtures, texts, isBusy, shadeOf, onSort, onShowRows } = props;
  const words = useWords();
  const t = words.of('pivot');
  const notesId = useId();
  const hintId = useId();
  const scrollerRef = useRef<HTMLDivElement>(null);
  const { rowGroups, columnGroups, total, cell } = summary;
  const { rows: groupings, columns, measures } = spec;
  const { mixedOf, mixedNotes } = useMemo(
    () => mixedTexts(words, { rows: groupings, columns, measures }, mixtures),
    [words, groupings, columns, measures, mixtures],
  );
  const hasColumns = columnGroups.length > 0;
  const [single, ...others] = measures;
  /** If there is only one measure, its name is shown once, above all columns. */
  const measureAbove = hasColumns && others.length === 0 ? single : undefined;
  const totalRow = rowGroups.length;
  const columnCount = (columnGroups.length + 1) * measures.length;
  const [wanted, setActive] = useState<Position>({ row: 0, column: 0 });
  const active = { row: Math.min(wanted.row, totalRow), column: Math.min(wanted.column, columnCount - 1) };
  const metrics = hasColumns ? TWO_LINES : ONE_LINE;
  const { slots, isSideways, showRow } = useRowWindow(scrollerRef, metrics, rowGroups.length, active.row);

  const toFocus = useRef<Position | null>(null);
  useLayoutEffect(() => {
    if (toFocus.current === null) return;
    const { row, column } = toFocus.current;
    const button = scrollerRef.current?.querySelector<HTMLElement>(
      `[data-row="${row}"] [data-column="${column}"]`,
    );
    if (button == null) return;
    toFocus.current = null;
    button.focus({ preventScroll: false });
  });

  function onKeyDown(event: KeyboardEvent): void {
    const at = positionOf(event.target);
    const step = ownMember(STEPS, event.key);
    if (at === null || step === undefined || event.altKey || event.shiftKey || event.metaKey) return;
    event.preventDefault();
    const pageRows = Math.max(1, Math.floor((scrollerRef.current?.clientHeight ?? 0) / ROW_HEIGHT_PX) - 3);
    const next = step(at, { row: totalRow, column: columnCount - 1 }, event.ctrlKey, pageRows);
    if (next.row < totalRow) showRow(next.row);
    toFocus.current = next;
    setActive(next);
  }

  function onClick(event: MouseEvent): void {
    const at = positionOf(event.target);
    if (at === null) return;
    const group = Math.floor(at.column / measures.length);
    const isEmpty = at.row < totalRow && group < columnGroups.length && cell(at.row, group) === null;
    if (!isEmpty) onShowRows(rowGroups[at.row]?.keys ?? null, columnGroups[group]?.keys ?? null);
  }

  const directionOf = (by: PivotSort['by'], index: number) => {
    if (spec.sort?.by !== by || spec.sort.index !== index) return null;
    return spec.sort.isDescending ? 'descending' : 'ascending';
  };
  const sortButton = (heading: string, by: PivotSort['by'], index: number, shownHeading = heading) => {
    const direction = directionOf(by, index);
    // The first press sorts a measure descending and a group ascending. Another press reverses the order.
    const isDescending = direction === null ? by === 'measure' : direction === 'ascending';
    return (
      <SortButton
        heading={shownHeading}
        action={t('sortBy', { heading })}
        direction={direction}
        onClick={() => onSort({ by, index, isDescending })}
      />
    );
  };
  const measureHeads = (key: string, isSortable: boolean) =>
    measures.map((measure, index) => {
      const heading = measureText(words, measure);
      return (
        <th
          key={`${key} ${index}`}
          scope="col"
          aria-label={heading}
          aria-sort={(isSortable && directionOf('measure', index)) || undefined}
          className={classes['measureHead']}
          data-textual={texts.isTextual(measure) || undefined}
        >
          {isSortable ? sortButton(heading, 'measure', index) : heading}
        </th>
      );
    });
  const groupHeads = groupings.map((grouping, index) => {
    const heading = groupingText(words, grouping);
    return (
      <th
        key={grouping.field}
        scope="col"
        rowSpan={hasColumns ? 2 : 1}
        aria-label={heading}
        aria-sort={directionOf('group', index) ?? undefined}
      >
        {sortButton(heading, 'group', index)}
      </th>
    );
  });
  const corner = (
    <th scope="col" rowSpan={hasColumns ? 2 : 1} aria-label={t('total')}>
      <span aria-hidden="true" />
    </th>
  );

  return (
    <div className={classes['pane']}>
      <div ref={scrollerRef} className={classes['scroller']} data-sideways={isSideways || undefined}>
        <VisuallyHidden id={hintId}>{t('tableHint')}</VisuallyHidden>
        {/* The table itself handles the keys and clicks of all buttons inside. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <table
          className={classes['table']}
          aria-label={t('label')}
          aria-describedby={hintId}
          aria-rowcount={rowGroups.length + (hasColumns ? 3 : 2)}
          aria-busy={isBusy}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onFocus={(event: FocusEvent) => {
            const at = positionOf(event.target);
            if (at !== null) setActive(at);
          }}
        >
          <thead>
            <tr aria-rowindex={1}>
              {groupings.length === 0 ? corner : groupHeads}
              {!hasColumns && measureHeads('all', groupings.length > 0)}
              {measureAbove !== undefined && (
                <th scope="colgroup" colSpan={columnGroups.length + 1} className={classes['measureAbove']}>
                  <span>{measureText(words, measureAbove)}</span>
                </th>
              )}
              {measureAbove === undefined &&
                columnGroups.map((group, index) => (
                  <th
                    key={index}
                    scope="colgroup"
                    colSpan={measures.length}
                    className={classes['columnGroup']}
                  >
                    {texts.groupText(columns, group.keys)}
                  </th>
                ))}
              {hasColumns && measureAbove === undefined && (
                <th scope="colgroup" colSpan={measures.length} className={classes['columnGroup']}>
                  {t('total')}
                </th>
              )}
            </tr>
            {measureAbove !== undefined && (
              <tr aria-rowindex={2}>
                {columnGroups.map((group, index) => (
                  <th
                    key={index}
                    scope="col"
                    className={classes['measureHead']}
                    data-textual={texts.isTextual(measureAbove) || undefined}
                  >
                    {texts.groupText(columns, group.keys)}
                  </th>
                ))}
                <th
                  scope="col"
                  aria-label={t('total')}
                  aria-sort={(groupings.length > 0 && directionOf('measure', 0)) || undefined}
                  className={classes['measureHead']}
                  data-textual={texts.isTextual(measureAbove) || undefined}
                >
                  {groupings.length > 0
                    ? sortButton(measureText(words, measureAbove), 'measure', 0, t('total'))
                    : t('total')}
                </th>
              </tr>
            )}
            {hasColumns && measureAbove === undefined && (
              <tr aria-rowindex={2}>
                {columnGroups.map((_, index) => measureHeads(String(index), false))}
                {measureHeads('total', groupings.length > 0)}
              </tr>
            )}
          </thead>
          <tbody>
            {slots.map((slot) => {
              if (slot.kind === 'gap') {
                const style = { height: slot.rowCount * ROW_HEIGHT_PX };
                return <tr key={`gap-${slot.firstIndex}`} aria-hidden="true" style={style} />;
              }
              const group = rowGroups[slot.index];
              return group === undefined ? null : (
                <GroupRow
                  key={slot.index}
                  row={slot.index}
                  ariaRowIndex={slot.index + (hasColumns ? 3 : 2)}
                  heads={groupings.map((grouping, index) => texts.keyText(grouping, group.keys[index]))}
                  summary={summary}
                  measures={measures}
                  texts={texts}
                  mixedOf={mixedOf}
                  notesId={notesId}
                  shadeOf={shadeOf}
                  activeColumn={slot.index === active.row ? active.column : null}
                />
              );
            })}
          </tbody>
          <tfoot>
            <tr data-row={totalRow} aria-rowindex={rowGroups.length + (hasColumns ? 3 : 2)}>
              <th scope="row" colSpan={Math.max(1, groupings.length)}>
                {t('total')}
              </th>
              {[...columnGroups.map((group) => group.total), total].map((own, group) => (
                <MeasureCells
                  key={group}
                  values={own}
                  firstColumn={group * measures.length}
                  measures={measures}
                  texts={texts}
                  mixedOf={mixedOf}
                  notesId={notesId}
                  place={group < columnGroups.length ? 'columnTotals' : 'total'}
                  shadeOf={null}
                  activeColumn={active.row === totalRow ? active.column : null}
                />
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      {mixedNotes.map(({ index, note }) => (
        <Text key={index} id={`${notesId}-${index}`} size="xs" c="dimmed" mt={4}>
          {note}
        </Text>
      ))}
    </div>
  );
}

/** Returns the description of the currencies or units that a figure mixes; null if it mixes none. */
type MixedOf = (measure: number, place: FigurePlace) => string | null;

/** Returns what each figure of the table mixes, and the notes that explain this below the table. */
function mixedTexts(
  words: Words,
  { measures, ...groupings }: Pick<PivotSpec, 'rows' | 'columns' | 'measures'>,
  mixtures: readonly MeasureMixture[],
): {
  readonly mixedOf: MixedOf;
  readonly mixedNotes: readonly { readonly index: number; readonly note: string }[];
} {
  const t = words.of('pivot');
  const mixed = measures.map(({ fn, field }) => {
    const mixture = mixtures.find(({ measure }) => measure.fn === fn && measure.field === field);
    if (mixture === undefined) return null;
    const figures = mixedFigures(groupings, mixture);
    const textOf = (place: FigurePlace) => figures[place] && mixtureText(words, figures[place]);
    return {
      cells: textOf('cells'),
      rowTotals: textOf('rowTotals'),
      columnTotals: textOf('columnTotals'),
      total: textOf('total'),
    };
  });
  const mixedOf: MixedOf = (measure, place) => mixed[measure]?.[place] ?? null;
  const mixedNotes = measures.flatMap((measure, index) => {
    const mixture = mixedOf(index, 'total');
    if (mixture === null) return [];
    const isEverywhere = mixedOf(index, 'cells') === mixture;
    const values = { measure: measureText(words, measure), mixture };
    const note = isEverywhere ? t('mixture', values) : t('totalMixture', values);
    return [{ index, note: t('mixedFigures', { note }) }];
  });
  return { mixedOf, mixedNotes };
}

interface GroupRowProps {
  readonly row: number;
  readonly ariaRowIndex: number;
  readonly heads: readonly string[];
  readonly summary: PivotSummary;
  readonly measures: readonly Measure[];
  readonly texts: PivotTexts;
  readonly mixedOf: MixedOf;
  /** The prefix of the ids of the notes below the table. */
  readonly notesId: string;
  readonly shadeOf: ShadeOf | null;
  readonly activeColumn: number | null;
}

/** Memoized with a custom comparison: `heads` is a new array in every render, but its content depends only on `summary` and `texts`. */
const GroupRow = memo(
  function GroupRow(props: GroupRowProps) {
    const { row, ariaRowIndex, heads, summary, measures, texts, mixedOf, notesId, shadeOf, activeColumn } =
      props;
    const { columnGroups, rowGroups, cell } = summary;
    const own = [...columnGroups.map((_, column) => cell(row, column)), rowGroups[row]?.total ?? null];
    return (
      <tr data-row={row} aria-rowindex={ariaRowIndex}>
        {heads.map((head, index) => (
          <th key={index} scope="row" title={head}>
            {head}
          </th>
        ))}
        {own.map((each, group) => (
          <MeasureCells
            key={group}
            values={each}
            firstColumn={group * measures.length}
            measures={measures}
            texts={texts}
            mixedOf={mixedOf}
            notesId={notesId}
            place={group < columnGroups.length ? 'cells' : 'rowTotals'}
            // Totals have no shade.
            shadeOf={columnGroups.length > 0 && group === columnGroups.length ? null : shadeOf}
            activeColumn={activeColumn}
          />
        ))}
      </tr>
    );
  },
  (a, b) =>
    a.row === b.row &&
    a.summary === b.summary &&
    a.texts === b.texts &&
    a.mixedOf === b.mixedOf &&
    a.shadeOf === b.shadeOf &&
    a.activeColumn === b.activeColumn,
);

interface MeasureCellsProps {
  /** The values of the cell; null if no rows belong to it. */
  readonly values: MeasureValues | null;
  readonly firstColumn: number;
  readonly measures: readonly Measure[];
  readonly texts: PivotTexts;
  readonly mixedOf: MixedOf;
  /** The prefix of the ids of the notes below the table. */
  readonly notesId: string;
  readonly place: FigurePlace;
  readonly shadeOf: ShadeOf | null;
  readonly activeColumn: number | null;
}

function MeasureCells(props: MeasureCellsProps) {
  const { values, firstColumn, measures, texts, mixedOf, notesId, place, shadeOf, activeColumn } = props;
  return measures.map((measure, index) => {
    const column = firstColumn + index;
    const value = values?.[index] ?? null;
    const mixed = value === null ? null : mixedOf(index, place);
    return (
      <td key={column}>
        <button
          type="button"
          className={classes['value']}
          data-textual={texts.isTextual(measure) || undefined}
          data-column={column}
          data-shade={shadeOf?.(index, value) ?? undefined}
          tabIndex={column === activeColumn ? 0 : -1}
          aria-disabled={values === null || undefined}
          data-mixed={mixed === null ? undefined : ''}
          aria-describedby={mixed === null ? undefined : `${notesId}-${index}`}
          title={texts.exactText(measure, value) ?? mixed ?? undefined}
        >
          {values === null ? '' : texts.valueText(measure, value)}
        </button>
      </td>
    );
  });
}

function positionOf(target: EventTarget): Position | null {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const row = button?.closest<HTMLElement>('[data-row]')?.dataset['row'];
  const column = button?.dataset['column'];
  return row === undefined || column === undefined ? null : { row: Number(row), column: Number(column) };
}

type Step = (from: Position, last: Position, isFar: boolean, pageRows: number) => Position;

const STEPS: Record<string, Step> = {
  ArrowDown: (from, last, isFar) => ({ ...from, row: isFar ? last.row : Math.min(from.row + 1, last.row) }),
  ArrowUp: (from, _, isFar) => ({ ...from, row: isFar ? 0 : Math.max(from.row - 1, 0) }),
  ArrowRight: (from, last, isFar) => ({
    ...from,
    column: isFar ? last.column : Math.min(from.column + 1, last.column),
  }),
  ArrowLeft: (from, _, isFar) => ({ ...from, column: isFar ? 0 : Math.max(from.column - 1, 0) }),
  PageDown: (from, last, _, pageRows) => ({ ...from, row: Math.min(from.row + pageRows, last.row) }),
  PageUp: (from, _, __, pageRows) => ({ ...from, row: Math.max(from.row - pageRows, 0) }),
  Home: (from, _, isFar) => ({ row: isFar ? 0 : from.row, column: 0 }),
  End: (from, last, isFar) => ({ row: isFar ? last.row : from.row, column: last.column }),
};
