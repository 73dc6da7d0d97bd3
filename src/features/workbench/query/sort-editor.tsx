import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useWords } from '@/ui/formats/use-words';
import type { DraftSort } from '../model/draft-query';
import { isFieldOfService } from '../model/filter-place';
import { useWorkbenchScope, useWorkbenchState } from '../controller/use-workbench';
import { ChoiceSelect } from '../conditions/choice-select';
import { ruleIdIn, sortFieldId, sortMoveId, type QueryPlace } from './element-ids';
import { problemText } from '../conditions/problem-text';
import { useQueryView } from './query-context';
import { problemOfSort, useSortActions, useSortChoices } from './rule-actions';
import { HereMark, RuleButton } from './sortable-rule';
import classes from './rules.module.css';

export interface SortEditorProps {
  readonly rule: DraftSort;
  readonly place: QueryPlace;
}

export function SortEditor({ rule, place }: SortEditorProps) {
  const count = useWorkbenchState().draft.sort.length;
  const { priceColumn } = useWorkbenchScope();
  const problem = problemOfSort(useQueryView().problems, rule.id);
  const choicesFor = useSortChoices();
  const { indexOf, change, move, remove } = useSortActions(place);
  const t = useTranslations('workbench');
  const tConditions = useTranslations('conditions');
  const words = useWords();
  const number = indexOf(rule.id) + 1;
  const elementId = ruleIdIn(place, rule.id);
  return (
    <div className={classes['sortHead']}>
      <ChoiceSelect
        id={sortFieldId(elementId)}
        label={t('sort.field')}
        placeholder={tConditions('editor.fieldPlaceholder')}
        {...choicesFor(rule)}
        value={rule.field}
        problem={problem === null ? null : problemText(words, problem, { fieldName: rule.field ?? '' })}
        onChange={(field) => {
          change({ ...rule, field });
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
          change({ ...rule, direction });
        }}
      />
      <div className={classes['sortTools']}>
        <RuleButton
          id={sortMoveId(elementId, -1)}
          label={t('sort.moveUp', { number })}
          isUnavailable={number === 1}
          onClick={() => {
            move(rule, -1);
          }}
        >
          <IconArrowUp size={15} />
        </RuleButton>
        <RuleButton
          id={sortMoveId(elementId, 1)}
          label={t('sort.moveDown', { number })}
          isUnavailable={number === count}
          onClick={() => {
            move(rule, 1);
          }}
        >
          <IconArrowDown size={15} />
        </RuleButton>
        <RuleButton
          label={t('sort.remove', { number })}
          onClick={() => {
            remove(rule);
          }}
        >
          <IconX size={15} />
        </RuleButton>
      </div>
      <HereMark
        reason={
          rule.field === null || isFieldOfService(rule.field, priceColumn) ? null : 'no-field-of-service'
        }
      />
    </div>
  );
}
