import { useTranslations } from 'use-intl';
import { datedName } from '@/lib/formats/file-name';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { RowTableExport } from '../../rows-read/row-table/row-table-export';
import { useRowsOrigin } from '../../rows-read/tables/use-rows-origin';
import type { FindingActions } from './finding-record';
import { findingsFile } from '@/analysis/checks/findings-file';
import type { AnyCheckId } from '@/analysis/checks/own-checks';
import type { CompletedRun } from '@/analysis/checks/run-checks';
import type { RowsRead } from '@/analysis/reading/rows-read';
import type { Dismissals } from './use-dismissals';
import { ownMember } from '@/lib/base/own-member';

export interface FindingsExportProps {
  readonly completed: CompletedRun;
  readonly rowsRead: RowsRead;
  readonly openSnapshot: OpenSnapshot;
  readonly dismissals: Dismissals;
  readonly actions: FindingActions;
  readonly checks: readonly AnyCheckId[];
  readonly isDisabled: boolean;
}

/** Exports findings to a file that also describes the checks. */
export function FindingsExport(props: FindingsExportProps) {
  const { completed, rowsRead, openSnapshot, dismissals, actions, checks, isDisabled } = props;
  const t = useTranslations('checks');
  const { priceColumn, rowFields } = useWorkbenchScope();
  const { origin, about } = useRowsOrigin(rowsRead, completed.coverage, openSnapshot);
  return (
    <RowTableExport
      label={t('export.button')}
      isDisabled={isDisabled}
      file={({ words }) =>
        findingsFile(words, {
          engine: rowsRead.engine,
          run: completed.run,
          dismissed: dismissals.table,
          checks,
          fields: rowFields,
          dismissalOf: actions.dismissalOf,
          origin,
          name: datedName(t('export.name', { priceColumn: priceColumn.displayName })),
          nameOf: actions.nameOf,
          textOf: actions.textOf,
          about: [
            ...about,
            ...checks.map((id) => {
              const count = ownMember(dismissals.counts?.open ?? {}, id) ?? 0;
              return [actions.nameOf(id), words.formats.formatInteger(count)] as const;
            }),
          ],
        })
      }
    />
  );
}
