import { useTranslations } from 'use-intl';
import { RangesPicture, ValuesPicture } from '../../../bars/bar-pictures';
import type { Brushing } from '@/analysis/brushing/brushing';
import type { ColumnTexts } from '@/analysis/profiles/column-texts';
import { endsOf, type Bar, type PictureBars } from './picture-bars';

export interface SavedCardProps extends PictureBars {
  readonly brushing: Brushing;
  readonly name: string;
  readonly title: string;
  readonly descriptionId: string;
  readonly barText: (bar: Bar) => string;
  readonly texts: Pick<ColumnTexts, 'bin' | 'bound'>;
}

/** The chart of a card as it is saved to a file: as large as in a profile, with an axis for the counts, and with the selection. */
export function SavedCard(props: SavedCardProps) {
  const { brushing, name, title, descriptionId, barText, texts, ranges, values } = props;
  const t = useTranslations('columns');
  const { selected } = brushing.getState();
  const barOf = (bar: Bar) => ({
    key: String(bar.code),
    label: texts.bin(bar.bin),
    count: bar.count,
    text: barText(bar),
    ...(selected !== null && { selected: selected.get(name)?.[bar.code] ?? 0 }),
  });
  const common = {
    title,
    descriptionId,
    barsLabel: t('barsOf', { column: name }),
    onChoose: () => undefined,
  };
  return (
    <>
      {ranges.length > 0 && (
        <RangesPicture {...common} bars={ranges.map(barOf)} ends={endsOf(ranges, texts.bound)} />
      )}
      {values.length > 0 && <ValuesPicture {...common} bars={values.map(barOf)} />}
    </>
  );
}
