// `npm run bench:analysis` measures the engine in Chromium, with the production build. `-- --only read,sample` measures only these parts;
// `--rows 200000` takes fewer rows, for a quick look.
import { parseArgs } from 'node:util';
import { provideBuild } from '../scripts/build-product.mjs';
import { measureChecks, measureJoins, measureRefining } from './analysis-checks.mjs';
import { measureComparison } from './analysis-comparison.mjs';
import { measureCopy } from './analysis-copy.mjs';
import { measurePictures } from './analysis-pictures.mjs';
import { measureProposal } from './analysis-proposal.mjs';
import { measureLargeReading, measureReading } from './analysis-reading.mjs';
import { measurePivotAnswer, measureSample, measureScrolling } from './analysis-screen.mjs';
import { ROWS } from './million-rows.mjs';

/** @typedef {{ what: string, figure: number | string, toReach?: number }} Figure */
/** @typedef {{ rowCount: number }} Size */
/** @typedef {(size: Size) => Promise<Figure[]>} Part */

const LARGE_ROWS = 10_000_000;

/** Each part starts and ends the processes that it needs. */
const PARTS = {
  read: measureReading,
  scroll: measureScrolling,
  sample: measureSample,
  pivot: measurePivotAnswer,
  compare: measureComparison,
  checks: measureChecks,
  refine: measureRefining,
  join: measureJoins,
  proposal: measureProposal,
  /** This part brushes bars of charts; with `--rows 10000000`, only the bars of eight columns. */
  pictures: measurePictures,
  copy: measureCopy,
  /** This part reads ten million rows of eight fields. It takes minutes, so it runs only when it is named. */
  large: measureLargeReading,
};

const { values } = parseArgs({
  options: {
    only: {
      type: 'string',
      default: 'read,scroll,sample,pivot,compare,checks,refine,join,proposal,pictures,copy',
    },
    rows: { type: 'string' },
  },
});
const asked = values.only.split(',');
const unknown = asked.find((name) => !(name in PARTS));
if (unknown !== undefined) throw new Error(`There is no part "${unknown}".`);

await provideBuild('production');
for (const [name, measure] of Object.entries(PARTS)) {
  if (!asked.includes(name)) continue;
  const rowCount = Number(values.rows ?? (name === 'large' ? LARGE_ROWS : ROWS));
  console.log(`\n${name}, ${rowCount.toLocaleString('en')} rows`);
  const figures = await measure({ rowCount });
  console.table(figures.map(({ what, figure, toReach = '' }) => ({ what, figure, 'to reach': toReach })));
}
