import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { FigureTable } from '@/ui/components/figure-table';
import { useWords } from '@/ui/formats/use-words';
import { CHECKS } from '@/analysis/checks/standard-checks';
import type { AnyCheckId } from '@/analysis/checks/own-checks';
import {
  FINDING_SIDES,
  type FindingChange,
  type FindingSide,
  type CheckedPricesState,
} from '@/analysis/new-prices/checked-prices';
import type { FilterChoice } from './proposal-figures';
import classes from './proposal.module.css';
import { findingsText, nameOfChecked } from '@/analysis/new-prices/findings-text';

export interface ChecksBeforeAfterProps extends FilterChoice {
  readonly state: CheckedPricesState;
  /** Whether the user has set the day from which the new prices apply. */
  readonly hasDay: boolean;
}

/** The table **Checks before → after**: what the checks in use find with the old and the new prices. Each count shows its rows. */
export function ChecksBeforeAfter({ state, hasDay, filter, onChoose }: ChecksBeforeAfterProps) {
  const t = useTranslations('proposal.checks');
  const titleId = useId();
  const [showsAll, setShowsAll] = useState(false);
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' });
  const words = useWords();
  const { formatInteger } = words.formats;
  const nameOf = (check: AnyCheckId) => nameOfChecked(words, state, check);
  const choice = { filter, onChoose };
  const all = state.status === 'checked' ? state.checked.checks : [];
  const found = all.filter(({ before, after }) => before + after > 0);
  const ofValidity = all
    .filter(({ check: { id } }) => judgesValidity(id))
    .map(({ check: { id } }) => nameOf(id));
  const cells = (change: FindingChange, check: AnyCheckId | null, name: string) =>
    FINDING_SIDES.map((side) => (
      <td key={side} data-number data-new={(side === 'added' && change.added > 0) || undefined}>
        {change[side] === 0 ? (
          formatInteger(0)
        ) : (
          <Count {...choice} check={check} side={side} name={`${name}, ${t(`heads.${side}`)}`}>
            {formatInteger(change[side])}
          </Count>
        )}
      </td>
    ));
  return (
    <Stack component="section" aria-labelledby={titleId} gap={4} flex="1000 1 420px" miw={0}>
      {/* The line height makes this heading as high as the other headings, which contain buttons. */}
      <Title order={2} id={titleId} size="sm" lh="26px">
        {t('title')}
      </Title>
      <Text role="status" aria-label={t('title')} size="sm" c="dimmed">
        {state.status === 'checking' && t('checking')}
        {state.status === 'none' && t('none')}
        {state.status === 'checked' && (
          <Group
            component="span"
            gap={6}
            wrap="nowrap"
            c={state.checked.rows.added > 0 ? 'var(--cn-danger)' : 'inherit'}
          >
            {state.checked.rows.added > 0 ? (
              <IconAlertTriangle size={16} aria-hidden="true" className={classes['icon']} />
            ) : (
              <IconCheck size={16} aria-hidden="true" className={classes['icon']} />
            )}
            {findingsText(words, state.checked.rows)}
          </Group>
        )}
      </Text>
      {state.status === 'failed' && (
        <Text role="alert" size="sm" c="var(--cn-danger)">
          {t('failed')}{' '}
          <Button size="compact-sm" variant="default" onClick={state.retry}>
            {t('retry')}
          </Button>
        </Text>
      )}
      {state.status === 'checked' && (
        <div className={classes['scroller']}>
          <FigureTable className={classes['table']} aria-labelledby={titleId}>
            <thead>
              <tr>
                <th scope="col">{t('heads.check')}</th>
                {FINDING_SIDES.map((side) => (
                  <th key={side} scope="col" data-number>
                    {t(`heads.${side}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {(showsAll ? state.checked.checks : found).map(({ check, ...change }) => (
                <tr key={check.id}>
                  <th scope="row">{nameOf(check.id)}</th>
                  {cells(change, check.id, nameOf(check.id))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t('allRows')}</th>
                {cells(state.checked.rows, null, t('allRows'))}
              </tr>
            </tfoot>
          </FigureTable>
        </div>
      )}
      {found.length < all.length && (
        <div>
          <Button
            size="compact-sm"
            variant="default"
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? t('showFound') : t('showAll', { count: all.length - found.length })}
          </Button>
        </div>
      )}
      {hasDay && ofValidity.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('ofValidity', { checks: list.format(ofValidity) })}
        </Text>
      )}
      {state.status === 'checked' && state.notRun.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('notRun', {
            checks: list.format(state.notRun.map(({ definition: { id } }) => nameOf(id))),
          })}
        </Text>
      )}
    </Stack>
  );
}

/** Whether a check depends on validity dates. The new prices keep the dates of their rows, whatever day they apply from. */
function judgesValidity(id: AnyCheckId): boolean {
  const definition = CHECKS.find((each) => each.id === id);
  const { needs = [], needsOneOf = [] } = definition ?? {};
  return [...needs, ...needsOneOf].some((role) => role === 'validFrom' || role === 'validTo');
}

interface CountProps extends FilterChoice {
  readonly check: AnyCheckId | null;
  readonly side: FindingSide;
  readonly name: string;
  readonly children: string;
}

/** A count as a button. Pressing it shows the counted rows. */
function Count({ check, side, filter, onChoose, name, children }: CountProps) {
  const isChosen = filter.kind === 'found' && filter.check === check && filter.side === side;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={`${name}: ${children}`}
      className={classes['groupChoice']}
      onClick={() => onChoose({ kind: 'found', check, side })}
    >
      {children}
    </button>
  );
}
