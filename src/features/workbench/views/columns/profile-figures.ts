import { useTranslations } from 'use-intl';
import { datedName } from '@/shared/formats/file-name';
import { useFormats } from '@/shared/formats/format-settings-context';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { isEstimate, type RowsRead } from '../../rows-read/reading/rows-read';
import { refinedText } from '../../rows-read/reading/coverage-text';
import { summaryColumn, type SummaryTable } from '../../rows-read/tables/summary-table';
import { figureOf, type FigureName } from './profile-table';
import type { ProfiledColumn } from './use-column-profiles';

const COUNTS: readonly FigureName[] = ['filled', 'empty', 'distinct'];
/** One table has columns of all types, so its values are texts. */
const VALUES: readonly FigureName[] = ['least', 'greatest'];

/** Returns a function that makes the table **Column profile** for copies and files. */
export function useProfileFigures(): (
  columns: readonly ProfiledColumn[],
  rowsRead: Pick<RowsRead, 'coverage' | 'refined'>,
) => SummaryTable {
  const t = useTranslations('columns');
  const tAnalysis = useTranslations('analysis');
  const formats = useFormats();
  const { priceColumn } = useWorkbenchScope();
  return (columns, { coverage, refined }) => {
    const isPart = isEstimate(coverage);
    const decimals: readonly FigureName[] = ['sum', 'mean'];
    const names: readonly FigureName[] = [...COUNTS, ...VALUES, ...decimals, 'median'];
    const rowCount = columns[0]?.profile?.rowCount ?? 0;
    return {
      name: datedName(`${priceColumn.displayName} ${t('title')}${isPart ? ` ${t('file.part')}` : ''}`),
      columns: [
        summaryColumn(t('head.column'), 'text'),
        summaryColumn(t('head.type'), 'text'),
        ...names.map((name) => {
          if (COUNTS.includes(name)) return summaryColumn(t(`head.${name}`), 'number', 0);
          return summaryColumn(t(`head.${name}`), decimals.includes(name) ? 'number' : 'text');
        }),
      ],
      rows: columns.map(({ column, profile }) => [
        column.name,
        t(`types.${column.type}`),
        ...names.map((name) => figureOf(profile, name) ?? null),
      ]),
      about: [
        [t('file.priceColumn'), priceColumn.displayName],
        [t('file.rows'), String(rowCount)],
        [t('file.coverage'), t(isPart ? 'file.some' : 'file.all')],
        ...(refined === undefined
          ? []
          : [[t('file.refined'), refinedText(refined, tAnalysis, formats)] as const]),
      ],
    };
  };
}
