import { Box, Button, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { FigureTable } from '@/ui/components/figure-table';
import { useWords } from '@/ui/formats/use-words';
import { proposeRoles } from '@/rows/price-rows/column-roles';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { digitsOf } from '../../model/resolve-query';
import { rowsReadKey } from '@/analysis/reading/rows-read';
import { useEngineTable } from '../../rows-read/reading/use-engine-table';
import { useComparedRules, type ComparedRules } from './compared-rules';
import { marginsText, moneyText, percentText, valueText } from '@/analysis/new-prices/figure-texts';
import { PartHead } from './part-head';
import classes from './proposal.module.css';
import { useProposalState, type CompletedProposal } from './proposal-state';
import { resolveColumns } from '@/analysis/new-prices/proposal-spec';
import { dropProposal, readProposal, type Effect, type Proposal } from '@/analysis/new-prices/read-proposal';

type Figures = Pick<Proposal, 'rows' | 'total' | 'averagePercent' | 'effects'>;

/** The table **Compare with saved rules**: shows the effect of the rules on screen and of other rules on the same rows, side by side. */
export function RulesBesideRules({ completed }: { readonly completed: CompletedProposal }) {
  const { compared } = useComparedRules();
  return compared === null ? null : <Compared completed={completed} compared={compared} />;
}

interface ComparedProps {
  readonly completed: CompletedProposal;
  readonly compared: ComparedRules;
}

function Compared({ completed, compared }: ComparedProps) {
  const t = useTranslations('proposal');
  const { rowFields } = useWorkbenchScope();
  const { rowsRead } = useProposalState();
  const { compareWith } = useComparedRules();
  const { engine } = rowsRead;
  const { table, today } = completed.proposal.rows;
  const titleId = useId();
  const { rules } = compared;
  const columns = resolveColumns(rules, proposeRoles(table.columns, rowFields), table.columns);
  const price = table.columns.find(({ name, type }) => name === columns.price && type === 'number');
  const { current: figures, failure } = useEngineTable<Figures>({
    key: [...rowsReadKey({ ...rowsRead, table }), 'compared rules', completed.coverage, today, rules],
    isWanted: price !== undefined,
    make: async (signal) => {
      if (price === undefined) throw new RangeError('There are no prices.');
      const weight = table.columns.some(({ name }) => name === rules.weight) ? rules.weight : null;
      const priceDigits = digitsOf(rowFields.find(({ name }) => name === price.name));
      const priced = { table, price, priceDigits, columns, weight, today };
      const value = await readProposal(engine, rules.rules, priced, signal);
      return { value, drop: () => dropProposal(engine, value) };
    },
  });
  const hasFailed = failure !== null || price === undefined;
  return (
    <Box component="section" aria-labelledby={titleId} flex="1000 1 560px" miw={0}>
      <PartHead titleId={titleId} title={t('kept.compare')}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconX size={14} aria-hidden="true" />}
          onClick={() => compareWith(null)}
        >
          {t('kept.end')}
        </Button>
      </PartHead>
      {hasFailed && (
        <Text role="alert" size="sm" c="var(--cn-danger)">
          {t('kept.failed', { name: compared.name })}
        </Text>
      )}
      {!hasFailed && figures === null && (
        <Text size="sm" c="dimmed">
          {t('computing')}
        </Text>
      )}
      {figures !== null && (
        <FiguresTable titleId={titleId} name={compared.name} here={completed.proposal} there={figures} />
      )}
    </Box>
  );
}

interface FiguresTableProps {
  readonly titleId: string;
  readonly name: string;
  readonly here: Figures;
  readonly there: Figures;
}

function FiguresTable({ titleId, name, here, there }: FiguresTableProps) {
  const t = useTranslations('proposal');
  const words = useWords();
  const { formatInteger } = words.formats;
  const sides = [here, there];
  const currencies = [...new Set(sides.flatMap(({ effects }) => effects.map(({ currency }) => currency)))];
  const isOne = currencies.length === 1;
  const ofCurrency = (figure: string, currency: string | null) =>
    isOne ? figure : `${figure} ${valueText(words, currency)}`;
  // The currency is in a cell only if there is just one. If there are several, the head of each line names its currency.
  const inCell = (currency: string | null) => (isOne ? currency : null);
  const counted = (count: (side: Figures) => number) => sides.map((side) => formatInteger(count(side)));
  const ofEffect = (currency: string | null, text: (effect: Effect, side: Figures) => string) =>
    sides.map((side) => {
      const effect = side.effects.find((each) => each.currency === currency);
      return effect === undefined ? '–' : text(effect, side);
    });
  const withMargin = currencies.filter((currency) =>
    sides.some(({ effects }) =>
      effects.some((effect) => effect.currency === currency && effect.marginBefore !== null),
    ),
  );
  const lines: readonly (readonly [head: string, texts: readonly string[]])[] = [
    [t('figures.rows'), counted(({ total }) => total.rows)],
    [t('figures.changed'), counted(({ total }) => total.changed)],
    [t('figures.average'), sides.map(({ averagePercent }) => percentText(words, averagePercent))],
    ...currencies
      .slice(0, MOST_CURRENCIES)
      .map(
        (currency) =>
          [
            ofCurrency(t('figures.effect'), currency),
            ofEffect(currency, ({ amount }, { rows }) =>
              moneyText(words, amount, inCell(currency), rows.price.scale),
            ),
          ] as const,
      ),
    ...withMargin
      .slice(0, MOST_CURRENCIES)
      .map(
        (currency) =>
          [
            ofCurrency(t('figures.margin'), currency),
            ofEffect(currency, (effect) =>
              marginsText(words, { ...effect, currency: inCell(effect.currency) }),
            ),
          ] as const,
      ),
    [t('figures.stopped'), counted(({ total }) => total.stopped)],
    [t('figures.withoutAnswer'), counted(({ total }) => total.withoutAnswer)],
  ];
  return (
    <div className={classes['scroller']}>
      <FigureTable className={classes['table']} aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col">{t('kept.figure')}</th>
            <th scope="col" data-number>
              {t('kept.here')}
            </th>
            <th scope="col" data-number title={name}>
              {name}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([head, texts]) => (
            <tr key={head}>
              <th scope="row">{head}</th>
              {texts.map((text, index) => (
                <td key={index} data-number>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </div>
  );
}

/** The maximum number of currencies in the table, those with the most rows. More could not be compared at a glance. */
const MOST_CURRENCIES = 5;
