import { Button, Popover } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { createDateFormat } from '@/shared/formats/date-format';
import { createDecimalFormat } from '@/shared/formats/decimal-format';
import { useFormats, useFormatSettings } from '@/shared/formats/format-settings-context';
import { hasTimeOfDay, readIsoDateTime } from '@/shared/formats/iso-date';
import { numberSymbols } from '@/shared/formats/number-symbols';
import { excelCell } from '../clipboard/excel-cell';
import classes from './figure-list.module.css';
import { useCutLine } from './use-cut-line';
import type { FiguresModel, SelectionFigures } from './use-figures';

interface FigureListProps {
  readonly model: FiguresModel;
  readonly onCopy: (name: string, text: string) => void;
}

/**
 * Figures of the selection; each is copied by a press. Says over how many rows it speaks where some are not loaded. Those
 * that the line has no room for are a press away, with all others.
 */
export function FigureList(props: FigureListProps) {
  const t = useTranslations('results');
  const { lineRef, isCut } = useCutLine();
  const isShown = props.model.selected !== null;
  if (!isShown) return null;
  return (
    <>
      {/* Told once the selection has settled, not with every step of it. */}
      <div
        ref={lineRef}
        className={classes['figures']}
        role="group"
        aria-label={t('selection')}
        aria-live="off"
      >
        <FigureItems {...props} />
      </div>
      {isCut && (
        <Popover position="top-end" trapFocus returnFocus>
          <Popover.Target>
            <Button className={classes['all'] ?? ''} size="compact-xs" variant="default">
              {t('allFigures')}
            </Button>
          </Popover.Target>
          <Popover.Dropdown className={classes['list'] ?? ''}>
            <FigureItems {...props} />
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
}

function FigureItems({ model, onCopy }: FigureListProps) {
  const t = useTranslations('results');
  const formats = useFormats();
  const { selected, completion } = model;
  if (selected === null) return null;
  const isPartial = selected.known !== null && selected.known.rowsKnown < selected.rowCount;
  return (
    <>
      <span className={classes['size']}>
        {t('selectionSize', {
          rows: formats.formatInteger(selected.rowCount),
          rowCount: selected.rowCount,
          columns: formats.formatInteger(selected.columnCount),
          columnCount: selected.columnCount,
        })}
      </span>
      {isPartial && completion.status !== 'running' && (
        <span className={classes['partial']}>
          {completion.status === 'failed' &&
            t(completion.failure?.kind === 'not-loaded' ? 'completionNotLoaded' : 'completionFailed')}
          {t('figuresOver', {
            known: formats.formatInteger(selected.known?.rowsKnown ?? 0),
            all: formats.formatInteger(selected.rowCount),
          })}
          <Button size="compact-xs" variant="default" onClick={model.complete}>
            {t('complete')}
          </Button>
        </span>
      )}
      {completion.status === 'running' && (
        <span className={classes['partial']}>
          <progress
            className={classes['progress']}
            max={selected.rowCount}
            value={completion.rowsDone}
            aria-label={t('completing')}
          />
          <span aria-live="off">{formats.formatPercent(completion.rowsDone / selected.rowCount)}</span>
          <Button size="compact-xs" variant="default" onClick={model.cancel}>
            {t('cancel')}
          </Button>
        </span>
      )}
      <Values selected={selected} onCopy={onCopy} />
    </>
  );
}

interface ValuesProps extends Pick<FigureListProps, 'onCopy'> {
  readonly selected: SelectionFigures;
}

function Values({ selected, onCopy }: ValuesProps) {
  const t = useTranslations('results');
  const formats = useFormats();
  const { excelRegion } = useFormatSettings();
  if (selected.known === null) return null;
  const { count, numberCount, sum, average, min, max, earliest, latest } = selected.known.figures;
  const formatDecimal = createDecimalFormat(formats.locale, {
    minFractionDigits: 0,
    maxFractionDigits: Infinity,
    isGrouped: true,
  });
  const decimals: readonly (readonly [string, string | null])[] = [
    [t('sum'), sum],
    [t('average'), average],
    [t('min'), min],
    [t('max'), max],
  ];
  const moments: readonly (readonly [string, string | null])[] = [
    [t('earliest'), earliest],
    [t('latest'), latest],
  ];
  const formatMoment = momentFormat(formats.locale);
  const { decimal: decimalSign } = numberSymbols(excelRegion);
  const copy = (name: string, decimal: string) => {
    onCopy(name, decimal.replace('.', decimalSign));
  };
  return (
    <>
      <Figure
        name={t('count')}
        text={formats.formatInteger(count)}
        onCopy={() => copy(t('count'), String(count))}
      />
      {numberCount > 0 && (
        <>
          {numberCount !== count && (
            <Figure
              name={t('numberCount')}
              text={formats.formatInteger(numberCount)}
              onCopy={() => copy(t('numberCount'), String(numberCount))}
            />
          )}
          {decimals.map(
            ([name, decimal]) =>
              decimal !== null && (
                <Figure
                  key={name}
                  name={name}
                  isFirst={name === t('sum')}
                  text={formatDecimal(decimal)}
                  onCopy={() => copy(name, decimal)}
                />
              ),
          )}
        </>
      )}
      {moments.map(
        ([name, moment]) =>
          moment !== null && (
            <Figure
              key={name}
              name={name}
              text={formatMoment(moment)}
              onCopy={() => onCopy(name, excelCell(moment, 'date', decimalSign).text)}
            />
          ),
      )}
    </>
  );
}

/** All that is stored of a moment, whatever its column shows of it. */
function momentFormat(locale: string): (moment: string) => string {
  const { formatDate, formatDateTime } = createDateFormat(locale);
  return (text) => {
    const moment = readIsoDateTime(text);
    if (moment === null) return text;
    return hasTimeOfDay(moment) ? formatDateTime(moment) : formatDate(moment);
  };
}

interface FigureProps {
  readonly name: string;
  readonly text: string;
  /** Where there is little room, it comes before the others. */
  readonly isFirst?: boolean;
  readonly onCopy: () => void;
}

function Figure({ name, text, isFirst = false, onCopy }: FigureProps) {
  const t = useTranslations('results');
  return (
    <button
      type="button"
      className={classes['figure']}
      data-first={isFirst || undefined}
      title={t('copyFigure', { name })}
      onClick={onCopy}
    >
      <span className={classes['name']}>{name}</span> <span className={classes['value']}>{text}</span>
    </button>
  );
}
