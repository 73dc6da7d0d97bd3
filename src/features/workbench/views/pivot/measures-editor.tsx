import { Button, Group } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { IconButton } from '@/ui/components/icon-button';
import type { AnalysedColumn } from '@/analysis/engine/analysed-table';
import { ColumnField } from '../../conditions/column-field';
import { OneSelect } from '../../conditions/field-select';
import {
  countsRows,
  isApplicable,
  MAX_MEASURES,
  MEASURE_FUNCTIONS,
  type Measure,
  type MeasureFunction,
} from '@/analysis/pivot/pivot-spec';
import classes from './pivot.module.css';

export interface MeasuresEditorProps {
  readonly measures: readonly Measure[];
  readonly columns: readonly AnalysedColumn[];
  /** The number field that a new measure uses; null if there are no number fields. */
  readonly mainField: string | null;
  readonly onChange: (measures: readonly Measure[]) => void;
}

const ADD_ID = 'pivot-add-measure';

/** Edits the measures of a pivot. Each measure is a group of inputs for its function and its field. */
export function MeasuresEditor({ measures, columns, mainField, onChange }: MeasuresEditorProps) {
  const t = useTranslations('pivot');
  const fieldsFor = (fn: MeasureFunction) =>
    columns.filter(({ type }) => isApplicable(fn, type)).map(({ name }) => name);

  function withFunction({ field }: Measure, fn: MeasureFunction): Measure {
    const fields = fieldsFor(fn);
    if (field !== null && fields.includes(field)) return { fn, field };
    if (field === null && countsRows(fn)) return { fn, field };
    const main = fields.find((name) => name === mainField) ?? fields[0];
    return { fn, field: main ?? null };
  }

  // A function that no field suits is hidden, unless it can be applied to the rows themselves.
  const functions = MEASURE_FUNCTIONS.filter((fn) => countsRows(fn) || fieldsFor(fn).length > 0);
  return (
    <Group gap="8px 16px" align="flex-end">
      {measures.map((measure, index) => {
        const number = index + 1;
        return (
          <Group
            key={index}
            role="group"
            aria-label={t('measure', { number })}
            gap={4}
            align="flex-end"
            wrap="nowrap"
            className={classes['measure'] ?? ''}
          >
            <OneSelect<MeasureFunction>
              label={t('function')}
              hint={t(`functionHints.${measure.fn}`)}
              options={functions.map((value) => ({ value, label: t(`functions.${value}`) }))}
              value={measure.fn}
              onChange={(fn) => onChange(measures.with(index, withFunction(measure, fn)))}
            />
            <ColumnField
              label={t('ofField')}
              noneLabel={countsRows(measure.fn) ? t('rowsThemselves') : undefined}
              columns={fieldsFor(measure.fn)}
              value={measure.field}
              isSearchable
              onChange={(field) => onChange(measures.with(index, { ...measure, field }))}
            />
            {measures.length > 1 && (
              <IconButton
                size={30}
                label={t('removeMeasure', { number })}
                onClick={() => {
                  onChange(measures.toSpliced(index, 1));
                  document.getElementById(ADD_ID)?.focus();
                }}
              >
                <IconX size={14} />
              </IconButton>
            )}
          </Group>
        );
      })}
      <Button
        id={ADD_ID}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} />}
        aria-disabled={measures.length >= MAX_MEASURES || undefined}
        onClick={() => {
          if (measures.length >= MAX_MEASURES) return;
          onChange([
            ...measures,
            mainField === null ? { fn: 'count', field: null } : { fn: 'sum', field: mainField },
          ]);
        }}
      >
        {t('addMeasure')}
      </Button>
    </Group>
  );
}
