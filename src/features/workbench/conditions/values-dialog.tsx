import '@/ui/components/combobox-styles.css';
import { Box, Button, Checkbox, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState, type ClipboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useFormats } from '@/ui/formats/format-settings-context';
import { visibleText } from '@/lib/grid/visible-text';
import { WindowList } from '@/lib/grid/window-list';
import { useAnnounce } from '@/ui/components/announcer';
import { Dialog, DialogActions } from '@/ui/components/dialog';
import type { Operand } from '../model/draft-query';
import { formatOperand } from '../model/operand-text';
import { LIST_LIMIT } from '@/analysis/conditions/operators';
import { pastedCells, proposedColumn, readPasted, type PastedCells } from '../model/pasted-list';
import { useAddValues, type OnValuesChange } from './use-add-values';
import classes from './values-dialog.module.css';
import { textSearch } from '@/lib/base/search-terms';

export interface ValuesDialogProps {
  readonly field: PriceField;
  readonly values: readonly Operand[];
  /** The pasted cells, if the dialog opened because they have several columns; null if there are none. */
  readonly pasted: PastedCells | null;
  readonly onChange: OnValuesChange;
  readonly onClose: () => void;
}

/** A dialog with all values of a list. The user can paste, search and remove values. */
export function ValuesDialog({ field, values, pasted: alreadyPasted, onChange, onClose }: ValuesDialogProps) {
  const t = useTranslations('valueList');
  const tWorkbench = useTranslations('workbench');
  const tConditions = useTranslations('conditions');
  const { locale, formatInteger } = useFormats();
  const [text, setText] = useState('');
  const [pasted, setPasted] = useState(alreadyPasted);
  const [chosenColumn, setChosenColumn] = useState<string | null>(null);
  const proposed = useMemo(
    () => (pasted === null ? null : proposedColumn(pasted, field, locale)),
    [pasted, field, locale],
  );
  const column = chosenColumn ?? String(proposed ?? ALL_COLUMNS);
  const adder = useAddValues(values, field, onChange);

  const take = async (cells: PastedCells) => {
    setText('');
    if (isTable(cells)) {
      setChosenColumn(null);
      setPasted(cells);
      return;
    }
    await adder.add(pastedCells(cells, null), { isPasted: true, isColumn: cells.rows.length > 1 });
  };
  const takeColumn = async (table: PastedCells) => {
    const index = column === ALL_COLUMNS ? null : Number(column);
    setPasted(null);
    await adder.add(pastedCells(table, index), { isPasted: true, isColumn: index !== null });
  };
  // Finishing the dialog also adds the chosen column of pasted cells, and the typed text.
  const finish = async () => {
    if (pasted !== null) await takeColumn(pasted);
    if (text.trim() !== '') {
      const typed = readPasted(text);
      await take(typed);
      if (isTable(typed)) return;
    }
    await close();
  };
  const close = async () => {
    await adder.added();
    onClose();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (text !== '') return;
    event.preventDefault();
    void take(readPasted(event.clipboardData.getData('text/plain')));
  };
  return (
    // In React, key events of the dialog also reach the elements around the button that opened it. They must not handle these events.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={(event) => event.stopPropagation()}>
      <Dialog title={t('title', { field: field.name })} size="lg" onClose={() => void close()}>
        <Stack gap={10}>
          <Group gap={8} align="flex-end">
            <Textarea
              label={t('paste')}
              placeholder={t('placeholder')}
              data-autofocus
              rows={2}
              value={text}
              readOnly={adder.isAdding}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setText(event.currentTarget.value)}
              onPaste={onPaste}
              flex="1 1 240px"
            />
            <Button
              variant="default"
              disabled={text.trim() === '' || adder.isAdding}
              onClick={() => void take(readPasted(text))}
            >
              {t('add')}
            </Button>
          </Group>
          {pasted !== null && (
            <ColumnChoice
              pasted={pasted}
              column={column}
              onChange={setChosenColumn}
              onAdd={() => void takeColumn(pasted)}
            />
          )}
          <p role="status" className={classes['note']}>
            {adder.isAdding
              ? tConditions('list.adding')
              : (adder.outcome ??
                t('count', { count: values.length, formatted: formatInteger(values.length) }))}
          </p>
          {values.length > LIST_LIMIT && (
            <p className={classes['tooMany']}>
              <IconAlertTriangle size={15} aria-hidden="true" />{' '}
              {tWorkbench('problem.too-many-values', {
                limit: formatInteger(LIST_LIMIT),
                count: formatInteger(values.length),
              })}
            </p>
          )}
          <ValueList
            field={field}
            values={values}
            locale={locale}
            onChange={onChange}
            onEdit={adder.clearOutcome}
          />
          <DialogActions>
            <Button onClick={() => void finish()}>{t('done')}</Button>
          </DialogActions>
        </Stack>
      </Dialog>
    </div>
  );
}

const ALL_COLUMNS = 'all';
const LONGEST_EXAMPLE = 40;

/** Whether the user has to choose the column that holds the values. */
function isTable({ rows, columnCount }: PastedCells): boolean {
  return rows.length > 1 && columnCount > 1;
}

interface ColumnChoiceProps {
  readonly pasted: PastedCells;
  /** The index of the chosen column as a text, or `ALL_COLUMNS`. */
  readonly column: string;
  readonly onChange: (column: string) => void;
  readonly onAdd: () => void;
}

function ColumnChoice({ pasted, column, onChange, onAdd }: ColumnChoiceProps) {
  const t = useTranslations('valueList');
  const { formatInteger } = useFormats();
  const choices = Array.from({ length: pasted.columnCount }, (_, index) => {
    const first = pasted.rows.find((cells) => (cells[index] ?? '').trim() !== '')?.[index] ?? '';
    const example = visibleText(first.trim().slice(0, LONGEST_EXAMPLE));
    return { value: String(index), label: t('columnChoice', { number: index + 1, first: example }) };
  });
  return (
    <Group gap={8}>
      <Box component="p" flex="1 1 100%" className={classes['note'] ?? ''}>
        {t('columns', {
          rows: formatInteger(pasted.rows.length),
          columns: formatInteger(pasted.columnCount),
        })}
      </Box>
      <Select
        size="xs"
        aria-label={t('column')}
        data={[...choices, { value: ALL_COLUMNS, label: t('allColumns') }]}
        value={column}
        allowDeselect={false}
        onChange={(next) => onChange(next ?? ALL_COLUMNS)}
      />
      <Button size="xs" onClick={onAdd}>
        {t('addColumn')}
      </Button>
    </Group>
  );
}

interface ValueListProps {
  readonly field: PriceField;
  readonly values: readonly Operand[];
  readonly locale: string;
  readonly onChange: OnValuesChange;
  readonly onEdit: () => void;
}

function ValueList({ field, values, locale, onChange, onEdit }: ValueListProps) {
  const t = useTranslations('valueList');
  const tConditions = useTranslations('conditions');
  const announce = useAnnounce();
  const { formatInteger } = useFormats();
  const [search, setSearch] = useState('');
  const [isOnlyUnreadable, setOnlyUnreadable] = useState(false);
  const [active, setActive] = useState(0);
  const wanted = useDeferredValue(search.trim());
  const isSought = useMemo(() => textSearch(wanted), [wanted]);
  const unreadableCount = useMemo(() => values.filter(({ value }) => value === null).length, [values]);
  const isFiltered = isOnlyUnreadable && unreadableCount > 0;
  const shown = useMemo(
    () =>
      values.flatMap((operand, index) => {
        if (isFiltered && operand.value !== null) return [];
        const isFound =
          wanted === '' ||
          isSought(formatOperand(operand, field, locale)) ||
          (operand.value !== null && isSought(operand.value));
        return isFound ? [index] : [];
      }),
    [values, field, locale, wanted, isSought, isFiltered],
  );
  const remove = (place: number) => {
    const index = shown[place];
    const removed = index === undefined ? undefined : values[index];
    if (index === undefined || removed === undefined) return;
    onChange(values.toSpliced(index, 1));
    onEdit();
    announce(t('removed', { value: formatOperand(removed, field, locale) }));
  };
  if (values.length === 0) return <p className={classes['empty']}>{t('empty')}</p>;
  return (
    <>
      <Group gap={8}>
        <TextInput
          type="search"
          size="xs"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          flex="1 1 160px"
        />
        <span className={classes['note']} aria-live="polite">
          {t('matching', { found: formatInteger(shown.length), all: formatInteger(values.length) })}
        </span>
        <Button
          variant="default"
          size="compact-sm"
          disabled={shown.length === 0}
          onClick={() => remove(active)}
        >
          {t('remove')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            onChange([]);
            onEdit();
          }}
        >
          {tConditions('list.removeAll')}
        </Button>
      </Group>
      {unreadableCount > 0 && (
        <Group gap={8}>
          <Checkbox
            size="xs"
            label={t('onlyUnreadable', { count: formatInteger(unreadableCount) })}
            checked={isOnlyUnreadable}
            onChange={(event) => setOnlyUnreadable(event.currentTarget.checked)}
          />
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              onChange(values.filter(({ value }) => value !== null));
              onEdit();
            }}
          >
            {tConditions('list.removeUnreadable')}
          </Button>
        </Group>
      )}
      {shown.length === 0 ? (
        <p className={classes['empty']}>{t('none')}</p>
      ) : (
        <WindowList
          label={t('list')}
          className={classes['list'] ?? ''}
          itemCount={shown.length}
          isActiveMarked
          onActive={setActive}
          onItemKey={(event, place) => {
            if (event.key !== 'Delete') return;
            event.preventDefault();
            remove(place);
          }}
          renderItem={(place) => {
            const index = shown[place] ?? 0;
            const operand = values[index];
            const label = operand === undefined ? '' : visibleText(formatOperand(operand, field, locale));
            return (
              <>
                <span className={classes['number']} aria-hidden="true">
                  {formatInteger(index + 1)}
                </span>
                <span className={classes['value']} title={label}>
                  {label}
                </span>
                {operand?.value === null && (
                  <span className={classes['unreadable']}>
                    {operand.row === undefined
                      ? t('unreadable')
                      : t('unreadableRow', { row: formatInteger(operand.row) })}
                  </span>
                )}
              </>
            );
          }}
        />
      )}
    </>
  );
}
