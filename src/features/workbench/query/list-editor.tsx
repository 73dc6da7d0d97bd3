import { CloseButton, TextInput } from '@mantine/core';
import { useMemo, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useFormats } from '@/shared/formats/format-settings-context';
import type { Operand } from '../model/draft-query';
import { formatOperand, operandKey, withAddedValues } from '../model/operand-text';
import { LIST_LIMIT } from '../model/operators';
import { useAnnounce } from '@/shared/ui/announcer';

import { KnownValues } from './known-values';
import { InputError, type ProblemText } from './problem-text';
import { useKnownValues } from './use-known-values';
import classes from './list-editor.module.css';
import inputClasses from './query-inputs.module.css';

export interface ListEditorProps {
  readonly id: string;
  readonly field: PriceField;
  readonly values: readonly Operand[];
  readonly problem: ProblemText | null;
  readonly isDisabled: boolean;
  /** `isPasted`: several of them were pasted at once. */
  readonly onChange: (values: Operand[], how?: { readonly isPasted: boolean }) => void;
}

/** So few values need no count, and no button to remove them all. */
const FEW_VALUES = 5;

/** More chips would slow the panel down, and nobody reads a thousand. */
const MAX_CHIPS = 60;

/** Edits the values of "is any of": typed one by one, or pasted as a column of a spreadsheet. */
export function ListEditor(props: ListEditorProps) {
  const { id, field, values, problem, isDisabled, onChange } = props;
  const t = useTranslations('workbench');
  const announce = useAnnounce();
  const { locale, formatInteger } = useFormats();
  const [text, setText] = useState('');
  const [lastAdded, setLastAdded] = useState<string | null>(null);

  const add = (added: string, isPasted = false) => {
    const result = withAddedValues(values, added, field, locale);
    if (result.addedCount + result.duplicateCount === 0) return;
    onChange(result.values, { isPasted: isPasted && result.addedCount > 1 });
    const message = t('list.added', {
      added: result.addedCount,
      duplicates: result.duplicateCount,
      unreadable: result.unreadableCount,
    });
    // A single typed value shows as a chip. Several values, or skipped ones, need a message.
    setLastAdded(result.addedCount === 1 && result.unreadableCount === 0 ? null : message);
    announce(message);
  };
  const known = useKnownValues(field, isDisabled);
  const isListed = known.isOpen;
  const keys = useMemo(
    () => (isListed ? values.map((operand) => operandKey(operand, field)) : []),
    [isListed, values, field],
  );
  const keySet = useMemo(() => new Set(keys), [keys]);
  const isChosen = (value: string) => keySet.has(operandKey({ value, text: null }, field));
  const choose = (value: string) => {
    setText('');
    const operand = { value, text: null };
    const index = keys.indexOf(operandKey(operand, field));
    if (index !== -1) return remove(index);
    onChange([...values, operand]);
    setLastAdded(null);
    announce(t('list.added', { added: 1, duplicates: 0, unreadable: 0 }));
  };
  const addTyped = () => {
    add(text);
    setText('');
  };
  const remove = (index: number) => {
    const removed = values[index];
    if (removed === undefined) return;
    onChange(values.toSpliced(index, 1));
    setLastAdded(null);
    announce(t('list.removed', { value: formatOperand(removed, field, locale) }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      if (known.hasActiveOption()) return;
      // Ctrl+Enter runs the query, which must include the typed value.
      addTyped();
      if (!event.ctrlKey && !event.metaKey) event.preventDefault();
    } else if (event.key === 'Backspace' && text === '') {
      remove(values.length - 1);
    } else if (text !== '' && event.key.toLowerCase() === 'z') {
      // The browser undoes text that is not a value yet.
      event.stopPropagation();
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (!/[\r\n\t;]/.test(pasted.trim())) return;
    event.preventDefault();
    add(`${text}${pasted}`, true);
    setText('');
  };

  const hasUnreadable = values.some((operand) => operand.value === null);
  const chips = chipsOf(values);
  return (
    <div>
      <KnownValues known={known} field={field} isChosen={isChosen} onChoose={choose}>
        <TextInput
          id={id}
          size="xs"
          aria-label={t('filters.values')}
          placeholder={t('list.placeholder')}
          value={text}
          disabled={isDisabled}
          autoComplete="off"
          spellCheck={false}
          inputMode={field.type === 'number' ? 'decimal' : 'text'}
          onChange={(event) => {
            setText(event.currentTarget.value);
            known.search(event.currentTarget.value);
          }}
          onClick={known.open}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => {
            known.close();
            addTyped();
          }}
          data-text-entry=""
          error={problem === null ? undefined : <InputError problem={problem} />}
          classNames={{ input: inputClasses['input'] ?? '', error: inputClasses['error'] ?? '' }}
        />
      </KnownValues>
      {values.length > 0 && (
        <ul className={classes['chips']}>
          {chips.map(({ operand, index }) => {
            const shown = formatOperand(operand, field, locale);
            return (
              <li key={index} className={classes['chip']} data-unreadable={operand.value === null}>
                <span className={classes['chipText']} title={shown}>
                  {shown}
                </span>
                <CloseButton
                  size={24}
                  iconSize={11}
                  disabled={isDisabled}
                  aria-label={t('list.removeOne', { value: shown })}
                  onClick={() => {
                    remove(index);
                  }}
                />
              </li>
            );
          })}
          {values.length > chips.length && (
            <li className={classes['rest']}>
              {t('list.more', { count: formatInteger(values.length - chips.length) })}
            </li>
          )}
        </ul>
      )}
      {(values.length > FEW_VALUES || lastAdded !== null || hasUnreadable) && (
        <p className={inputClasses['hint']}>
          {lastAdded ??
            t('list.count', { count: formatInteger(values.length), limit: formatInteger(LIST_LIMIT) })}
          {' · '}
          {hasUnreadable && (
            <>
              <button
                type="button"
                className={inputClasses['textButton']}
                onClick={() => {
                  onChange(values.filter((operand) => operand.value !== null));
                  setLastAdded(null);
                }}
              >
                {t('list.removeUnreadable')}
              </button>
              {' · '}
            </>
          )}
          <button
            type="button"
            className={inputClasses['textButton']}
            disabled={isDisabled}
            onClick={() => {
              onChange([]);
              setLastAdded(null);
            }}
          >
            {t('list.removeAll')}
          </button>
        </p>
      )}
    </div>
  );
}

/** Puts invalid values first, so that they show among thousands. */
function chipsOf(values: readonly Operand[]): { operand: Operand; index: number }[] {
  const indexed = values.map((operand, index) => ({ operand, index }));
  const unreadable = indexed.filter(({ operand }) => operand.value === null);
  const readable = indexed.filter(({ operand }) => operand.value !== null);
  return [...unreadable, ...readable].slice(0, MAX_CHIPS);
}
