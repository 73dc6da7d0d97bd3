import { Box, Button, Group, Text } from '@mantine/core';
import { memo, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FigureTable } from '@/ui/components/figure-table';
import { useWords } from '@/ui/formats/use-words';
import { datedName } from '@/lib/formats/file-name';
import { useWorkbenchScope } from '../../controller/use-workbench';
import {
  moneyColumn,
  percentColumn,
  summaryColumn,
  type SummaryTable,
} from '@/analysis/tables/summary-table';
import { TableActions } from '../../rows-read/tables/table-actions';
import {
  marginsText,
  moneyText,
  PERCENT_PLACES,
  percentText,
  valueText,
} from '@/analysis/new-prices/figure-texts';
import type { ProposalFiguresProps } from './proposal-figures';
import { PartHead } from './part-head';
import classes from './proposal.module.css';

/** The number of groups shown until the user asks for all groups. */
const FEW_GROUPS = 6;

/** The table **Effect by group**: how the new prices change each group and currency. Pressing a group shows its rows in the grid. */
export const EffectByGroup = memo(function EffectByGroup({
  proposal,
  filter,
  onChoose,
}: ProposalFiguresProps) {
  const t = useTranslations('proposal');
  const words = useWords();
  const { formatInteger } = words.formats;
  const { priceColumn, rowFields } = useWorkbenchScope();
  const titleId = useId();
  const [showsAll, setShowsAll] = useState(false);
  const { groups, groupCount, rows } = proposal;
  const hasCurrency = rows.columns.currency !== null;
  const hasMargin = groups.some(({ marginBefore }) => marginBefore !== null);
  const groupHead = rows.columns.group ?? '';
  const heads = {
    currency: t('byGroup.currency'),
    rows: t('figures.rows'),
    changed: t('figures.changed'),
    average: t('figures.average'),
    effect: t('figures.effect'),
    margin: t('figures.margin'),
  };
  const table = (): SummaryTable => ({
    name: datedName(`${priceColumn.displayName} – ${t('byGroup.title')}`),
    columns: [
      summaryColumn(groupHead, 'text'),
      ...(hasCurrency ? [summaryColumn(heads.currency, 'text')] : []),
      summaryColumn(heads.rows, 'number', 0),
      summaryColumn(heads.changed, 'number', 0),
      percentColumn(heads.average, PERCENT_PLACES),
      moneyColumn(heads.effect, proposal.rows.price, rowFields),
      ...(hasMargin
        ? [
            percentColumn(t('byGroup.marginBefore'), PERCENT_PLACES),
            percentColumn(t('byGroup.marginAfter'), PERCENT_PLACES),
          ]
        : []),
    ],
    rows: groups.map((each) => [
      each.group,
      ...(hasCurrency ? [each.currency] : []),
      String(each.rows),
      String(each.changed),
      each.averagePercent,
      each.amount,
      ...(hasMargin ? [each.marginBefore, each.marginAfter] : []),
    ]),
    about: [[t('byGroup.priceColumn'), priceColumn.displayName]],
  });
  return (
    <Box component="section" aria-labelledby={titleId} flex="1000 1 480px" miw={0}>
      <PartHead titleId={titleId} title={t('byGroup.title')}>
        <TableActions getTable={table} isPart />
      </PartHead>
      <div className={classes['scroller']}>
        <FigureTable className={classes['table']} aria-labelledby={titleId}>
          <thead>
            <tr>
              <th scope="col">{groupHead}</th>
              {hasCurrency && <th scope="col">{heads.currency}</th>}
              {[heads.rows, heads.changed, heads.average, heads.effect].map((head) => (
                <th key={head} scope="col" data-number>
                  {head}
                </th>
              ))}
              {hasMargin && (
                <th scope="col" data-number>
                  {heads.margin}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {(showsAll ? groups : groups.slice(0, FEW_GROUPS)).map((each) => {
              const { group, currency } = each;
              const isOfGroup =
                filter.kind === 'group' && filter.group === group && filter.currency === currency;
              const isChosen = isOfGroup && filter.areChanged === undefined;
              const changedText = formatInteger(each.changed);
              return (
                <tr key={JSON.stringify([group, currency])}>
                  <th scope="row">
                    <button
                      type="button"
                      aria-pressed={isChosen}
                      className={classes['groupChoice']}
                      onClick={() => onChoose({ kind: 'group', group, currency })}
                    >
                      {valueText(words, group)}
                    </button>
                  </th>
                  {hasCurrency && <td>{valueText(words, currency)}</td>}
                  <td data-number>{formatInteger(each.rows)}</td>
                  <td data-number>
                    {each.changed === 0 ? (
                      changedText
                    ) : (
                      <button
                        type="button"
                        aria-pressed={isOfGroup && filter.areChanged === true}
                        aria-label={`${valueText(words, group)}${hasCurrency ? ` ${valueText(words, currency)}` : ''}, ${heads.changed}: ${changedText}`}
                        className={classes['groupChoice']}
                        onClick={() => onChoose({ kind: 'group', group, currency, areChanged: true })}
                      >
                        {changedText}
                      </button>
                    )}
                  </td>
                  <td data-number>{percentText(words, each.averagePercent)}</td>
                  <td data-number>{moneyText(words, each.amount, null, rows.price.scale)}</td>
                  {hasMargin && (
                    <td data-number>
                      {each.marginBefore === null ? '–' : marginsText(words, { ...each, currency: null })}
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </FigureTable>
      </div>
      <Group gap="4px 12px" justify="space-between" mt={6} mb={4}>
        {groups.length > FEW_GROUPS && (
          <Button
            size="compact-sm"
            variant="default"
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll
              ? t('byGroup.showFew')
              : t('byGroup.showAll', { formatted: formatInteger(groups.length) })}
          </Button>
        )}
        {groupCount > groups.length && (
          <Text size="sm" c="dimmed">
            {t('byGroup.more', { formatted: formatInteger(groupCount - groups.length) })}
          </Text>
        )}
      </Group>
    </Box>
  );
});
