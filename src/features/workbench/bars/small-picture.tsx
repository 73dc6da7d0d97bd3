import type { Distribution } from './distribution';
import classes from './bars.module.css';

export interface SmallPictureProps {
  readonly distribution: Distribution;
  /** The accessible name; null if a text beside the picture says the same. */
  readonly label: string | null;
}

const WIDTH = 96;
const HEIGHT = 24;
/** A lower bar of few rows would be invisible beside a high one. */
const MIN_BAR = 1.5;

/** A small picture of a column's values for a row or a header: a bar for each range or value, or the share of true. */
export function SmallPicture({ distribution, label }: SmallPictureProps) {
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
        <Bars counts={countsOf(distribution)} />
      ) : (
        <>
          <rect className={classes['rest']} x={0.5} y={7.5} width={WIDTH - 1} height={9} />
          <rect className={classes['bar']} x={0} y={7} width={WIDTH * share} height={10} />
        </>
      )}
    </svg>
  );
}

function Bars({ counts }: { readonly counts: readonly number[] }) {
  const largest = Math.max(...counts, 1);
  const step = WIDTH / Math.max(counts.length, MIN_BARS);
  return counts.map((count, index) => {
    const height = count === 0 ? 0 : Math.max((count / largest) * HEIGHT, MIN_BAR);
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

/** With fewer bars, the width is that of so many: two values would otherwise be two large blocks. */
const MIN_BARS = 8;

function countsOf(distribution: Distribution): readonly number[] {
  if (distribution.kind === 'values') return distribution.values.map(({ count }) => count);
  const { belowCount, ranges, aboveCount } = distribution;
  const ends = (count: number) => (count > 0 ? [count] : []);
  return [...ends(belowCount), ...ranges.map(({ count }) => count), ...ends(aboveCount)];
}

/** Null for a column that is not boolean. */
function shareOfTrue(distribution: Distribution): number | null {
  if (distribution.kind === 'ranges') return null;
  const [first, second] = distribution.values;
  if (first?.value !== true || second === undefined) return null;
  return first.count / Math.max(first.count + second.count, 1);
}
