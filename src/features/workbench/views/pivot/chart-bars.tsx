import { VisuallyHidden } from '@mantine/core';
import { SeriesMark } from '@/ui/pictures/series-mark';
import { useBarFocus } from '@/ui/pictures/use-bar-focus';
import type { ChartData, ChartGroup, ChartValue } from '@/analysis/pivot/chart-data';
import classes from './pivot-chart.module.css';

export interface ChartBarsProps {
  readonly data: ChartData;
  readonly label: string;
  readonly onChoose: (value: ChartValue) => void;
}

/** The share of the axis, in percent, that a part of a stacked bar needs to have room for the mark of its series. */
const MARKED_PERCENT = 3;
/** The minimum width of a part, as a percentage of the axis. It keeps small parts visible. */
const LEAST_PART = 0.3;

/** Draws horizontal bars, group below group. Each value of a group is a bar, or a part of the group's stacked bar. */
export function ChartBars({ data, label, onChoose }: ChartBarsProps) {
  const { groupRef, barProps } = useBarFocus();
  const { least, greatest, groups } = data;
  const span = greatest - least || 1;
  const percentOf = (value: number) => ((value - least) / span) * 100;
  const values = groups.flatMap((group) => group.values);
  const indexes = new Map(values.map((value, index) => [value, index]));
  const focusOf = (value: ChartValue) => barProps(indexes.get(value) ?? 0, values.length);

  const barsOf = (group: ChartGroup) =>
    group.values.map((value) => {
      const series = value.column === null ? '' : (data.series[value.column] ?? '');
      return (
        <button
          key={value.column}
          type="button"
          className={classes['bar']}
          {...focusOf(value)}
          onClick={() => onChoose(value)}
        >
          <VisuallyHidden>{series === '' ? group.label : `${group.label}, `}</VisuallyHidden>
          {value.column !== null && (
            <span className={classes['barLabel']}>
              <SeriesMark series={value.column} /> {series}
            </span>
          )}
          <VisuallyHidden>: </VisuallyHidden>
          <svg
            aria-hidden="true"
            className={classes['drawing']}
            viewBox="0 0 100 10"
            preserveAspectRatio="none"
          >
            <rect
              className={classes['ink']}
              data-series={(value.column ?? 0) + 1}
              x={Math.min(percentOf(0), percentOf(value.value))}
              y={0}
              width={Math.max(0.4, Math.abs(percentOf(value.value) - percentOf(0)))}
              height={10}
            />
            <line className={classes['zero']} x1={percentOf(0)} x2={percentOf(0)} y1={0} y2={10} />
          </svg>
          <span className={classes['value']}>{value.text}</span>
        </button>
      );
    });

  const stackOf = (group: ChartGroup) => {
    const parts = stacked(group.values).map(({ value, from, to }) => ({
      value,
      name: data.series[value.column ?? 0] ?? '',
      start: Math.min(percentOf(from), percentOf(to)),
      width: Math.abs(percentOf(to) - percentOf(from)),
    }));
    return (
      <div className={classes['stack']}>
        <div className={classes['track']}>
          <svg aria-hidden="true" className={classes['stackDrawing']}>
            {parts.map(({ value, start, width }) => (
              <rect
                key={value.column}
                className={classes['ink']}
                data-series={(value.column ?? 0) + 1}
                x={`${start}%`}
                width={`${Math.max(width, LEAST_PART)}%`}
                height="100%"
              />
            ))}
            <line
              className={classes['zero']}
              x1={`${percentOf(0)}%`}
              x2={`${percentOf(0)}%`}
              y1={0}
              y2="100%"
            />
          </svg>
          {parts.map(({ value, name, start, width }) => (
            <button
              key={value.column}
              type="button"
              className={classes['part']}
              title={`${name}: ${value.text}`}
              style={{ left: `${start}%`, width: `${width}%` }}
              {...focusOf(value)}
              onClick={() => onChoose(value)}
            >
              <VisuallyHidden>{`${group.label}, ${name}: ${value.text}`}</VisuallyHidden>
              {width > MARKED_PERCENT && <SeriesMark series={value.column ?? 0} />}
            </button>
          ))}
        </div>
        <span className={classes['value']}>{group.total}</span>
      </div>
    );
  };

  return (
    <div ref={groupRef} role="group" aria-label={label} className={classes['groups']}>
      {groups.map((group) => (
        <div key={group.row} className={classes['group']}>
          <span className={classes['groupLabel']} title={group.label}>
            {group.label}
          </span>
          <div className={classes['bars']}>{data.kind === 'stacked' ? stackOf(group) : barsOf(group)}</div>
        </div>
      ))}
    </div>
  );
}

/** Returns the start and end of each part of a stacked bar. Negative values extend from 0 in the opposite direction. */
function stacked(
  values: readonly ChartValue[],
): readonly { readonly value: ChartValue; readonly from: number; readonly to: number }[] {
  const ends = { positive: 0, negative: 0 };
  return values.map((value) => {
    const side = value.value < 0 ? 'negative' : 'positive';
    const from = ends[side];
    ends[side] = from + value.value;
    return { value, from, to: ends[side] };
  });
}
