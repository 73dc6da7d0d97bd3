import { Button, Popover } from '@mantine/core';
import { useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { createDateFormat } from '@/lib/formats/date-format';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import { useFormats, useFormatSettings } from '@/ui/formats/format-settings-context';
import { hasTimeOfDay, readIsoDateTime } from '@/lib/formats/iso-date';
import { numberSymbols } from '@/lib/formats/number-symbols';
import { excelCell } from '@/analysis/copies/excel-cell';
import { MixtureDetails, MixtureNote } from './mixture-note';
import { TakeNewButton } from '../snapshot-failure-panel';
import classes from './statistics-list.module.css';
import type { StatisticsModel, SelectionStatistics } from './use-selection-statistics';

export interface StatisticsListProps {
  readonly model: StatisticsModel;
  readonly selected: SelectionStatistics;
  readonly onCopy: (name: string, text: string) => void;
  /** Whether the missing rows can no longer be loaded. */
  readonly hasEnded: boolean;
  readonly onTakeNew: () => void;
}

/** The statistics of the selection. Pressing a statistic copies it. If they do not fit in the line, a button lists them all. */
export function StatisticsList(props: StatisticsListProps) {
  const t = useTranslations('results');
  const { lineRef, isOverflowing } = useOverflowingLine();
  return (
    <>
      {/* This is not a live region, because the statistics are announced when the selection has settled, not at every step. */}
      <div
        ref={lineRef}
        className={classes['statistics']}
        role="group"
        aria-label={t('selection')}
        aria-live="off"
      >
        <StatisticsItems {...props} isLine />
      </div>
      {isOverflowing && (
        <Popover position="top-end" trapFocus returnFocus>
          <Popover.Target>
            <Button className={classes['all'] ?? ''} size="compact-xs" variant="default">
              {t('allStatistics')}
            </Button>
          </Popover.Target>
          <Popover.Dropdown className={classes['list'] ?? ''}>
            <StatisticsItems {...props} />
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
}

interface StatisticsItemsProps extends StatisticsListProps {
  /** Whether the items are in the line, in which a button opens the details of a mixture. */
  readonly isLine?: boolean;
}

function StatisticsItems(props: StatisticsItemsProps) {
  const { model, selected, onCopy, hasEnded, onTakeNew, isLine = false } = props;
  const t = useTranslations('results');
  const formats = useFormats();
  const formatDecimal = createDecimalFormat(formats.locale, {
    minFractionDigits: 0,
    maxFractionDigits: Infinity,
    isGrouped: true,
  });
  const { completion } = model;
  const { mixture } = selected;
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
          {t('statisticsOver', {
            known: formats.formatInteger(selected.known?.rowsKnown ?? 0),
            all: formats.formatInteger(selected.rowCount),
          })}
          {hasEnded ? (
            <TakeNewButton size="compact-xs" onClick={onTakeNew} />
          ) : (
            <Button size="compact-xs" variant="default" onClick={model.complete}>
              {t('complete')}
            </Button>
          )}
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
      {mixture !== null && selected.known !== null && isLine && (
        <MixtureNote mixture={mixture} statistics={selected.known.statistics} formatDecimal={formatDecimal} />
      )}
      <Values selected={selected} formatDecimal={formatDecimal} onCopy={onCopy} />
      {mixture !== null && selected.known !== null && !isLine && (
        <MixtureFrame>
          <MixtureDetails
            mixture={mixture}
            statistics={selected.known.statistics}
            formatDecimal={formatDecimal}
          />
        </MixtureFrame>
      )}
    </>
  );
}

interface ValuesProps extends Pick<StatisticsListProps, 'onCopy'> {
  readonly selected: SelectionStatistics;
  readonly formatDecimal: (decimal: string) => string;
}

function MixtureFrame({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('resultsTools.mixture');
  return (
    // The region can take the focus, because the keyboard must be able to reach a region that scrolls.
    <div role="group" aria-label={t('caption')} tabIndex={0} className={classes['mixture']}>
      {children}
    </div>
  );
}

function Values({ selected, formatDecimal, onCopy }: ValuesProps) {
  const t = useTranslations('results');
  const formats = useFormats();
  const { excelRegion } = useFormatSettings();
  if (selected.known === null) return null;
  const { count, numberCount, sum, average, min, max, earliest, latest } = selected.known.statistics;
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
      <Statistic
        name={t('count')}
        text={formats.formatInteger(count)}
        onCopy={() => copy(t('count'), String(count))}
      />
      {numberCount > 0 && (
        <>
          {numberCount !== count && (
            <Statistic
              name={t('numberCount')}
              text={formats.formatInteger(numberCount)}
              onCopy={() => copy(t('numberCount'), String(numberCount))}
            />
          )}
          {decimals.map(
            ([name, decimal]) =>
              decimal !== null && (
                <Statistic
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
            <Statistic
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

/** Returns a function that formats all stored digits of a timestamp, even if its column shows fewer. */
function momentFormat(locale: string): (moment: string) => string {
  const { formatDate, formatDateTime } = createDateFormat(locale);
  return (text) => {
    const moment = readIsoDateTime(text);
    if (moment === null) return text;
    return hasTimeOfDay(moment) ? formatDateTime(moment) : formatDate(moment);
  };
}

interface StatisticProps {
  readonly name: string;
  readonly text: string;
  /** Whether this item comes before the others if there is little room. */
  readonly isFirst?: boolean;
  readonly onCopy: () => void;
}

function Statistic({ name, text, isFirst = false, onCopy }: StatisticProps) {
  const t = useTranslations('results');
  return (
    <button
      type="button"
      className={classes['statistic']}
      data-first={isFirst || undefined}
      title={t('copyStatistic', { name })}
      onClick={onCopy}
    >
      <span>{name}</span> <span className={classes['value']}>{text}</span>
    </button>
  );
}

/** Returns whether items have wrapped out of sight. These items leave the tab order, but screen readers still read them. */
function useOverflowingLine(): {
  readonly lineRef: (line: HTMLElement | null) => void;
  readonly isOverflowing: boolean;
} {
  const [isOverflowing, setOverflowing] = useState(false);
  const lineRef = useRef<HTMLElement | null>(null);
  const observer = useRef<ResizeObserver | null>(null);
  const measure = useCallback(() => {
    if (lineRef.current !== null) setOverflowing(markOverflowingItems(lineRef.current));
  }, []);
  // The effect has no dependencies, because any render can make an item longer.
  useLayoutEffect(measure);
  const setLine = useCallback(
    (line: HTMLElement | null) => {
      observer.current?.disconnect();
      lineRef.current = line;
      if (line === null) return;
      observer.current = new ResizeObserver(measure);
      observer.current.observe(line);
    },
    [measure],
  );
  return { lineRef: setLine, isOverflowing };
}

function markOverflowingItems(line: HTMLElement): boolean {
  const endPx = line.getBoundingClientRect().bottom;
  let isOverflowing = false;
  for (const item of line.children) {
    const isOut = item.getBoundingClientRect().top >= endPx - 1;
    isOverflowing ||= isOut;
    for (const button of item.matches('button') ? [item] : item.querySelectorAll('button')) {
      if (button instanceof HTMLElement) button.tabIndex = isOut ? -1 : 0;
    }
  }
  return isOverflowing;
}
