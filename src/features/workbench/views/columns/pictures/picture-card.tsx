import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconTable, IconX } from '@tabler/icons-react';
import { memo, useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { IconButton } from '@/ui/components/icon-button';
import { useWords } from '@/ui/formats/use-words';
import type { Words } from '@/ui/formats/words';
import { useWorkbenchScope } from '../../../controller/use-workbench';
import type { AnalysedColumn } from '@/analysis/engine/analysed-table';
import { SavePicture } from '@/ui/pictures/save-picture';
import { largestOf } from '../../../bars/bar-length';
import { useSubsetText } from '../../../rows-read/rows/use-subset-text';
import type { SubsetCondition } from '@/analysis/conditions/row-subset';
import { brushCondition, isExactBrush } from '@/analysis/brushing/brush-conditions';
import type { BinCodes } from '@/analysis/brushing/bins';
import type { Brushing, PicturedColumn } from '@/analysis/brushing/brushing';
import { createColumnTexts, selectedText, type ColumnTexts } from '@/analysis/profiles/column-texts';
import { Pointed, Ranges, Values } from './card-bars';
import { SavedCard } from './saved-card';
import { PictureTable } from './picture-table';
import { barsOf, type Bar } from './picture-bars';
import classes from './pictures.module.css';
import { useBrushingState } from './use-brushing';
import { useLiveBrush } from './use-live-brush';
import { SEPARATOR } from '@/ui/formats/separator';

export interface PictureCardProps {
  readonly column: AnalysedColumn;
  readonly field: PriceField | undefined;
  readonly isEstimate: boolean;
  readonly brushing: Brushing;
  /** The brush (selected values) of the column that the address asks for; null if there is none. */
  readonly asked: SubsetCondition | null;
  readonly onBrush: (column: string, codes: BinCodes | null) => void;
  /** Called when the user has finished a brush. */
  readonly onEnd: (series?: string) => void;
  /** Registers the element of the card, so that a change of its visibility is observed. */
  readonly onElement: (column: string, element: HTMLElement | null) => void;
}

/** The card of a column: shows its name, its brush in words, and its chart. The chart is drawn when the card is in view. */
export const PictureCard = memo(function PictureCard({ onElement, ...props }: PictureCardProps) {
  const { column } = props;
  const t = useTranslations('columns');
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className={classes['card']}
      data-column={column.name}
      ref={(element) => onElement(column.name, element)}
    >
      <Group component="header" gap={8} align="baseline" justify="space-between" wrap="nowrap">
        <Text component="h2" id={headingId} size="sm" fw={700} truncate title={column.name}>
          {column.name}
        </Text>
        <Text size="xs" c="dimmed">
          {t(`types.${column.type}`)}
        </Text>
      </Group>
      <CardBody {...props} />
    </section>
  );
});

type BodyProps = Omit<PictureCardProps, 'onElement'>;

function CardBody(props: BodyProps) {
  const { brushing, column } = props;
  const t = useTranslations('columns');
  const tCommon = useTranslations('common');
  const pictured = useBrushingState(brushing, ({ columns }) => columns.get(column.name));
  const hasFailed = useBrushingState(brushing, ({ failed }) => failed.has(column.name));
  if (pictured !== undefined) return <Picture {...props} pictured={pictured} />;
  if (!hasFailed) {
    return <div className={classes['pending']} role="img" aria-label={tCommon('loading')} />;
  }
  return (
    <Text role="alert" size="xs" c="var(--cn-danger)" my={14}>
      <IconAlertTriangle size={14} aria-hidden="true" /> {t('pictures.failed')}{' '}
      <Button size="compact-xs" variant="default" onClick={() => brushing.retry(column.name)}>
        {tCommon('tryAgain')}
      </Button>
    </Text>
  );
}

function Picture(props: BodyProps & { readonly pictured: PicturedColumn }) {
  const { column, field, isEstimate, brushing, pictured, asked, onBrush, onEnd } = props;
  const { name } = column;
  const words = useWords();
  const t = words.of('columns');
  const texts = useMemo(
    () => createColumnTexts(words, column, field, isEstimate),
    [words, column, field, isEstimate],
  );
  const selected = useBrushingState(brushing, ({ brushes }) => brushes.get(name) ?? null);
  const { ranges, values } = useMemo(() => barsOf(pictured, pictured.counts), [pictured]);
  const [areAllShown, setAllShown] = useState(false);
  const [isTableOpen, setTableOpen] = useState(false);
  const { displayName } = useWorkbenchScope().priceColumn;
  const wordsOf = useSubsetText(field === undefined ? [] : [field]);
  const [pointed, setPointed] = useState<Bar | null>(null);
  const descriptionId = useId();
  const listId = useId();
  const listed = areAllShown ? values : firstOf(values, selected);
  const bars = [...ranges, ...listed];
  const { active, groupProps } = useLiveBrush({
    codes: bars.map(({ code }) => code),
    selected,
    onBrush: (next) => onBrush(name, next),
    onEnd,
    onActive: (code) => setPointed(bars.find((bar) => bar.code === code) ?? null),
  });
  const all = pictured.counts.reduce((sum, count) => sum + count, 0);
  const barText = ({ bin, count }: Bar) => texts.bar(texts.bin(bin), count, all);
  const optionOf = (bar: Bar) => ({
    id: `${listId}-${bar.code}`,
    role: 'option',
    'aria-selected': selected?.includes(bar.code) ?? false,
    'data-code': bar.code,
    'data-active': bar.code === active || undefined,
    onPointerEnter: () => setPointed(bar),
  });
  const common = { brushing, name, selected, optionOf, barText, texts };
  const title = t('distributionOf', { column: name });
  const summary = summaryText(words, pictured, ranges, texts);
  const notes = () => {
    const { selectedCount } = brushing.getState();
    return [
      summary,
      ...(selected === null ? [] : [wordsOf({ conditions: [brushCondition(name, pictured, selected)] })]),
      ...(selectedCount === null ? [] : [selectedText(words, selectedCount, all, isEstimate)]),
    ].filter((note) => note !== '');
  };
  return (
    <div onPointerEnter={() => brushing.prepare(name)} onFocus={() => brushing.prepare(name)}>
      <div className={classes['picture']}>
        <span
          role="img"
          aria-label={title}
          aria-describedby={descriptionId}
          className={classes[ranges.length > 0 ? 'plotImage' : 'image']}
        />
        <div
          role="listbox"
          aria-multiselectable
          aria-label={t('barsOf', { column: name })}
          aria-activedescendant={active === null ? undefined : `${listId}-${active}`}
          tabIndex={0}
          className={classes['bars']}
          {...groupProps}
          onPointerLeave={() => setPointed(null)}
        >
          {ranges.length > 0 && <Ranges {...common} ranges={ranges} />}
          {listed.length > 0 && <Values {...common} values={listed} largest={largestOf(values)} />}
        </div>
      </div>
      {/* This line stands below the bars, so that a change of its height does not move the bars while they are pressed. */}
      <BrushWords {...props} selected={selected} asked={asked} />
      {values.length > listed.length && (
        <Button variant="subtle" size="compact-xs" onClick={() => setAllShown(true)}>
          {t('pictures.more', { count: values.length - listed.length })}
        </Button>
      )}
      <Group gap={4} justify="space-between" align="flex-start" wrap="nowrap" mt={4}>
        <Text id={descriptionId} size="xs" c="dimmed" className={classes['figures'] ?? ''}>
          {pointed === null ? (
            summary
          ) : (
            <Pointed brushing={brushing} name={name} bar={pointed} text={barText(pointed)} texts={texts} />
          )}
        </Text>
        <Group gap={0} wrap="nowrap" flex="none">
          <IconButton
            label={t('barsAsTable')}
            aria-pressed={isTableOpen}
            size={24}
            onClick={() => setTableOpen(!isTableOpen)}
          >
            <IconTable size={14} />
          </IconButton>
          <SavePicture
            isIcon
            title={`${displayName} – ${title}`}
            renderPicture={() => (
              <SavedCard
                {...common}
                ranges={ranges}
                values={listed}
                title={title}
                descriptionId={descriptionId}
              />
            )}
            getNotes={notes}
          />
        </Group>
      </Group>
      {isTableOpen && (
        <PictureTable
          brushing={brushing}
          name={name}
          bars={[...ranges, ...values]}
          hasRanges={ranges.length > 0}
          texts={texts}
        />
      )}
    </div>
  );
}

const LISTED = 8;

/** Returns the bars to show before the user asks for all: the first ones, the selected ones, and those that are not for a single text. */
function firstOf(values: readonly Bar[], selected: BinCodes | null): readonly Bar[] {
  if (values.length <= LISTED + 2) return values;
  return values.filter(
    ({ bin, code }, index) => index < LISTED || bin.kind !== 'value' || selected?.includes(code) === true,
  );
}

/** Describes the brush of the column, with a button that removes the brush. */
function BrushWords(
  props: BodyProps & { readonly pictured: PicturedColumn; readonly selected: BinCodes | null },
) {
  const { column, field, pictured, selected, asked, onBrush, onEnd } = props;
  const t = useTranslations('columns');
  const wordsOf = useSubsetText(field === undefined ? [] : [field]);
  if (selected === null) {
    return asked === null ? null : (
      <Text size="xs" className={classes['brushWords'] ?? ''}>
        {t('pictures.notHere')}
      </Text>
    );
  }
  const condition = brushCondition(column.name, pictured, selected);
  const isMoved = asked !== null && !isExactBrush(asked, pictured, selected);
  return (
    <Group
      component="p"
      gap={4}
      align="flex-start"
      justify="space-between"
      wrap="nowrap"
      m={0}
      fz="xs"
      className={classes['brushWords'] ?? ''}
    >
      <span>
        {wordsOf({ conditions: [condition] })}{' '}
        {isMoved && (
          <Text span inherit c="var(--cn-warning)">
            {t('pictures.moved')}
          </Text>
        )}
      </span>
      <IconButton
        label={t('pictures.clearBrush', { column: column.name })}
        size={20}
        onClick={() => {
          onBrush(column.name, null);
          onEnd();
        }}
      >
        <IconX size={12} />
      </IconButton>
    </Group>
  );
}

/** Summarizes a chart: the counts at both ends of a histogram, or the number of different values. */
function summaryText(
  words: Words,
  { distinctCount }: PicturedColumn,
  ranges: readonly Bar[],
  texts: ColumnTexts,
): string {
  const t = words.of('columns');
  if (distinctCount !== null) {
    return t('pictures.values', { count: distinctCount, values: texts.count(distinctCount) });
  }
  return ranges
    .filter(({ bin }) => bin.kind !== 'range')
    .map(({ bin, count }) => t('pictures.end', { rows: texts.count(count), label: texts.bin(bin) }))
    .join(SEPARATOR);
}
