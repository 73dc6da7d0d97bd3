import { NativeSelect, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useId, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { createColumnFormat } from '@/shared/formats/column-format';
import { useFormats } from '@/shared/formats/format-settings-context';
import { useWorkbenchScope } from '../../../controller/use-workbench';
import classes from './file-dialog.module.css';
import type { FileColumn, FileMapping, FileNotation, FileOutline } from './file-outline';
import { fitsBothText } from './file-reading';
import { checkColumn, otherReading, type CheckedColumn } from './propose-notation';

/** Rows of the table; a file hardly ever has more columns, and further ones with a match are shown, too. */
const MOST_ROWS = 60;
/** The choice of no field. */
const LEFT_OUT = '';

interface ColumnsTableProps {
  readonly outline: FileOutline;
  readonly mapping: FileMapping;
  readonly fields: readonly PriceField[];
  /** Columns of the file that look like fields which the account may not view. */
  readonly lockedColumns: FileMapping['columns'];
  /** Null for no field. */
  readonly onMatch: (columnIndex: number, field: string | null) => void;
}

/** Which column of the file is which field, and how its first values are read. */
export function ColumnsTable({ outline, mapping, fields, lockedColumns, onMatch }: ColumnsTableProps) {
  const t = useTranslations('files');
  const { priceColumn } = useWorkbenchScope();
  const titleId = useId();
  const shown = outline.columns.flatMap((column, columnIndex) => {
    const name = mapping.columns.find((each) => each.columnIndex === columnIndex)?.field;
    if (!column.isReadable || (columnIndex >= MOST_ROWS && name === undefined)) return [];
    const locked = lockedColumns.find((each) => each.columnIndex === columnIndex)?.field;
    return { column, columnIndex, field: fields.find((field) => field.name === name), locked };
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
              <th scope="col">{t('columns.ofPriceColumn', { name: priceColumn.displayName })}</th>
              <th scope="col">{t('columns.example')}</th>
              <th scope="col">{t('columns.check')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ column, columnIndex, field, locked }) => (
              <tr key={columnIndex}>
                <th scope="row">{columnTitle(t, column.name, columnIndex)}</th>
                <td>
                  <NativeSelect
                    size="xs"
                    aria-label={t('columns.match', { column: columnTitle(t, column.name, columnIndex) })}
                    value={field?.name ?? LEFT_OUT}
                    disabled={locked !== undefined}
                    data={[
                      { value: LEFT_OUT, label: t('columns.leaveOut') },
                      ...fields.map(({ name, type }) => ({
                        value: name,
                        label: `${name} (${t(`type.${type}`)})`,
                      })),
                    ]}
                    onChange={(event) => onMatch(columnIndex, event.currentTarget.value || null)}
                  />
                </td>
                <ColumnCheck column={column} field={field} locked={locked} notation={mapping.notation} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** A column without a header is named by its position. */
function columnTitle(
  t: ReturnType<typeof useTranslations<'files'>>,
  name: string,
  columnIndex: number,
): string {
  return name === '' ? t('columns.nameless', { place: columnIndex + 1 }) : name;
}

interface ColumnCheckProps {
  readonly column: FileColumn;
  readonly field: PriceField | undefined;
  /** The field that it looks like and the account may not view. */
  readonly locked: string | undefined;
  readonly notation: FileNotation;
}

/** How the first values are read, and how many of them do not fit. */
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
      <td>{exampleText(check, createColumnFormat(field, { locale, labels }).formatValue)}</td>
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

/** As it is written and, where that is not the same, as it is read. */
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
  readonly fields: readonly PriceField[];
  readonly locked: readonly string[];
}

/** Names what is not compared, on either side. */
export function LeftOut({ outline, columns, fields, locked }: LeftOutProps) {
  const t = useTranslations('files');
  const isMatched = new Set(columns.map(({ columnIndex }) => columnIndex));
  const matchedFields = new Set(columns.map(({ field }) => field));
  const named = (test: (column: FileColumn, index: number) => boolean) =>
    outline.columns.flatMap((column, index) =>
      test(column, index) ? columnTitle(t, column.name, index) : [],
    );
  const lists = [
    ['ofFile', named((column, index) => column.isReadable && !isMatched.has(index))],
    ['nested', named(({ isReadable, storedType }) => !isReadable && storedType === undefined)],
    [
      'otherTypes',
      outline.columns.flatMap(({ name, isReadable, storedType }, index) =>
        isReadable || storedType === undefined ? [] : `${columnTitle(t, name, index)} (${storedType})`,
      ),
    ],
    ['missing', fields.map(({ name }) => name).filter((name) => !matchedFields.has(name))],
    ['locked', locked],
  ] as const;
  return (
    <ul aria-label={t('leftOut.label')} className={classes['leftOut']}>
      {lists.map(([id, names]) =>
        names.length === 0 ? null : (
          <li key={id}>{t(`leftOut.${id}`, { names: names.join(', '), count: names.length })}</li>
        ),
      )}
    </ul>
  );
}
