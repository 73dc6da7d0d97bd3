import { ActionIcon, Button, Group, Stack } from '@mantine/core';
import { IconFolderPlus, IconPlus, IconX } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import {
  conditionOf,
  type DraftConditions,
  type DraftFilter,
  type DraftGroup,
  type DraftUnsetOrCondition,
} from '../model/draft-query';
import { operatorIds } from '@/analysis/conditions/operators';
import { filterProblems, type FilterEditor, type Problem } from '../model/resolve-query';
import { useWorkbenchScope } from '../controller/use-workbench';
import { ConditionEditor } from './condition-editor';
import { newConditionId } from './condition-ids';
import classes from './condition-parts.module.css';
import { fieldChoice } from './field-choice';
import { OneSelect } from './field-select';
import { focusFirstInput } from './focus-first-input';

export interface ConditionPartsProps {
  readonly group: DraftConditions;
  /** The columns to choose from, including computed ones. */
  readonly fields: readonly PriceField[];
  /** The id of the condition that was just added and gets the focus; null if there is none. */
  readonly addedId: string | null;
  readonly onChange: (next: Partial<DraftConditions>) => void;
  /** Called with the id of a condition that has been added to a group. */
  readonly onAdd: (id: string) => void;
}

/** Edits conditions on the rows read, and groups of conditions, that do not belong to the query. */
export function ConditionParts({ group, fields, addedId, onChange, onAdd }: ConditionPartsProps) {
  const t = useTranslations('conditions.parts');
  const conditions = conditionsIn(group.parts);
  function changePart(id: string, next: DraftFilter | null): void {
    onChange({ parts: withPart(group.parts, id, next) });
  }
  const conditionItem = (condition: DraftUnsetOrCondition, onEdit: (next: DraftFilter | null) => void) => {
    const number = conditions.findIndex(({ id }) => id === condition.id) + 1;
    return (
      <ConditionItem
        key={condition.id}
        condition={condition}
        name={t('condition', { number })}
        removeLabel={t('removeCondition', { number })}
        fields={fields}
        isNew={condition.id === addedId}
        onChange={onEdit}
        onRemove={() => onEdit(null)}
      />
    );
  };
  const groupItem = (part: DraftGroup, onEdit: (next: DraftFilter | null) => void): ReactNode => (
    <Stack
      key={part.id}
      role="group"
      aria-label={t('group')}
      gap={6}
      px={8}
      py={6}
      className={classes['group'] ?? ''}
    >
      <Group gap="4px 8px">
        <JoinSelect join={part.join} onChange={(join) => onEdit({ ...part, join })} />
        <AddButton
          label={t('addToGroup')}
          onAdd={() => {
            const added = newCondition(fields[0]);
            onEdit({ ...part, parts: [...part.parts, added] });
            onAdd(added.id);
          }}
        />
      </Group>
      {part.parts.map((inner) =>
        partItem(inner, (next) => {
          const parts = withPart(part.parts, inner.id, next);
          onEdit(parts.length === 0 ? null : { ...part, parts });
        }),
      )}
    </Stack>
  );
  const partItem = (part: DraftFilter, onEdit: (next: DraftFilter | null) => void) =>
    part.kind === 'group' ? groupItem(part, onEdit) : conditionItem(part, onEdit);
  return (
    <>
      {group.parts.length > 1 && <JoinSelect join={group.join} onChange={(join) => onChange({ join })} />}
      {group.parts.map((part) => partItem(part, (next) => changePart(part.id, next)))}
    </>
  );
}

export interface ConditionItemProps {
  readonly condition: DraftUnsetOrCondition;
  readonly name: string;
  readonly removeLabel: string;
  readonly fields: readonly PriceField[];
  /** Whether the condition was just added, so that it gets the focus. */
  readonly isNew: boolean;
  readonly onChange: (condition: DraftFilter) => void;
  readonly onRemove: () => void;
}

/** Edits one condition on the rows read, as a group of inputs. */
export function ConditionItem(props: ConditionItemProps) {
  const { condition, name, removeLabel, fields, isNew, onChange, onRemove } = props;
  const { today } = useWorkbenchScope();
  const choices = useMemo(() => ({ choices: fields.map(fieldChoice), unavailable: [] }), [fields]);
  const problems = useMemo(() => shownProblems(condition, fields, today), [condition, fields, today]);
  return (
    <div
      ref={isNew ? focusFirstInput : undefined}
      role="group"
      aria-label={name}
      className={classes['condition']}
      data-rule={condition.id}
    >
      <ConditionEditor
        condition={condition}
        fields={fields}
        choices={choices}
        problems={problems}
        mayBeHere
        onChange={onChange}
        tools={
          <ActionIcon variant="subtle" color="gray" size={26} aria-label={removeLabel} onClick={onRemove}>
            <IconX size={15} />
          </ActionIcon>
        }
      />
    </div>
  );
}

// While a condition is built, missing values are not shown as mistakes. The parts that use the condition say that it is not complete.
const NOT_SHOWN: ReadonlySet<Problem['kind']> = new Set(['value-missing', 'field-missing', 'from-after-to']);

function shownProblems(
  condition: DraftUnsetOrCondition,
  fields: readonly PriceField[],
  today: string,
): ReadonlyMap<FilterEditor, Problem> {
  const shown = new Map<FilterEditor, Problem>();
  // The price column has no fields here, because the limits of the service do not apply to these conditions.
  const scope = { priceColumn: { fields: [] }, fields, isLocked: () => false, today, readsRows: true };
  for (const { where, problem } of filterProblems(condition, scope)) {
    if (where.part === 'filter' && !NOT_SHOWN.has(problem.kind)) shown.set(where.editor, problem);
  }
  return shown;
}

/** Returns a new condition on a field, without a value. */
export function newCondition(field: PriceField | undefined): DraftUnsetOrCondition {
  const unset = { kind: 'unset', id: newConditionId(), isDisabled: false } as const;
  const [operator] = operatorIds(field?.type ?? 'text');
  if (field === undefined || operator === undefined) return unset;
  return conditionOf(field, operator, unset) ?? unset;
}

function conditionsIn(parts: readonly DraftFilter[]): readonly DraftUnsetOrCondition[] {
  return parts.flatMap((part) => (part.kind === 'group' ? conditionsIn(part.parts) : [part]));
}

function withPart(parts: readonly DraftFilter[], id: string, next: DraftFilter | null): DraftFilter[] {
  return parts.flatMap((part) => (part.id === id ? (next === null ? [] : [next]) : [part]));
}

export interface AddConditionsProps {
  readonly group: DraftConditions;
  /** The field that a new condition is about. */
  readonly field: PriceField | undefined;
  /** Called with all parts, and with the id of the condition to focus. */
  readonly onAdd: (parts: DraftConditions['parts'], addedId: string) => void;
}

/** The buttons **Add condition** and **Add group**. They add to the end of the list. */
export function AddConditions({ group, field, onAdd }: AddConditionsProps) {
  const t = useTranslations('conditions.parts');
  return (
    <>
      <AddButton
        label={t('addCondition')}
        onAdd={() => {
          const added = newCondition(field);
          onAdd([...group.parts, added], added.id);
        }}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconFolderPlus size={14} aria-hidden="true" />}
        onClick={() => {
          const first = newCondition(field);
          const parts = [first, newCondition(field)];
          const join = group.join === 'all' ? 'any' : 'all';
          const id = newConditionId();
          onAdd([...group.parts, { kind: 'group', id, isDisabled: false, join, parts }], first.id);
        }}
      >
        {t('addGroup')}
      </Button>
    </>
  );
}

interface JoinSelectProps {
  readonly join: DraftConditions['join'];
  readonly onChange: (join: DraftConditions['join']) => void;
}

function JoinSelect({ join, onChange }: JoinSelectProps) {
  const t = useTranslations('conditions.parts');
  return (
    <OneSelect
      label={t('join')}
      isLabelHidden
      options={(['all', 'any'] as const).map((value) => ({ value, label: t(`joins.${value}`) }))}
      value={join}
      onChange={onChange}
    />
  );
}

function AddButton({ label, onAdd }: { readonly label: string; readonly onAdd: () => void }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconPlus size={14} aria-hidden="true" />}
      onClick={onAdd}
    >
      {label}
    </Button>
  );
}
