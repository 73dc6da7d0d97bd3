import '@/ui/components/combobox-styles.css';
import classes from './export-dialog.module.css';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Select, Stack, Text } from '@mantine/core';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { useRights, useSession } from '@/session/session-context';
import { createDateFormat } from '@/lib/formats/date-format';
import { useFormats, useFormatSettings } from '@/ui/formats/format-settings-context';
import { isoDate } from '@/lib/formats/iso-date';
import { excelCsv } from '@/lib/table-files/csv-dialect';
import { MAX_SHEET_ROWS } from '@/lib/table-files/xlsx-limits';
import { Dialog, DialogActions } from '@/ui/components/dialog';
import {
  rememberChoices,
  rememberedChoices,
  DELIMITER_CHOICES,
  exportChoicesSchema,
  exportContent,
  exportFormat,
  FORMAT_CHOICES,
  type ExportChoices,
  type ExportRequest,
} from '../model/export-choices';
import type { ExportJob, ExportPlan } from '../model/export-job';
import { exportPlan } from '../model/export-plan';
import { workbookRefresh } from '../model/workbook-refresh';
import { JobOffer } from './job-offer';
import { PreflightSection } from './preflight-section';
import { mayBeFinerThanExcel, usePreflight } from './use-preflight';

export interface ExportDialogProps {
  readonly request: ExportRequest;
  readonly account: ExportJob['account'];
  /** Whether the service is the demo, which nothing outside this browser can reach. */
  readonly isDemo?: boolean;
  readonly onStart: (plan: ExportPlan) => void;
  /** Switches to verifying an earlier export. */
  readonly onVerify: () => void;
  readonly onClose: () => void;
}

/** The dialog **Export**: content and format of the file, and a preview of its size and limits. */
export function ExportDialog(props: ExportDialogProps) {
  const { request, account, isDemo = false, onStart, onVerify, onClose } = props;
  const t = useTranslations('export');
  const tCommon = useTranslations('common');
  const formats = useFormats();
  const { excelRegion, language } = useFormatSettings();
  const rights = useRights();
  const session = useSession();
  const [defaultValues] = useState<ExportChoices>(() => ({
    ...rememberedChoices(),
    scope: request.selection === null ? 'whole' : 'selection',
  }));
  const { control, handleSubmit, getValues } = useForm<ExportChoices>({
    resolver: zodResolver(exportChoicesSchema),
    defaultValues,
  });
  const choices = useWatch({ control, compute: (values: ExportChoices) => values });
  const content = useMemo(() => exportContent(request, choices, rights), [request, choices, rights]);
  // The rows of a kept copy are here already.
  const onShowJobs = request.copyOf === undefined ? request.onShowJobs : undefined;
  const signedIn = 'account' in session ? session.account : null;
  const refresh = useMemo(
    () =>
      choices.format !== 'xlsx-refresh' || signedIn === null
        ? null
        : workbookRefresh(request, content, signedIn),
    [choices.format, signedIn, request, content],
  );
  const refusal = typeof refresh === 'string' ? refresh : null;
  const format = useMemo(
    () =>
      exportFormat(choices, {
        region: excelRegion,
        language,
        locale: formats.locale,
        refresh: typeof refresh === 'string' ? null : refresh,
      }),
    [choices, excelRegion, language, formats.locale, refresh],
  );
  const { summary, notes, isLate, estimate } = usePreflight(request, content, choices, format, refusal);
  const rows = (count: number) => t('rowCount', { formatted: formats.formatInteger(count), count });
  const fieldCount = (fields: ExportChoices['fields']) =>
    t('fieldCount', { count: exportContent(request, { ...choices, fields }, rights).columns.length });
  const regionName = new Intl.DisplayNames(language, { type: 'language' }).of(excelRegion) ?? excelRegion;

  function start(submitted: ExportChoices): void {
    rememberChoices(submitted);
    onStart(
      exportPlan({
        request,
        account,
        content,
        format,
        queryUnknown: t('queryUnknown'),
      }),
    );
  }

  return (
    <Dialog title={t('title', { name: request.priceColumn.displayName })} size={760} onClose={onClose}>
      <form
        onSubmit={(event) => {
          void handleSubmit(start)(event);
        }}
      >
        <Stack gap={14}>
          <div className={classes['pair']}>
            <Controller
              control={control}
              name="scope"
              render={({ field: { value, onChange } }) => (
                <Choices
                  legend={t('scope')}
                  value={value}
                  onChange={onChange}
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
              )}
            />
            {choices.scope === 'whole' && (
              <Controller
                control={control}
                name="fields"
                render={({ field: { value, onChange } }) => (
                  <Choices
                    legend={t('fields')}
                    value={value}
                    onChange={onChange}
                    options={[
                      { value: 'shown', label: t('fieldsShown'), hint: fieldCount('shown') },
                      { value: 'all', label: t('fieldsAll'), hint: fieldCount('all') },
                    ]}
                  />
                )}
              />
            )}
          </div>
          <Controller
            control={control}
            name="format"
            render={({ field: { value, onChange } }) => (
              <Choices
                legend={t('format')}
                value={value}
                onChange={onChange}
                options={FORMAT_CHOICES.map((option) => ({
                  value: option,
                  label: t(`formats.${option}`),
                  text:
                    option === 'xlsx-refresh' && isDemo
                      ? t('refreshInDemo')
                      : t(`formatHints.${option}`, { region: regionName }),
                }))}
              />
            )}
          />
          {choices.format === 'csv-excel' && (
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
                          excelCsv(excelRegion).delimiter === ';'
                            ? 'delimiters.semicolon'
                            : 'delimiters.comma',
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
                      { value: 'region', label: t('datesRegion', { example: exampleDate(excelRegion) }) },
                      { value: 'iso', label: t('datesIso', { example: EXAMPLE_ISO }) },
                    ]}
                    value={value ? 'iso' : 'region'}
                    onChange={(option) => onChange(option === 'iso')}
                  />
                )}
              />
            </div>
          )}
          {choices.format === 'xlsx' && content.rowEnd - content.rowStart > MAX_SHEET_ROWS && (
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
          {format.kind === 'xlsx' && content.columns.some(mayBeFinerThanExcel) && (
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
          <PreflightSection summary={summary} notes={notes}>
            {isLate && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => {
                  // The choices are for the export of the new snapshot.
                  rememberChoices(getValues());
                  onClose();
                  request.onTakeNew();
                }}
              >
                {t('takeNew')}
              </Button>
            )}
            {choices.scope === 'whole' && estimate !== null && onShowJobs !== undefined && (
              <JobOffer
                estimate={estimate}
                onShowJobs={() => {
                  onClose();
                  onShowJobs();
                }}
              />
            )}
          </PreflightSection>
          <DialogActions className={classes['actions'] ?? ''}>
            <Button variant="subtle" mr="auto" onClick={onVerify}>
              {t('verify.open')}
            </Button>
            <Button variant="default" onClick={onClose}>
              {tCommon('cancel')}
            </Button>
            <Button type="submit" data-autofocus disabled={content.columns.length === 0 || refusal !== null}>
              {t('start')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}

interface ChoicesProps<Value extends string> {
  readonly legend: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    /** Shown beside the label. */
    readonly hint?: ReactNode;
    /** Shown below the label. */
    readonly text?: string;
    readonly isDisabled?: boolean;
  }[];
}

function Choices<Value extends string>({ legend, value, onChange, options }: ChoicesProps<Value>) {
  const id = useId();
  return (
    <fieldset className={classes['choices']}>
      <Text component="legend" size="sm" fw={600} mb={4}>
        {legend}
      </Text>
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
