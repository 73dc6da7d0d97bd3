import { useSortable } from '@dnd-kit/sortable';
import { IconGripVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ruleHandleId } from './element-ids';
import classes from './rules.module.css';

export interface SortableRuleProps {
  readonly id: string;
  /** "Filter 1" */
  readonly label: string;
  readonly isOff?: boolean;
  /** Alone there is nowhere to go. */
  readonly canMove: boolean;
  readonly onMove: (offset: -1 | 1) => void;
  readonly children: ReactNode;
}

/** A filter or sort rule, as a named group that can be dragged to another place. */
export function SortableRule({ id, label, isOff = false, canMove, onMove, children }: SortableRuleProps) {
  const t = useTranslations('workbench');
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id,
    disabled: !canMove,
  });
  return (
    <div
      ref={setNodeRef}
      role="group"
      aria-label={label}
      className={classes['rule']}
      data-disabled={isOff}
      data-dragging={isDragging}
      style={{ transform: transform === null ? undefined : `translateY(${transform.y}px)`, transition }}
    >
      {canMove && (
        <button
          ref={setActivatorNodeRef}
          id={ruleHandleId(id)}
          type="button"
          className={classes['handle']}
          aria-label={t('fields.move', { field: label })}
          title={t('fields.moveHint')}
          {...listeners}
          onKeyDown={(event) => {
            const offset = { ArrowUp: -1, ArrowDown: 1 }[event.key];
            if (!event.altKey) listeners?.['onKeyDown']?.(event);
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
