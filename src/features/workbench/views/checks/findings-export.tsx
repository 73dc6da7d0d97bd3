import { useTranslations } from 'use-intl';
import { useOwnRecords } from '@/session/use-own-records';
import { useFormats, useFormatSettings } from '@/shared/formats/format-settings-context';
import { SEPARATOR } from '../../model/describe-query';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { useDescribeSearch } from '../../texts/use-describe-query';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { rowsReadText } from '../../rows-read/reading/coverage-text';
import { FileExport } from '../../rows-read/tables/file-export';
import { useNoteLabels } from '../../rows-read/tables/use-note-labels';
import type { FindingActions } from './finding-record';
import { writeFindingsFile } from './findings-file';
import type { AnyCheckId } from './own-checks';
import type { CheckableRows } from './run-checks';
import type { CompletedRun } from './use-check-run';
import type { Dismissals } from './use-dismissals';

export interface FindingsExportProps {
  readonly completed: CompletedRun;
  readonly rowsRead: CheckableRows;
  readonly openSnapshot: OpenSnapshot;
  readonly dismissals: Dismissals;
  readonly actions: FindingActions;
  /** The checks that have the findings to write. */
  readonly checks: readonly AnyCheckId[];
  readonly isDisabled: boolean;
}

/** Writes findings to a file that says what was checked. */
export function FindingsExport(props: FindingsExportProps) {
  const { completed, rowsRead, openSnapshot, dismissals, actions, checks, isDisabled } = props;
  const t = useTranslations('checks');
  const tAnalysis = useTranslations('analysis');
  const formats = useFormats();
  const { excelRegion } = useFormatSettings();
  const noteLabels = useNoteLabels();
  const { priceColumn, address } = useWorkbenchScope();
  const { account } = useOwnRecords();
  const describe = useDescribeSearch();
  const { v, fields, filter, sort } = address;
  const { refined } = rowsRead;
  const query = (v === undefined ? null : describe({ v, fields, filter, sort }, priceColumn)) ?? [];
  const countOf = (id: AnyCheckId) => formats.formatInteger(dismissals.counts?.open[id] ?? 0);

  return (
    <FileExport
      label={t('export.button')}
      isDisabled={isDisabled}
      write={(format, writing) =>
        writeFindingsFile({
          engine: rowsRead.engine,
          run: completed.run,
          dismissed: dismissals.table,
          checks,
          fields: priceColumn.fields,
          dismissalOf: actions.dismissalOf,
          origin: {
            service: account.service,
            priceColumn: priceColumn.name,
            kind: openSnapshot.keptCopy === undefined ? 'snapshot' : 'copy',
            cacheKey: openSnapshot.snapshot.cacheKey,
            taken: new Date(openSnapshot.takenAtMs).toISOString(),
            query,
            coverage: completed.coverage,
            ...(refined !== undefined && {
              refined: {
                rowCount: refined.rowCount,
                ofRowCount: refined.ofRowCount,
                refinement: refined.words,
              },
            }),
          },
          texts: {
            name: t('export.name', { priceColumn: priceColumn.displayName }),
            checkOf: actions.nameOf,
            heads: {
              check: t('export.check'),
              finding: t('findings.column'),
              note: t('export.note'),
              dismissedOn: t('export.dismissedOn'),
              row: t('export.row'),
            },
            findingOf: actions.textOf,
            aboutTitle: t('export.about'),
            noteLabels,
            about: [
              [t('export.priceColumn'), priceColumn.displayName],
              [t('export.taken'), formats.formatExactDateTime(openSnapshot.takenAtMs)],
              ...(query.length === 0 ? [] : [[t('export.query'), query.join(SEPARATOR)] as const]),
              [
                t('export.coverage'),
                rowsReadText(
                  { coverage: completed.coverage, ...(refined !== undefined && { refined }) },
                  tAnalysis,
                  formats,
                ),
              ],
              ...checks.map((id) => [actions.nameOf(id), countOf(id)] as const),
            ],
          },
          format,
          excelRegion,
          ...writing,
        })
      }
    />
  );
}
