import { Button, Modal, Select } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useRights } from '@/session/session-context';
import { createDateFormat } from '@/shared/formats/date-format';
import { useFormats, useFormatSettings } from '@/shared/formats/format-settings-context';
import { isoDate } from '@/shared/formats/iso-date';
import { randomId } from '@/shared/storage/random-id';
import { excelCsv } from '@/shared/table-files/csv-dialect';
import { MAX_SHEET_ROWS } from '@/shared/table-files/xlsx-limits';
import { aboutLabels } from '../model/about-labels';
import { rememberChoices, rememberedChoices } from '../model/choices-storage';
import {
  DELIMITER_CHOICES,
  exportContent,
  exportFileName,
  exportFormat,
  FORMAT_CHOICES,
  type ExportChoices,
} from '../model/export-choices';
import type { ExportJob, ExportPlan } from '../model/export-job';
import type { ExportRequest } from '../model/export-request';
import classes from './export-dialog.module.css';
import { usePreflight } from './use-preflight';

export interface ExportDialogProps {
  readonly request: ExportRequest;
  readonly owner: ExportJob['owner'];
  readonly onStart: (plan: ExportPlan) => void;
  /** An earlier export is to be checked instead. */
  readonly onVerify: () => void;
  readonly onClose: () => void;
}

/** The dialog **Export**: what goes into which kind of file, and what is to be known before it starts. */
export function ExportDialog({ request, owner, onStart, onVerify, onClose }: ExportDialogProps) {
  const t = useTranslations('export');
  const tCommon = useTranslations('common');
  const formats = useFormats();
  const { excelRegion, language } = useFormatSettings();
  const rights = useRights();
  const [choices, setChoices] = useState<ExportChoices>(() => ({
    ...rememberedChoices(),
    scope: request.selection === null ? 'whole' : 'selection',
  }));
  const change = (changes: Partial<ExportChoices>) => {
    setChoices((current) => ({ ...current, ...changes }));
  };
  const content = useMemo(() => exportContent(request, choices, rights), [request, choices, rights]);
  const format = useMemo(() => exportFormat(choices, excelRegion), [choices, excelRegion]);
  const { summary, notes } = usePreflight(request, content, choices, format);
  const rows = (count: number) => t('rowCount', { formatted: formats.formatInteger(count), count });
  const fieldCount = (fields: ExportChoices['fields']) =>
    t('fieldCount', { count: exportContent(request, { ...choices, fields }, rights).columns.length });
  const regionName = new Intl.DisplayNames(language, { type: 'language' }).of(excelRegion) ?? excelRegion;

  function start(): void {
    rememberChoices(choices);
    const now = new Date();
    const { priceColumn, snapshot } = request;
    onStart({
      id: randomId(),
      owner,
      priceColumn: { name: priceColumn.name, displayName: priceColumn.displayName },
      snapshot,
      snapshotColumns: [...content.snapshotColumns],
      columns: [...content.columns],
      keyColumns: [...content.keyColumns],
      viewRights: content.viewRights,
      rowStart: content.rowStart,
      rowEnd: content.rowEnd,
      pageSize: null,
      format,
      fileName: exportFileName(request, owner, now),
      queryLines: [request.queryWords ?? t('queryUnknown')],
      requestBody: request.requestBody,
      aboutLabels: aboutLabels(t),
      startedAtMs: now.getTime(),
    });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      size={760}
      title={t('title', { name: request.priceColumn.displayName })}
      closeButtonProps={{ 'aria-label': tCommon('close') }}
    >
      <form
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <div className={classes['pair']}>
          <Choices
            legend={t('scope')}
            value={choices.scope}
            onChange={(scope) => {
              change({ scope });
            }}
            options={[
              { value: 'whole', label: t('scopeWhole'), hint: rows(request.snapshot.rowCount) },
              {
                value: 'selection',
                label: t('scopeSelection'),
                hint:
                  request.selection === null
                    ? t('scopeNoSelection')
                    : rows(request.selection.rowEnd - request.selection.rowStart),
                isDisabled: request.selection === null,
              },
            ]}
          />
          {choices.scope === 'whole' && (
            <Choices
              legend={t('fields')}
              value={choices.fields}
              onChange={(fields) => {
                change({ fields });
              }}
              options={[
                {
                  value: 'shown',
                  label: t('fieldsShown'),
                  hint: fieldCount('shown'),
                },
                {
                  value: 'all',
                  label: t('fieldsAll'),
                  hint: fieldCount('all'),
                },
              ]}
            />
          )}
        </div>
        <Choices
          legend={t('format')}
          value={choices.format}
          onChange={(choice) => {
            change({ format: choice });
          }}
          options={FORMAT_CHOICES.map((value) => ({
            value,
            label: t(`formats.${value}`),
            text: t(`formatHints.${value}`, { region: regionName }),
          }))}
        />
        {choices.format === 'csv-excel' && (
          <div className={classes['pair']}>
            <Select
              label={t('delimiter')}
              data={DELIMITER_CHOICES.map((value) => ({
                value,
                label: t(`delimiters.${value}`, { sign: excelCsv(excelRegion).delimiter }),
              }))}
              value={choices.delimiter}
              onChange={(value) => {
                const delimiter = DELIMITER_CHOICES.find((known) => known === value);
                if (delimiter !== undefined) change({ delimiter });
              }}
            />
            <Select
              label={t('dates')}
              data={[
                { value: 'region', label: t('datesRegion', { example: exampleDate(excelRegion) }) },
                { value: 'iso', label: t('datesIso', { example: EXAMPLE_ISO }) },
              ]}
              value={choices.hasIsoDates ? 'iso' : 'region'}
              onChange={(value) => {
                change({ hasIsoDates: value === 'iso' });
              }}
            />
          </div>
        )}
        {choices.format === 'xlsx' && content.rowEnd - content.rowStart > MAX_SHEET_ROWS && (
          <Choices
            legend={t('overflow', { limit: formats.formatInteger(MAX_SHEET_ROWS) })}
            value={choices.hasFilePerSheet ? 'files' : 'sheets'}
            onChange={(overflow) => {
              change({ hasFilePerSheet: overflow === 'files' });
            }}
            options={[
              { value: 'sheets', label: t('overflowSheets') },
              { value: 'files', label: t('overflowFiles') },
            ]}
          />
        )}
        <section className={classes['preflight']} aria-label={t('before')}>
          <p className={classes['summary']}>{summary}</p>
          <ul className={classes['notes']}>
            {notes.map(({ text, isWarning }) => (
              <li key={text} data-warning={isWarning || undefined}>
                {isWarning ? (
                  <IconAlertTriangle size={15} aria-hidden="true" />
                ) : (
                  <IconInfoCircle size={15} aria-hidden="true" />
                )}
                {text}
              </li>
            ))}
          </ul>
        </section>
        <div className={classes['actions']}>
          <Button variant="subtle" className={classes['verify'] ?? ''} onClick={onVerify}>
            {t('verify.open')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {tCommon('cancel')}
          </Button>
          <Button type="submit" data-autofocus disabled={content.columns.length === 0}>
            {t('start')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface ChoicesProps<Value extends string> {
  readonly legend: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    /** Beside the label. */
    readonly hint?: ReactNode;
    /** Below it. */
    readonly text?: string;
    readonly isDisabled?: boolean;
  }[];
}

function Choices<Value extends string>({ legend, value, onChange, options }: ChoicesProps<Value>) {
  const id = useId();
  return (
    <fieldset className={classes['choices']}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={classes['choice']}
          data-disabled={option.isDisabled === true || undefined}
        >
          <input
            type="radio"
            name={id}
            aria-label={option.label}
            aria-describedby={`${id}-${option.value}`}
            checked={option.value === value}
            disabled={option.isDisabled === true}
            onChange={() => {
              onChange(option.value);
            }}
          />
          <span className={classes['label']}>{option.label}</span>
          <span id={`${id}-${option.value}`} className={classes['hint']}>
            {option.hint ?? option.text}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const EXAMPLE_ISO = '2026-12-31';

function exampleDate(locale: string): string {
  const day = isoDate(2026, 12, 31);
  return day === null ? EXAMPLE_ISO : createDateFormat(locale).formatDate(day);
}
