import { Box, Group, Stack } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { IconButton } from '@/ui/components/icon-button';
import type { AnalysedColumn } from '@/analysis/engine/analysed-table';
import { FieldAdder, OneSelect } from '../../conditions/field-select';
import { NumberField } from '../../conditions/number-field';
import {
  DATE_STEPS,
  dateStepOf,
  groupingBy,
  isStep,
  type DateStep,
  type Grouping,
} from '@/analysis/pivot/pivot-spec';
import classes from './pivot.module.css';

export interface GroupingsEditorProps {
  readonly id: string;
  readonly label: string;
  readonly groupings: readonly Grouping[];
  readonly maxCount: number;
  readonly columns: readonly AnalysedColumn[];
  /** The fields that rows or columns are already grouped by. They are not offered again. */
  readonly usedFields: readonly string[];
  readonly onChange: (groupings: readonly Grouping[]) => void;
}

/**
 * Edits the fields that group the rows or columns. A combobox adds a field; a chosen number or date field also gets the size of
 * its groups, such as a month.
 */
export function GroupingsEditor(props: GroupingsEditorProps) {
  const { id, label, groupings, maxCount, columns, usedFields, onChange } = props;
  const t = useTranslations('pivot');
  const isFull = groupings.length >= maxCount;
  const free = columns.filter(({ name }) => !usedFields.includes(name));
  const typeOf = (field: string) => columns.find(({ name }) => name === field)?.type ?? 'text';
  return (
    <Stack gap={4}>
      <FieldAdder
        id={id}
        label={label}
        placeholder={t('addField')}
        options={isFull ? [] : free.map(({ name }) => ({ value: name, label: name }))}
        emptyText={isFull ? t('full', { count: maxCount }) : t('noField')}
        onAdd={(field) => onChange([...groupings, groupingBy(field, typeOf(field))])}
      />
      {groupings.length > 0 && (
        <Stack component="ul" gap={4} m={0} p={0} className={classes['chosen'] ?? ''} aria-label={label}>
          {groupings.map((grouping, index) => (
            <Group
              key={grouping.field}
              component="li"
              gap={4}
              wrap="nowrap"
              pl={8}
              fz="sm"
              className={classes['grouping'] ?? ''}
            >
              <Box component="span" flex={1} miw={0} className={classes['field'] ?? ''}>
                {grouping.field}
              </Box>
              <StepEditor
                grouping={grouping}
                type={typeOf(grouping.field)}
                onChange={(step) => onChange(groupings.with(index, { ...grouping, step }))}
              />
              <IconButton
                size={24}
                label={t('removeGrouping', { field: grouping.field })}
                onClick={() => {
                  onChange(groupings.toSpliced(index, 1));
                  document.getElementById(id)?.focus();
                }}
              >
                <IconX size={14} />
              </IconButton>
            </Group>
          ))}
        </Stack>
      )}
    </Stack>
  );
}

interface StepEditorProps {
  readonly grouping: Grouping;
  readonly type: AnalysedColumn['type'];
  readonly onChange: (step: string | null) => void;
}

function StepEditor({ grouping: { field, step }, type, onChange }: StepEditorProps) {
  const t = useTranslations('pivot');
  const label = t('stepOf', { field });
  if (type === 'number') return <NumberStep label={label} step={step} onChange={onChange} />;
  if (type !== 'date') return null;
  return (
    <OneSelect<DateStep>
      label={label}
      isLabelHidden
      options={DATE_STEPS.map((value) => ({ value, label: t(`steps.${value}`) }))}
      value={dateStepOf(step) ?? 'month'}
      onChange={onChange}
    />
  );
}

interface NumberStepProps {
  readonly label: string;
  readonly step: string | null;
  readonly onChange: (step: string | null) => void;
}

/** An input for the width of number ranges, in the user's number format. If it is empty, each value is a group. */
function NumberStep({ label, step, onChange }: NumberStepProps) {
  const t = useTranslations('pivot');
  return (
    <NumberField
      w={104}
      aria-label={label}
      placeholder={t('eachValue')}
      value={step}
      limits={{ integerDigits: 18, fractionDigits: 10 }}
      isValid={isStep}
      problemOf={() => t('stepProblem')}
      onChange={onChange}
      onClear={() => onChange(null)}
    />
  );
}
