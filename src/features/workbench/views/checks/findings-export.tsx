import { useTranslations } from 'use-intl';
import { datedName } from '@/lib/formats/file-name';
import { useFormatSettings } from '@/ui/formats/format-settings-context';
import { useWords } from '@/ui/formats/use-words';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { FileExport } from '../../rows-read/tables/file-export';
import { useRowsOrigin } from '../../rows-read/tables/use-rows-origin';
import type { FindingActions } from './finding-record';
import { writeFindingsFile } from './findings-file';
import type { AnyCheckId } from '../../rows-read/checks/own-checks';
import type { CheckableRows, CompletedRun } from '../../rows-read/checks/run-checks';
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
  const words = useWords();
  const { excelRegion } = useFormatSettings();
  const { priceColumn } = useWorkbenchScope();
  const { origin, about } = useRowsOrigin(rowsRead, completed.coverage, openSnapshot);
  const countOf = (id: AnyCheckId) =>
    words.formats.formatInteger(ownMember(dismissals.counts?.open ?? {}, id) ?? 0);

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
          name: datedName(t('export.name', { priceColumn: priceColumn.displayName })),
          nameOf: actions.nameOf,
          textOf: actions.textOf,
          about: [...about, ...checks.map((id) => [actions.nameOf(id), countOf(id)] as const)],
          words,
          format,
          excelRegion,
          ...writing,
        })
      }
    />
  );
}
