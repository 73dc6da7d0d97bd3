import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { DraftSort } from '../model/draft-query';
import type { Problem } from '../model/resolve-query';
import { ChoiceSelect, type Choice } from './choice-select';
import { sortFieldId, sortMoveId } from './element-ids';
import { RuleButton } from './rule-button';
import { SortableRule } from './sortable-rule';
import { useProblemText } from './use-problem-text';
import classes from './rules.module.css';

export interface SortRowProps {
  /** 1-based. */
  readonly number: number;
  readonly count: number;
  readonly rule: DraftSort;
  readonly fieldChoices: readonly Choice<string>[];
  readonly problem: Problem | null;
  readonly onChange: (rule: DraftSort) => void;
  readonly onMove: (offset: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** One level of the order of rows. */
export function SortRow(props: SortRowProps) {
  const { number, count, rule, fieldChoices, problem, onChange, onMove, onRemove } = props;
  const t = useTranslations('workbench');
  const problemText = useProblemText();
  return (
    <SortableRule
      id={rule.id}
      label={t('sort.rule', { number })}
      canMove={count > 1}
      onMove={(offset) => {
        if (number + offset >= 1 && number + offset <= count) onMove(offset);
      }}
    >
      <div className={classes['sortHead']}>
        <ChoiceSelect
          id={sortFieldId(rule.id)}
          label={t('sort.field')}
          placeholder={t('filters.fieldPlaceholder')}
          choices={fieldChoices}
          value={rule.field}
          problem={problem === null ? null : problemText(problem, { fieldName: rule.field ?? '' })}
          onChange={(field) => {
            onChange({ ...rule, field });
          }}
        />
        <ChoiceSelect<DraftSort['direction']>
          label={t('sort.direction')}
          choices={[
            { value: 'ascending', label: t('sort.ascending') },
            { value: 'descending', label: t('sort.descending') },
          ]}
          value={rule.direction}
          onChange={(direction) => {
            onChange({ ...rule, direction });
          }}
        />
        <RuleButton
          id={sortMoveId(rule.id, -1)}
          label={t('sort.moveUp', { number })}
          isUnavailable={number === 1}
          onClick={() => {
            onMove(-1);
          }}
        >
          <IconArrowUp size={15} />
        </RuleButton>
        <RuleButton
          id={sortMoveId(rule.id, 1)}
          label={t('sort.moveDown', { number })}
          isUnavailable={number === count}
          onClick={() => {
            onMove(1);
          }}
        >
          <IconArrowDown size={15} />
        </RuleButton>
        <RuleButton label={t('sort.remove', { number })} onClick={onRemove}>
          <IconX size={15} />
        </RuleButton>
      </div>
    </SortableRule>
  );
}
