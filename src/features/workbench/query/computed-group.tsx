import { Button } from '@mantine/core';
import { IconMathFunction, IconPencil, IconX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useAnnounce } from '@/ui/components/announcer';
import { computedField } from '@/analysis/conditions/computed-field';
import { computedOf, formulaOf, type DraftComputedColumn } from '../model/computed-draft';
import { numberedName } from '@/analysis/conditions/numbered-name';
import { formulaColumnsOf, refinedColumns, type RefinementProblem } from '@/analysis/conditions/refinement';
import { useWorkbenchActions, useWorkbenchScope, useWorkbenchState } from '../controller/use-workbench';
import classes from './computed.module.css';
import { ADD_COMPUTED_ID } from './element-ids';
import { ComputedEditor } from './lazy-editors';
import { useQueryView } from './query-context';
import { QuerySection } from './query-section';
import { RuleButton } from './sortable-rule';
import ruleClasses from './rules.module.css';

/** The computed columns of the query. A formula can use the computed columns that come before it. */
export function ComputedGroup() {
  const t = useTranslations('refine');
  const { computed = [] } = useWorkbenchState().draft;
  const { priceColumn, isLocked, addedFields } = useWorkbenchScope();
  const { edit, addComputed } = useWorkbenchActions();
  const { problems, focusSoon, editedComputed, editComputed } = useQueryView();
  const announce = useAnnounce();
  const fields = [...priceColumn.fields.filter((field) => !isLocked(field)), ...addedFields];
  const scales = new Map(
    [...fields, ...computed.map(computedOf).map(computedField)].map(({ name, scale }) => [name, scale]),
  );
  const change = (next: readonly DraftComputedColumn[], mergeKey: string | null = null) =>
    edit({ type: 'set-computed', computed: next }, mergeKey);
  const freeName = (name: string, id: string) => {
    const others = computed.filter((column) => column.id !== id);
    return numberedName(
      name,
      [...fields, ...others].map((column) => column.name),
    );
  };
  const remove = ({ id, name }: DraftComputedColumn) => {
    change(computed.filter((column) => column.id !== id));
    focusSoon(ADD_COMPUTED_ID);
    announce(t('computedRemoved', { name }));
  };
  return (
    <QuerySection label={t('computedGroup')} aside={computed.length > 0 ? String(computed.length) : null}>
      <div className={ruleClasses['rules']}>
        {computed.map((column, index) => {
          const before = refinedColumns(fields, computed.slice(0, index).map(computedOf));
          const problem = problemOf(problems, column.id);
          const isEdited = column.id === editedComputed || problem !== null;
          return (
            <div
              key={column.id}
              role="group"
              aria-label={t('computedColumn', { number: index + 1 })}
              className={classes['column']}
            >
              <div className={classes['head']}>
                <strong className={classes['name']}>{column.name}</strong>
                <span className={classes['formulaText']}>{isEdited ? '' : formulaOf(column)}</span>
                <RuleButton
                  label={t(isEdited ? 'doneComputed' : 'editComputed', { name: column.name })}
                  onClick={() => editComputed(isEdited ? null : column.id)}
                >
                  <IconPencil size={15} />
                </RuleButton>
                <RuleButton label={t('removeComputed', { name: column.name })} onClick={() => remove(column)}>
                  <IconX size={15} />
                </RuleButton>
              </div>
              {isEdited && (
                <ComputedEditor
                  column={column}
                  columns={formulaColumnsOf(before)}
                  scales={scales}
                  problem={problem}
                  freeName={(name) => freeName(name, column.id)}
                  onChange={(next) => change(computed.with(index, next), `${column.id} computed`)}
                />
              )}
            </div>
          );
        })}
        <Button
          id={ADD_COMPUTED_ID}
          className={ruleClasses['add'] ?? ''}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconMathFunction size={14} aria-hidden="true" />}
          onClick={() => addComputed(t('kinds.formula.name'))}
        >
          {t('addComputed')}
        </Button>
      </div>
    </QuerySection>
  );
}

function problemOf(
  problems: ReturnType<typeof useQueryView>['problems'],
  id: string,
): RefinementProblem | null {
  for (const { where, problem } of problems) {
    if (where.part === 'computed' && where.id === id && problem.kind === 'not-computable')
      return problem.problem;
  }
  return null;
}
