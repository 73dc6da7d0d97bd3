import { useTranslations } from 'use-intl';
import { datedName } from '@/lib/formats/file-name';
import { createDateFormat } from '@/lib/formats/date-format';
import { useFormatSettings } from '@/ui/formats/format-settings-context';
import { useWords } from '@/ui/formats/use-words';
import { readIsoDateTime } from '@/lib/formats/iso-date';
import { proposeRoles } from '@/rows/price-rows/column-roles';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { SEPARATOR } from '../../model/describe-query';
import { isEstimate } from '../../rows-read/reading/rows-read';
import { useRowsReadScope } from '../../rows-read/rows/rows-read-scope';
import { FileExport } from '../../rows-read/tables/file-export';
import { useRowsOrigin } from '../../rows-read/tables/use-rows-origin';
import { usualFileColumns } from './file-columns';
import { writeProposalFile } from './proposal-file';
import { useProposalState, type CompletedProposal } from './proposal-scope';
import { useFigureTexts } from './use-figure-texts';
import { findingsText } from './findings-text';
import { useNameOfChecked } from './use-name-of-checked';
import { plannedText } from './planned-text';
import { useProposalSheets } from './use-proposal-sheets';
import { useRuleText } from './use-rule-text';

/** **Export proposal**: writes the changed prices to a file, with their rules and the first day on which they apply. */
export function ProposalExport({ completed }: { readonly completed: CompletedProposal }) {
  const t = useTranslations('proposal');
  const words = useWords();
  const { formats } = words;
  const { excelRegion } = useFormatSettings();
  const { priceColumn } = useWorkbenchScope();
  const { openSnapshot } = useRowsReadScope();
  const { rowsRead, ofFile, isOutdated, checked: state, planned: plannedState } = useProposalState();
  const { proposal, coverage } = completed;
  const { origin, about } = useRowsOrigin(rowsRead, coverage, openSnapshot);
  const ruleText = useRuleText(priceColumn.fields);
  const { money, percent, margins } = useFigureTexts();
  const { rows, rules, byRule, total, averagePercent, effects } = proposal;
  const { validFrom, reason } = ofFile;
  const columns = ofFile.fileColumns ?? usualFileColumns(rows.table.columns, priceColumn, rows.columns);
  const sentences = rules.map(ruleText);
  const sheetsOf = useProposalSheets();
  const dayText = (iso: string) => {
    const read = readIsoDateTime(iso);
    return read === null ? iso : createDateFormat(formats.locale).formatDate(read);
  };
  const nameOf = useNameOfChecked(state);
  const countText = (count: number) => t('rows', { formatted: formats.formatInteger(count), count });
  const checked = state.status === 'checked' ? state.checked : null;
  const findings = checked === null ? null : findingsText(words, checked.rows);
  const planned = plannedState.status === 'found' ? plannedState.planned : null;
  const roles = proposeRoles(rows.table.columns, priceColumn.fields);
  const validity = planned ?? {
    validFrom: roles.validFrom?.column ?? null,
    validTo: roles.validTo?.column ?? null,
  };
  const plannedWords = planned === null ? null : plannedText(words, planned);
  const isJudging = state.status === 'checking' || plannedState.status === 'searching';
  return (
    <FileExport
      label={t('export.button')}
      about={[
        t('export.about', { formatted: formats.formatInteger(total.changed), count: total.changed }),
        ...(isEstimate(coverage) ? [t('ofPart')] : []),
        findings ?? t('checks.notChecked'),
      ].join(SEPARATOR)}
      // Exporting waits for the checks of the new prices and for the planned prices.
      isDisabled={isOutdated || isJudging || total.changed === 0}
      write={(format, writing) =>
        writeProposalFile({
          engine: rowsRead.engine,
          proposal,
          fields: priceColumn.fields,
          columns,
          validFrom,
          validity,
          reason,
          checked,
          planned,
          origin,
          sheets: sheetsOf(proposal, { sentences, checked, nameOf }),
          words,
          name: datedName(
            t(isEstimate(coverage) ? 'export.namePart' : 'export.name', {
              priceColumn: priceColumn.displayName,
            }),
          ),
          sentences,
          about: [
            ...about,
            ...sentences.map((sentence, index) => {
              const name = t('rule', { number: index + 1 });
              const count = countText(byRule[index]?.rows ?? 0);
              return [name, `${sentence} (${count})`] as const;
            }),
            ...(validFrom === null ? [] : [[t('validFrom'), dayText(validFrom)] as const]),
            ...(reason === '' ? [] : [[t('reason'), reason] as const]),
            ...(rows.weight === null ? [] : [[t('weightBy'), rows.weight] as const]),
            [t('figures.rows'), formats.formatInteger(total.rows)],
            [t('figures.changed'), formats.formatInteger(total.changed)],
            [t('figures.average'), averagePercent === null ? '–' : percent(averagePercent)],
            ...effects.flatMap((effect) => [
              [t('figures.effect'), money(effect.amount, effect.currency, rows.price.scale)] as const,
              ...(effect.marginBefore === null ? [] : [[t('figures.margin'), margins(effect)] as const]),
            ]),
            [t('figures.stopped'), formats.formatInteger(total.stopped)],
            [t('figures.withoutAnswer'), formats.formatInteger(total.withoutAnswer)],
            [t('checks.title'), findings ?? t('checks.notChecked')],
            ...(plannedState.status === 'none'
              ? []
              : [[t('planned.title'), plannedWords ?? t('planned.failed')] as const]),
          ],
          format,
          excelRegion,
          ...writing,
        })
      }
    />
  );
}
