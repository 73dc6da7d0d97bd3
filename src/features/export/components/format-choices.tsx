import '@/ui/components/combobox-styles.css';
import classes from './export-dialog.module.css';
import { Select } from '@mantine/core';
import { Controller, type Control } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { formatIsoDay } from '@/lib/formats/date-format';
import { excelCsv } from '@/lib/table-files/csv-dialect';
import { MAX_SHEET_ROWS } from '@/lib/table-files/xlsx-limits';
import { useFormats, useFormatSettings } from '@/ui/formats/format-settings-context';
import { DELIMITER_CHOICES, type ExportChoices, type ExportContent } from '../model/export-choices';
import { Choices } from './choices';
import { mayBeFinerThanExcel } from './use-preflight';

interface FormatChoicesProps {
  readonly control: Control<ExportChoices>;
}

/** The choices of separator and date format, for CSV files that Excel opens. */
export function ExcelCsvChoices({ control }: FormatChoicesProps) {
  const t = useTranslations('export');
  const { excelRegion } = useFormatSettings();
  return (
    <div className={classes['pair']}>
      <Controller
        control={control}
        name="delimiter"
        render={({ field: { value, onChange } }) => (
          <Select
            label={t('delimiter')}
            data={DELIMITER_CHOICES.map((option) => ({
              value: option,
              label: t(`delimiters.${option}`, {
                name: t(
                  excelCsv(excelRegion).delimiter === ';' ? 'delimiters.semicolon' : 'delimiters.comma',
                ),
              }),
            }))}
            value={value}
            onChange={onChange}
          />
        )}
      />
      <Controller
        control={control}
        name="hasIsoDates"
        render={({ field: { value, onChange } }) => (
          <Select
            label={t('dates')}
            data={[
              {
                value: 'region',
                label: t('datesRegion', { example: formatIsoDay(EXAMPLE_ISO, excelRegion) }),
              },
              { value: 'iso', label: t('datesIso', { example: EXAMPLE_ISO }) },
            ]}
            value={value ? 'iso' : 'region'}
            onChange={(option) => onChange(option === 'iso')}
          />
        )}
      />
    </div>
  );
}

export interface WorkbookChoicesProps extends FormatChoicesProps {
  readonly format: ExportChoices['format'];
  readonly content: ExportContent;
}

/** The choices for rows and fractions of a second that do not fit into a sheet. Renders nothing if everything fits. */
export function WorkbookChoices({ control, format, content }: WorkbookChoicesProps) {
  const t = useTranslations('export');
  const formats = useFormats();
  const isWorkbook = format === 'xlsx' || format === 'xlsx-refresh';
  return (
    <>
      {format === 'xlsx' && content.rowEnd - content.rowStart > MAX_SHEET_ROWS && (
        <Controller
          control={control}
          name="hasFilePerSheet"
          render={({ field: { value, onChange } }) => (
            <Choices
              legend={t('overflow', { limit: formats.formatInteger(MAX_SHEET_ROWS) })}
              value={value ? 'files' : 'sheets'}
              onChange={(overflow) => onChange(overflow === 'files')}
              options={[
                { value: 'sheets', label: t('overflowSheets') },
                { value: 'files', label: t('overflowFiles') },
              ]}
            />
          )}
        />
      )}
      {isWorkbook && content.columns.some(mayBeFinerThanExcel) && (
        <Controller
          control={control}
          name="keepsFullSeconds"
          render={({ field: { value, onChange } }) => (
            <Choices
              legend={t('seconds')}
              value={value ? 'text' : 'date'}
              onChange={(seconds) => onChange(seconds === 'text')}
              options={[
                { value: 'date', label: t('secondsDate'), text: t('secondsDateText') },
                { value: 'text', label: t('secondsFull'), text: t('secondsFullText') },
              ]}
            />
          )}
        />
      )}
    </>
  );
}

const EXAMPLE_ISO = '2026-12-31';
