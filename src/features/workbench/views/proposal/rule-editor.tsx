import { Button, Group, Stack, Text } from '@mantine/core';
import { IconGripVertical, IconX } from '@tabler/icons-react';
import { memo, useId, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useAnnounce } from '@/ui/components/announcer';
import { IconButton } from '@/ui/components/icon-button';
import { useDraft } from '@/ui/components/use-draft';
import { useReorderable } from '@/ui/components/reordering';
import { conditionOf } from '../../conditions/condition-draft';
import { OneSelect } from '../../conditions/field-select';
import { FIRST_CHANGE_ID } from '../../conditions/propose-for-rows';
import { SEPARATOR } from '../../model/describe-query';
import { conditionProblem, refinementProblem, type RefineColumn } from '../../model/refinement';
import { refinementToParameter } from '../../model/refinement-address';
import { AddConditions, ConditionParts, type DraftConditions } from '../../rows-read/steps/condition-parts';
import { draftOf, refinementOf } from '../../rows-read/steps/refinement-draft';
import { withChangedRule, withMovedRule, withoutRule, withTypedNumber } from './proposal-draft';
import classes from './proposal.module.css';
import { useProposalState, type EditedProposal } from './proposal-scope';
import {
  CHANGE_KINDS,
  DIRECTIONS,
  LIMIT_KINDS,
  ROUNDING_STEPS,
  ruleProblem,
  type Change,
  type PriceLimit,
  type PriceRule,
  type Rounding,
} from './proposal-spec';
import { RuleNumber, TypedNumbersContext, type TypedNumbers } from './rule-number';
import { useShownPrices } from './shown-prices';
import { useRuleText } from './use-rule-text';
import { ownMember } from '@/lib/base/own-member';

export interface RuleEditorProps {
  readonly id: string;
  readonly rule: PriceRule;
  /** The incomplete conditions as typed; null if they are complete. */
  readonly unfinished: DraftConditions | null;
  readonly typed: TypedNumbers['typed'];
  /** 1-based. */
  readonly number: number;
  readonly ruleCount: number;
  readonly fields: readonly PriceField[];
  readonly columns: readonly RefineColumn[];
  /** The column of costs; null without one. */
  readonly cost: string | null;
  /** The column of prices, which is not offered as another column. */
  readonly price: string;
  readonly change: EditedProposal['change'];
}

/** A rule as a group. Memoized, so that a key press in one rule does not render the others. */
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
  } = props;
  const [isFirst, isLast] = [number === 1, number === ruleCount];
  const t = useTranslations('proposal');
  const announce = useAnnounce();
  const tReorder = useTranslations('reorder');
  const ruleText = useRuleText(fields);
  const { itemRef, handleRef, handleListeners } = useReorderable(id);
  const nameId = useId();
  const problem = ruleProblem(rule, columns, cost);
  const otherNumbers = columns
    .filter(({ name, type }) => type === 'number' && name !== price)
    .map(({ name }) => ({ value: name, label: name }));
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
        <Took rule={number - 1} />
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
          <ChangeEditor
            id={isFirst ? FIRST_CHANGE_ID : undefined}
            change={rule.change}
            numbers={otherNumbers}
            onChange={(next) => change({ change: next })}
          />
          <RoundingEditor rule={rule} onChange={change} />
          <LimitEditor
            label={t('notBelow')}
            place="notBelow"
            limit={rule.notBelow}
            numbers={otherNumbers}
            onChange={(notBelow) => change({ notBelow })}
          />
          <LimitEditor
            label={t('notAbove')}
            place="notAbove"
            limit={rule.notAbove}
            numbers={otherNumbers}
            onChange={(notAbove) => change({ notAbove })}
          />
          <RuleNumber
            label={t('atMost')}
            place="atMost"
            kind="atMost"
            value={rule.atMost ?? ''}
            onChange={(atMost) => change({ atMost })}
            onClear={() => change({ atMost: null })}
          />
        </div>
      </TypedNumbersContext>
      <p className={classes['sentence']}>
        {ruleText(rule).replaceAll(' %', '\u00a0%').replaceAll('± ', '±\u00a0')}
      </p>
      {problem !== null && (
        <p role="alert" className={classes['problem']}>
          {t(`ruleProblem.${problem.kind}`, { text: problem.text })}
        </p>
      )}
    </Stack>
  );
});

interface TookProps {
  /** 0-based. */
  readonly rule: number;
}

/** The number of rows that a rule took, and of those without an answer. Each count shows its rows. */
function Took({ rule }: TookProps) {
  const t = useTranslations('proposal');
  const { completed, isOutdated } = useProposalState();
  const counts = isOutdated ? undefined : completed?.proposal.byRule[rule];
  const { formatInteger } = useFormats();
  const { chosen, show } = useShownPrices();
  if (counts === undefined) return <span className={classes['took']} />;
  const { rows, withoutAnswer } = counts;
  const count = (kind: 'rule' | 'without-answer', text: string) => (
    <button
      type="button"
      aria-pressed={chosen.kind === kind && chosen.rule === rule}
      className={classes['groupChoice']}
      onClick={() => show({ kind, rule })}
    >
      {text}
    </button>
  );
  const rowsText = t('rows', { formatted: formatInteger(rows), count: rows });
  return (
    <span className={classes['took']}>
      {rows === 0 ? rowsText : count('rule', rowsText)}
      {withoutAnswer > 0 && (
        <>
          {SEPARATOR}
          {count(
            'without-answer',
            t('withoutAnswer', { formatted: formatInteger(withoutAnswer), count: withoutAnswer }),
          )}
        </>
      )}
    </span>
  );
}

interface RowsOfRuleProps extends Pick<RuleEditorProps, 'rule' | 'unfinished' | 'fields' | 'columns'> {
  readonly onChange: (conditions: PriceRule['conditions']) => void;
  readonly onLeaveUnfinished: (conditions: DraftConditions) => void;
}

/** The rows that a rule is for: all, or those that satisfy conditions, which are edited as in **Refine**. */
function RowsOfRule({
  rule: { conditions },
  unfinished,
  fields,
  columns,
  onChange,
  onLeaveUnfinished,
}: RowsOfRuleProps) {
  const t = useTranslations('proposal');
  const tRefine = useTranslations('refine');
  const refinementIn = ({ join, parts }: DraftConditions) => refinementOf({ join, parts, computed: [] });
  const [{ draft, isOpen }, setDraft] = useDraft(refinementToParameter({ conditions, computedColumns: [] }), {
    draftOf: () => ({ draft: draftOf({ conditions, computedColumns: [] }, []), isOpen: conditions !== null }),
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
            problemOf={(condition) =>
              conditionProblem(conditionOf(condition), columns)?.kind === 'unknown-field'
                ? tRefine('wrong.unknown-field', { text: condition.column ?? '' })
                : null
            }
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

interface ColumnOptions {
  readonly numbers: readonly { readonly value: string; readonly label: string }[];
}

interface ChangeEditorProps extends ColumnOptions {
  readonly id: string | undefined;
  readonly change: Change;
  readonly onChange: (change: Change) => void;
}

function ChangeEditor({ id, change, numbers, onChange }: ChangeEditorProps) {
  const t = useTranslations('proposal');
  const first = numbers[0]?.value;
  const kinds = CHANGE_KINDS.filter((kind) => kind !== 'column' || first !== undefined);
  const started = (kind: Change['kind']): Change => {
    switch (kind) {
      case 'percent':
        return { kind, percent: '0' };
      case 'amount':
        return { kind, amount: '0' };
      case 'value':
        return { kind, value: '0' };
      case 'margin':
        return { kind, margin: '20' };
      case 'markup':
        return { kind, markup: '20' };
      case 'column':
        return { kind, column: first ?? '', factor: '1' };
    }
  };
  return (
    <>
      <OneSelect
        id={id}
        label={t('change')}
        options={kinds.map((value) => ({ value, label: t(`changes.${value}`) }))}
        value={change.kind}
        onChange={(kind) => onChange(started(kind))}
      />
      {change.kind === 'percent' && (
        <RuleNumber
          label={t('percent')}
          place="change.percent"
          kind="percent"
          value={change.percent}
          onChange={(percent) => onChange({ ...change, percent })}
        />
      )}
      {change.kind === 'amount' && (
        <RuleNumber
          label={t('amount')}
          place="change.amount"
          kind="amount"
          value={change.amount}
          onChange={(amount) => onChange({ ...change, amount })}
        />
      )}
      {change.kind === 'value' && (
        <RuleNumber
          label={t('value')}
          place="change.value"
          kind="amount"
          value={change.value}
          onChange={(value) => onChange({ ...change, value })}
        />
      )}
      {change.kind === 'margin' && (
        <RuleNumber
          label={t('margin')}
          place="change.margin"
          kind="margin"
          value={change.margin}
          hintOf={(margin) => t('formulas.margin', { margin })}
          onChange={(margin) => onChange({ ...change, margin })}
        />
      )}
      {change.kind === 'markup' && (
        <RuleNumber
          label={t('markup')}
          place="change.markup"
          kind="markup"
          value={change.markup}
          hintOf={(markup) => t('formulas.markup', { markup })}
          onChange={(markup) => onChange({ ...change, markup })}
        />
      )}
      {change.kind === 'column' && (
        <>
          <OneSelect
            label={t('otherColumn')}
            isSearchable
            options={numbers}
            value={change.column}
            onChange={(column) => onChange({ ...change, column })}
          />
          <RuleNumber
            label={t('factor')}
            place="change.column"
            kind="factor"
            value={change.factor}
            onChange={(factor) => onChange({ ...change, factor })}
          />
        </>
      )}
    </>
  );
}

interface RoundingEditorProps {
  readonly rule: Pick<PriceRule, 'rounding' | 'direction'>;
  readonly onChange: (changes: Partial<Pick<PriceRule, 'rounding' | 'direction'>>) => void;
}

function RoundingEditor({ rule: { rounding, direction }, onChange }: RoundingEditorProps) {
  const t = useTranslations('proposal');
  const { locale } = useFormats();
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const value = rounding.kind === 'step' ? rounding.step : rounding.kind;
  const started = (chosen: typeof value): Rounding => {
    if (chosen === 'none') return { kind: 'none' };
    return chosen === 'ending' ? { kind: 'ending', ending: '0.95' } : { kind: 'step', step: chosen };
  };
  const stepText = (step: (typeof ROUNDING_STEPS)[number]) =>
    step === '0.10'
      ? new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(0.1)
      : format.format(Number(step));
  return (
    <>
      <OneSelect
        label={t('roundTo')}
        options={[
          { value: 'none' as const, label: t('roundings.none') },
          ...ROUNDING_STEPS.map((step) => ({ value: step, label: stepText(step) })),
          { value: 'ending' as const, label: t('roundings.ending') },
        ]}
        value={value}
        onChange={(chosen) => onChange({ rounding: started(chosen) })}
      />
      {rounding.kind === 'ending' && (
        <RuleNumber
          label={t('ending')}
          place="rounding.ending"
          kind="ending"
          value={rounding.ending}
          onChange={(ending) => onChange({ rounding: { kind: 'ending', ending } })}
        />
      )}
      {rounding.kind !== 'none' && (
        <OneSelect
          label={t('direction')}
          options={DIRECTIONS.map((each) => ({ value: each, label: t(`directions.${each}`) }))}
          value={direction}
          onChange={(next) => onChange({ direction: next })}
        />
      )}
    </>
  );
}

interface LimitEditorProps extends ColumnOptions {
  readonly label: string;
  /** The prefix of the places of its numbers. */
  readonly place: string;
  readonly limit: PriceLimit | null;
  readonly onChange: (limit: PriceLimit | null) => void;
}

function LimitEditor({ label, place, limit, numbers, onChange }: LimitEditorProps) {
  const t = useTranslations('proposal');
  const first = numbers[0]?.value;
  const kinds = LIMIT_KINDS.filter((kind) => kind !== 'column' || first !== undefined);
  const started = (kind: PriceLimit['kind']): PriceLimit => {
    switch (kind) {
      case 'value':
        return { kind, value: '0' };
      case 'column':
        return { kind, column: first ?? '' };
      case 'margin':
        return { kind, margin: '20' };
      case 'markup':
        return { kind, markup: '20' };
    }
  };
  const name = (part: string) => t('limitPart', { guard: label, part });
  return (
    <>
      <OneSelect
        label={label}
        options={[
          { value: 'none' as const, label: t('limits.none') },
          ...kinds.map((value) => ({ value, label: t(`limits.${value}`) })),
        ]}
        value={limit?.kind ?? 'none'}
        onChange={(kind) => onChange(kind === 'none' ? null : started(kind))}
      />
      {limit?.kind === 'value' && (
        <RuleNumber
          label={name(t('value'))}
          place={`${place}.value`}
          kind="amount"
          value={limit.value}
          onChange={(value) => onChange({ ...limit, value })}
        />
      )}
      {limit?.kind === 'margin' && (
        <RuleNumber
          label={name(t('margin'))}
          place={`${place}.margin`}
          kind="margin"
          value={limit.margin}
          hintOf={(margin) => t('formulas.margin', { margin })}
          onChange={(margin) => onChange({ ...limit, margin })}
        />
      )}
      {limit?.kind === 'markup' && (
        <RuleNumber
          label={name(t('markup'))}
          place={`${place}.markup`}
          kind="markup"
          value={limit.markup}
          hintOf={(markup) => t('formulas.markup', { markup })}
          onChange={(markup) => onChange({ ...limit, markup })}
        />
      )}
      {limit?.kind === 'column' && (
        <OneSelect
          label={name(t('column'))}
          isSearchable
          options={numbers}
          value={limit.column}
          onChange={(column) => onChange({ ...limit, column })}
        />
      )}
    </>
  );
}

/** **Add rule**. */
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

/** The id of the button **Add rule**, which receives the focus when a rule is removed. */
const ADD_RULE_ID = 'proposal-add-rule';
