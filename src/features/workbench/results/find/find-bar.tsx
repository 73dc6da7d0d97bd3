import { Button, TextInput, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, type KeyboardEvent, type RefObject } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useFormats } from '@/shared/formats/format-settings-context';
import type { CellPlace } from '@/shared/grid/grid-model';
import { IconButton } from '@/shared/ui/icon-button';
import classes from './find-bar.module.css';
import { MAX_MATCHES } from './find-in-rows';
import { useFind, type FindInput } from './use-find';

export interface FindBarProps extends Omit<FindInput, 'locale'> {
  readonly onTextChange: (text: string) => void;
  /** The field, for whoever asks for it again. */
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Narrows the query to rows whose field contains the text, at the service. */
  readonly onFilter: (field: PriceField, text: string) => void;
  /** With the match that was gone to last. */
  readonly onClose: (place: CellPlace | null) => void;
}

/** Finds a text in the rows that are loaded, and says that it is those. */
export function FindBar(props: FindBarProps) {
  const { opened, columns, text, from, inputRef, onClose } = props;
  const t = useTranslations('resultsTools');
  const formats = useFormats();
  const finding = useFind({ ...props, locale: formats.locale });
  const { result, place, current, step } = finding;

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

  function words(): string {
    if (text === '') return t('findNothingYet', { scope: scope(opened.rows.getFigures().heldRows) });
    if (result === null) return '';
    const { matches, isCapped, rowCount } = result;
    if (matches.length === 0) return t('findNothing', { scope: scope(rowCount) });
    const counted = isCapped ? 'findPlaceOver' : 'findPlace';
    // The one that was gone to may have been let go of meanwhile.
    return t(place === -1 ? 'findCount' : counted, {
      place: formats.formatInteger(place + 1),
      count: formats.formatInteger(isCapped ? MAX_MATCHES : matches.length),
      scope: scope(rowCount),
    });
  }

  const filterField = columns.fieldOf((current ?? from)?.columnId ?? '');
  const canFilter = text !== '' && filterField?.type === 'text' && filterField.isFilterable;
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
        onChange={(event) => props.onTextChange(event.currentTarget.value)}
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
      <p className={classes['words']} aria-live="polite" title={words()}>
        {words()}
        {current !== null && hasMatches && (
          <VisuallyHidden component="span">
            {t('findCell', { row: formats.formatInteger(current.rowIndex + 1), column: current.columnId })}
          </VisuallyHidden>
        )}
      </p>
      {canFilter && (
        <Tooltip label={t('findFilterText', { column: filterField.name })}>
          <Button
            className={classes['filter']}
            size="compact-sm"
            variant="default"
            onClick={() => props.onFilter(filterField, text)}
          >
            {t('findFilter', { column: filterField.name })}
          </Button>
        </Tooltip>
      )}
    </div>
  );
}
