import { Button, TextInput, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, type KeyboardEvent, type RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { parseDecimal } from '@/lib/formats/parse-decimal';
import type { DataGridHandle } from '@/lib/grid/data-grid-props';
import type { CellPosition, GridMatches } from '@/lib/grid/grid-model';
import type { SelectedCells } from '@/lib/grid/use-grid-selection';
import { IconButton } from '@/ui/components/icon-button';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { useWorkbenchActions } from '../../controller/use-workbench';
import type { ResultColumns } from '@/rows/price-rows/result-columns';
import classes from './find-bar.module.css';
import { MAX_MATCHES } from './find-in-rows';
import { useFind } from './use-find';

export interface FindBarProps {
  readonly opened: OpenSnapshot;
  readonly columns: ResultColumns;
  /** The selected cells; null until the grid has reported its selection. */
  readonly selected: SelectedCells | null;
  readonly gridRef: RefObject<DataGridHandle | null>;
  /** The text field. The parent component holds its text, and can also focus it. */
  readonly input: {
    readonly ref: RefObject<HTMLInputElement | null>;
    readonly text: string;
    readonly onTextChange: (text: string) => void;
  };
  readonly onMatches: (matches: GridMatches | null) => void;
  /** Called when the bar closes, with the current match; null or absent if there is none. */
  readonly onClose: (match?: CellPosition | null) => void;
}

/** Finds a text in the loaded rows, and shows how many rows are loaded. */
export function FindBar(props: FindBarProps) {
  const { opened, columns, selected, gridRef, onClose } = props;
  const { ref: inputRef, text, onTextChange } = props.input;
  const from = selected?.focus ?? null;
  const { editAndRun } = useWorkbenchActions();
  const t = useTranslations('resultsTools');
  const formats = useFormats();
  const { result, matchIndex, current, step } = useFind({
    opened,
    gridRef,
    columns,
    columnIds: selected?.columnIds ?? opened.columns,
    locale: formats.locale,
    text,
    from,
    onMatches: props.onMatches,
  });

  useEffect(() => {
    inputRef.current?.focus();
    inputRef.current?.select();
  }, [inputRef]);

  const onF3 = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'F3' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => onF3(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose(current);
    else return;
    event.preventDefault();
  }

  function scope(loaded: number): string {
    const all = formats.formatInteger(opened.snapshot.rowCount);
    return loaded >= opened.snapshot.rowCount
      ? t('findScopeAll', { all })
      : t('findScope', { loaded: formats.formatInteger(loaded), all });
  }

  function summary(): string {
    if (text === '') return t('findNothingYet', { scope: scope(opened.rows.getStatistics().cachedRows) });
    if (result === null) return '';
    const { matches, isCapped, rowCount } = result;
    if (matches.length === 0) return t('findNothing', { scope: scope(rowCount) });
    const counted = isCapped ? 'findPlaceOver' : 'findPlace';
    // Without a current match, only the count is shown, because the cache may have evicted the row of the match.
    return t(matchIndex === -1 ? 'findCount' : counted, {
      place: formats.formatInteger(matchIndex + 1),
      count: formats.formatInteger(isCapped ? MAX_MATCHES : matches.length),
      scope: scope(rowCount),
    });
  }

  // Filters the column of the cell that the user came from, or else the column of the match.
  const filter = filterOf(from) ?? filterOf(current);
  /** Returns the edit that filters a column by the text; null if the column cannot be filtered by it. */
  function filterOf(cell: CellPosition | null) {
    const field = columns.fieldOf(cell?.columnId ?? '');
    if (text === '' || field?.isFilterable !== true) return null;
    const columnId = field.name;
    if (field.type === 'text') return { type: 'filter-by-text', columnId, text } as const;
    const parsed = field.type === 'number' ? parseDecimal(text, { locale: formats.locale }) : null;
    if (parsed?.ok !== true) return null;
    return { type: 'filter-by-cell', columnId, value: parsed.value, comparison: 'this' } as const;
  }

  const hasMatches = result !== null && result.matches.length > 0;
  return (
    <div role="search" aria-label={t('find')} className={classes['bar']}>
      <TextInput
        ref={inputRef}
        size="xs"
        aria-label={t('find')}
        className={classes['field']}
        leftSection={<IconSearch size={14} />}
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={result !== null && !hasMatches}
        onChange={(event) => onTextChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton label={t('findPrevious')} disabled={!hasMatches} onClick={() => step(-1)}>
        <IconChevronUp size={16} />
      </IconButton>
      <IconButton label={t('findNext')} disabled={!hasMatches} onClick={() => step(1)}>
        <IconChevronDown size={16} />
      </IconButton>
      <IconButton label={t('findClose')} onClick={() => onClose(current)}>
        <IconX size={16} />
      </IconButton>
      <p className={classes['summary']} aria-live="polite" title={summary()}>
        {summary()}
        {current !== null && hasMatches && (
          <VisuallyHidden component="span">
            {t('findCell', { row: formats.formatInteger(current.rowIndex + 1), column: current.columnId })}
          </VisuallyHidden>
        )}
      </p>
      {filter !== null && (
        <Tooltip label={t('findFilterText', { column: filter.columnId })}>
          <Button
            className={classes['filter']}
            size="compact-sm"
            variant="default"
            onClick={() => editAndRun(filter)}
          >
            {t('findFilter', { column: filter.columnId })}
          </Button>
        </Tooltip>
      )}
    </div>
  );
}
