import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { AnyCheckId } from '../../rows-read/checks/own-checks';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { moneyColumn, percentColumn, summaryColumn } from '../../rows-read/tables/summary-table';
import type { FigureSheet } from '../../rows-read/tables/table-file';
import type { CheckedPrices, FindingChange } from './checked-prices';
import type { Effect, Proposal } from './read-proposal';
import { PERCENT_PLACES } from './use-figure-texts';

/** The cells after the name of a group, for a line without figures. */
const NO_FIGURES = Array.from({ length: 7 }, () => null);

interface SheetFacts {
  /** The description of each rule, in the order of the rules. */
  readonly sentences: readonly string[];
  /** Null if the new prices were not checked. */
  readonly checked: Pick<CheckedPrices, 'checks' | 'rows'> | null;
  readonly nameOf: (check: AnyCheckId) => string;
}

/** Returns a function that makes the additional sheets of a workbook of new prices: their effect, the rules, and the checks. */
export function useProposalSheets(): (proposal: Proposal, facts: SheetFacts) => readonly FigureSheet[] {
  const t = useTranslations('proposal');
  const count = (label: string) => summaryColumn(label, 'number', 0);
  const { priceColumn } = useWorkbenchScope();
  const { formatInteger } = useFormats();

  function effectSheet({ rows, effects, groups, groupCount }: Proposal): FigureSheet {
    const figuresOf = (each: Effect) => [
      each.currency,
      String(each.rows),
      String(each.changed),
      each.averagePercent,
      each.amount,
      each.marginBefore,
      each.marginAfter,
    ];
    const furtherCount = groupCount - groups.length;
    const further =
      furtherCount > 0
        ? [[t('byGroup.more', { formatted: formatInteger(furtherCount) }), ...NO_FIGURES]]
        : [];
    return {
      title: t('figures.effect'),
      columns: [
        summaryColumn(rows.columns.group ?? t('sheets.group'), 'text'),
        summaryColumn(t('byGroup.currency'), 'text'),
        count(t('figures.rows')),
        count(t('figures.changed')),
        percentColumn(t('figures.average'), PERCENT_PLACES),
        moneyColumn(t('figures.effect'), rows.price, priceColumn.fields),
        percentColumn(t('byGroup.marginBefore'), PERCENT_PLACES),
        percentColumn(t('byGroup.marginAfter'), PERCENT_PLACES),
      ],
      rows: [
        ...groups.map((each) => [each.group, ...figuresOf(each)]),
        ...further,
        ...effects.map((effect) => [t('sheets.allGroups'), ...figuresOf(effect)]),
      ],
      // Without groups there are no total rows.
      totalRowCount: groups.length === 0 ? 0 : further.length + effects.length,
    };
  }

  function rulesSheet({ byRule }: Proposal, sentences: readonly string[]): FigureSheet {
    return {
      title: t('rules'),
      columns: [
        summaryColumn(t('grid.rule'), 'text'),
        summaryColumn(t('sheets.words'), 'text'),
        count(t('figures.rows')),
        count(t('figures.changed')),
        count(t('figures.stopped')),
        count(t('figures.withoutAnswer')),
      ],
      rows: byRule.map(({ rows, changed, stopped, withoutAnswer }, index) => [
        t('rule', { number: index + 1 }),
        sentences[index] ?? '',
        ...[rows, changed, stopped, withoutAnswer].map(String),
      ]),
    };
  }

  function checksSheet(
    { checks, rows }: Pick<CheckedPrices, 'checks' | 'rows'>,
    nameOf: SheetFacts['nameOf'],
  ): FigureSheet {
    const figuresOf = ({ before, after, added, gone }: FindingChange) =>
      [before, after, added, gone].map(String);
    return {
      title: t('checks.sheet'),
      columns: [
        summaryColumn(t('checks.heads.check'), 'text'),
        count(t('checks.heads.before')),
        count(t('checks.heads.after')),
        count(t('checks.heads.added')),
        count(t('checks.heads.gone')),
      ],
      rows: [
        ...checks.map((each) => [nameOf(each.check.id), ...figuresOf(each)]),
        [t('checks.allRows'), ...figuresOf(rows)],
      ],
      totalRowCount: 1,
    };
  }

  return (proposal, { sentences, checked, nameOf }) => [
    effectSheet(proposal),
    rulesSheet(proposal, sentences),
    ...(checked === null ? [] : [checksSheet(checked, nameOf)]),
  ];
}
