import { Button, NativeSelect } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { createColumnFormat } from '@/shared/formats/column-format';
import { useFormats, useFormatSettings } from '@/shared/formats/format-settings-context';
import { useByteText } from '@/shared/formats/use-byte-text';
import { useWorkbenchScope } from '../../use-workbench';
import { foresee, foreseenRowBytes, lastReadingMeasure } from '../reading/forecast';
import { DELIMITERS } from './csv-layout';
import classes from './file-dialog.module.css';
import type { FileColumn, FileMapping, FileNotation, FileOutline, OutlineChoices } from './file-outline';
import { proposeColumns } from './propose-columns';
import {
  checkColumn,
  dateOrder,
  localeOfOrder,
  matchedColumns,
  proposeNotation,
  type CheckedColumn,
  type DateOrder,
} from './propose-notation';
import { ENCODINGS } from './recognise-file';
import { useProblemText } from './use-problem-text';

export interface FileMappingFormProps {
  readonly outline: FileOutline;
  /** With which the outline was read. */
  readonly choices: OutlineChoices;
  readonly budgetBytes: number;
  readonly onChoices: (choices: OutlineChoices) => void;
  readonly onReady: (mapping: FileMapping) => void;
}

/** Rows of the table; a file hardly ever has more columns, and further ones with a match are shown, too. */
const MOST_ROWS = 60;
const LEFT_OUT = '';
const ISO = 'iso' as const;
const SAMPLED_FOR_SIZE = 200;

/** Matches the columns of a file with those of the price column, as proposed or as the person decides. */
export function FileMappingForm({ outline, choices, budgetBytes, onChoices, onReady }: FileMappingFormProps) {
  const t = useTranslations('files');
  const { priceColumn, isLocked } = useWorkbenchScope();
  const { formats, excelRegion } = useFormatSettings();
  const fields = useMemo(
    () => priceColumn.fields.filter((field) => !isLocked(field)),
    [priceColumn, isLocked],
  );
  const locked = priceColumn.fields.filter(isLocked).map(({ name }) => name);
  const [chosen, setChosen] = useState<FileMapping['columns'] | null>(null);
  const [notation, setNotation] = useState<FileNotation | null>(null);
  const [proposed, lockedColumns] = useMemo(() => {
    const isOfLocked = ({ field }: FileMapping['columns'][number]) =>
      fields.every(({ name }) => name !== field);
    const all = proposeColumns(outline.columns, priceColumn.fields);
    return [all.filter((each) => !isOfLocked(each)), all.filter(isOfLocked)];
  }, [outline, fields, priceColumn]);
  const columns = chosen ?? proposed;
  const matched = useMemo(() => matchedColumns({ columns }, outline, fields), [columns, outline, fields]);
  const proposedNotation = useMemo(
    () => proposeNotation(outline, matched, [excelRegion, formats]),
    [outline, matched, excelRegion, formats],
  );
  const mapping: FileMapping = { columns, notation: notation ?? proposedNotation };
  const isTooLarge = useMemo(() => {
    const read = matched.map(({ field }, cellIndex) => ({
      name: field.name,
      field: fields.find(({ name }) => name === field.name) ?? null,
      cellIndex,
    }));
    const sample = Array.from({ length: Math.min(SAMPLED_FOR_SIZE, outline.rowCount) }, (_, row) =>
      matched.map(({ column }) => column.cells[row]?.text ?? null),
    );
    const rowBytes = foreseenRowBytes(read, sample);
    return foresee(outline.rowCount, read.length, rowBytes, lastReadingMeasure()).bytes > budgetBytes;
  }, [matched, fields, outline, budgetBytes]);

  const match = (columnIndex: number, field: string) => {
    // A field has one column: choosing it for another one takes it from the first.
    const others = columns.filter((each) => each.columnIndex !== columnIndex && each.field !== field);
    setChosen(field === LEFT_OUT ? others : [...others, { field, columnIndex }]);
  };

  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        onReady(mapping);
      }}
    >
      <FileFacts outline={outline} />
      <ReadingChoices outline={outline} choices={choices} onChoices={onChoices} />
      <NotationChoices
        outline={outline}
        matched={matched}
        notation={mapping.notation}
        onNotation={setNotation}
      />
      <ColumnsTable
        outline={outline}
        mapping={mapping}
        fields={fields}
        lockedColumns={lockedColumns}
        onMatch={match}
      />
      <LeftOut outline={outline} columns={columns} fields={fields} locked={locked} />
      {isTooLarge && <TooLarge name={outline.name} />}
      <div className={classes['submit']}>
        {columns.length === 0 && <p className={classes['muted']}>{t('nothingMatched')}</p>}
        <Button type="submit" disabled={columns.length === 0 || isTooLarge}>
          {t('compare')}
        </Button>
      </div>
    </form>
  );
}

function TooLarge({ name }: { readonly name: string }) {
  const { title, text } = useProblemText({ kind: 'too-large' }, name);
  return (
    <div role="alert" className={classes['problem']}>
      <IconAlertTriangle size={20} aria-hidden="true" />
      <div>
        <p className={classes['problemTitle']}>{title}</p>
        <p>{text}</p>
      </div>
    </div>
  );
}

/** What the file is, and what its certificate says. */
function FileFacts({ outline }: { readonly outline: FileOutline }) {
  const t = useTranslations('files');
  const { formatInteger, formatDateTime } = useFormats();
  const byteText = useByteText();
  const { priceColumn } = useWorkbenchScope();
  const { certificate, rowCount } = outline;
  const rows = { formatted: formatInteger(rowCount), count: rowCount };
  const notes: string[] = [];
  if (certificate !== null && certificate.priceColumn !== priceColumn.name) {
    notes.push(t('facts.otherPriceColumn', { name: certificate.priceColumn, here: priceColumn.name }));
  }
  if (outline.hasOtherCertificate) notes.push(t('facts.otherCertificate'));
  if (outline.rowsBefore > 0) {
    notes.push(
      t('facts.rowsBefore', {
        row: formatInteger(outline.rowsBefore + 1),
        count: outline.rowsBefore,
      }),
    );
  }
  if (outline.doubledHeaders.length > 0) {
    notes.push(t('facts.doubled', { names: outline.doubledHeaders.join(', ') }));
  }
  return (
    <div className={classes['facts']}>
      <p className={classes['fileName']}>{outline.name}</p>
      <p className={classes['muted']}>
        {[
          t(`format.${outline.format}`),
          byteText(outline.byteCount),
          t(outline.isRowCountExact ? 'facts.rows' : 'facts.aboutRows', rows),
        ].join(' · ')}
      </p>
      {certificate !== null && (
        <p className={classes['certified']}>
          <IconCheck size={15} aria-hidden="true" />{' '}
          {t('facts.certified', {
            priceColumn: certificate.priceColumn,
            taken: formatDateTime(Date.parse(certificate.snapshot.created)),
            cacheKey: certificate.snapshot.cacheKey,
            ...rows,
          })}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className={classes['note']}>
          <IconInfoCircle size={15} aria-hidden="true" /> {note}
        </p>
      ))}
    </div>
  );
}

interface ReadingChoicesProps {
  readonly outline: FileOutline;
  readonly choices: OutlineChoices;
  readonly onChoices: (choices: OutlineChoices) => void;
}

/** How the file is read, where that is not certain. */
function ReadingChoices({ outline, choices, onChoices }: ReadingChoicesProps) {
  const t = useTranslations('files');
  const { csv, sheets, sheet, certificate } = outline;
  if (certificate !== null) return null;
  if (csv === null) {
    if (sheet === null || sheets.length < 2) return null;
    return (
      <div className={classes['choices']}>
        <NativeSelect
          size="xs"
          label={t('sheet')}
          value={sheet}
          data={[...sheets]}
          onChange={(event) => onChoices({ ...choices, sheet: event.currentTarget.value })}
        />
      </div>
    );
  }
  const encodings: readonly string[] = ENCODINGS;
  const delimiters: readonly string[] = DELIMITERS;
  return (
    <div className={classes['choices']}>
      <NativeSelect
        size="xs"
        label={t('separator.label')}
        value={csv.delimiter}
        data={[
          ...DELIMITERS.map((value) => ({ value, label: t(`separator.${SEPARATOR_NAMES[value]}`) })),
          ...(delimiters.includes(csv.delimiter) ? [] : [{ value: csv.delimiter, label: csv.delimiter }]),
        ]}
        onChange={(event) => onChoices({ ...choices, delimiter: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        label={t('encoding.label')}
        value={csv.encoding}
        data={[
          ...ENCODINGS.map((value) => ({ value, label: t(`encoding.${value}`) })),
          ...(encodings.includes(csv.encoding) ? [] : [{ value: csv.encoding, label: csv.encoding }]),
        ]}
        onChange={(event) => onChoices({ ...choices, encoding: event.currentTarget.value })}
      />
    </div>
  );
}

const SEPARATOR_NAMES = { ';': 'semicolon', ',': 'comma', '\t': 'tab', '|': 'bar' } as const;

interface NotationChoicesProps {
  readonly outline: FileOutline;
  readonly matched: ReturnType<typeof matchedColumns>;
  readonly notation: FileNotation;
  readonly onNotation: (notation: FileNotation) => void;
}

/** What numbers and dates mean that are written as texts. */
function NotationChoices({ outline, matched, notation, onNotation }: NotationChoicesProps) {
  const t = useTranslations('files');
  const { formats, excelRegion } = useFormatSettings();
  const isWritten = (type: PriceField['type']) =>
    matched.some(
      ({ field, column }) => field.type === type && column.cells.some((cell) => cell?.kind === 'written'),
    );
  const [hasNumbers, hasDates] = [isWritten('number'), isWritten('date')];
  if (outline.certificate !== null || !(hasNumbers || hasDates)) return null;
  const order = notation.dateLocale === null ? ISO : dateOrder(notation.dateLocale);
  return (
    <div className={classes['choices']}>
      {hasNumbers && (
        <NativeSelect
          size="xs"
          label={t('decimal.label')}
          value={notation.decimal}
          data={[
            { value: '.', label: t('decimal.point') },
            { value: ',', label: t('decimal.comma') },
          ]}
          onChange={(event) =>
            onNotation({ ...notation, decimal: event.currentTarget.value === ',' ? ',' : '.' })
          }
        />
      )}
      {hasDates && (
        <NativeSelect
          size="xs"
          label={t('dates.label')}
          value={order}
          data={[ISO, ...DATE_ORDERS].map((value: DateOrder | typeof ISO) => ({
            value,
            label: t(`dates.${value}`),
          }))}
          onChange={(event) => {
            const chosen = DATE_ORDERS.find((each) => each === event.currentTarget.value);
            const dateLocale = chosen === undefined ? null : localeOfOrder(chosen, [excelRegion, formats]);
            onNotation({ ...notation, dateLocale });
          }}
        />
      )}
      {notation.guardsFormulas && <p className={classes['muted']}>{t('guarded')}</p>}
    </div>
  );
}

const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const satisfies readonly DateOrder[];

interface ColumnsTableProps {
  readonly outline: FileOutline;
  readonly mapping: FileMapping;
  readonly fields: readonly PriceField[];
  /** Columns of the file that look like fields which the account may not view. */
  readonly lockedColumns: FileMapping['columns'];
  readonly onMatch: (columnIndex: number, field: string) => void;
}

function ColumnsTable({ outline, mapping, fields, lockedColumns, onMatch }: ColumnsTableProps) {
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
      <h3 id={titleId} className={classes['heading']}>
        {t('columns.title')}
      </h3>
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
                    onChange={(event) => onMatch(columnIndex, event.currentTarget.value)}
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

/** A column without a header goes by its place. */
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
        <td className={classes['muted']}>
          {shortened((first?.isMoment === true ? first.moment : first?.text) ?? '–')}
        </td>
        <td className={classes['muted']}>{t('columns.leftOut')}</td>
      </>
    );
  }
  const { filled, misfits, firstMisfit, example } = check;
  const labels = { true: tCommon('true'), false: tCommon('false') };
  return (
    <>
      <td>{exampleText(check, createColumnFormat(field, { locale, labels }).formatValue)}</td>
      <td>
        {misfits > 0 ? (
          <span className={classes['misfits']}>
            <IconAlertTriangle size={15} aria-hidden="true" />{' '}
            {t('columns.misfits', {
              misfits: formatInteger(misfits),
              filled: formatInteger(filled),
              count: misfits,
              first: shortened(firstMisfit ?? ''),
            })}
          </span>
        ) : filled === 0 || example === null ? (
          <span className={classes['muted']}>{t('columns.noValues')}</span>
        ) : (
          <span className={classes['fits']}>
            <IconCheck size={15} aria-hidden="true" />{' '}
            {t('columns.fits', { filled: formatInteger(filled), count: filled })}
          </span>
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
function LeftOut({ outline, columns, fields, locked }: LeftOutProps) {
  const t = useTranslations('files');
  const isMatched = new Set(columns.map(({ columnIndex }) => columnIndex));
  const matchedFields = new Set(columns.map(({ field }) => field));
  const named = (test: (column: FileColumn, index: number) => boolean) =>
    outline.columns.flatMap((column, index) =>
      test(column, index) ? columnTitle(t, column.name, index) : [],
    );
  const lists = [
    ['ofFile', named((column, index) => column.isReadable && !isMatched.has(index))],
    ['nested', named((column) => !column.isReadable)],
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
