import { useTranslations } from 'use-intl';
import { datedName } from '@/lib/formats/file-name';
import { useWords } from '@/ui/formats/use-words';
import { proposeRoles } from '@/rows/price-rows/column-roles';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { isEstimate } from '@/analysis/reading/rows-read';
import { useRowsReadScope } from '../../rows-read/rows/rows-read-scope';
import { RowTableExport } from '../../rows-read/row-table/row-table-export';
import { useRowsOrigin } from '../../rows-read/tables/use-rows-origin';
import { usualFileColumns } from '@/analysis/new-prices/file-columns';
import { proposalFile } from '@/analysis/new-prices/proposal-file';
import { useProposalState, type CompletedProposal } from './proposal-state';
import { findingsText } from '@/analysis/new-prices/findings-text';
import { SEPARATOR } from '@/ui/formats/separator';

/** The **Export proposal** button: writes a file with the changed prices, their rules, and the first day on which they apply. */
export function ProposalExport({ completed }: { readonly completed: CompletedProposal }) {
  const t = useTranslations('proposal');
  const words = useWords();
  const { formatInteger } = words.formats;
  const { priceColumn, rowFields } = useWorkbenchScope();
  const { openSnapshot } = useRowsReadScope();
  const { rowsRead, ofFile, isOutdated, checked: state, planned: plannedState } = useProposalState();
  const { proposal, coverage } = completed;
  const { origin, about } = useRowsOrigin(rowsRead, coverage, openSnapshot);
  const { rows, total } = proposal;
  const { validFrom, reason } = ofFile;
  const columns = ofFile.fileColumns ?? usualFileColumns(rows.table.columns, rowFields, rows.columns);
  const checked = state.status === 'checked' ? state : null;
  const planned = plannedState.status === 'found' ? plannedState.planned : null;
  const roles = proposeRoles(rows.table.columns, rowFields);
  const validity = planned ?? {
    validFrom: roles.validFrom?.column ?? null,
    validTo: roles.validTo?.column ?? null,
  };
  const isJudging = state.status === 'checking' || plannedState.status === 'searching';
  return (
    <RowTableExport
      label={t('export.button')}
      about={[
        t('export.about', { formatted: formatInteger(total.changed), count: total.changed }),
        ...(isEstimate(coverage) ? [t('ofPart')] : []),
        findingsText(words, checked?.checked.rows ?? null),
      ].join(SEPARATOR)}
      // The export waits until the new prices are checked and planned prices are searched for.
      isDisabled={isOutdated || isJudging || total.changed === 0}
      file={() =>
        proposalFile(words, {
          engine: rowsRead.engine,
          proposal,
          fields: rowFields,
          columns,
          validFrom,
          validity,
          reason,
          checked,
          planned: plannedState.status === 'failed' ? 'failed' : planned,
          origin,
          about,
          name: datedName(
            t(isEstimate(coverage) ? 'export.namePart' : 'export.name', {
              priceColumn: priceColumn.displayName,
            }),
          ),
        })
      }
    />
  );
}
