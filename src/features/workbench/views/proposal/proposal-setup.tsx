import '@/ui/components/combobox-styles.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { memo, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Reordering } from '@/ui/components/reordering';
import { ROLE_TYPES } from '@/rows/price-rows/column-roles';
import { DayInput } from '../../conditions/day-input';
import { ColumnField } from '../../conditions/column-field';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { AnalysedColumn } from '@/analysis/engine/analysed-table';
import { MAX_RULES } from '@/analysis/conditions/refinement-of-rows';
import { usualFileColumns } from '@/analysis/new-prices/file-columns';
import { withMovedRule, withRule, type EditedProposal, type ProposalDraft } from './proposal-draft';
import {
  useEditedProposal,
  useProposalState,
  type ProposalOfFile,
  type ProposalState,
} from './proposal-state';
import {
  FILE_FIGURES,
  MAX_REASON_LENGTH,
  PROPOSAL_ROLES,
  weighingColumns,
  type ProposalRole,
} from '@/analysis/new-prices/proposal-spec';
import classes from './proposal.module.css';
import { RulesTools } from './rules-tools';
import { RuleCounts } from './rule-counts';
import { AddRule, RuleEditor } from './rule-editor';

/** The set-up of a proposal: edits its rules, and chooses the columns that they use. */
export function ProposalSetup() {
  const t = useTranslations('proposal');
  const { rowFields } = useWorkbenchScope();
  const { rowsRead, ofFile, columns, price, problem } = useProposalState();
  const { draft, change } = useEditedProposal();
  const { columns: read } = rowsRead.table;
  const fields = useMemo(
    () => rowFields.filter(({ name }) => read.some((column) => column.name === name)),
    [rowFields, read],
  );
  if (problem !== null) return null;
  const { rules } = draft;
  const nameOf = (id: string) => t('rule', { number: rules.findIndex((each) => each.id === id) + 1 });
  return (
    <Stack gap="md">
      <Stack role="group" aria-label={t('rules')} gap="sm">
        <Text size="xs" c="dimmed">
          {t('rulesHint')}
        </Text>
        <Reordering
          ids={rules.map(({ id }) => id)}
          nameOf={nameOf}
          onDrop={(id, overId) =>
            change(
              withMovedRule(
                draft,
                id,
                rules.findIndex((each) => each.id === overId),
              ),
            )
          }
        >
          {rules.map(({ id, rule, unfinished, typed }, index) => (
            <RuleEditor
              key={id}
              id={id}
              rule={rule}
              unfinished={unfinished}
              typed={typed}
              number={index + 1}
              ruleCount={rules.length}
              fields={fields}
              columns={read}
              cost={columns.cost}
              price={price?.name ?? ''}
              change={change}
              Counts={RuleCounts}
            />
          ))}
        </Reordering>
        <AddRule
          isFull={rules.length >= MAX_RULES}
          onAdd={() => {
            const next = withRule(draft);
            if (next !== null) change(next);
          }}
        />
      </Stack>
      <RulesTools />
      <OfFile ofFile={ofFile} columns={columns} read={read} change={change} />
      <Columns columns={columns} weight={draft.weight} read={read} change={change} />
    </Stack>
  );
}

type ReadColumns = Pick<ProposalState, 'columns'> &
  Pick<EditedProposal, 'change'> & {
    readonly read: readonly AnalysedColumn[];
  };
interface OfFileProps extends ReadColumns {
  readonly ofFile: ProposalOfFile;
}

// The components below are memoized, so that their long lists do not render again while a number of a rule is typed.

/** Edits what the file says about all new prices: the first day on which they apply, and the reason. */
const OfFile = memo(function OfFile({ ofFile, change, columns, read }: OfFileProps) {
  const t = useTranslations('proposal');
  const { validFrom, reason, fileColumns } = ofFile;
  return (
    <fieldset className={classes['columns']}>
      <legend>{t('file')}</legend>
      <div className={classes['inputs']}>
        <DayInput
          day={validFrom}
          label={t('validFrom')}
          title={t('validFromHint')}
          problemOf={(example) => t('dayProblem', { example })}
          onChange={(day) => change((draft) => ({ ...draft, validFrom: day }))}
        />
        <TextInput
          size="xs"
          label={t('reason')}
          autoComplete="off"
          maxLength={MAX_REASON_LENGTH}
          value={reason}
          onChange={({ currentTarget: { value } }) => change((draft) => ({ ...draft, reason: value }))}
        />
      </div>
      <ColumnsOfFile fileColumns={fileColumns} columns={columns} read={read} change={change} />
    </fieldset>
  );
});

/** Edits the columns of the file, of which at least one stays. */
function ColumnsOfFile({
  fileColumns,
  columns,
  read,
  change,
}: ReadColumns & Pick<ProposalOfFile, 'fileColumns'>) {
  const t = useTranslations('proposal');
  const { rowFields } = useWorkbenchScope();
  const { fields, figures } = fileColumns ?? usualFileColumns(read, rowFields, columns);
  const isOffered = (name: string) => name !== columns.price && read.some((column) => column.name === name);
  return (
    <MultiSelect
      size="xs"
      mt={6}
      label={t('fileColumns')}
      data={[
        {
          group: t('fileRows'),
          items: read
            .map(({ name }) => name)
            .filter(isOffered)
            .map(optionOfField),
        },
        {
          group: t('fileFigures'),
          items: FILE_FIGURES.map((figure) => ({ value: figure, label: t(`fileHeads.${figure}`) })),
        },
      ]}
      value={[...fields.filter(isOffered).map((name) => optionOfField(name).value), ...figures]}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('noSuchColumn')}
      maxDropdownHeight={320}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      onChange={(chosen) => {
        if (chosen.length === 0) return;
        change((draft) => ({
          ...draft,
          fileColumns: {
            fields: read.map(({ name }) => name).filter((name) => chosen.includes(optionOfField(name).value)),
            figures: FILE_FIGURES.filter((figure) => chosen.includes(figure)),
          },
        }));
      }}
    />
  );
}

/** Returns an option with a prefixed value, because a column can have the same name as a figure. */
function optionOfField(name: string) {
  return { value: `field ${name}`, label: name };
}

/** Edits which columns the computation uses. The user can replace the suggested ones. */
const Columns = memo(function Columns({
  columns,
  weight,
  read,
  change,
}: ReadColumns & Pick<ProposalDraft, 'weight'>) {
  const t = useTranslations('proposal');
  const tRoles = useTranslations('checks.roles');
  const choose = (role: ProposalRole, column: string | null) =>
    change((draft) => ({ ...draft, columns: { ...draft.columns, [role]: column } }));
  return (
    <fieldset className={classes['columns']}>
      <legend>{tRoles('label')}</legend>
      <div className={classes['inputs']}>
        {PROPOSAL_ROLES.map((role) => (
          <ColumnField
            key={role}
            label={tRoles(`names.${role}`)}
            isSearchable
            noneLabel={tRoles('none')}
            emptyText={tRoles('noColumn')}
            columns={read.filter(({ type }) => ROLE_TYPES[role].includes(type)).map(({ name }) => name)}
            value={columns[role]}
            onChange={(column) => choose(role, column)}
          />
        ))}
        <ColumnField
          label={t('weightBy')}
          hint={t('weightHint')}
          isSearchable
          noneLabel={t('noWeight')}
          columns={weighingColumns(read, columns.price).map(({ name }) => name)}
          value={weight}
          onChange={(name) => change((draft) => ({ ...draft, weight: name }))}
        />
      </div>
    </fieldset>
  );
});
