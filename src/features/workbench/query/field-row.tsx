import { IconGripVertical, IconHelp, IconKey, IconLock, IconLockQuestion } from '@tabler/icons-react';
import { memo, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { rightText } from '@/session/rights/right-text';
import { typeText } from '@/ui/formats/type-text';
import { useWords } from '@/ui/formats/use-words';
import { fieldHandleId, fieldId, type QueryPlace } from './element-ids';
import { TypeIcon } from '../conditions/field-choice';
import { useReorderable } from '@/ui/components/reordering';
import classes from './field-picker.module.css';

export interface FieldRowProps {
  readonly field: PriceField;
  readonly place: QueryPlace;
  readonly isChosen: boolean;
  /** The right that the user needs to view the field but does not have; null if the user has it, or if that is unknown. */
  readonly missingRight: string | null;
  /** The right to view the field, if it is unknown whether the user has it; null otherwise. */
  readonly unknownRight: string | null;
  /** Whether the Tab key moves the focus to this row. Only one row of the list is a tab stop; arrow keys move between the rows. */
  readonly isTabStop: boolean;
  /** The 1-based position among `rowCount` rows; null if all rows are rendered, so that the browser can count them. */
  readonly position: number | null;
  readonly rowCount: number;
  readonly canMove: boolean;
  readonly onToggle: (name: string) => void;
  /** Opens the menu with commands that move the field. */
  readonly onOpenMenu: (name: string) => void;
  readonly onFocus: (name: string) => void;
  readonly onKeyDown: (event: KeyboardEvent, name: string) => void;
}

/** A row for a field that can be chosen and moved. A locked field only shows its name and the right that it requires. */
export const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { field, isChosen, missingRight, unknownRight, isTabStop, position, rowCount, canMove } = props;
  const { place, onToggle, onOpenMenu, onFocus, onKeyDown } = props;
  const id = fieldId(field.name, place);
  const t = useTranslations('workbench');
  const tReorder = useTranslations('reorder');
  const words = useWords();
  const isLocked = missingRight !== null;
  const { itemRef, handleRef, handleListeners } = useReorderable(field.name);
  const description = isLocked
    ? t('fields.locked', { right: rightText(words.of('rights'), missingRight) })
    : t('fields.description', { type: typeText(words, field), isKey: String(field.isKey) });
  return (
    <li
      ref={itemRef}
      className={classes['row']}
      {...(position !== null && { 'aria-posinset': position, 'aria-setsize': rowCount })}
      data-chosen={isChosen}
      data-locked={isLocked}
    >
      <label className={classes['label']}>
        <input
          id={id}
          type="checkbox"
          className={classes['checkbox']}
          checked={isChosen && !isLocked}
          disabled={isLocked}
          tabIndex={isTabStop ? 0 : -1}
          aria-describedby={`${id}-description`}
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
        id={`${id}-description`}
        hidden={!isLocked}
        className={classes['right']}
        {...(isLocked && { title: missingRight })}
      >
        {description}
      </span>
      {!isLocked && unknownRight !== null && (
        <span
          className={classes['mark']}
          title={t('fields.mayBeLocked', {
            right: rightText(words.of('rights'), unknownRight),
            id: unknownRight,
          })}
        >
          <IconLockQuestion size={14} stroke={1.6} aria-hidden="true" />
        </span>
      )}
      {!isLocked && field.guessedFromRows !== undefined && (
        <span
          className={classes['mark']}
          title={words.of('columnType')('guessedMark', { count: field.guessedFromRows })}
        >
          <IconHelp size={14} stroke={1.6} aria-hidden="true" />
        </span>
      )}
      {!isLocked && field.isKey && (
        <span className={classes['mark']} title={t('fields.key')}>
          <IconKey size={14} stroke={1.6} aria-hidden="true" />
        </span>
      )}
      {canMove && !isLocked && (
        <button
          ref={handleRef}
          id={fieldHandleId(field.name, place)}
          type="button"
          className={classes['handle']}
          tabIndex={isTabStop ? 0 : -1}
          aria-label={tReorder('move', { item: field.name })}
          aria-haspopup="menu"
          title={tReorder('hint')}
          {...handleListeners}
          onClick={() => {
            onOpenMenu(field.name);
          }}
          onKeyUp={(event) => {
            // Space starts to move the field. The click event that follows would open the menu, so it is prevented.
            if (event.key === ' ') event.preventDefault();
          }}
          onKeyDown={(event) => {
            if (event.altKey) onKeyDown(event, field.name);
            else handleListeners.onKeyDown(event);
          }}
          onFocus={() => {
            handleListeners.onFocus();
            onFocus(field.name);
          }}
        >
          <IconGripVertical size={14} stroke={1.6} aria-hidden="true" />
        </button>
      )}
    </li>
  );
});
