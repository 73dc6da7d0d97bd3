import '@/ui/components/combobox-styles.css';
import { NativeSelect, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useId, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { createColumnFormat } from '@/lib/formats/column-format';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { ReadField } from '@/analysis/source-files/cell-values';
import classes from './file-dialog.module.css';
import type {
  FileColumn,
  FileMapping,
  FileNotation,
  FileOutline,
} from '@/analysis/source-files/file-outline';
import { fitsBothText } from '@/analysis/source-files/file-reading';
import { checkColumn, otherReading, type CheckedColumn } from '@/analysis/source-files/propose-notation';

/** The maximum number of columns that are shown without a match. Hardly any file has more, and further columns with a match are shown. */
const MOST_ROWS = 60;
/** The value of the option that leaves a column out. */
const LEFT_OUT = '';

/** How a column of the file is used. */
export interface ColumnChoice {
  /** The field as which the column is read; undefined if the column is not used. */
  readonly field: ReadField | undefined;
  /** The name of the matching field if the account may not view it. */
  readonly locked?: string | undefined;
  /** The value of the chosen option; null for none. */
  readonly chosen: string | null;
}

interface ColumnsTableProps {
  readonly outline: FileOutline;
  readonly notation: FileNotation;
  readonly choiceTitle: string;
  /** Returns the accessible name of the control that chooses how a column is used. */
  readonly choiceLabel: (column: string) => string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly choiceOf: (columnIndex: number) => ColumnChoice;
  /** Called with the chosen option; null to leave the column out. */
  readonly onChoose: (columnIndex: number, chosen: string | null) => void;
}

/** A table that shows how each column of the file is used, and how its first values are read. */
export function ColumnsTable(props: ColumnsTableProps) {
  const { outline, notation, choiceTitle, choiceLabel, options, choiceOf, onChoose } = props;
  const t = useTranslations('files');
  const titleId = useId();
  const shown = outline.columns.flatMap((column, columnIndex) => {
    const choice = choiceOf(columnIndex);
    if (!column.isReadable || (columnIndex >= MOST_ROWS && choice.chosen === null)) return [];
    return { ...choice, column, columnIndex };
  });
  return (
    <section aria-labelledby={titleId}>
      <Title order={3} id={titleId} size="md" fw={650} mb={6}>
        {t('columns.title')}
      </Title>
      <div className={classes['scroll']}>
        <table aria-labelledby={titleId} className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('columns.ofFile')}</th>
              <th scope="col">{choiceTitle}</th>
              <th scope="col">{t('columns.example')}</th>
              <th scope="col">{t('columns.check')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ column, columnIndex, field, locked, chosen }) => (
              <tr key={columnIndex}>
                <th scope="row">{columnTitle(t, column.name, columnIndex)}</th>
                <td>
                  <NativeSelect
                    size="xs"
                    aria-label={choiceLabel(columnTitle(t, column.name, columnIndex))}
                    value={chosen ?? LEFT_OUT}
                    disabled={locked !== undefined}
                    data={[{ value: LEFT_OUT, label: t('columns.leaveOut') }, ...options]}
                    onChange={(event) => onChoose(columnIndex, event.currentTarget.value || null)}
                  />
                </td>
                <ColumnCheck column={column} field={field} locked={locked} notation={notation} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Returns the name of a column, or its position if it has no header. */
function columnTitle(
  t: ReturnType<typeof useTranslations<'files'>>,
  name: string,
  columnIndex: number,
): string {
  return name === '' ? t('columns.nameless', { place: columnIndex + 1 }) : name;
}

interface ColumnCheckProps {
  readonly column: FileColumn;
  readonly field: ReadField | undefined;
  /** The name of the matching field if the account may not view it. */
  readonly locked: string | undefined;
  readonly notation: FileNotation;
}

/** Table cells that show how the first values of a column are read, and how many do not fit. */
function ColumnCheck({ column, field, locked, notation }: ColumnCheckProps) {
  const t = useTranslations('files');
  const tCommon = useTranslations('common');
  const { locale, formatInteger } = useFormats();
  const check = useMemo(
    () => (field === undefined ? null : checkColumn({ field, column }, notation)),
    [field, column, notation],
  );
  if (locked !== undefined) {
    return (
      <>
        <td className={classes['muted']}>–</td>
        <td className={classes['muted']}>{t('columns.locked', { field: locked })}</td>
      </>
    );
  }
  if (field === undefined || check === null) {
    const first = column.cells.find((cell) => cell !== null);
    return (
      <>
        <td className={classes['muted']}>{shortened(first?.shown ?? '–')}</td>
        <td className={classes['muted']}>{t('columns.leftOut')}</td>
      </>
    );
  }
  const { filled, misfits, firstMisfit, example } = check;
  const other = otherReading({ field, column }, notation);
  const labels = { true: tCommon('true'), false: tCommon('false') };
  return (
    <>
      <td>
        {exampleText(check, createColumnFormat({ ...field, align: null }, { locale, labels }).formatValue)}
      </td>
      <td>
        {misfits > 0 ? (
          <Text span size="xs" c="var(--cn-warning)" className={classes['withIcon'] ?? ''}>
            <IconAlertTriangle size={15} aria-hidden="true" />{' '}
            {t('columns.misfits', {
              misfits: formatInteger(misfits),
              filled: formatInteger(filled),
              count: misfits,
              first: shortened(firstMisfit ?? ''),
            })}
          </Text>
        ) : filled === 0 || example === null ? (
          <Text span size="xs" c="dimmed">
            {t('columns.noValues')}
          </Text>
        ) : (
          <Text span size="xs" c="var(--cn-success)" className={classes['withIcon'] ?? ''}>
            <IconCheck size={15} aria-hidden="true" />{' '}
            {t('columns.fits', { filled: formatInteger(filled), count: filled })}
          </Text>
        )}
        {other !== null && (
          <Text size="xs" c="var(--cn-warning)" className={classes['withIcon'] ?? ''}>
            <IconAlertTriangle size={15} aria-hidden="true" />{' '}
            {fitsBothText({ field: field.name }, { ...other, written: shortened(other.written) }, t)}
          </Text>
        )}
      </td>
    </>
  );
}

const MOST_CHARACTERS = 40;

function shortened(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

/** Returns a value as the file contains it and, if it differs, as it is read. */
function exampleText(
  { example, firstMisfit }: CheckedColumn,
  formatValue: ReturnType<typeof createColumnFormat>['formatValue'],
): string {
  if (example === null) return shortened(firstMisfit ?? '–');
  const { written, value } = example;
  const { full } = formatValue(value === 'true' || value === 'false' ? value === 'true' : value);
  return full === written ? shortened(written) : `${shortened(written)} → ${shortened(full)}`;
}

interface LeftOutProps {
  readonly outline: FileOutline;
  readonly columns: FileMapping['columns'];
  /** The fields that the account may view, and the names of locked ones; null if columns are not matched with fields. */
  readonly of: { readonly fields: readonly PriceField[]; readonly locked: readonly string[] } | null;
}

/** Lists the columns of the file and the fields that are not used. */
export function LeftOut({ outline, columns, of }: LeftOutProps) {
  const t = useTranslations('files');
  const isMatched = new Set(columns.map(({ columnIndex }) => columnIndex));
  const matchedFields = new Set(columns.map(({ field }) => field));
  const named = (test: (column: FileColumn, index: number) => boolean) =>
    outline.columns.flatMap((column, index) =>
      test(column, index) ? columnTitle(t, column.name, index) : [],
    );
  const nested = named(({ isReadable, storedType }) => !isReadable && storedType === undefined);
  const otherTypes = outline.columns.flatMap(({ name, isReadable, storedType }, index) =>
    isReadable || storedType === undefined ? [] : `${columnTitle(t, name, index)} (${storedType})`,
  );
  const ofFile = [
    ['ofFile', named((column, index) => column.isReadable && !isMatched.has(index))],
    [of === null ? 'nestedBrought' : 'nested', nested],
    [of === null ? 'otherTypesBrought' : 'otherTypes', otherTypes],
  ] as const;
  const ofFields =
    of === null
      ? []
      : ([
          ['missing', of.fields.map(({ name }) => name).filter((name) => !matchedFields.has(name))],
          ['locked', of.locked],
        ] as const);
  const lists = [...ofFile, ...ofFields].filter(([, names]) => names.length > 0);
  if (lists.length === 0) return null;
  return (
    <ul aria-label={t(of === null ? 'leftOut.labelBrought' : 'leftOut.label')} className={classes['leftOut']}>
      {lists.map(([id, names]) => (
        <li key={id}>{t(`leftOut.${id}`, { names: names.join(', '), count: names.length })}</li>
      ))}
    </ul>
  );
}
