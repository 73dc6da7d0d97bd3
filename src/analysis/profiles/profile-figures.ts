import type { PriceColumn } from '@/contract/column';
import { datedName } from '@/lib/formats/file-name';
import type { Words } from '@/ui/formats/words';
import { isEstimate, type RowsRead } from '../reading/rows-read';
import { refinedText, tooLongTexts } from '../reading/coverage-text';
import type { TableColumn } from '@/lib/table-files/table-column';
import {
  computedColumn,
  fieldColumn,
  medianColumn,
  summaryColumn,
  type SummaryTable,
} from '../tables/summary-table';
import type { ColumnProfile, ProfiledColumn } from './column-profile';
import { SEPARATOR } from '@/ui/formats/separator';

export const COUNTS = ['filled', 'empty', 'distinct'] as const;
export const VALUES = ['least', 'greatest', 'sum', 'mean', 'median'] as const;
export type CountName = (typeof COUNTS)[number];
export type ValueName = (typeof VALUES)[number];

/** Returns the value of a figure for sorting and export; undefined if the figure has no meaning for the column. */
export function figureOf(profile: ColumnProfile | null, name: CountName | ValueName): string | undefined {
  if (profile === null) return undefined;
  switch (name) {
    case 'filled':
      return String(profile.filledCount);
    case 'empty':
      return String(profile.nullCount + profile.emptyTextCount);
    case 'distinct':
      return String(profile.distinctCount);
    case 'least':
    case 'greatest':
    case 'sum':
    case 'mean':
    case 'median':
      return profile[name] ?? undefined;
  }
}

/** Returns the columns of an export for the figures of one column. They have the format of its field if it has numbers or dates. */
export function figureColumns(
  words: Words,
  { column, field }: Pick<ProfiledColumn, 'column' | 'field'>,
): readonly TableColumn[] {
  const t = words.of('columns');
  const { type, scale } = column;
  return [
    ...COUNTS.map((name) => summaryColumn(t(`head.${name}`), 'number', 0)),
    ...VALUES.map((name) => {
      const label = t(`head.${name}`);
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

/** Returns the table **Column profile**, to be copied or exported. */
export function profileFigures(
  words: Words,
  columns: readonly ProfiledColumn[],
  { coverage, refined }: Pick<RowsRead, 'coverage' | 'refined'>,
  { displayName }: Pick<PriceColumn, 'displayName'>,
): SummaryTable {
  const t = words.of('columns');
  const isPart = isEstimate(coverage);
  const names = [...COUNTS, ...VALUES];
  const named = [summaryColumn(t('head.column'), 'text'), summaryColumn(t('head.type'), 'text')];
  const rowCount = columns[0]?.profile?.rowCount ?? 0;
  return {
    name: datedName(`${displayName} ${t('title')}${isPart ? ` ${t('file.part')}` : ''}`),
    columns: [...named, ...names.map((name) => summaryColumn(t(`head.${name}`), 'number'))],
    rowColumns: columns.map((profiled) => [...named, ...figureColumns(words, profiled)]),
    rows: columns.map(({ column, profile }) => [
      column.name,
      t(`types.${column.type}`),
      ...names.map((name) => figureOf(profile, name) ?? null),
    ]),
    about: [
      [t('file.priceColumn'), displayName],
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
}
