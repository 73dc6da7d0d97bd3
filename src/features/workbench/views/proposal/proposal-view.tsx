import { Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconLinkOff, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useWords } from '@/ui/formats/use-words';
import { StatePanel } from '@/ui/components/state-panel';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { isEstimate } from '@/analysis/reading/rows-read';
import { RowsGrid } from '../../rows-read/rows/rows-grid';
import { useOpenedRows } from '../../rows-read/rows/use-opened-rows';
import type { MappedFile } from '@/analysis/source-files/read-file';
import { DEFAULT_COLUMN_STATE } from '@/lib/grid/grid-model';
import { ChecksBeforeAfter } from './checks-before-after';
import { EffectByGroup } from './effect-by-group';
import { PercentPicture } from './percent-picture';
import { PlannedPricesBar } from './planned-prices-bar';
import { ProposalExport } from './proposal-export';
import { ProposalFigures } from './proposal-figures';
import classes from './proposal.module.css';
import { useProposalState, type CompletedProposal } from './proposal-state';
import { openProposal, type ProposalFilter, type ProposalRow } from '@/analysis/new-prices/read-proposal';
import { RulesBesideRules } from './rules-beside-rules';
import { CompareWithExported, StalePricesBar } from './stale-prices-bar';
import { ALL_ROWS } from '@/analysis/new-prices/figure-address';
import { useShownPrices } from './shown-prices';
import { filterText } from '@/analysis/new-prices/filter-text';
import { proposalColumns } from '@/analysis/new-prices/proposal-cells';
import { useStalePrices, type StalePricesState } from './use-stale-prices';

/** The **Proposal** view: shows the new prices that the rules result in, and their effect. */
export function ProposalView() {
  const t = useTranslations('proposal');
  const { price, problem, completed, isOutdated, failure, startOver, retry } = useProposalState();
  if (problem !== null) {
    return (
      <StatePanel
        icon={<IconLinkOff size={22} />}
        title={t('problem.title')}
        tone="warning"
        actions={<Button onClick={startOver}>{t('problem.startOver')}</Button>}
      >
        <p role="alert">{t(`problem.${problem.kind}`, { text: problem.text.slice(0, 80) })}</p>
      </StatePanel>
    );
  }
  if (price === null) {
    return (
      <StatePanel icon={<IconAlertTriangle size={22} />} title={t('noPrice.title')} tone="warning">
        <p>{t('noPrice.text')}</p>
      </StatePanel>
    );
  }
  if (failure !== null) {
    const isLarge = failure.kind === 'out-of-memory' || failure.kind === 'too-slow';
    return (
      <StatePanel
        icon={<IconAlertTriangle size={22} />}
        title={t('failed.title')}
        tone="failure"
        actions={<Button onClick={retry}>{t('failed.retry')}</Button>}
      >
        <p role="alert">{t(isLarge ? 'failed.tooLarge' : 'failed.text')}</p>
      </StatePanel>
    );
  }
  if (completed === null) {
    return (
      <Text size="sm" c="dimmed" px="md" py="sm">
        {t('computing')}
      </Text>
    );
  }
  return <Answer completed={completed} isOutdated={isOutdated} />;
}

interface AnswerProps {
  readonly completed: CompletedProposal;
  readonly isOutdated: boolean;
}

function Answer({ completed, isOutdated }: AnswerProps) {
  const t = useTranslations('proposal');
  const { proposal, coverage } = completed;
  const { ofFile, checked, planned } = useProposalState();
  const { chosen, show } = useShownPrices();
  const [file, setFile] = useState<MappedFile | null>(null);
  const staleState = useStalePrices(file, completed);
  const { stale } = staleState;
  const isGone =
    ('rule' in chosen && chosen.rule !== undefined && chosen.rule >= proposal.rules.length) ||
    (chosen.kind === 'stale' && stale === null) ||
    (chosen.kind === 'planned' && (planned.status === 'none' || planned.status === 'failed'));
  const filter = isGone ? ALL_ROWS : chosen;
  return (
    <Stack
      gap="sm"
      flex="1 0 auto"
      px="md"
      pt={8}
      pb="sm"
      className={classes['view'] ?? ''}
      data-outdated={isOutdated || undefined}
      aria-busy={isOutdated || undefined}
    >
      {isEstimate(coverage) && (
        <Text size="sm" c="dimmed">
          {t('ofPart')}
        </Text>
      )}
      <ProposalFigures proposal={proposal} filter={filter} onChoose={show} />
      <PlannedPricesBar state={planned} filter={filter} onChoose={show} />
      <Group gap="12px 24px" align="flex-start">
        <PercentPicture distribution={proposal.distribution} filter={filter} onChoose={show} />
        {proposal.groups.length > 0 && <EffectByGroup proposal={proposal} filter={filter} onChoose={show} />}
        <ChecksBeforeAfter
          state={checked}
          hasDay={ofFile.validFrom !== null}
          filter={filter}
          onChoose={show}
        />
        <RulesBesideRules completed={completed} />
      </Group>
      {file !== null && (
        <StalePricesBar
          file={file}
          state={staleState}
          isShown={filter.kind === 'stale'}
          onShow={() => show({ kind: 'stale' })}
          onChooseFile={() => setFile(null)}
          onClose={() => setFile(null)}
        />
      )}
      <Rows
        completed={completed}
        filter={filter}
        stale={stale}
        onShowAll={() => show(ALL_ROWS)}
        onCompare={setFile}
      />
    </Stack>
  );
}

interface RowsProps {
  readonly completed: CompletedProposal;
  readonly filter: ProposalFilter;
  readonly stale: StalePricesState['stale'];
  readonly onShowAll: () => void;
  readonly onCompare: (file: MappedFile) => void;
}

/** The grid **Proposal**: shows the rows of the chosen figure, each with its old and its new price. */
function Rows({ completed, filter, stale, onShowAll, onCompare }: RowsProps) {
  const t = useTranslations('proposal');
  const words = useWords();
  const { formatInteger } = words.formats;
  const { rowFields } = useWorkbenchScope();
  const { rowsRead, checked: state, planned: plannedState } = useProposalState();
  const { proposal } = completed;
  const columns = useMemo(() => proposalColumns(words, proposal, rowFields), [words, proposal, rowFields]);
  const ofChecks = filter.kind === 'found' && state.status === 'checked' ? state : null;
  const planned = filter.kind === 'planned' && plannedState.status === 'found' ? plannedState.planned : null;
  // While checks or planned prices belong to previous new prices, the rows that they would select are not opened.
  const isChecking = filter.kind === 'found' && ofChecks === null;
  const isSearching = filter.kind === 'planned' && planned === null;
  const isWaiting = isChecking || isSearching;
  const { data, hasFailed, retry } = useOpenedRows(
    `proposal ${completed.id} ${ofChecks?.id ?? ''} ${filter.kind === 'stale' ? stale?.sqlName : ''} ${planned?.id ?? ''} ${JSON.stringify(filter)}`,
    { filter, columns },
    (signal) =>
      openProposal(rowsRead.engine, proposal, filter, rowFields, signal, {
        checked: ofChecks?.checked ?? null,
        stale,
        planned,
      }),
  );
  const rowCount = isWaiting ? null : (data?.opened.rowCount ?? null);
  return (
    <Stack
      component="section"
      aria-label={t('title')}
      gap={6}
      flex="1 0 auto"
      className={classes['rows'] ?? ''}
    >
      <Group gap="4px 12px" mih={26}>
        {/* A long text wraps beside the buttons. In a wide window, text and buttons share one line. */}
        <Group gap="4px 12px" wrap="nowrap" flex="1 1 300px" miw={0}>
          <Text role="status" aria-label={t('shown')} size="sm" c="dimmed" className={classes['shown'] ?? ''}>
            {rowCount === null
              ? ''
              : [
                  filterText(words, filter, proposal.rows.columns, state),
                  t('rows', { formatted: formatInteger(rowCount), count: rowCount }),
                ]
                  .filter((text) => text !== '')
                  .join(' · ')}
          </Text>
          {filter.kind !== 'all' && (
            <Button
              size="compact-sm"
              variant="default"
              flex="none"
              leftSection={<IconX size={14} aria-hidden="true" />}
              onClick={onShowAll}
            >
              {t('showAll')}
            </Button>
          )}
        </Group>
        <CompareWithExported price={proposal.rows.price.name} onReady={onCompare} />
        <ProposalExport completed={completed} />
      </Group>
      {hasFailed && (
        <StatePanel
          icon={<IconAlertTriangle size={22} />}
          title={t('rowsFailed')}
          tone="failure"
          actions={
            <Button variant="default" onClick={retry}>
              {t('failed.retry')}
            </Button>
          }
        >
          {null}
        </StatePanel>
      )}
      {!hasFailed && isChecking && (
        <Text size="sm" c="dimmed">
          {t('checks.checking')}
        </Text>
      )}
      {!hasFailed && isSearching && (
        <Text size="sm" c="dimmed">
          {t('planned.searching')}
        </Text>
      )}
      {!hasFailed && rowCount === 0 && (
        <Text size="sm" c="dimmed">
          {t('noRows')}
        </Text>
      )}
      {!hasFailed && !isWaiting && data !== null && data.opened.rowCount > 0 && (
        <RowsGrid
          label={t('title')}
          opened={data.opened}
          // The id depends only on the figure. If other new prices of the same rows replace the rows, the grid keeps its position.
          rowsId={JSON.stringify(data.query.filter)}
          columns={columns}
          initialColumns={DEFAULT_COLUMN_STATE}
          keepsKeys={false}
          numberOf={numberOf}
        />
      )}
    </Stack>
  );
}

function numberOf({ rowIndex }: ProposalRow): number {
  return rowIndex;
}
