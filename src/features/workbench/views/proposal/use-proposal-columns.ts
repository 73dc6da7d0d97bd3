import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { typeText } from '@/ui/formats/type-text';
import { useWords } from '@/ui/formats/use-words';
import { proposeRoles } from '@/rows/price-rows/column-roles';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { proposalColumns, type ProposalColumnsOfGrid, type ProposalTexts } from './proposal-cells';
import type { Proposal } from './read-proposal';

/** Returns the columns of the grid **Proposal**. */
export function useProposalColumns({ rows }: Pick<Proposal, 'rows'>): ProposalColumnsOfGrid {
  const t = useTranslations('proposal');
  const tCommon = useTranslations('common');
  const tGrid = useTranslations('grid');
  const { locale } = useFormats();
  const { priceColumn } = useWorkbenchScope();
  const words = useWords();
  const rowTexts = useRowTexts();
  const { columns } = rows.table;
  const price = rows.price.name;
  return useMemo(() => {
    const { article } = proposeRoles(columns, priceColumn.fields);
    return proposalColumns({
      columns,
      fields: priceColumn.fields,
      price,
      first: [article?.column ?? null],
      locale,
      texts: {
        true: tCommon('true'),
        false: tCommon('false'),
        emptyText: tGrid('emptyText'),
        noValue: '∅',
        heads: {
          'new-value': t('grid.newValue'),
          delta: t('grid.delta'),
          percent: t('grid.percent'),
          rule: t('grid.rule'),
          guard: t('grid.guard'),
        },
        risen: t('grid.risen'),
        fallen: t('grid.fallen'),
        ...rowTexts,
        typeText: (field) => typeText(words, field),
      },
    });
  }, [columns, priceColumn, price, locale, t, tCommon, tGrid, words, rowTexts]);
}

/** Returns the texts for the rule and the guard of a row. */
export function useRowTexts(): Pick<ProposalTexts, 'ruleOf' | 'guardOf'> {
  const t = useTranslations('proposal');
  return useMemo(
    () => ({
      ruleOf: ({ rule }) => (rule === null ? '–' : t('rule', { number: rule + 1 })),
      guardOf: ({ outcome, guard }) => {
        if (outcome !== 'priced' && outcome !== 'no-rule') return t(`outcomes.${outcome}`);
        return guard === null ? '' : t(`ways.${guard.way}`, { guard: t(guard.name) });
      },
    }),
    [t],
  );
}
