import type { Distribution } from './distribution';
import classes from './pictures.module.css';

export interface SmallPictureProps {
  readonly distribution: Distribution;
  /** The accessible name; null where text beside it says the same. */
  readonly label: string | null;
}

const WIDTH = 96;
const HEIGHT = 24;
/** A bar of few rows beside one of many would be too low to see. */
const MIN_BAR = 1.5;

/** A picture of a column's values for a row or a header: a bar per range or value, or the share of true. */
export function SmallPicture({ distribution, label }: SmallPictureProps) {
  const share = shareOfTrue(distribution);
  return (
    <svg
      {...(label === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className={classes['small']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      // A narrow column squeezes the bars and not their heights.
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

/** Two values are not drawn as two blocks. */
const MIN_BARS = 8;

function countsOf(distribution: Distribution): readonly number[] {
  if (distribution.kind === 'values') return distribution.values.map(({ count }) => count);
  const { belowCount, ranges, aboveCount } = distribution;
  const ends = (count: number) => (count > 0 ? [count] : []);
  return [...ends(belowCount), ...ranges.map(({ count }) => count), ...ends(aboveCount)];
}

/** Null for a column of other values than true and false. */
function shareOfTrue(distribution: Distribution): number | null {
  if (distribution.kind === 'ranges') return null;
  const [first, second] = distribution.values;
  if (first?.value !== true || second === undefined) return null;
  return first.count / Math.max(first.count + second.count, 1);
}
