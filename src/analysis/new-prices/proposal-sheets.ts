import type { PriceField } from '@/contract/column';
import { formatIsoDay } from '@/lib/formats/date-format';
import type { Words } from '@/ui/formats/words';
import { moneyColumn, percentColumn, summaryColumn, type SummaryTable } from '../tables/summary-table';
import type { FigureSheet } from '../tables/table-file';
import type { FindingChange, CheckedPricesState } from './checked-prices';
import { marginsText, moneyText, PERCENT_PLACES, percentText } from './figure-texts';
import { findingsText, nameOfChecked } from './findings-text';
import type { PlannedPrices } from './planned-prices';
import { plannedText } from './planned-text';
import type { Effect, Proposal } from './read-proposal';

/** New prices, and what a file says about all of them. */
export interface DescribedProposal {
  readonly proposal: Proposal;
  readonly fields: readonly PriceField[];
  /** The ISO day from which the new prices apply; null if it is not set. */
  readonly validFrom: string | null;
  /** The reason for the new prices; empty if the user has given none. */
  readonly reason: string;
  /** The findings on the old and the new prices; null if there are no checks or they could not be run. */
  readonly checked: CheckedState | null;
  /** The planned prices; null if they were not searched for, because the first day or a column of first days is missing. */
  readonly planned: Omit<PlannedPrices, 'sqlName'> | 'failed' | null;
}

type CheckedState = Extract<CheckedPricesState, { status: 'checked' }>;

/** The empty cells that follow the name of a group in a line without figures. */
const NO_FIGURES = Array.from({ length: 7 }, () => null);

/** Returns the additional sheets of a workbook: effect, rules and checks. `sentences` describes each rule. */
export function proposalSheets(
  words: Words,
  described: DescribedProposal,
  sentences: readonly string[],
): readonly FigureSheet[] {
  const { checked } = described;
  return [
    effectSheet(words, described),
    rulesSheet(words, described, sentences),
    ...(checked === null ? [] : [checksSheet(words, checked)]),
  ];
}

/** Describes the rules and the figures of new prices for a sheet. `sentences` describes each rule. */
export function proposalAbout(
  words: Words,
  { proposal, validFrom, reason, checked, planned }: DescribedProposal,
  sentences: readonly string[],
): SummaryTable['about'] {
  const t = words.of('proposal');
  const { locale, formatInteger } = words.formats;
  const { rows, byRule, total, averagePercent, effects } = proposal;
  return [
    ...sentences.map((sentence, index) => {
      const count = byRule[index]?.rows ?? 0;
      const countText = t('rows', { formatted: formatInteger(count), count });
      return [t('rule', { number: index + 1 }), `${sentence} (${countText})`] as const;
    }),
    ...(validFrom === null ? [] : [[t('validFrom'), formatIsoDay(validFrom, locale)] as const]),
    ...(reason === '' ? [] : [[t('reason'), reason] as const]),
    ...(rows.weight === null ? [] : [[t('weightBy'), rows.weight] as const]),
    [t('figures.rows'), formatInteger(total.rows)],
    [t('figures.changed'), formatInteger(total.changed)],
    [t('figures.average'), percentText(words, averagePercent)],
    ...effects.flatMap((effect) => [
      [t('figures.effect'), moneyText(words, effect.amount, effect.currency, rows.price.scale)] as const,
      ...(effect.marginBefore === null ? [] : [[t('figures.margin'), marginsText(words, effect)] as const]),
    ]),
    [t('figures.stopped'), formatInteger(total.stopped)],
    [t('figures.withoutAnswer'), formatInteger(total.withoutAnswer)],
    [t('checks.title'), findingsText(words, checked?.checked.rows ?? null)],
    ...(planned === null
      ? []
      : [
          [
            t('planned.title'),
            planned === 'failed' ? t('planned.failed') : plannedText(words, planned),
          ] as const,
        ]),
  ];
}

function effectSheet(words: Words, { proposal, fields }: DescribedProposal): FigureSheet {
  const t = words.of('proposal');
  const { rows, effects, groups, groupCount } = proposal;
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
  const formatted = words.formats.formatInteger(furtherCount);
  const further = furtherCount > 0 ? [[t('byGroup.more', { formatted }), ...NO_FIGURES]] : [];
  return {
    title: t('figures.effect'),
    columns: [
      summaryColumn(rows.columns.group ?? t('sheets.group'), 'text'),
      summaryColumn(t('byGroup.currency'), 'text'),
      countColumn(t('figures.rows')),
      countColumn(t('figures.changed')),
      percentColumn(t('figures.average'), PERCENT_PLACES),
      moneyColumn(t('figures.effect'), rows.price, fields),
      percentColumn(t('byGroup.marginBefore'), PERCENT_PLACES),
      percentColumn(t('byGroup.marginAfter'), PERCENT_PLACES),
    ],
    rows: [
      ...groups.map((each) => [each.group, ...figuresOf(each)]),
      ...further,
      ...effects.map((effect) => [t('sheets.allGroups'), ...figuresOf(effect)]),
    ],
    // Without groups, all rows are totals, so none of them is marked as one.
    totalRowCount: groups.length === 0 ? 0 : further.length + effects.length,
  };
}

function rulesSheet(
  words: Words,
  { proposal }: DescribedProposal,
  sentences: readonly string[],
): FigureSheet {
  const t = words.of('proposal');
  return {
    title: t('rules'),
    columns: [
      summaryColumn(t('fileHeads.rule'), 'text'),
      summaryColumn(t('sheets.words'), 'text'),
      countColumn(t('figures.rows')),
      countColumn(t('figures.changed')),
      countColumn(t('figures.stopped')),
      countColumn(t('figures.withoutAnswer')),
    ],
    rows: proposal.byRule.map(({ rows, changed, stopped, withoutAnswer }, index) => [
      t('rule', { number: index + 1 }),
      sentences[index] ?? '',
      ...[rows, changed, stopped, withoutAnswer].map(String),
    ]),
  };
}

function checksSheet(words: Words, state: CheckedState): FigureSheet {
  const t = words.of('proposal.checks');
  const { checks, rows } = state.checked;
  const figuresOf = ({ before, after, added, gone }: FindingChange) =>
    [before, after, added, gone].map(String);
  return {
    title: t('sheet'),
    columns: [
      summaryColumn(t('heads.check'), 'text'),
      countColumn(t('heads.before')),
      countColumn(t('heads.after')),
      countColumn(t('heads.added')),
      countColumn(t('heads.gone')),
    ],
    rows: [
      ...checks.map((each) => [nameOfChecked(words, state, each.check.id), ...figuresOf(each)]),
      [t('allRows'), ...figuresOf(rows)],
    ],
    totalRowCount: 1,
  };
}

function countColumn(label: string) {
  return summaryColumn(label, 'number', 0);
}
