import { useMemo, type HTMLAttributes } from 'react';
import { useTranslations } from 'use-intl';
import { BarDrawing, BarValue } from '../../../bars/bar-drawing';
import { largestOf } from '../../../bars/bar-length';
import { PictureEnds } from '../../../bars/picture-ends';
import type { BinCodes } from '@/analysis/brushing/bins';
import type { Brushing } from '@/analysis/brushing/brushing';
import type { ColumnTexts } from '@/analysis/profiles/column-texts';
import { endsOf, lyingPath, placesOf, uprightPath, type Bar } from './picture-bars';
import classes from './pictures.module.css';
import { useBrushingState, useSettledSelection } from './use-brushing';

interface BarsProps {
  readonly brushing: Brushing;
  readonly name: string;
  readonly selected: BinCodes | null;
  readonly optionOf: (bar: Bar) => HTMLAttributes<HTMLElement>;
  readonly barText: (bar: Bar) => string;
  readonly texts: ColumnTexts;
}

/** Returns a function that names a bar. If rows are selected, the name includes the number of selected rows in the bar. */
export function useBarName({ brushing, name, barText, texts }: BarNameParts): (bar: Bar) => string {
  const t = useTranslations('columns');
  const selected = useSettledSelection(brushing, name);
  return (bar) => withSelected(barText(bar), { bar, selected: selected?.[bar.code] ?? null, texts, t });
}

export interface BarNameParts extends Pick<BarsProps, 'brushing' | 'name' | 'barText'> {
  readonly texts: Pick<ColumnTexts, 'count' | 'share'>;
}

/** Draws vertical bars side by side. They are one pointer target, in which the horizontal position decides which bar is meant. */
export function Ranges({ ranges, ...props }: BarsProps & { readonly ranges: readonly Bar[] }) {
  const { brushing, name, selected, optionOf, texts } = props;
  const nameOf = useBarName(props);
  const { places, width } = useMemo(() => placesOf(ranges), [ranges]);
  const largest = largestOf(ranges);
  const marked = new Set(selected);
  return (
    <>
      <div className={classes['plot']} data-upright>
        <BarDrawing direction="upright" across={width} aria-hidden="true">
          {places.map(
            ({ bar, start }) =>
              marked.has(bar.code) && (
                <rect key={bar.code} className={classes['brushed']} x={start} y={0} width={1} height={100} />
              ),
          )}
          <Shares brushing={brushing} name={name} pathOf={(counts) => uprightPath(places, counts, largest)} />
        </BarDrawing>
        {places.map(({ bar, start }) => (
          <div
            key={bar.code}
            {...optionOf(bar)}
            aria-label={nameOf(bar)}
            className={classes['upright']}
            data-start={(start / width) * 100}
            style={{ left: `${(start / width) * 100}%`, width: `${100 / width}%` }}
          />
        ))}
      </div>
      <div className={classes['ends']}>
        <PictureEnds ends={endsOf(ranges, texts.bound)} />
      </div>
    </>
  );
}

interface ValuesProps extends BarsProps {
  readonly values: readonly Bar[];
  readonly largest: number;
}

/** Draws horizontal bars below each other, with values and counts beside them. */
export function Values({ values, largest, ...props }: ValuesProps) {
  const { brushing, name, optionOf, texts } = props;
  const nameOf = useBarName(props);
  return (
    <div className={classes['values']}>
      <BarDrawing direction="lying" across={values.length} aria-hidden="true">
        <Shares brushing={brushing} name={name} pathOf={(counts) => lyingPath(values, counts, largest)} />
      </BarDrawing>
      {values.map((bar) => (
        <div key={bar.code} {...optionOf(bar)} aria-label={nameOf(bar)} className={classes['value']}>
          <BarValue label={texts.bin(bar.bin)} count={texts.count(bar.count)} />
        </div>
      ))}
    </div>
  );
}

interface SharesProps {
  readonly brushing: Brushing;
  readonly name: string;
  readonly pathOf: (counts: Uint32Array) => string;
}

/** Draws all bars, and the selected part of each. While the pointer moves in one card, only this part of the other cards renders. */
function Shares({ brushing, name, pathOf }: SharesProps) {
  const counts = useBrushingState(brushing, ({ columns }) => columns.get(name)?.counts ?? NONE);
  const selected = useBrushingState(brushing, (state) =>
    state.selected === null ? null : (state.selected.get(name) ?? NONE),
  );
  const isPending = useBrushingState(brushing, (state) => state.isPending);
  const all = useMemo(() => pathOf(counts), [counts, pathOf]);
  return (
    <>
      <path className={classes['all']} d={all} />
      <path
        className={classes['selected']}
        data-pending={isPending || undefined}
        d={selected === null ? all : pathOf(selected)}
      />
    </>
  );
}

const NONE = new Uint32Array();

interface PointedProps {
  readonly brushing: Brushing;
  readonly name: string;
  readonly bar: Bar;
  readonly text: string;
  readonly texts: ColumnTexts;
}

/** Returns the text for the bar that is under the pointer or has the focus. */
export function Pointed({ brushing, name, bar, text, texts }: PointedProps) {
  const t = useTranslations('columns');
  const selected = useBrushingState(brushing, (state) => state.selected?.get(name)?.[bar.code] ?? null);
  return withSelected(text, { bar, selected, texts, t });
}

interface SelectedOfBar extends Pick<BarNameParts, 'texts'> {
  readonly bar: Bar;
  /** The number of selected rows in the bar; null if there is no selection. */
  readonly selected: number | null;
  readonly t: ReturnType<typeof useTranslations<'columns'>>;
}

function withSelected(text: string, { bar, selected, texts, t }: SelectedOfBar): string {
  if (selected === null) return text;
  return t('pictures.pointed', {
    bar: text,
    selected: texts.count(selected),
    share: texts.share(selected, bar.count),
  });
}
