import { barLength, largestOf } from './bar-length';
import classes from './bars.module.css';
import type { Distribution } from '@/analysis/histograms/distribution';
import { histogramBars } from './histogram-bars';

export interface SmallPictureProps {
  /** The values to draw; null without values. */
  readonly distribution: Distribution | null;
  /** The accessible name; null if a text beside the chart says the same. */
  readonly label: string | null;
}

const WIDTH = 96;
const HEIGHT = 24;
/** The minimum length of a bar in percent, which is one and a half pixels. */
const MIN_BAR = 6.25;

/** A small chart of a column's values for a row or a header: a bar for each range or value, or the share of true. */
export function SmallPicture({ distribution, label }: SmallPictureProps) {
  if (distribution === null) return '–';
  const share = shareOfTrue(distribution);
  return (
    <svg
      {...(label === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className={classes['small']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      // A narrow column makes the bars narrower, but not lower.
      preserveAspectRatio="none"
    >
      {share === null ? (
        <Bars bars={distribution.kind === 'values' ? distribution.values : histogramBars(distribution)} />
      ) : (
        <>
          <rect className={classes['rest']} x={0.5} y={7.5} width={WIDTH - 1} height={9} />
          <rect className={classes['bar']} x={0} y={7} width={WIDTH * share} height={10} />
        </>
      )}
    </svg>
  );
}

function Bars({ bars }: { readonly bars: readonly { readonly count: number }[] }) {
  const largest = largestOf(bars);
  const step = WIDTH / Math.max(bars.length, MIN_BARS);
  return bars.map(({ count }, index) => {
    const height = (barLength(count / largest, MIN_BAR) * HEIGHT) / 100;
    return (
      <rect
        key={index}
        className={classes['bar']}
        x={index * step}
        y={HEIGHT - height}
        width={step - 1}
        height={height}
      />
    );
  });
}

/** Bars are at most as wide as with this many bars, because two values would otherwise be drawn as two large blocks. */
const MIN_BARS = 8;

/** Returns the share of true values; null for a column that is not boolean. */
function shareOfTrue(distribution: Distribution): number | null {
  if (distribution.kind === 'ranges') return null;
  const [first, second] = distribution.values;
  if (first?.value !== true || second === undefined) return null;
  return first.count / Math.max(first.count + second.count, 1);
}
