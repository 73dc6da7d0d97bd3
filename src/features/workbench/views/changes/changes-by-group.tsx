import '@/ui/components/combobox-styles.css';
import { Button, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FigureTable } from '@/ui/components/figure-table';
import { datedName } from '@/lib/formats/file-name';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWords } from '@/ui/formats/use-words';
import { ColumnField } from '../../conditions/column-field';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { AnalysisEngine } from '@/analysis/engine/analysis-engine';
import { ANALYSIS_KEY } from '@/analysis/reading/rows-read';
import type { GroupKey } from '@/analysis/engine/group-key';
import {
  fieldColumn,
  summaryColumn,
  percentColumn,
  type SummaryTable,
} from '@/analysis/tables/summary-table';
import { TableActions } from '../../rows-read/tables/table-actions';
import type { ChangeColumns } from '@/analysis/comparison/change-cells';
import { PERCENT_PLACES } from '@/analysis/comparison/change-percent';
import type { SnapshotSides } from '@/analysis/comparison/compared-side';
import type { CompletedComparison } from '@/analysis/comparison/complete-comparison';
import {
  canWeighBy,
  readByGroup,
  type ChangesByGroup,
  type GroupChange,
} from '@/analysis/comparison/read-changes';
import { comparisonSummary } from '@/analysis/comparison/changes-texts';

export interface ChangesByGroupProps {
  readonly completed: CompletedComparison;
  readonly engine: AnalysisEngine;
  readonly sides: SnapshotSides;
  readonly columns: ChangeColumns;
  /** The field that groups the rows, and the column that weights their means; each is null if none is chosen. */
  readonly field: string | null;
  readonly weight: string | null;
  readonly onChoose: (chosen: { readonly group: string | null; readonly weight: string | null }) => void;
}

/** Shows the price changes for each value of a field that the user chooses. */
export function ChangesByGroup(props: ChangesByGroupProps) {
  const { completed, engine, sides, columns, field, weight, onChoose } = props;
  const t = useTranslations('changes');
  const tCommon = useTranslations('common');
  const { comparison, id } = completed;
  const titleId = useId();
  const { data, isError, refetch } = useQuery({
    queryKey: [...ANALYSIS_KEY, 'changes', id, 'by-group', field, weight],
    queryFn: ({ signal }) => readByGroup(engine, comparison, field ?? '', weight, signal),
    enabled: field !== null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const { priceColumn, rowFields } = useWorkbenchScope();
  const about = comparisonSummary(useWords(), comparison, sides, {
    displayName: priceColumn.displayName,
    fields: rowFields,
  });
  const { price } = comparison.spec;
  return (
    <Stack component="section" aria-labelledby={titleId} gap={8} align="flex-start" miw={0}>
      <Title order={2} id={titleId} size="sm" mb={4}>
        {t('byGroup.title')}
      </Title>
      <Group gap="8px 16px">
        <Select
          size="xs"
          label={t('byGroup.field')}
          placeholder={t('byGroup.chooseField')}
          data={columns.names.filter((name) => name !== price)}
          value={field}
          searchable
          openOnFocus={false}
          selectFirstOptionOnChange
          nothingFoundMessage={t('form.noColumn')}
          maxDropdownHeight={320}
          spellCheck={false}
          comboboxProps={{ width: 'max-content', position: 'bottom-start', transitionProps: { duration: 0 } }}
          onChange={(group) => onChoose({ group, weight: group === null ? null : weight })}
        />
        {field !== null && (
          <ColumnField
            label={t('byGroup.weight')}
            noneLabel={t('byGroup.noWeight')}
            columns={columns.names.filter((name) => canWeighBy(comparison, name))}
            value={weight}
            onChange={(name) => onChoose({ group: field, weight: name })}
          />
        )}
      </Group>
      {isError && (
        <Text role="alert" size="sm" c="dimmed">
          {t('summary.failed')}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            {tCommon('tryAgain')}
          </Button>
        </Text>
      )}
      {field !== null && data !== undefined && (
        <Groups key={field} field={field} weight={weight} found={data} about={about} columns={columns} />
      )}
    </Stack>
  );
}

interface GroupsProps {
  readonly field: string;
  readonly weight: string | null;
  readonly found: ChangesByGroup;
  readonly about: SummaryTable['about'];
  readonly columns: ChangeColumns;
}

/** The position of the median among the column heads. */
const MEDIAN_AT = 2;

/** The number of groups shown until the user asks for all groups. */
const FEW_GROUPS = 12;

function Groups({ field, weight, found, about, columns }: GroupsProps) {
  const t = useTranslations('changes');
  const { formatInteger } = useFormats();
  const { priceColumn, rowFields } = useWorkbenchScope();
  const [showsAll, setShowsAll] = useState(false);
  const { groups, groupCount, total } = found;
  const heads = [
    t('byGroup.rows'),
    t('byGroup.mean'),
    t('byGroup.median'),
    ...(weight === null ? [] : [t('byGroup.weighted', { column: weight })]),
  ];
  const figuresOf = ({ count, mean, median, weightedMean }: GroupChange) => [
    String(count),
    mean,
    median,
    ...(weight === null ? [] : [weightedMean]),
  ];
  const rowText = (number: number) => t('rows', { formatted: formatInteger(number), count: number });
  const cells = (change: GroupChange) =>
    figuresOf(change).map((figure, index) => (
      <td key={heads[index]} data-number>
        {index === 0 ? formatInteger(change.count) : figure === null ? '–' : columns.signedPercent(figure)}
      </td>
    ));
  const keyText = (key: GroupKey) =>
    key.kind === 'misfit'
      ? t('byGroup.misfit')
      : columns.shown(field, key.kind === 'null' ? null : key.value);

  function table(): SummaryTable {
    const known = rowFields.find(({ name }) => name === field);
    const keyCell = (key: GroupKey) => {
      if (key.kind !== 'value') return key.kind === 'null' ? null : t('byGroup.misfit');
      return known?.type === 'boolean' ? key.value === 'true' : key.value;
    };
    return {
      name: datedName(`${priceColumn.displayName} – ${t('title')} – ${field}`),
      columns: [
        known === undefined ? summaryColumn(field, 'text') : fieldColumn(known),
        ...heads.map((head, index) =>
          index === 0
            ? summaryColumn(head, 'number', 0)
            : percentColumn(head, index === MEDIAN_AT ? PERCENT_PLACES + 1 : PERCENT_PLACES),
        ),
      ],
      rows: [
        ...groups.map(({ key, ...change }) => [keyCell(key), ...figuresOf(change)]),
        [t('byGroup.all'), ...figuresOf(total)],
      ],
      totalRowCount: 1,
      about: [...about, [t('byGroup.title'), notes.join(' ')]],
    };
  }

  if (total.count === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('byGroup.none')}
      </Text>
    );
  }
  const notes = [
    t('byGroup.note'),
    ...(weight === null || total.withoutWeight === 0
      ? []
      : [t('byGroup.withoutWeight', { rows: rowText(total.withoutWeight), column: weight })]),
    ...(groupCount > groups.length
      ? [t('byGroup.largest', { all: formatInteger(groupCount), shown: formatInteger(groups.length) })]
      : []),
  ];
  return (
    <>
      <FigureTable aria-label={t('byGroup.table', { field })}>
        <thead>
          <tr>
            <th scope="col">{field}</th>
            {heads.map((head) => (
              <th key={head} scope="col" data-number>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(showsAll ? groups : groups.slice(0, FEW_GROUPS)).map(({ key, ...change }) => (
            <tr key={JSON.stringify(key)}>
              <th scope="row">{keyText(key)}</th>
              {cells(change)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('byGroup.all')}</th>
            {cells(total)}
          </tr>
        </tfoot>
      </FigureTable>
      <Text size="sm" c="dimmed">
        {notes.join(' ')}
      </Text>
      <Group gap="8px 16px">
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
        <TableActions getTable={table} />
      </Group>
    </>
  );
}
