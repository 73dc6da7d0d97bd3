import { Button, Group, Stack, Text } from '@mantine/core';
import { IconGripVertical, IconX } from '@tabler/icons-react';
import { memo, useId, useState, type ComponentType, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useWords } from '@/ui/formats/use-words';
import { useAnnounce } from '@/ui/components/announcer';
import { IconButton } from '@/ui/components/icon-button';
import { useDraft } from '@/ui/components/use-draft';
import { useReorderable } from '@/ui/components/reordering';
import { AddConditions, ConditionParts } from '../../conditions/condition-parts';
import { newConditionId } from '../../conditions/condition-ids';
import { OneSelect } from '../../conditions/field-select';
import type { DraftConditions } from '../../model/draft-query';
import { draftConditionsOf, refineGroupOf } from '../../model/draft-refinement';
import { refinementProblem, type RefineColumn } from '@/analysis/conditions/refinement';
import { refinementToParameter } from '@/analysis/conditions/refinement-address';
import {
  withChangedRule,
  withMovedRule,
  withoutRule,
  withTypedNumber,
  type EditedProposal,
} from './proposal-draft';
import classes from './proposal.module.css';
import { ruleProblem, type PriceRule } from '@/analysis/new-prices/proposal-spec';
import { RuleFields } from './rule-fields';
import { TypedNumbersContext, type TypedNumbers } from './rule-number';
import { ruleText } from '@/analysis/new-prices/rule-text';
import { ownMember } from '@/lib/base/own-member';

export interface RuleEditorProps {
  readonly id: string;
  readonly rule: PriceRule;
  /** The typed conditions while they are incomplete; null if they are complete. */
  readonly unfinished: DraftConditions | null;
  readonly typed: TypedNumbers['typed'];
  /** The number of the rule on screen, starting with 1. */
  readonly number: number;
  readonly ruleCount: number;
  readonly fields: readonly PriceField[];
  readonly columns: readonly RefineColumn[];
  /** The column of the cost; null if there is none. */
  readonly cost: string | null;
  /** The column of the price. It is not offered as a column to compute the price from. */
  readonly price: string;
  readonly change: EditedProposal['change'];
  /** Shows the number of rows that a rule applies to. `rule` is 0-based. */
  readonly Counts: ComponentType<{ readonly rule: number }>;
}

/** Edits one rule, as a group of inputs. It is memoized, so that a key press in one rule does not render the other rules. */
export const RuleEditor = memo(function RuleEditor(props: RuleEditorProps) {
  const {
    id,
    rule,
    unfinished,
    typed,
    number,
    ruleCount,
    fields,
    columns,
    cost,
    price,
    change: changeDraft,
    Counts,
  } = props;
  const [isFirst, isLast] = [number === 1, number === ruleCount];
  const t = useTranslations('proposal');
  const announce = useAnnounce();
  const tReorder = useTranslations('reorder');
  const words = useWords();
  const { itemRef, handleRef, handleListeners } = useReorderable(id);
  const nameId = useId();
  const problem = ruleProblem(rule, columns, cost);
  const otherNumbers = columns
    .filter(({ name, type }) => type === 'number' && name !== price)
    .map(({ name }) => name);
  const change = (changes: Partial<PriceRule>) =>
    changeDraft((draft) => withChangedRule(draft, id, { rule: { ...rule, ...changes } }));
  const typedNumbers: TypedNumbers = {
    typed,
    keep: (place, text) => changeDraft((draft) => withTypedNumber(draft, id, place, text)),
  };
  const move = (event: KeyboardEvent): boolean => {
    const offset = ownMember({ ArrowUp: -1, ArrowDown: 1 }, event.key);
    if (!event.altKey || (offset !== -1 && offset !== 1)) return false;
    event.preventDefault();
    if (offset === -1 ? isFirst : isLast) return true;
    changeDraft((draft) => withMovedRule(draft, id, number - 1 + offset));
    announce(tReorder('moved', { item: t('rule', { number }), place: number + offset, count: ruleCount }));
    return true;
  };
  return (
    <Stack
      ref={itemRef}
      role="group"
      aria-labelledby={nameId}
      gap={8}
      p="6px 10px 10px"
      className={classes['rule'] ?? ''}
    >
      <Group gap={4} wrap="nowrap">
        {!(isFirst && isLast) && (
          <button
            ref={handleRef}
            type="button"
            className={classes['handle']}
            aria-label={tReorder('move', { item: t('rule', { number }) })}
            title={tReorder('hint')}
            {...handleListeners}
            onKeyDown={(event) => {
              if (!move(event)) handleListeners.onKeyDown(event);
            }}
          >
            <IconGripVertical size={13} stroke={1.6} aria-hidden="true" />
          </button>
        )}
        <h3 id={nameId} className={classes['ruleName']}>
          {t('rule', { number })}
        </h3>
        <Counts rule={number - 1} />
        <IconButton
          size={26}
          label={t('removeRule', { number })}
          onClick={() => {
            changeDraft((draft) => withoutRule(draft, id));
            document.getElementById(ADD_RULE_ID)?.focus();
          }}
        >
          <IconX size={15} />
        </IconButton>
      </Group>
      <RowsOfRule
        rule={rule}
        unfinished={unfinished}
        fields={fields}
        columns={columns}
        onChange={(conditions) =>
          changeDraft((draft) =>
            withChangedRule(draft, id, { rule: { ...rule, conditions }, unfinished: null }),
          )
        }
        onLeaveUnfinished={(next) => changeDraft((draft) => withChangedRule(draft, id, { unfinished: next }))}
      />
      <TypedNumbersContext value={typedNumbers}>
        <div className={classes['ruleInputs']}>
          <RuleFields rule={rule} isFirst={isFirst} columns={otherNumbers} onChange={change} />
        </div>
      </TypedNumbersContext>
      <p className={classes['sentence']}>
        {ruleText(words, rule, fields).replaceAll(' %', '\u00a0%').replaceAll('± ', '±\u00a0')}
      </p>
      {problem !== null && (
        <p role="alert" className={classes['problem']}>
          {t(`ruleProblem.${problem.kind}`, { text: problem.text })}
        </p>
      )}
    </Stack>
  );
});

interface RowsOfRuleProps extends Pick<RuleEditorProps, 'rule' | 'unfinished' | 'fields' | 'columns'> {
  readonly onChange: (conditions: PriceRule['conditions']) => void;
  readonly onLeaveUnfinished: (conditions: DraftConditions) => void;
}

/** Edits which rows a rule applies to: all rows, or rows that satisfy conditions. The conditions are edited like filters. */
function RowsOfRule({
  rule: { conditions },
  unfinished,
  fields,
  columns,
  onChange,
  onLeaveUnfinished,
}: RowsOfRuleProps) {
  const t = useTranslations('proposal');
  const refinementIn = ({ join, parts }: DraftConditions) => ({
    conditions: refineGroupOf(parts, join),
    computedColumns: [],
  });
  const typeOf = (name: string) => columns.find((column) => column.name === name)?.type;
  const [{ draft, isOpen }, setDraft] = useDraft(refinementToParameter({ conditions, computedColumns: [] }), {
    draftOf: () => ({
      draft: draftConditionsOf(conditions, { typeOf, newId: newConditionId }),
      isOpen: conditions !== null,
    }),
    valueOf: (of) => refinementToParameter(refinementIn(of.draft)),
    kept: unfinished === null ? null : { draft: unfinished, isOpen: true },
  });
  const [addedId, setAddedId] = useState<string | null>(null);
  const isUnfinished = refinementProblem(refinementIn(draft), columns) !== null;

  function edit(next: DraftConditions, isNowOpen = isOpen): void {
    setDraft({ draft: next, isOpen: isNowOpen });
    const refinement = refinementIn(next);
    if (refinementProblem(refinement, columns) !== null) {
      onLeaveUnfinished(next);
      return;
    }
    onChange(refinement.conditions);
  }
  return (
    <Stack gap={6}>
      <OneSelect
        label={t('for')}
        options={(['all', 'conditions'] as const).map((value) => ({ value, label: t(`rowsFor.${value}`) }))}
        value={isOpen ? 'conditions' : 'all'}
        onChange={(value) => {
          if (value === 'all') edit({ join: 'all', parts: [] }, false);
          else setDraft({ draft, isOpen: true });
        }}
      />
      {isOpen && (
        <>
          <ConditionParts
            group={draft}
            fields={fields}
            addedId={addedId}
            onChange={(changes) => edit({ ...draft, ...changes })}
            onAdd={setAddedId}
          />
          <Group gap={4}>
            <AddConditions
              group={draft}
              field={fields[0]}
              onAdd={(parts, added) => {
                edit({ ...draft, parts });
                setAddedId(added);
              }}
            />
          </Group>
          {(draft.parts.length === 0 || isUnfinished) && (
            <Text size="xs" c="dimmed" role="status">
              {t(draft.parts.length === 0 ? 'noCondition' : 'unfinished')}
            </Text>
          )}
        </>
      )}
    </Stack>
  );
}

export function AddRule({ isFull, onAdd }: { readonly isFull: boolean; readonly onAdd: () => void }) {
  const t = useTranslations('proposal');
  return (
    <Button
      id={ADD_RULE_ID}
      variant="default"
      size="xs"
      aria-disabled={isFull || undefined}
      onClick={() => {
        if (!isFull) onAdd();
      }}
    >
      {t('addRule')}
    </Button>
  );
}

/** The id of the **Add rule** button. It gets the focus when a rule is removed. */
const ADD_RULE_ID = 'proposal-add-rule';
