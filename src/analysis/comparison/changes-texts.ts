import { isStable } from '@/contract/extraction';
import { namedKey } from '@/contract/local-key';
import type { PriceColumn, PriceField } from '@/contract/column';
import { certifiedKey } from '@/rows/certificates/certificate';
import { SEPARATOR } from '@/ui/formats/separator';
import type { Words } from '@/ui/formats/words';
import type { ChangeColumns } from './change-cells';
import type { ChangesQuery } from './change-rows';
import type { ShownChanges } from './changes-address';
import type { CertifiedOrigin } from './changes-certificate';
import { mayHaveMoved, type SideName, type SnapshotSide, type SnapshotSides } from './compared-side';
import { CHANGE_KINDS, LEFT_OUT_KINDS, type Comparison } from './comparison';
import { SIDES } from '../matching/matched-sides';
import { fileReading, readingLines } from '../source-files/file-reading';
import type { SummaryTable } from '../tables/summary-table';

/** Returns a function that describes a side: the time of its snapshot or the name of its file, and its number of rows. */
export function createSideText(words: Words, sides: SnapshotSides): (name: SideName) => string {
  const t = words.of('changes');
  const { formatDateTime, formatExactDateTime, formatInteger } = words.formats;
  const { earlier, later } = sides;
  const isSameMinute = formatDateTime(earlier.opened.takenAtMs) === formatDateTime(later.opened.takenAtMs);
  const format = isSameMinute ? formatExactDateTime : formatDateTime;
  return (name) => {
    const { opened, file } = sides[name];
    const { snapshot, takenAtMs, timesBy } = opened;
    const values = {
      time: format(takenAtMs),
      rows: t('rows', { formatted: formatInteger(snapshot.rowCount), count: snapshot.rowCount }),
    };
    if (file === undefined) return t(timesBy === 'service' ? 'side.takenService' : 'side.taken', values);
    const { certificate, name: fileName } = file.outline;
    return words.of('files.side')(certificate === null ? 'modified' : 'certified', {
      ...values,
      name: fileName,
    });
  };
}

/** Describes how the files of a comparison were read, as far as the user had a choice. */
function sideReadings(
  words: Words,
  sides: SnapshotSides,
  fields: readonly PriceField[],
): SummaryTable['about'] {
  return SIDES.flatMap((side) => {
    const { file } = sides[side];
    const reading = file === undefined ? null : fileReading(file, fields);
    return reading === null ? [] : readingLines(reading, words.of('files'), words.formats.formatInteger);
  });
}

/** Returns the description of a comparison for a file: the price column, both sides, the key, and how compared files were read. */
export function comparisonSummary(
  words: Words,
  { spec }: Comparison,
  sides: SnapshotSides,
  { displayName, fields }: Pick<PriceColumn, 'displayName' | 'fields'>,
): SummaryTable['about'] {
  const t = words.of('changes');
  const sideText = createSideText(words, sides);
  return [
    [t('export.priceColumn'), displayName],
    ...SIDES.map((side) => {
      const doubt = mayHaveMoved(sides[side]) ? [words.of('analysis')('coverage.mayHaveMoved')] : [];
      return [t(`side.${side}`), [sideText(side), ...doubt].join(SEPARATOR)] as const;
    }),
    [t('form.keys'), spec.keys.join(', ')],
    [t('form.price'), spec.price ?? t('form.noPrice')],
    ...sideReadings(words, sides, fields),
  ];
}

/** The rows chosen in charts and tables. A member that is null does not restrict the rows. */
export type ChosenRows = Pick<ShownChanges, 'column' | 'range' | 'movement'>;

/** Describes the chosen rows. The list is empty if all rows are shown. */
export function chosenTexts(
  words: Words,
  { column, range, movement }: ChosenRows,
  { percentText }: Pick<ChangeColumns, 'percentText'>,
): readonly string[] {
  const t = words.of('changes');
  const texts = [
    ...(column === null ? [] : [t('chosen.column', { column })]),
    ...(movement === undefined ? [] : [t(`chosen.${movement}`)]),
  ];
  if (range === null) return texts;
  const { from, to, includesEnd } = range;
  if (to === null) return from === null ? texts : [...texts, t('chosen.from', { from: percentText(from) })];
  const end = percentText(to);
  if (from === null) return [...texts, t('chosen.upTo', { to: end })];
  const ends = { from: percentText(from), to: end };
  return [...texts, t(includesEnd ? 'chosen.fromTo' : 'chosen.range', ends)];
}

/** What the sheet **Summary** of an exported file of changes describes. */
export interface DescribedChanges {
  readonly comparison: Comparison;
  readonly sides: SnapshotSides;
  readonly priceColumn: Pick<PriceColumn, 'displayName' | 'fields'>;
  /** The columns of both sides that only record when a row was written. They are not compared. */
  readonly writtenColumns: readonly string[];
  /** The description of the refinement; null if the rows are not refined. */
  readonly refinement: string | null;
  /** The query that selects the exported rows. */
  readonly query: ChangesQuery;
  readonly columns: Pick<ChangeColumns, 'percentText'>;
}

/** Returns the description for an exported file of changes: the sides, the key, the counts, and which rows the file contains. */
export function changesAbout(words: Words, described: DescribedChanges): SummaryTable['about'] {
  const { comparison, sides, priceColumn, writtenColumns, refinement, query, columns } = described;
  const t = words.of('changes');
  const { formatInteger } = words.formats;
  const { find } = query;
  const chosen = [
    ...chosenTexts(words, query, columns),
    ...(find == null ? [] : [t('export.containing', { text: find.text })]),
  ];
  const { counts, leftOut, filteredOut } = comparison;
  const leftOutCounts = LEFT_OUT_KINDS.map((kind) => {
    return [kind, SIDES.reduce((sum, side) => sum + leftOut[side][kind], 0)] as const;
  });
  return [
    ...comparisonSummary(words, comparison, sides, priceColumn),
    ...(refinement === null ? [] : [[t('export.refined'), refinement] as const]),
    ...CHANGE_KINDS.map((kind) => [t(`toggle.${kind}`), formatInteger(counts[kind])] as const),
    ...leftOutCounts
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => [t(`toggle.${kind}`), formatInteger(count)] as const),
    ...SIDES.filter((side) => filteredOut[side] > 0).map(
      (side) => [t(`export.filteredOut.${side}`), formatInteger(filteredOut[side])] as const,
    ),
    ...(writtenColumns.length === 0 ? [] : [[t('export.notCompared'), writtenColumns.join(', ')] as const]),
    ...(chosen.length === 0 ? [] : [[t('export.only'), chosen.join(' · ')] as const]),
  ];
}

/** Returns where the rows of a side come from. `describe` returns the query in words, or null if a part of it no longer applies. */
export function certifiedOrigin(
  { opened, search, hasQuery, file }: SnapshotSide,
  describe: (search: SnapshotSide['search']) => readonly string[] | null,
): CertifiedOrigin {
  if (file !== undefined) return { kind: 'file', name: file.outline.name };
  return {
    kind: opened.keptCopy === undefined ? 'snapshot' : 'copy',
    ...certifiedKey(namedKey(opened.snapshot.cacheKey), isStable(opened.snapshot)),
    taken: new Date(opened.takenAtMs).toISOString(),
    query: (hasQuery ? describe(search) : null) ?? [],
  };
}
