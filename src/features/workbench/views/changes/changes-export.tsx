import { useTranslations } from 'use-intl';
import { useOwnRecords } from '@/session/use-own-records';
import { useFormats } from '@/ui/formats/format-settings-context';
import { datedName } from '@/lib/formats/file-name';
import { useDescribeSearch } from '../../texts/use-describe-search';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { AnalysisEngine } from '@/analysis/engine/analysis-engine';
import { RowTableExport } from '../../rows-read/row-table/row-table-export';
import type { ChangeColumns } from '@/analysis/comparison/change-cells';
import type { ChangesQuery } from '@/analysis/comparison/change-rows';
import { certifiedOrigin, changesAbout } from '@/analysis/comparison/changes-texts';
import { changesFile } from '@/analysis/comparison/changes-file';
import type { SnapshotSide, SnapshotSides } from '@/analysis/comparison/compared-side';
import type { Comparison } from '@/analysis/comparison/comparison';

export interface ChangesExportProps {
  readonly comparison: Comparison;
  readonly engine: AnalysisEngine;
  readonly sides: SnapshotSides;
  /** The columns of both sides that only record when a row was written. They are not compared. */
  readonly writtenColumns: readonly string[];
  /** The description of the refinement; null if the rows are not refined. */
  readonly refinement?: string | null;
  readonly columns: ChangeColumns;
  /** The query that selects the rows on screen. The same rows are exported. */
  readonly query: ChangesQuery;
  /** The number of rows on screen; 0 until it is known. */
  readonly rowCount: number;
}

/** Exports the rows on screen to a file that also names the two compared sides. */
export function ChangesExport(props: ChangesExportProps) {
  const { comparison, engine, sides, writtenColumns, refinement = null, query, columns, rowCount } = props;
  const t = useTranslations('changes');
  const { formatInteger } = useFormats();
  const { priceColumn, rowFields } = useWorkbenchScope();
  const { account } = useOwnRecords();
  const describe = useDescribeSearch();

  const originOf = (side: SnapshotSide) => certifiedOrigin(side, (search) => describe(search, priceColumn));

  return (
    <RowTableExport
      label={t('export.button')}
      about={t('export.about', { formatted: formatInteger(rowCount), count: rowCount })}
      isDisabled={rowCount === 0}
      file={(options) =>
        changesFile({
          engine,
          comparison,
          query,
          fields: rowFields,
          origin: {
            service: account.service,
            priceColumn: priceColumn.name,
            sides: { earlier: originOf(sides.earlier), later: originOf(sides.later) },
            refinement,
            leftOutColumns: writtenColumns,
          },
          name: datedName(`${priceColumn.displayName} – ${t('title')}`),
          about: changesAbout(options.words, {
            comparison,
            sides,
            priceColumn: { displayName: priceColumn.displayName, fields: rowFields },
            writtenColumns,
            refinement,
            query,
            columns,
          }),
          ...options,
        })
      }
    />
  );
}
