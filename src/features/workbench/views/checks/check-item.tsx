import { Box, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { memo, useId, type ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWords } from '@/ui/formats/use-words';
import { ColumnField } from '../../conditions/column-field';
import { DayInput } from '../../conditions/day-input';
import { NumberField } from '../../conditions/number-field';
import type { AnalysedColumn } from '../../rows-read/engine/analysed-table';
import type { CheckParameter } from '../../rows-read/checks/check-definitions';
import classes from './checks.module.css';
import { canRun, isParameterValue, type SetCheck } from '../../rows-read/checks/checks-spec';
import type { MatchedSource } from '../../rows-read/checks/check-sources';
import type { ReferenceCounts } from '../../rows-read/checks/reference-prices';
import { CheckSourceSelect, SourceColumns } from './check-source-select';
import type { Checks } from '../../rows-read/checks/use-checks';
import { offText } from './off-text';

/** The findings of a check in the last run. */
export interface CheckCount {
  /** The number of findings without the dismissed ones. */
  readonly open: number;
  readonly dismissed: number;
  /** The count in an earlier snapshot; null if unknown. */
  readonly earlier: { readonly takenAtMs: number; readonly rowCount: number } | null;
  /** Whether only some of the rows were checked. */
  readonly isEstimate: boolean;
  /** The number of rows that could not be judged. */
  readonly notJudged: number;
  /** Null if prices were not compared with other rows. */
  readonly referenceCounts: ReferenceCounts | null;
}

export interface CheckItemProps {
  readonly check: SetCheck;
  readonly checks: Checks;
  readonly columns: readonly AnalysedColumn[];
  /** How the columns of another price column are matched; null without one. */
  readonly matched: MatchedSource | null;
  /** Why the check cannot be run with its source, in words; null if it can. */
  readonly lacking: string | null;
  /** Null before the check was run. */
  readonly count: CheckCount | null;
}

/**
 * A check as a group: its meaning and method, its parameters, and its findings. Memoized, because rendering a dozen of them with their
 * inputs at every step of a run would take most of a frame.
 */
export const CheckItem = memo(function CheckItem(props: CheckItemProps) {
  const { check, checks, columns, matched, lacking, count } = props;
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
          {definition.sourceRole !== undefined && (
            <CheckSourceSelect check={check} checks={checks} role={definition.sourceRole} />
          )}
          {matched !== null && (
            <SourceColumns check={check} checks={checks} matched={matched} columns={columns} />
          )}
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

export interface CheckOutcomeProps extends Pick<CheckItemProps, 'count'> {
  readonly isUsed: boolean;
  readonly onUse: (isUsed: boolean) => void;
}

/** Whether a check is used, and its number of findings. */
export function CheckOutcome({ isUsed, count, onUse }: CheckOutcomeProps) {
  const t = useTranslations('checks');
  const { formatInteger } = useFormats();
  return (
    <>
      <Checkbox
        size="xs"
        label={t('use')}
        checked={isUsed}
        onChange={(event) => onUse(event.currentTarget.checked)}
      />
      {count !== null && (
        <>
          <Count count={count} />
          {count.notJudged > 0 && (
            <Text size="xs" c="dimmed" className={classes['figures'] ?? ''}>
              {t('notJudged', { formatted: formatInteger(count.notJudged), count: count.notJudged })}
            </Text>
          )}
          {count.referenceCounts !== null && <ComparedRows counts={count.referenceCounts} />}
        </>
      )}
    </>
  );
}

function Count({ count: { open, dismissed, earlier, isEstimate } }: { readonly count: CheckCount }) {
  const t = useTranslations('checks');
  const { formatInteger } = useFormats();
  const dayText = useDayText();
  const text = t('rows', { formatted: formatInteger(open), count: open });
  const found = open + dismissed;
  const difference = earlier === null ? 0 : found - earlier.rowCount;
  const kind = difference === 0 ? 'same' : difference < 0 ? 'fewer' : 'more';
  return (
    <Group component="p" gap="0 8px" m={0} fz="sm" className={classes['figures'] ?? ''}>
      <strong>{isEstimate ? t('estimate', { text }) : text}</strong>
      {dismissed > 0 && (
        <Text span inherit c="dimmed">
          {t('dismissedCount', { formatted: formatInteger(dismissed) })}
        </Text>
      )}
      {earlier !== null && (
        <Text span inherit c="dimmed">
          {t(`compared.${kind}`, {
            formatted: formatInteger(Math.abs(difference)),
            date: dayText(earlier.takenAtMs),
          })}
        </Text>
      )}
    </Group>
  );
}

/** The number of rows that were compared with another row, and why the others were not. */
function ComparedRows({
  counts: { compared, missing, doubled, otherCurrency, withoutPrice },
}: {
  readonly counts: ReferenceCounts;
}) {
  const t = useTranslations('checks.source');
  const { formatInteger } = useFormats();
  const said = (kind: keyof ReferenceCounts, count: number) =>
    t(kind, { formatted: formatInteger(count), count });
  return (
    <ul aria-label={t('reference')} className={classes['reference']}>
      <li>{said('compared', compared)}</li>
      <li>{said('missing', missing)}</li>
      {doubled > 0 && <li>{said('doubled', doubled)}</li>}
      {otherCurrency > 0 && <li>{said('otherCurrency', otherCurrency)}</li>}
      {withoutPrice > 0 && <li>{said('withoutPrice', withoutPrice)}</li>}
    </ul>
  );
}

/** Returns a function that formats the day of a moment, or its time if it is today. */
function useDayText(): (atMs: number) => string {
  const language = useLocale();
  const { formatDateTime } = useFormats();
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  return (atMs) => {
    const isToday = new Date(atMs).toDateString() === new Date().toDateString();
    return isToday ? formatDateTime(atMs) : day.format(atMs);
  };
}

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
