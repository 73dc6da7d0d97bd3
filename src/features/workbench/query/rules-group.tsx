import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { QuerySection } from './query-section';
import { Reordering } from '@/ui/components/reordering';
import { SortableRule } from './sortable-rule';
import { useLeftRule } from './use-left-rule';
import classes from './rules.module.css';

export interface RulesGroupProps<Rule extends { readonly id: string }> {
  readonly label: string;
  /** The text beside the label; null if there is none. */
  readonly aside: string | null;
  /** The text to show if there are no rules. */
  readonly none: string;
  readonly add: { readonly id: string; readonly label: string };
  readonly rules: readonly Rule[];
  /** Returns the name of a rule from its 1-based number. */
  readonly nameOf: (number: number, rule: Rule | undefined) => string;
  readonly isOff?: (rule: Rule) => boolean;
  readonly actions: {
    readonly add: () => void;
    readonly move: (rule: Rule, offset: -1 | 1) => void;
    readonly moveTo: (id: string, index: number) => void;
    readonly indexOf: (id: string) => number;
  };
  readonly renderEditor: (rule: Rule) => ReactNode;
  /** Called when the focus has left a rule. */
  readonly onLeave?: (id: string) => void;
  /** The content below the button that adds a rule. */
  readonly below?: ReactNode;
}

/** A list of rules of the query. Rules can be added and moved. */
export function RulesGroup<Rule extends { readonly id: string }>(props: RulesGroupProps<Rule>) {
  const { label, aside, none, rules, nameOf, isOff = () => false, renderEditor, onLeave } = props;
  const { add, move, moveTo, indexOf } = props.actions;
  const focusEvents = useLeftRule(onLeave);
  return (
    <QuerySection label={label} aside={aside}>
      <div className={classes['rules']}>
        {rules.length === 0 && <p className={classes['empty']}>{none}</p>}
        <Reordering
          ids={rules.map((rule) => rule.id)}
          nameOf={(id) => nameOf(indexOf(id) + 1, rules[indexOf(id)])}
          onDrop={(id, overId) => {
            moveTo(id, indexOf(overId));
          }}
        >
          {rules.map((rule, index) => (
            <SortableRule
              key={rule.id}
              id={rule.id}
              label={nameOf(index + 1, rule)}
              isOff={isOff(rule)}
              canMove={rules.length > 1}
              focusEvents={focusEvents(rule.id)}
              onMove={(offset) => {
                if (rules[index + offset] !== undefined) move(rule, offset);
              }}
            >
              {renderEditor(rule)}
            </SortableRule>
          ))}
        </Reordering>
        <Button
          id={props.add.id}
          className={classes['add'] ?? ''}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={add}
        >
          {props.add.label}
        </Button>
        {props.below}
      </div>
    </QuerySection>
  );
}
