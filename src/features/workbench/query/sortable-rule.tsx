import { ActionIcon, Tooltip } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ruleHandleId } from './element-ids';
import { useReorderable } from '@/ui/components/reordering';
import { listSeparator, type HereReason } from '../model/filter-place';
import { separatorValues } from '../texts/inexpressible-text';
import { useWorkbenchScope } from '../controller/use-workbench';
import type { RuleFocusEvents } from './use-left-rule';
import classes from './rules.module.css';
import { ownMember } from '@/lib/base/own-member';

export interface SortableRuleProps {
  readonly id: string;
  /** The name of the group, such as "Filter 1". */
  readonly label: string;
  readonly isOff?: boolean;
  /** Whether the rule can be moved. The only rule of its group cannot. */
  readonly canMove: boolean;
  readonly onMove: (offset: -1 | 1) => void;
  readonly focusEvents: RuleFocusEvents;
  readonly children: ReactNode;
}

/** Shows a filter or a sort rule as a named group that can be dragged to another position. */
export function SortableRule(props: SortableRuleProps) {
  const { id, label, isOff = false, canMove, onMove, focusEvents, children } = props;
  const t = useTranslations('reorder');
  const { itemRef, handleRef, handleListeners } = useReorderable(id);
  return (
    <div
      ref={itemRef}
      role="group"
      aria-label={label}
      className={classes['rule']}
      data-rule={id}
      data-disabled={isOff}
      {...focusEvents}
    >
      {canMove && (
        <button
          ref={handleRef}
          id={ruleHandleId(id)}
          type="button"
          className={classes['handle']}
          aria-label={t('move', { item: label })}
          title={t('hint')}
          {...handleListeners}
          onKeyDown={(event) => {
            const offset = ownMember({ ArrowUp: -1, ArrowDown: 1 }, event.key);
            if (!event.altKey) handleListeners.onKeyDown(event);
            else if (offset === -1 || offset === 1) {
              event.preventDefault();
              onMove(offset);
            }
          }}
        >
          <IconGripVertical size={13} stroke={1.6} aria-hidden="true" />
        </button>
      )}
      {children}
    </div>
  );
}

export interface RuleButtonProps {
  readonly id?: string;
  readonly label: string;
  /** Whether a press does nothing, for example because the rule is already the first. The button can still have the focus. */
  readonly isUnavailable?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function RuleButton({ id, label, isUnavailable = false, onClick, children }: RuleButtonProps) {
  return (
    <ActionIcon
      {...(id !== undefined && { id })}
      variant="subtle"
      color="gray"
      size={26}
      aria-label={label}
      {...(isUnavailable && { 'aria-disabled': true, 'data-disabled': true })}
      onClick={() => {
        if (!isUnavailable) onClick();
      }}
    >
      {children}
    </ActionIcon>
  );
}

/** The mark of a rule that the browser applies to the rows read. Hover and focus show the reason. Without a reason, there is no mark. */
export function HereMark({ reason }: { readonly reason: HereReason | null }) {
  const t = useTranslations('conditions');
  const { readsRows, priceColumn } = useWorkbenchScope();
  if (reason === null || !readsRows) return null;
  const why = t(`here.why.${reason}`, separatorValues(listSeparator(priceColumn)));
  return (
    <Tooltip label={why} multiline w={260} events={{ hover: true, focus: true, touch: true }}>
      {/* The mark can get the focus, so that the reason can be read without a pointer. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <span className={classes['here']} role="note" tabIndex={0} aria-label={`${t('here.name')}. ${why}`}>
        {t('here.mark')}
      </span>
    </Tooltip>
  );
}
