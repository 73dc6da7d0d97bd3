import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDots,
  IconEye,
  IconEyeOff,
  IconX,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { withField, withOperator, type DraftFilter } from '../model/draft-query';
import { OPERATORS, operatorIds, type Operator, type OperatorId } from '../model/operators';
import type { FilterEditor, Problem } from '../model/resolve-query';
import type { Announce } from '@/shared/ui/announcer';
import { ChoiceSelect, type Choice } from './choice-select';
import { filterEditorId } from './element-ids';
import { RuleButton } from './rule-button';
import { SortableRule } from './sortable-rule';
import { TypeIcon } from './type-icon';
import { useProblemText } from './use-problem-text';
import { ValueEditor } from './value-editor';
import inputClasses from './query-inputs.module.css';
import classes from './rules.module.css';

export interface FilterRowProps {
  /** 1-based. */
  readonly number: number;
  readonly count: number;
  readonly filter: DraftFilter;
  /** All of the price column. */
  readonly fields: readonly PriceField[];
  /** Those that may be chosen. */
  readonly fieldChoices: readonly Choice<string>[];
  readonly problems: ReadonlyMap<FilterEditor, Problem>;
  readonly today: string;
  readonly announce: Announce;
  /** `editor`: what was edited, so that typing is one step of undo. */
  readonly onChange: (filter: DraftFilter, editor: FilterEditor | 'operator') => void;
  readonly onRemove: () => void;
  readonly onDuplicate: () => void;
  readonly onToggle: () => void;
  readonly onMove: (offset: -1 | 1) => void;
}

/** One condition: field, operator, value. */
export function FilterRow(props: FilterRowProps) {
  const { number, count, filter, fields, fieldChoices, problems, today, announce } = props;
  const { onChange, onRemove, onDuplicate, onToggle, onMove } = props;
  const t = useTranslations('workbench');
  const problemText = useProblemText();
  const fieldName = filter.kind === 'unset' ? null : filter.field;
  const field = fields.find((candidate) => candidate.name === fieldName);
  const fieldProblem = problems.get('field');
  return (
    <SortableRule
      id={filter.id}
      label={t('filters.rule', { number })}
      isOff={filter.isDisabled}
      canMove={count > 1}
      onMove={(offset) => {
        if (number + offset >= 1 && number + offset <= count) onMove(offset);
      }}
    >
      <div className={classes['head']}>
        <ChoiceSelect
          id={filterEditorId(filter.id, 'field')}
          label={t('filters.field')}
          placeholder={t('filters.fieldPlaceholder')}
          choices={withCurrent(fieldChoices, fieldName, field)}
          value={fieldName}
          isDisabled={filter.isDisabled}
          problem={
            fieldProblem === undefined
              ? null
              : problemText(fieldProblem, { fieldName: fieldName ?? '', field })
          }
          onChange={(name) => {
            const chosen = fields.find((candidate) => candidate.name === name);
            if (chosen !== undefined) onChange(withField(filter, chosen), 'field');
          }}
        />
        <OperatorSelect filter={filter} onChange={onChange} />
        <Menu position="bottom-end" returnFocus>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={26} aria-label={t('filters.more', { number })}>
              <IconDots size={15} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconCopy size={14} />} onClick={onDuplicate}>
              {t('filters.duplicate')}
            </Menu.Item>
            <Menu.Item
              leftSection={filter.isDisabled ? <IconEye size={14} /> : <IconEyeOff size={14} />}
              onClick={onToggle}
            >
              {filter.isDisabled ? t('filters.enable') : t('filters.disable')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowUp size={14} />}
              disabled={number === 1}
              onClick={() => {
                onMove(-1);
              }}
            >
              {t('filters.moveUp')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown size={14} />}
              disabled={number === count}
              onClick={() => {
                onMove(1);
              }}
            >
              {t('filters.moveDown')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <RuleButton label={t('filters.remove', { number })} onClick={onRemove}>
          <IconX size={15} />
        </RuleButton>
      </div>
      {filter.kind !== 'unset' && field?.type === filter.kind && (
        <ValueEditor
          condition={filter}
          field={field}
          problems={problems}
          today={today}
          announce={announce}
          onChange={(condition) => {
            onChange(condition, 'value');
          }}
        />
      )}
      {filter.isDisabled && (
        <p className={classes['off']}>
          {t('filters.disabled')}{' '}
          <button type="button" className={inputClasses['textButton']} onClick={onToggle}>
            {t('filters.enable')}
          </button>
        </p>
      )}
    </SortableRule>
  );
}

interface OperatorSelectProps {
  readonly filter: DraftFilter;
  readonly onChange: FilterRowProps['onChange'];
}

function OperatorSelect({ filter, onChange }: OperatorSelectProps) {
  const t = useTranslations('workbench');
  if (filter.kind === 'unset') {
    return (
      <ChoiceSelect<OperatorId>
        label={t('filters.operator')}
        placeholder={t('filters.operator')}
        choices={[]}
        value={null}
        isDisabled
        onChange={() => undefined}
      />
    );
  }
  const operators: Record<string, Operator> = OPERATORS[filter.kind];
  return (
    <ChoiceSelect<OperatorId>
      label={t('filters.operator')}
      choices={operatorIds(filter.kind).map((id) => ({
        value: id,
        label: t(`operator.${id}`),
        symbol: operators[id]?.symbol ?? '',
      }))}
      value={filter.operator}
      isDisabled={filter.isDisabled}
      onChange={(operatorId) => {
        onChange(withOperator(filter, operatorId), 'operator');
      }}
    />
  );
}

/** The field of the condition is listed even where it could not be chosen again (locked, gone, not filterable). */
function withCurrent(
  choices: readonly Choice<string>[],
  name: string | null,
  field: PriceField | undefined,
): readonly Choice<string>[] {
  if (name === null || choices.some((choice) => choice.value === name)) return choices;
  return [...choices, { value: name, label: name, icon: field && <TypeIcon type={field.type} /> }];
}
