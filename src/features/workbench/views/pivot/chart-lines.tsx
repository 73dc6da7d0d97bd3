import { BarButtons } from '@/ui/pictures/bar-buttons';
import { SeriesPoint } from '@/ui/pictures/series-mark';
import { valueScale, type ValueScale } from '@/ui/pictures/value-scale';
import { PictureEnds } from '../../bars/picture-ends';
import type { ChartData, ChartGroup } from '@/analysis/pivot/chart-data';
import classes from './pivot-chart.module.css';

export interface ChartLinesProps {
  readonly data: ChartData;
  readonly label: string;
  readonly axisText: (value: number) => string;
  readonly onChoose: (group: ChartGroup) => void;
}

const VALUE_TICKS = 4;
/** If a line has more dates than this, only some of its points are marked. */
const MOST_MARKS = 24;

/** Draws a line over time for each series. An invisible button covers each date; its text lists all values of the date. */
export function ChartLines({ data, label, axisText, onChoose }: ChartLinesProps) {
  const { groups, series } = data;
  const plot = linePlot(data);
  const percent = (share: number) => `${share * 100}%`;
  const names = series.length === 0 ? [''] : series;
  const textOf = ({ values }: ChartGroup) =>
    values.map(({ column, text }) => (column === null ? text : `${names[column] ?? ''} ${text}`)).join(', ');
  return (
    <div className={classes['plot']}>
      <div className={classes['axis']} aria-hidden="true">
        {plot.ticks.map((tick) => (
          <span key={tick} style={{ bottom: percent(plot.shareOf(tick)) }}>
            {axisText(tick)}
          </span>
        ))}
      </div>
      <div className={classes['lines']}>
        <svg aria-hidden="true" className={classes['linesDrawing']}>
          {plot.ticks.map((tick) => {
            const y = percent(1 - plot.shareOf(tick));
            return <line key={tick} className={classes['grid']} x1="0%" x2="100%" y1={y} y2={y} />;
          })}
          {names.map((_, index) =>
            plot
              .lineOf(index)
              .map(({ from, to }) => (
                <line
                  key={`${index} ${to.x}`}
                  className={classes['stroke']}
                  data-series={index + 1}
                  x1={percent(from.x)}
                  y1={percent(1 - from.y)}
                  x2={percent(to.x)}
                  y2={percent(1 - to.y)}
                />
              )),
          )}
          {names.map((_, index) =>
            plot
              .marksOf(index)
              .map(({ x, y }) => (
                <SeriesPoint key={`${index} ${x}`} series={index} x={percent(x)} y={percent(1 - y)} />
              )),
          )}
        </svg>
        <BarButtons
          label={label}
          bars={groups.map((group, index) => ({
            key: group.row,
            text: `${group.label}: ${textOf(group)}`,
            style: { width: percent(plot.widthOf(index)) },
            group,
          }))}
          className={classes['dates']}
          buttonClassName={classes['date']}
          onChoose={({ group }) => onChoose(group)}
        />
      </div>
      <PictureEnds ends={[groups[0]?.label, groups.length > 1 && groups.at(-1)?.label]} />
    </div>
  );
}

interface Place {
  /** The horizontal position, from 0 at the left to 1 at the right. */
  readonly x: number;
  /** The vertical position, from 0 at the bottom to 1 at the top. */
  readonly y: number;
}

interface LinePlot extends ValueScale {
  /** Returns the segments of a series' line. The line is interrupted where a group has no value. */
  readonly lineOf: (series: number) => readonly { readonly from: Place; readonly to: Place }[];
  readonly marksOf: (series: number) => readonly Place[];
  /** Returns the width of the button of a group, as a share of the chart. It reaches halfway to the neighboring groups. */
  readonly widthOf: (index: number) => number;
}

/** Returns the positions of values and dates in a chart. Distances between dates are proportional to time. */
function linePlot({ groups, least, greatest }: ChartData): LinePlot {
  const scale = valueScale(least, greatest, VALUE_TICKS);
  const first = groups[0]?.time ?? 0;
  const duration = (groups.at(-1)?.time ?? 0) - first;
  const xOf = (index: number) => (duration === 0 ? 0.5 : ((groups[index]?.time ?? first) - first) / duration);
  const placesOf = (series: number) =>
    groups.map(({ values }, index): Place | null => {
      const value = values.find(({ column }) => (column ?? 0) === series);
      return value === undefined ? null : { x: xOf(index), y: scale.shareOf(value.value) };
    });
  const every = Math.ceil(groups.length / MOST_MARKS);
  return {
    ...scale,
    lineOf: (series) => {
      const places = placesOf(series);
      return places.slice(1).flatMap((to, index) => {
        const from = places[index] ?? null;
        return from === null || to === null ? [] : [{ from, to }];
      });
    },
    marksOf: (series) => {
      const places = placesOf(series);
      return places.filter((place, index): place is Place => {
        const isAlone = (places[index - 1] ?? null) === null && (places[index + 1] ?? null) === null;
        return place !== null && (isAlone || index % every === 0 || index === places.length - 1);
      });
    },
    widthOf: (index) => {
      const start = index === 0 ? 0 : (xOf(index - 1) + xOf(index)) / 2;
      const end = index === groups.length - 1 ? 1 : (xOf(index) + xOf(index + 1)) / 2;
      return end - start;
    },
  };
}
