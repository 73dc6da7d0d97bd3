import classes from './export-dialog.module.css';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { isStable } from '@/contract/extraction';
import { useRights, useServiceClient, useSession } from '@/session/session-context';
import { useFormats, useFormatSettings } from '@/ui/formats/format-settings-context';
import { Dialog, DialogActions } from '@/ui/components/dialog';
import {
  rememberChoices,
  rememberedChoices,
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
import { Choices } from './choices';
import { ExcelCsvChoices, WorkbookChoices } from './format-choices';
import { JobOffer } from './job-offer';
import { PreflightSection } from './preflight-section';
import { usePreflight } from './use-preflight';

export interface ExportDialogProps {
  readonly request: ExportRequest;
  readonly account: ExportJob['account'];
  /** Whether the service is the demo, which only this browser can reach. */
  readonly isDemo?: boolean;
  readonly onStart: (plan: ExportPlan) => void;
  readonly onVerify: () => void;
  readonly onClose: () => void;
}

/** The **Export** dialog, in which users choose the content and format of the file, and see its size and limits. */
export function ExportDialog(props: ExportDialogProps) {
  const { request, account, isDemo = false, onStart, onVerify, onClose } = props;
  const t = useTranslations('export');
  const tCommon = useTranslations('common');
  const formats = useFormats();
  const hasSnapshot = isStable(request.snapshot);
  const { excelRegion, language } = useFormatSettings();
  const rights = useRights();
  const session = useSession();
  const { dialect } = useServiceClient();
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
  // Programs that download the snapshot are offered only for the service. The rows of a kept copy are already in this browser.
  const onShowJobs = request.copyOf === undefined ? request.onShowJobs : undefined;
  const signedIn = 'account' in session ? session.account : null;
  const refresh = useMemo(
    () =>
      choices.format !== 'xlsx-refresh' || signedIn === null
        ? null
        : workbookRefresh(request, content, signedIn, dialect),
    [choices.format, signedIn, request, content, dialect],
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
                    {
                      value: 'whole',
                      label: t(hasSnapshot ? 'scopeWhole' : 'scopeAllRows'),
                      hint: rows(request.snapshot.rowCount),
                    },
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
                      {
                        value: 'all',
                        label: t(hasSnapshot ? 'fieldsAll' : 'fieldsOfQuery'),
                        hint: fieldCount('all'),
                      },
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
          {choices.format === 'csv-excel' && <ExcelCsvChoices control={control} />}
          <WorkbookChoices control={control} format={choices.format} content={content} />
          <PreflightSection summary={summary} notes={notes}>
            {isLate && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => {
                  // The choices are remembered for the export of the new snapshot.
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
