import { useTranslations } from 'use-intl';
import { useOwnRecords } from '@/session/use-own-records';
import { useFormats, useFormatSettings } from '@/shared/formats/format-settings-context';
import { useDescribeSearch } from '../../texts/use-describe-query';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { ComparisonEngine } from '../../rows-read/engine/analysis-engine';
import { FileExport } from '../../rows-read/tables/file-export';
import { useNoteLabels } from '../../rows-read/tables/use-note-labels';
import type { ChangeColumns } from '../../rows-read/comparison/change-cells';
import type { ChangesQuery } from '../../rows-read/comparison/change-rows';
import type { CertifiedOrigin } from '../../rows-read/comparison/changes-certificate';
import { useChosenWords } from './changes-summary';
import { writeChangesFile, type ChangesFileTexts } from '../../rows-read/comparison/changes-file';
import type { SnapshotSide, SnapshotSides } from '../../rows-read/comparison/compared-side';
import {
  CHANGE_KINDS,
  LEFT_OUT_KINDS,
  ROW_KINDS,
  type Comparison,
} from '../../rows-read/comparison/comparison';
import { SIDES } from '../../rows-read/matching/matched-sides';
import { useComparisonSummary } from './use-side-text';

export interface ChangesExportProps {
  readonly comparison: Comparison;
  readonly engine: ComparisonEngine;
  readonly sides: SnapshotSides;
  /** Columns of both sides that only note when a row was written. */
  readonly writtenColumns: readonly string[];
  /** In words; null for none. */
  readonly refinement?: string | null;
  readonly columns: ChangeColumns;
  /** The rows on screen, which are those written. */
  readonly query: ChangesQuery;
  /** How many these are; 0 while that is unknown. */
  readonly rowCount: number;
}

/** Writes the rows on screen to a file that names both sides. */
export function ChangesExport(props: ChangesExportProps) {
  const { comparison, engine, sides, writtenColumns, refinement = null, query, rowCount } = props;
  const t = useTranslations('changes');
  const { excelRegion } = useFormatSettings();
  const { formatInteger } = useFormats();
  const { priceColumn } = useWorkbenchScope();
  const { account } = useOwnRecords();
  const describe = useDescribeSearch();
  const texts = useFileTexts(props);

  const originOf = ({ opened, search, hasQuery, file }: SnapshotSide): CertifiedOrigin => {
    if (file !== undefined) return { kind: 'file', name: file.outline.name };
    return {
      kind: opened.keptCopy === undefined ? 'snapshot' : 'copy',
      cacheKey: opened.snapshot.cacheKey,
      taken: new Date(opened.takenAtMs).toISOString(),
      query: (hasQuery ? describe(search, priceColumn) : null) ?? [],
    };
  };

  return (
    <FileExport
      label={t('export.button')}
      about={t('export.about', { formatted: formatInteger(rowCount), count: rowCount })}
      isDisabled={rowCount === 0}
      write={(format, writing) =>
        writeChangesFile({
          engine,
          comparison,
          query,
          fields: priceColumn.fields,
          origin: {
            service: account.service,
            priceColumn: priceColumn.name,
            sides: { earlier: originOf(sides.earlier), later: originOf(sides.later) },
            refinement,
            leftOutColumns: writtenColumns,
          },
          texts,
          format,
          excelRegion,
          ...writing,
        })
      }
    />
  );
}

function useFileTexts({
  comparison,
  sides,
  writtenColumns,
  refinement = null,
  query: { column, range, find },
  columns,
}: ChangesExportProps): ChangesFileTexts {
  const t = useTranslations('changes');
  const { formatInteger } = useFormats();
  const { priceColumn } = useWorkbenchScope();
  const noteLabels = useNoteLabels();
  const summary = useComparisonSummary(comparison, sides);
  const words = [
    ...useChosenWords({ column, range }, columns),
    ...(find == null ? [] : [t('export.containing', { text: find.text })]),
  ];
  const { counts, leftOut, filteredOut } = comparison;
  const leftOutCounts = LEFT_OUT_KINDS.map((kind) => {
    return [kind, SIDES.reduce((sum, side) => sum + leftOut[side][kind], 0)] as const;
  });
  return {
    name: `${priceColumn.displayName} – ${t('title')}`,
    change: t('head.kind'),
    kinds: Object.fromEntries(
      ROW_KINDS.map((kind) => [kind, t(`toggle.${kind}`)]),
    ) as ChangesFileTexts['kinds'],
    ofSide: (side, name) => t(`export.ofSide.${side}`, { column: name }),
    delta: t('head.delta'),
    deltaPercent: t('head.percent'),
    summaryTitle: t('export.summary'),
    noteLabels,
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
