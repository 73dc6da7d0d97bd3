import { useSortable } from '@dnd-kit/sortable';
import { IconGripVertical, IconKey, IconLock, IconLockQuestion } from '@tabler/icons-react';
import { memo, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { fieldHandleId, fieldId } from './element-ids';
import { TypeIcon } from './type-icon';
import classes from './fields-group.module.css';

export interface FieldRowProps {
  readonly field: PriceField;
  readonly isChosen: boolean;
  /** The right that is missing; null: the person may view the field, as far as is known. */
  readonly missingRight: string | null;
  /** A right that is asked for and may or may not be held. */
  readonly unknownRight: string | null;
  /** The list is one stop of the tab key; the arrows go on from there. */
  readonly isTabStop: boolean;
  /** 1-based, of `placeCount`; null where all rows are in the page, and so count themselves. */
  readonly place: number | null;
  readonly placeCount: number;
  readonly canMove: boolean;
  readonly onToggle: (name: string) => void;
  readonly onFocus: (name: string) => void;
  readonly onKeyDown: (event: KeyboardEvent, name: string) => void;
}

/** A field to choose, and to move. Nothing of a locked one is shown but its name and the right it needs. */
export const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { field, isChosen, missingRight, unknownRight, isTabStop, place, placeCount, canMove } = props;
  const { onToggle, onFocus, onKeyDown } = props;
  const t = useTranslations('workbench');
  const isLocked = missingRight !== null;
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: field.name,
    disabled: !canMove || isLocked,
  });
  const description = isLocked
    ? t('fields.locked', { right: missingRight })
    : t('fields.description', { type: t(`type.${field.type}`), isKey: String(field.isKey) });
  return (
    <li
      ref={setNodeRef}
      className={classes['row']}
      {...(place !== null && { 'aria-posinset': place, 'aria-setsize': placeCount })}
      data-chosen={isChosen}
      data-locked={isLocked}
      data-dragging={isDragging}
      style={{
        transform: transform === null ? undefined : `translateY(${transform.y}px)`,
        transition,
      }}
    >
      <label className={classes['label']}>
        <input
          id={fieldId(field.name)}
          type="checkbox"
          className={classes['checkbox']}
          checked={isChosen && !isLocked}
          disabled={isLocked}
          tabIndex={isTabStop ? 0 : -1}
          aria-describedby={`${fieldId(field.name)}-description`}
          onChange={() => {
            onToggle(field.name);
          }}
          onFocus={() => {
            onFocus(field.name);
          }}
          onKeyDown={(event) => {
            onKeyDown(event, field.name);
          }}
        />
        <span className={classes['icon']} aria-hidden="true">
          {isLocked ? <IconLock size={14} stroke={1.6} /> : <TypeIcon type={field.type} />}
        </span>
        <span className={classes['name']} title={field.name}>
          {field.name}
        </span>
      </label>
      <span
        id={`${fieldId(field.name)}-description`}
        hidden={!isLocked}
        className={classes['right']}
        {...(isLocked && { title: description })}
      >
        {description}
      </span>
      {!isLocked && unknownRight !== null && (
        <span className={classes['mark']} title={t('fields.mayBeLocked', { right: unknownRight })}>
          <IconLockQuestion size={14} stroke={1.6} aria-hidden="true" />
        </span>
      )}
      {!isLocked && field.isKey && (
        <span className={classes['mark']} title={t('fields.key')}>
          <IconKey size={14} stroke={1.6} aria-hidden="true" />
        </span>
      )}
      {canMove && !isLocked && (
        <button
          ref={setActivatorNodeRef}
          id={fieldHandleId(field.name)}
          type="button"
          className={classes['handle']}
          tabIndex={isTabStop ? 0 : -1}
          aria-label={t('fields.move', { field: field.name })}
          title={t('fields.moveHint')}
          {...listeners}
          onKeyDown={(event) => {
            if (event.altKey) onKeyDown(event, field.name);
            else listeners?.['onKeyDown']?.(event);
          }}
          onFocus={() => {
            onFocus(field.name);
          }}
        >
          <IconGripVertical size={14} stroke={1.6} aria-hidden="true" />
        </button>
      )}
    </li>
  );
});
