import type { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import type { Formats } from '@/lib/formats/formats';
import type { ChangeColumns, ChangeTexts } from '../../rows-read/comparison/change-cells';
import type { ChangesQuery } from '../../rows-read/comparison/change-rows';
import type { ShownChanges } from '../../rows-read/comparison/changes-address';
import type { CertifiedOrigin } from '../../rows-read/comparison/changes-certificate';
import type { ChangesFileTexts } from '../../rows-read/comparison/changes-file';
import type { SideName, SnapshotSide, SnapshotSides } from '../../rows-read/comparison/compared-side';
import {
  CHANGE_KINDS,
  LEFT_OUT_KINDS,
  ROW_KINDS,
  type Comparison,
} from '../../rows-read/comparison/comparison';
import { SIDES } from '../../rows-read/matching/matched-sides';
import { fileReading, readingLines } from '../../rows-read/sources/files/file-reading';
import type { SummaryTable } from '../../rows-read/tables/summary-table';

type Translator = ReturnType<typeof useTranslations<'changes'>>;

/** Returns a function that describes a side: when it was taken or which file it is, and its number of rows. */
export function createSideText(
  sides: SnapshotSides,
  t: Translator,
  tFiles: ReturnType<typeof useTranslations<'files.side'>>,
  { formatDateTime, formatExactDateTime, formatInteger }: Formats,
): (name: SideName) => string {
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
    return tFiles(certificate === null ? 'modified' : 'certified', { ...values, name: fileName });
  };
}

/** Describes how the files of a comparison were read, where the person had a choice. */
export function sideReadings(
  sides: SnapshotSides,
  fields: readonly PriceField[],
  tFiles: ReturnType<typeof useTranslations<'files'>>,
  { formatInteger }: Formats,
): SummaryTable['about'] {
  return SIDES.flatMap((side) => {
    const { file } = sides[side];
    const reading = file === undefined ? null : fileReading(file, fields);
    return reading === null ? [] : readingLines(reading, tFiles, formatInteger);
  });
}

/** Returns the description of a comparison for files: the price column, both sides, the key, and how files were read (`sideReadings`). */
export function comparisonSummary(
  { spec }: Comparison,
  priceColumnName: string,
  sideText: (name: SideName) => string,
  t: Translator,
  readings: SummaryTable['about'],
): SummaryTable['about'] {
  return [
    [t('export.priceColumn'), priceColumnName],
    ...SIDES.map((side) => [t(`side.${side}`), sideText(side)] as const),
    [t('form.keys'), spec.keys.join(', ')],
    [t('form.price'), spec.price ?? t('form.noPrice')],
    ...readings,
  ];
}

/** The rows chosen in pictures and tables; null members do not restrict the rows. */
export type ChosenRows = Pick<ShownChanges, 'column' | 'range' | 'movement'>;

/** Describes the chosen rows; empty if all rows are shown. */
export function chosenWords(
  { column, range, movement }: ChosenRows,
  { percentText }: Pick<ChangeColumns, 'percentText'>,
  t: Translator,
): readonly string[] {
  const words = [
    ...(column === null ? [] : [t('chosen.column', { column })]),
    ...(movement === undefined ? [] : [t(`chosen.${movement}`)]),
  ];
  if (range === null) return words;
  const { from, to, includesEnd } = range;
  if (to === null) return from === null ? words : [...words, t('chosen.from', { from: percentText(from) })];
  const end = percentText(to);
  if (from === null) return [...words, t('chosen.upTo', { to: end })];
  const ends = { from: percentText(from), to: end };
  return [...words, t(includesEnd ? 'chosen.fromTo' : 'chosen.range', ends)];
}

/** Returns the texts of the cells of a comparison. */
export function changeTexts(
  t: Translator,
  tCommon: ReturnType<typeof useTranslations<'common'>>,
  tGrid: ReturnType<typeof useTranslations<'grid'>>,
  typeText: (field: PriceField) => string,
): ChangeTexts {
  return {
    true: tCommon('true'),
    false: tCommon('false'),
    emptyText: tGrid('emptyText'),
    noValue: '∅',
    withheld: tGrid('withheld'),
    heads: { kind: t('head.kind'), delta: t('head.delta'), percent: t('head.percent') },
    kindOf: (kind) => t(`kind.${kind}`),
    differs: (earlier, later) => t('cell.differs', { earlier, later }),
    typeText,
    risen: t('cell.risen'),
    fallen: t('cell.fallen'),
  };
}

/** The part of a changes file that its texts describe. */
export interface DescribedChanges {
  readonly comparison: Comparison;
  /** The file name. */
  readonly name: string;
  /** The sides and the key (`comparisonSummary`). */
  readonly summary: ChangesFileTexts['summary'];
  /** Columns of both sides that only record when a row was written. */
  readonly writtenColumns: readonly string[];
  /** The refinement in words; null without one. */
  readonly refinement: string | null;
  /** The exported rows. */
  readonly query: ChangesQuery;
  readonly columns: Pick<ChangeColumns, 'percentText'>;
}

/** Returns the texts of a changes file. */
export function changesFileTexts(
  { comparison, name, summary, writtenColumns, refinement, query, columns }: DescribedChanges,
  t: Translator,
  formatInteger: (value: number) => string,
): ChangesFileTexts {
  const { find } = query;
  const words = [
    ...chosenWords(query, columns, t),
    ...(find == null ? [] : [t('export.containing', { text: find.text })]),
  ];
  const { counts, leftOut, filteredOut } = comparison;
  const leftOutCounts = LEFT_OUT_KINDS.map((kind) => {
    return [kind, SIDES.reduce((sum, side) => sum + leftOut[side][kind], 0)] as const;
  });
  return {
    name,
    change: t('head.kind'),
    kinds: Object.fromEntries(
      ROW_KINDS.map((kind) => [kind, t(`toggle.${kind}`)]),
    ) as ChangesFileTexts['kinds'],
    ofSide: (side, ofColumn) => t(`export.ofSide.${side}`, { column: ofColumn }),
    delta: t('head.delta'),
    deltaPercent: t('head.percent'),
    summaryTitle: t('export.summary'),
    summary: [
      ...summary,
      ...(refinement === null ? [] : [[t('export.refined'), refinement] as const]),
      ...CHANGE_KINDS.map((kind) => [t(`toggle.${kind}`), formatInteger(counts[kind])] as const),
      ...leftOutCounts
        .filter(([, count]) => count > 0)
        .map(([kind, count]) => [t(`toggle.${kind}`), formatInteger(count)] as const),
      ...SIDES.filter((side) => filteredOut[side] > 0).map(
        (side) => [t(`export.filteredOut.${side}`), formatInteger(filteredOut[side])] as const,
      ),
      ...(writtenColumns.length === 0 ? [] : [[t('export.notCompared'), writtenColumns.join(', ')] as const]),
      ...(words.length === 0 ? [] : [[t('export.only'), words.join(' · ')] as const]),
    ],
  };
}

/** Returns the origin of the rows of a side. `describe` returns the query in words; null if a part of it no longer applies. */
export function certifiedOrigin(
  { opened, search, hasQuery, file }: SnapshotSide,
  describe: (search: SnapshotSide['search']) => readonly string[] | null,
): CertifiedOrigin {
  if (file !== undefined) return { kind: 'file', name: file.outline.name };
  return {
    kind: opened.keptCopy === undefined ? 'snapshot' : 'copy',
    cacheKey: opened.snapshot.cacheKey,
    taken: new Date(opened.takenAtMs).toISOString(),
    query: (hasQuery ? describe(search) : null) ?? [],
  };
}
