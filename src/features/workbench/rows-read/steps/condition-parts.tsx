import { Button, Group, Stack } from '@mantine/core';
import { IconFolderPlus, IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { emptyCondition, newId, type DraftRefineCondition } from '../../conditions/condition-draft';
import { ConditionEditor } from '../../conditions/condition-editor';
import { OneSelect } from '../../conditions/field-select';
import type { RefineJoin } from '../../model/refinement';
import classes from './refine.module.css';
import type { DraftConditions, DraftRefineGroup } from './refinement-draft';

export interface ConditionPartsProps {
  readonly group: DraftConditions;
  /** The columns to choose from, including computed ones. */
  readonly fields: readonly PriceField[];
  /** The condition that was just added, and takes the focus; null for none. */
  readonly addedId: string | null;
  /** Why a condition cannot be applied, in words; null if it can, or until the person has tried. */
  readonly problemOf: (condition: DraftRefineCondition) => string | null;
  readonly onChange: (next: Partial<DraftConditions>) => void;
  /** Called with the id of a condition that was added to a group. */
  readonly onAdd: (id: string) => void;
}

/** The conditions and groups of conditions of a refinement. */
export function ConditionParts({ group, fields, addedId, problemOf, onChange, onAdd }: ConditionPartsProps) {
  const t = useTranslations('refine');
  function changePart(id: string, next: DraftRefineCondition | DraftRefineGroup | null): void {
    onChange({
      parts: group.parts.flatMap((part) => (part.id === id ? (next === null ? [] : [next]) : [part])),
    });
  }

  const allConditions = group.parts.flatMap((part) => (part.kind === 'group' ? part.parts : [part]));
  const numberOf = (id: string) => allConditions.findIndex((condition) => condition.id === id) + 1;
  const conditionEditor = (
    condition: DraftRefineCondition,
    onEdit: (next: DraftRefineCondition | null) => void,
  ) => (
    <ConditionEditor
      key={condition.id}
      condition={condition}
      number={numberOf(condition.id)}
      isNew={condition.id === addedId}
      fields={fields}
      problem={problemOf(condition)}
      onChange={onEdit}
      onRemove={() => onEdit(null)}
    />
  );
  return (
    <>
      {group.parts.length > 1 && <JoinSelect join={group.join} onChange={(join) => onChange({ join })} />}
      {group.parts.map((part) =>
        part.kind === 'condition' ? (
          conditionEditor(part, (next) => changePart(part.id, next))
        ) : (
          <Stack
            key={part.id}
            role="group"
            aria-label={t('group')}
            gap={6}
            px={8}
            py={6}
            className={classes['group'] ?? ''}
          >
            <Group gap="4px 8px" className={classes['groupHead'] ?? ''}>
              <JoinSelect join={part.join} onChange={(join) => changePart(part.id, { ...part, join })} />
              <AddButton
                label={t('addToGroup')}
                onAdd={() => {
                  const added = emptyCondition(fields[0]);
                  changePart(part.id, { ...part, parts: [...part.parts, added] });
                  onAdd(added.id);
                }}
              />
            </Group>
            {part.parts.map((condition) =>
              conditionEditor(condition, (next) => {
                const parts = part.parts.flatMap((each) =>
                  each.id === condition.id ? (next === null ? [] : [next]) : [each],
                );
                changePart(part.id, parts.length === 0 ? null : { ...part, parts });
              }),
            )}
          </Stack>
        ),
      )}
    </>
  );
}

export interface AddConditionsProps {
  readonly group: DraftConditions;
  /** The field of a new condition. */
  readonly field: PriceField | undefined;
  /** Called with all parts, and the id of the condition that takes the focus. */
  readonly onAdd: (parts: DraftConditions['parts'], addedId: string) => void;
}

/** The buttons **Add condition** and **Add group**, which add at the end. */
export function AddConditions({ group, field, onAdd }: AddConditionsProps) {
  const t = useTranslations('refine');
  return (
    <>
      <AddButton
        label={t('addCondition')}
        onAdd={() => {
          const added = emptyCondition(field);
          onAdd([...group.parts, added], added.id);
        }}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconFolderPlus size={14} aria-hidden="true" />}
        onClick={() => {
          const parts = [emptyCondition(field), emptyCondition(field)] as const;
          const join = group.join === 'all' ? 'any' : 'all';
          onAdd([...group.parts, { kind: 'group', id: newId(), join, parts }], parts[0].id);
        }}
      >
        {t('addGroup')}
      </Button>
    </>
  );
}

function JoinSelect({
  join,
  onChange,
}: {
  readonly join: RefineJoin;
  readonly onChange: (join: RefineJoin) => void;
}) {
  const t = useTranslations('refine');
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
