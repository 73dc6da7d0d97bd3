import { useTranslations } from 'use-intl';
import { datedName } from '@/lib/formats/file-name';
import { useFormats, useFormatSettings } from '@/ui/formats/format-settings-context';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { FileExport } from '../../rows-read/tables/file-export';
import { useRowsOrigin } from '../../rows-read/tables/use-rows-origin';
import { useNoteLabels } from '../../rows-read/tables/use-note-labels';
import type { FindingActions } from './finding-record';
import { writeFindingsFile } from './findings-file';
import type { AnyCheckId } from '../../rows-read/checks/own-checks';
import type { CheckableRows } from '../../rows-read/checks/run-checks';
import type { CompletedRun } from './use-check-run';
import type { Dismissals } from './use-dismissals';
import { ownMember } from '@/lib/base/own-member';

export interface FindingsExportProps {
  readonly completed: CompletedRun;
  readonly rowsRead: CheckableRows;
  readonly openSnapshot: OpenSnapshot;
  readonly dismissals: Dismissals;
  readonly actions: FindingActions;
  /** The checks whose findings are exported. */
  readonly checks: readonly AnyCheckId[];
  readonly isDisabled: boolean;
}

/** Exports findings to a file that names the checks. */
export function FindingsExport(props: FindingsExportProps) {
  const { completed, rowsRead, openSnapshot, dismissals, actions, checks, isDisabled } = props;
  const t = useTranslations('checks');
  const formats = useFormats();
  const { excelRegion } = useFormatSettings();
  const noteLabels = useNoteLabels();
  const { priceColumn } = useWorkbenchScope();
  const { origin, about } = useRowsOrigin(rowsRead, completed.coverage, openSnapshot);
  const countOf = (id: AnyCheckId) =>
    formats.formatInteger(ownMember(dismissals.counts?.open ?? {}, id) ?? 0);

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
          origin,
          texts: {
            name: datedName(t('export.name', { priceColumn: priceColumn.displayName })),
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
            about: [...about, ...checks.map((id) => [actions.nameOf(id), countOf(id)] as const)],
          },
          format,
          excelRegion,
          ...writing,
        })
      }
    />
  );
}
