import { Box, Stack, Text, Title } from '@mantine/core';
import { memo, useId, type ComponentType, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWords } from '@/ui/formats/use-words';
import { ColumnField } from '../../conditions/column-field';
import { DayInput } from '../../conditions/day-input';
import { NumberField } from '../../conditions/number-field';
import type { AnalysedColumn } from '@/analysis/engine/analysed-table';
import type { CheckParameter } from '@/analysis/checks/check-parameters';
import classes from './checks.module.css';
import { canRun, isParameterValue, type SetCheck } from '@/analysis/checks/checks-spec';
import type { MatchedSource } from '@/analysis/checks/check-sources';
import { CheckOutcome, type CheckCount } from './check-outcome';
import { offText } from '@/analysis/checks/off-text';
import type { Checks } from '../../rows-read/checks/use-checks';

export interface CheckItemProps {
  readonly check: SetCheck;
  readonly checks: Checks;
  readonly columns: readonly AnalysedColumn[];
  /** How the columns of another price column are matched; null if the check does not compare with one. */
  readonly matched: MatchedSource | null;
  /** The component that chooses what prices are compared with. It renders nothing if the check compares none. */
  readonly Source: ComponentType<Pick<CheckItemProps, 'check' | 'checks' | 'columns' | 'matched'>>;
  /** Why the check cannot be run with the chosen source; null if it can. */
  readonly lacking: string | null;
  /** The findings of the last run; null before the first run. */
  readonly count: CheckCount | null;
}

/** Renders a check as a group. It is memoized, because rendering a dozen checks at every step of a run takes most of a frame. */
export const CheckItem = memo(function CheckItem(props: CheckItemProps) {
  const { check, checks, columns, matched, Source, lacking, count } = props;
  const t = useTranslations('checks');
  const nameId = useId();
  const { definition, isUsed } = check;
  const { id } = definition;
  const isOff = !canRun(check);
  const words = useWords();
  return (
    <li>
      <div role="group" aria-labelledby={nameId} className={classes['check']}>
        <Box maw="78ch" c={isOff ? 'dimmed' : 'inherit'} className={classes['checkText'] ?? ''}>
          <Title order={3} id={nameId} size="sm">
            {t(`checks.${id}.name`)}
          </Title>
          <Text size="sm" my={2}>
            {t(`checks.${id}.means`)}
          </Text>
          <Text size="xs" c="dimmed">
            {t(`checks.${id}.computes`)}
          </Text>
        </Box>
        <div className={classes['parameters']}>
          {!isOff && <Parameters check={check} checks={checks} columns={columns} />}
          <Source check={check} checks={checks} matched={matched} columns={columns} />
          {!isOff && lacking !== null && (
            <Text size="xs" c="dimmed" role="status">
              {lacking}
            </Text>
          )}
        </div>
        <Stack gap={6} align="flex-start">
          {isOff ? (
            <Text size="xs" c="dimmed">
              {offText(words, check)}
            </Text>
          ) : (
            <CheckOutcome
              isUsed={isUsed}
              count={count}
              onUse={(isNowUsed) => checks.change({ used: { ...checks.spec.used, [id]: isNowUsed } })}
            />
          )}
        </Stack>
      </div>
    </li>
  );
});

interface ParametersProps {
  readonly check: SetCheck;
  readonly checks: Checks;
  readonly columns: readonly AnalysedColumn[];
}

function Parameters({ check: { definition, parameters }, checks, columns }: ParametersProps): ReactNode {
  const t = useTranslations('checks.parameters');
  const { spec, resolved, change } = checks;
  const { id } = definition;
  const set = (name: CheckParameter['name'], value: string, usual: string) => {
    const { [name]: _, ...others } = spec.parameters[id] ?? {};
    const own = value === usual ? others : { ...others, [name]: value };
    const { [id]: __, ...rest } = spec.parameters;
    change({ parameters: Object.keys(own).length === 0 ? rest : { ...rest, [id]: own } });
  };
  return (
    <>
      {definition.parameters.map((parameter) => (
        <NumberField
          key={parameter.name}
          label={t(parameter.name)}
          value={parameters[parameter.name] ?? parameter.usual}
          limits={{ integerDigits: 9, fractionDigits: parameter.places }}
          isValid={(decimal) => isParameterValue(parameter, decimal)}
          problemOf={(format) =>
            t('problem', { least: format(parameter.least), greatest: format(parameter.greatest) })
          }
          onChange={(value) => set(parameter.name, value, parameter.usual)}
        />
      ))}
      {id === 'several-currencies' && (
        <ColumnField
          label={t('scope')}
          noneLabel={t('everywhere')}
          columns={columns
            .filter(({ name, type }) => type === 'text' && name !== resolved.roles.currency)
            .map(({ name }) => name)}
          value={resolved.currencyScope}
          onChange={(currencyScope) => change({ currencyScope })}
        />
      )}
      {definition.hasDay === true && (
        <DayInput
          day={spec.day}
          label={t('day')}
          description={t('dayHint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          problemOf={(example) => t('dayProblem', { example })}
          onChange={(day) => change({ day })}
        />
      )}
    </>
  );
}
