import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useWords } from '@/ui/formats/use-words';
import type { Words } from '@/ui/formats/words';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { AnalysedColumn } from '@/analysis/engine/analysed-table';
import { mainNumberField } from '@/rows/price-rows/field-meaning';
import { OneSelect } from '../../conditions/field-select';
import { useRowsRead } from '../../rows-read/rows/rows-read-scope';
import { chartKinds, chartMeasures, drawnChart, hasDates } from '@/analysis/pivot/chart-data';
import { GroupingsEditor } from './groupings-editor';
import { MeasuresEditor } from './measures-editor';
import { pivotToParameter } from '@/analysis/pivot/pivot-address';
import {
  MAX_COLUMN_GROUPINGS,
  MAX_ROW_GROUPINGS,
  type ChartKind,
  type PivotSpec,
} from '@/analysis/pivot/pivot-spec';
import { measureText } from '@/analysis/pivot/pivot-texts';
import { computedSpec } from './use-pivot';
import { usePivotSpec } from './use-pivot-spec';
import classes from './pivot.module.css';

/** The set-up of a pivot: its groups, measures and chart, and suggested pivots. */
export function PivotSetup() {
  const { columns } = useRowsRead().table;
  const t = useTranslations('pivot');
  const { rowFields } = useWorkbenchScope();
  const { spec, proposals, change } = usePivotSpec();
  const usedFields = [...spec.rows, ...spec.columns].map(({ field }) => field);
  return (
    <Stack role="group" aria-label={t('settings')} gap="md">
      <GroupingsEditor
        id="pivot-rows"
        label={t('rows')}
        groupings={spec.rows}
        maxCount={MAX_ROW_GROUPINGS}
        columns={columns}
        usedFields={usedFields}
        onChange={(rows) => change({ rows })}
      />
      <GroupingsEditor
        id="pivot-columns"
        label={t('columns')}
        groupings={spec.columns}
        maxCount={MAX_COLUMN_GROUPINGS}
        columns={columns}
        usedFields={usedFields}
        onChange={(groupings) => change({ columns: groupings })}
      />
      <MeasuresEditor
        measures={spec.measures}
        columns={columns}
        mainField={mainNumberField(columns, rowFields)}
        onChange={(measures) => change({ measures })}
      />
      <Display spec={spec} columns={columns} onChange={change} />
      <Proposals proposals={proposals} chosen={spec} onChoose={change} />
    </Stack>
  );
}

interface DisplayProps {
  readonly spec: PivotSpec;
  readonly columns: readonly AnalysedColumn[];
  readonly onChange: (changes: Partial<PivotSpec>) => void;
}

function Display({ spec, columns, onChange }: DisplayProps) {
  const words = useWords();
  const t = words.of('pivot');
  const typeOf = (field: string) => columns.find(({ name }) => name === field)?.type ?? 'text';
  const drawn = drawnChart(spec, typeOf);
  const measure = drawn === null ? undefined : spec.measures[drawn.measure];
  const isShaded = spec.isShaded === true;

  function switchChart(hasChart: boolean): void {
    // If the rows are grouped by a date, a line chart shows how the value develops over time.
    const kind = hasDates(spec, typeOf) ? 'lines' : 'bars';
    onChange({ hasChart, chart: hasChart ? { kind, measure: drawn?.measure ?? 0 } : undefined });
  }

  return (
    <Stack role="group" aria-label={t('display')} gap="xs">
      <Checkbox
        role="switch"
        aria-checked={isShaded}
        size="xs"
        label={t('shade')}
        checked={isShaded}
        onChange={(event) => onChange({ isShaded: event.currentTarget.checked || undefined })}
      />
      <Checkbox
        role="switch"
        aria-checked={spec.hasChart}
        size="xs"
        label={t('chart')}
        checked={spec.hasChart}
        onChange={(event) => switchChart(event.currentTarget.checked)}
      />
      {spec.hasChart && drawn !== null && measure !== undefined && (
        <Group grow gap="xs" align="flex-start">
          <OneSelect<ChartKind>
            label={t('chartKind')}
            options={chartKinds(spec, measure, typeOf).map((value) => ({
              value,
              label: t(`chartKinds.${value}`),
            }))}
            value={drawn.kind}
            onChange={(kind) => onChange({ chart: { ...drawn, kind } })}
          />
          <OneSelect
            label={t('chartMeasure')}
            options={chartMeasures(spec, typeOf).flatMap((index) => {
              const each = spec.measures[index];
              return each === undefined ? [] : [{ value: String(index), label: measureText(words, each) }];
            })}
            value={String(drawn.measure)}
            onChange={(index) => onChange({ chart: { ...drawn, measure: Number(index) } })}
          />
        </Group>
      )}
    </Stack>
  );
}

interface ProposalsProps {
  readonly proposals: readonly PivotSpec[];
  readonly chosen: PivotSpec;
  readonly onChoose: (groupsAndMeasures: Pick<PivotSpec, 'rows' | 'columns' | 'measures'>) => void;
}

/** Lists the suggested pivots, except the one on screen. */
function Proposals({ proposals, chosen, onChoose }: ProposalsProps) {
  const words = useWords();
  const t = words.of('pivot');
  const shown = pivotToParameter({ ...computedSpec(chosen), sort: null });
  const others = proposals.filter((proposal) => pivotToParameter(proposal) !== shown);
  if (others.length === 0) return null;
  return (
    <Stack role="group" aria-label={t('proposals')} gap={4} align="flex-start">
      <Text size="sm" fw={500} aria-hidden="true">
        {t('proposals')}
      </Text>
      {others.map((proposal) => (
        <Button
          key={pivotToParameter(proposal)}
          variant="default"
          size="compact-sm"
          classNames={{ root: classes['proposal'] ?? '', label: classes['proposalText'] ?? '' }}
          onClick={() =>
            onChoose({ rows: proposal.rows, columns: proposal.columns, measures: proposal.measures })
          }
        >
          {proposalText(words, proposal)}
        </Button>
      ))}
    </Stack>
  );
}

/** Describes a suggested pivot. The text is the beginning of a sentence. */
function proposalText(words: Words, { measures, rows, columns }: PivotSpec): string {
  const t = words.of('pivot');
  const list = new Intl.ListFormat(words.language, { type: 'conjunction' });
  const text = t('proposal', {
    measures: list.format(
      measures.map(({ field }) =>
        field === null ? t('inSentence.count') : t('inSentence.average', { field }),
      ),
    ),
    group: list.format(
      [...rows, ...columns].map(({ field, step }) =>
        step === null ? field : t(`inSentence.${step as 'month'}`, { field }),
      ),
    ),
  });
  return text.charAt(0).toLocaleUpperCase(words.language) + text.slice(1);
}
