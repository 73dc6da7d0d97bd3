import { useTranslations } from 'use-intl';
import type { Brushing } from '@/analysis/brushing/brushing';
import type { ColumnTexts } from '@/analysis/profiles/column-texts';
import type { Bar } from './picture-bars';
import classes from './pictures.module.css';
import { useBrushingState } from './use-brushing';

export interface PictureTableProps {
  readonly brushing: Brushing;
  readonly name: string;
  readonly bars: readonly Bar[];
  readonly hasRanges: boolean;
  readonly texts: ColumnTexts;
}

/** The figures of a chart as a table: for each bar its rows, their share, and the number of selected rows. */
export function PictureTable({ brushing, name, bars, hasRanges, texts }: PictureTableProps) {
  const t = useTranslations('columns');
  const isSelected = useBrushingState(brushing, (state) => state.selected !== null);
  const selected = useBrushingState(brushing, (state) => state.selected?.get(name) ?? null);
  const all = bars.reduce((sum, { count }) => sum + count, 0);
  const label = t('barsOf', { column: name });
  return (
    // The frame can get the focus, so that it can be scrolled with the keyboard.
    <div role="group" aria-label={label} tabIndex={0} className={classes['tableFrame']}>
      <table className={classes['table']} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t(hasRanges ? 'range.head' : 'frequent.value')}</th>
            <th scope="col" data-number>
              {t('frequent.count')}
            </th>
            <th scope="col" data-number>
              {t('frequent.share')}
            </th>
            {isSelected && (
              <th scope="col" data-number>
                {t('pictures.selectedHead')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ code, bin, count }) => (
            <tr key={code}>
              <th scope="row">{texts.bin(bin)}</th>
              <td data-number>{texts.count(count)}</td>
              <td data-number>{texts.share(count, all)}</td>
              {isSelected && <td data-number>{texts.count(selected?.[code] ?? 0)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
