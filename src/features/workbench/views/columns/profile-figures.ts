import { useTranslations } from 'use-intl';
import { datedName } from '@/lib/formats/file-name';
import { useWords } from '@/ui/formats/use-words';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { isEstimate, type RowsRead } from '../../rows-read/reading/rows-read';
import { SEPARATOR } from '../../model/describe-query';
import { refinedText, tooLongTexts } from '../../rows-read/reading/coverage-text';
import type { TableColumn } from '@/lib/table-files/table-column';
import {
  computedColumn,
  fieldColumn,
  medianColumn,
  summaryColumn,
  type SummaryTable,
} from '../../rows-read/tables/summary-table';
import { figureOf, type FigureName } from './profile-table';
import type { ProfiledColumn } from './use-column-profiles';

const COUNTS: readonly FigureName[] = ['filled', 'empty', 'distinct'];
const VALUES: readonly FigureName[] = ['least', 'greatest', 'sum', 'mean', 'median'];

/** Returns the export columns for the figures of one column: numbers and days in the format of its field; texts and booleans have none. */
export function figureColumns(
  labelOf: (name: FigureName) => string,
  { column, field }: Pick<ProfiledColumn, 'column' | 'field'>,
): readonly TableColumn[] {
  const { type, scale } = column;
  return [
    ...COUNTS.map((name) => summaryColumn(labelOf(name), 'number', 0)),
    ...VALUES.map((name) => {
      const label = labelOf(name);
      if (type === 'date') {
        return field === undefined ? summaryColumn(label, type) : { ...fieldColumn(field), name: label };
      }
      if (type !== 'number') return summaryColumn(label, 'text');
      if (name === 'mean') return summaryColumn(label, type);
      return name === 'median'
        ? medianColumn(label, scale)
        : computedColumn(label, scale, field?.formatting ?? '');
    }),
  ];
}

/** Returns a function that makes the table **Column profile** for copies and files. */
export function useProfileFigures(): (
  columns: readonly ProfiledColumn[],
  rowsRead: Pick<RowsRead, 'coverage' | 'refined'>,
) => SummaryTable {
  const t = useTranslations('columns');
  const words = useWords();
  const { priceColumn } = useWorkbenchScope();
  return (columns, { coverage, refined }) => {
    const isPart = isEstimate(coverage);
    const names = [...COUNTS, ...VALUES];
    const labelOf = (name: FigureName) => t(`head.${name}`);
    const named = [summaryColumn(t('head.column'), 'text'), summaryColumn(t('head.type'), 'text')];
    const rowCount = columns[0]?.profile?.rowCount ?? 0;
    return {
      name: datedName(`${priceColumn.displayName} ${t('title')}${isPart ? ` ${t('file.part')}` : ''}`),
      columns: [...named, ...names.map((name) => summaryColumn(labelOf(name), 'number'))],
      rowColumns: columns.map((profiled) => [...named, ...figureColumns(labelOf, profiled)]),
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
          : [
              [
                t('file.refined'),
                [refinedText(words, refined), ...tooLongTexts(words, refined)].join(SEPARATOR),
              ] as const,
            ]),
      ],
    };
  };
}
