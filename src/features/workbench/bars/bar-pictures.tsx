import { useFormats } from '@/ui/formats/format-settings-context';
import { BarButtons, type PictureBar } from '@/ui/pictures/bar-buttons';
import type { BarBrush } from '@/ui/pictures/use-bar-brush';
import { valueScale } from '@/ui/pictures/value-scale';
import { BarDrawing, BarValue } from './bar-drawing';
import { barLength, largestOf, LEAST_BAR_PX } from './bar-length';
import classes from './bars.module.css';
import { PictureEnds } from './picture-ends';

/** A bar of a chart, which represents a number of rows. */
export interface CountedBar extends PictureBar {
  readonly key: string;
  readonly count: number;
  /** The number of the bar's rows that are selected; absent if rows cannot be selected. */
  readonly selected?: number;
}

interface BarPictureProps<Bar extends CountedBar> {
  readonly title: string;
  readonly descriptionId: string;
  readonly barsLabel: string;
  readonly bars: readonly Bar[];
  /** Whether choosing a bar opens a menu, as it usually does. */
  readonly hasMenu?: boolean;
  /** Opens the actions for a bar. */
  readonly onChoose: (bar: Bar, button: HTMLElement) => void;
}

export interface RangesPictureProps<Bar extends CountedBar> extends BarPictureProps<Bar> {
  /** The start of the first and the end of the last bar. */
  readonly ends: readonly [first: string, last: string];
  /** Chooses several bars at once (`useBarBrush`); absent if this is not possible. */
  readonly brush?: BarBrush;
  /** The selected range, in bars from the start of the chart, such as 1.5 to 3; null if nothing is selected. */
  readonly chosen?: { readonly start: number; readonly end: number } | null;
}

const COUNT_TICKS = 3;
/** The minimum length of a bar in percent, which is about three pixels. */
const MIN_BAR = 2;

/** Returns the bar of all rows and, drawn over it, the bar of the selected rows. Lengths are in percent of the available space. */
function partsOf({ count, selected }: CountedBar, shareOf: (rows: number) => number) {
  const parts =
    selected === undefined
      ? [{ part: 'bar', className: classes['bar'], rows: count }]
      : [
          { part: 'rest', className: classes['rest'], rows: count },
          { part: 'bar', className: classes['bar'], rows: selected },
        ];
  return parts
    .map(({ part, className, rows }) => ({ part, className, length: barLength(shareOf(rows), MIN_BAR) }))
    .filter(({ length }) => length > 0);
}

/** A histogram with its axes. */
export function RangesPicture<Bar extends CountedBar>(props: RangesPictureProps<Bar>) {
  const {
    title,
    descriptionId,
    barsLabel,
    bars,
    hasMenu = true,
    onChoose,
    ends,
    brush,
    chosen = null,
  } = props;
  const formats = useFormats();
  const { ticks, shareOf } = valueScale(0, largestOf(bars), COUNT_TICKS);
  // The axis counts rows, so ticks between whole numbers are left out.
  const counts = ticks.filter(Number.isInteger);
  const span = brush?.span ?? null;
  const marked = span === null ? chosen : { start: span.first, end: span.last + 1 };
  return (
    <div className={classes['scroller']}>
      <div className={classes['plot']}>
        <div className={classes['counts']} aria-hidden="true">
          {counts.map((tick) => (
            <span key={tick}>{formats.formatInteger(tick)}</span>
          ))}
        </div>
        <div
          className={classes['bars']}
          style={{ minWidth: `calc(${bars.length} * var(--least-bar, ${LEAST_BAR_PX}px))` }}
        >
          <BarDrawing
            direction="upright"
            across={bars.length}
            role="img"
            aria-label={title}
            aria-describedby={descriptionId}
          >
            {marked !== null && (
              <rect
                className={classes['marked']}
                x={marked.start}
                y={0}
                width={marked.end - marked.start}
                height={100}
              />
            )}
            {counts.map((tick) => (
              <line
                key={tick}
                className={classes['line']}
                x1={0}
                x2={bars.length}
                y1={100 - shareOf(tick) * 100}
                y2={100 - shareOf(tick) * 100}
              />
            ))}
            {bars.map((bar, index) =>
              partsOf(bar, shareOf).map(({ part, className, length }) => (
                <rect
                  key={`${bar.key} ${part}`}
                  className={className}
                  x={index + 0.04}
                  y={100 - length}
                  width={0.92}
                  height={length}
                />
              )),
            )}
          </BarDrawing>
          <BarButtons
            label={barsLabel}
            bars={bars}
            hasMenu={hasMenu}
            className={classes['buttons']}
            buttonClassName={classes['barButton']}
            onChoose={onChoose}
            brush={brush}
          />
        </div>
        <PictureEnds ends={ends} />
      </div>
    </div>
  );
}

export interface ValueBar extends CountedBar {
  /** The value without its count. */
  readonly label: string;
}

/** A bar for each of the most frequent values, with value and count beside it. */
export function ValuesPicture<Bar extends ValueBar>(props: BarPictureProps<Bar>) {
  const { title, descriptionId, barsLabel, bars, onChoose } = props;
  const formats = useFormats();
  const largest = largestOf(bars);
  return (
    <div className={classes['values']}>
      <BarDrawing
        direction="lying"
        across={bars.length}
        role="img"
        aria-label={title}
        aria-describedby={descriptionId}
      >
        {bars.map((bar, index) =>
          partsOf(bar, (rows) => rows / largest).map(({ part, className, length }) => (
            <rect
              key={`${bar.key} ${part}`}
              className={className}
              x={0}
              y={index + 0.2}
              width={length}
              height={0.6}
            />
          )),
        )}
      </BarDrawing>
      <BarButtons
        label={barsLabel}
        bars={bars}
        className={classes['valueButtons']}
        buttonClassName={classes['valueButton']}
        hasMenu
        onChoose={onChoose}
        renderContent={({ label, count }) => <BarValue label={label} count={formats.formatInteger(count)} />}
      />
    </div>
  );
}
