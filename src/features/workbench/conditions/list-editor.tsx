import { Button, CloseButton, Group, TextInput } from '@mantine/core';
import { IconClipboardList } from '@tabler/icons-react';
import { useMemo, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useFormats } from '@/ui/formats/format-settings-context';
import { lazyPart } from '@/ui/components/lazy-part';
import { useAnnounce } from '@/ui/components/announcer';
import { copyText } from '@/ui/components/copy-text';
import type { Operand } from '../model/draft-query';
import { formatOperand, operandKey } from '../model/operand-text';
import { LIST_LIMIT } from '@/analysis/conditions/operators';
import { pastedCells, readPasted, typedCells, type PastedCells } from '../model/pasted-list';
import { KnownValues } from './known-values';
import { InputError, type ProblemText } from './problem-text';
import { useAddValues, type OnValuesChange } from './use-add-values';
import { useKnownValues } from './use-known-values';
import classes from './list-editor.module.css';
import inputClasses from './inputs.module.css';

const ValuesDialog = lazyPart(async () => ({
  Part: (await import('./values-dialog')).ValuesDialog,
}));

export interface ListEditorProps {
  readonly id: string;
  readonly field: PriceField;
  readonly values: readonly Operand[];
  readonly problem: ProblemText | null;
  readonly isDisabled: boolean;
  readonly onChange: OnValuesChange;
}

/** A list with at most this many values shows no count, and no button that removes them all. */
const FEW_VALUES = 5;

/** The maximum number of values shown as chips, because more would slow the panel down. The dialog shows all values. */
const MAX_CHIPS = 60;

interface OpenDialog {
  /** The pasted cells, if they have several columns of which the user chooses one; null if there are none. */
  readonly pasted: PastedCells | null;
}

/** Edits the values of "is any of". The user types, pastes, or chooses known values. */
export function ListEditor(props: ListEditorProps) {
  const { id, field, values, problem, isDisabled, onChange } = props;
  const t = useTranslations('conditions');
  const announce = useAnnounce();
  const { locale, formatInteger } = useFormats();
  const [text, setText] = useState('');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const adder = useAddValues(values, field, onChange);
  const known = useKnownValues(field, isDisabled || adder.isAdding);
  const isListed = known.isOpen;
  const keys = useMemo(
    () => (isListed ? values.map((operand) => operandKey(operand, field)) : []),
    [isListed, values, field],
  );
  const keySet = useMemo(() => new Set(keys), [keys]);
  const isChosen = (value: string) => keySet.has(operandKey({ value, text: null }, field));
  const choose = (operand: Operand) => {
    setText('');
    const index = keys.indexOf(operandKey(operand, field));
    if (index !== -1) return remove(index);
    onChange([...values, operand]);
    adder.clearOutcome();
    announce(
      t('list.added', {
        added: formatInteger(1),
        duplicateCount: 0,
        duplicates: '',
        unreadableCount: 0,
        unreadable: '',
      }),
    );
  };
  const addTyped = () => {
    if (text === '') return;
    void adder.add(typedCells(text, field), { isPasted: false, isColumn: false });
    setText('');
  };
  const remove = (index: number) => {
    const removed = values[index];
    if (removed === undefined) return;
    onChange(values.toSpliced(index, 1));
    adder.clearOutcome();
    announce(t('list.removed', { value: formatOperand(removed, field, locale) }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      if (known.hasActiveOption()) return;
      // Ctrl+Enter runs the query, too. So the typed value is added first.
      addTyped();
      if (!event.ctrlKey && !event.metaKey) event.preventDefault();
    } else if (event.key === 'Backspace' && text === '') {
      remove(values.length - 1);
    } else if (text !== '' && event.key.toLowerCase() === 'z') {
      // While there is text that is not a value yet, Ctrl+Z is left to the browser, which undoes the typing.
      event.stopPropagation();
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const pastedText = event.clipboardData.getData('text/plain');
    if (!/[\r\n\t;]/.test(pastedText.trim())) return;
    event.preventDefault();
    const pasted = readPasted(`${text}${pastedText}`);
    setText('');
    if (pasted.rows.length > 1 && pasted.columnCount > 1) setDialog({ pasted });
    else void adder.add(pastedCells(pasted, null), { isPasted: true, isColumn: pasted.rows.length > 1 });
  };

  const chips = useMemo(() => chipsOf(values), [values]);
  return (
    <div>
      <KnownValues known={known} field={field} isChosen={isChosen} onChoose={choose}>
        <TextInput
          id={id}
          size="xs"
          aria-label={t('editor.values')}
          placeholder={t('list.placeholder')}
          value={text}
          disabled={isDisabled}
          readOnly={adder.isAdding}
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
        <Group
          component="ul"
          gap={4}
          align="stretch"
          mah={132}
          m="6px 0 0"
          p={0}
          className={classes['chips'] ?? ''}
        >
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
        </Group>
      )}
      <ListNote
        {...props}
        adder={adder}
        hiddenCount={values.length - chips.length}
        onLookThrough={openDialog}
      />
      <Button
        variant="subtle"
        size="compact-xs"
        className={classes['paste'] ?? ''}
        leftSection={<IconClipboardList size={14} aria-hidden="true" />}
        disabled={isDisabled || adder.isAdding}
        onClick={openDialog}
      >
        {t('list.paste')}
      </Button>
      {dialog !== null && (
        <ValuesDialog
          field={field}
          values={values}
          pasted={dialog.pasted}
          onChange={onChange}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );

  function openDialog(): void {
    adder.clearOutcome();
    setDialog({ pasted: null });
  }
}

interface ListNoteProps extends ListEditorProps {
  readonly adder: ReturnType<typeof useAddValues>;
  /** The number of values that have no chip. */
  readonly hiddenCount: number;
  readonly onLookThrough: () => void;
}

/** Says how many values there are and what happened to the values added last, and has buttons for all values. */
function ListNote({ values, field, isDisabled, onChange, adder, hiddenCount, onLookThrough }: ListNoteProps) {
  const t = useTranslations('conditions');
  const announce = useAnnounce();
  const { locale, formatInteger } = useFormats();
  const hasUnreadable = values.some((operand) => operand.value === null);
  const { outcome, isAdding } = adder;
  if (isAdding) {
    return (
      <p role="status" className={inputClasses['hint']}>
        {t('list.adding')}
      </p>
    );
  }
  if (values.length <= FEW_VALUES && outcome === null && !hasUnreadable) return null;
  const limit = formatInteger(LIST_LIMIT);
  const edit = (next: readonly Operand[]) => {
    onChange(next);
    adder.clearOutcome();
  };
  const copyRest = async () => {
    const rest = values.slice(LIST_LIMIT);
    const isCopied = await copyText(
      rest.map((operand) => formatOperand(operand, field, locale)).join('\r\n'),
    );
    announce(isCopied ? t('list.restCopied', { count: formatInteger(rest.length) }) : t('list.notCopied'));
  };
  const actions = [
    hiddenCount > 0 && (
      <TextButton key="all" onClick={onLookThrough}>
        {t('list.lookThrough', { count: formatInteger(values.length) })}
      </TextButton>
    ),
    values.length > LIST_LIMIT && (
      <TextButton key="copy" onClick={() => void copyRest()}>
        {t('list.copyRest')}
      </TextButton>
    ),
    values.length > LIST_LIMIT && (
      <TextButton key="keep" isDisabled={isDisabled} onClick={() => edit(values.slice(0, LIST_LIMIT))}>
        {t('list.keepFirst', { limit })}
      </TextButton>
    ),
    hasUnreadable && (
      <TextButton key="unreadable" onClick={() => edit(values.filter((operand) => operand.value !== null))}>
        {t('list.removeUnreadable')}
      </TextButton>
    ),
    <TextButton key="clear" isDisabled={isDisabled} onClick={() => edit([])}>
      {t('list.removeAll')}
    </TextButton>,
  ].filter((action) => action !== false);
  return (
    <p className={inputClasses['hint']}>
      {outcome ?? t('list.count', { count: values.length, formatted: formatInteger(values.length) })}
      {actions.map((action) => [' · ', action])}
    </p>
  );
}

interface TextButtonProps {
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

function TextButton({ isDisabled = false, onClick, children }: TextButtonProps) {
  return (
    <button type="button" className={inputClasses['textButton']} disabled={isDisabled} onClick={onClick}>
      {children}
    </button>
  );
}

/** Returns the values to show as chips. Invalid values come first, so that they are seen even among thousands. */
function chipsOf(values: readonly Operand[]): { operand: Operand; index: number }[] {
  const indexed = values.map((operand, index) => ({ operand, index }));
  const unreadable = indexed.filter(({ operand }) => operand.value === null);
  const readable = indexed.filter(({ operand }) => operand.value !== null);
  return [...unreadable, ...readable].slice(0, MAX_CHIPS);
}
