import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { createDecimalFormat } from '@/shared/formats/decimal-format';
import { useFormats } from '@/shared/formats/format-settings-context';
import type { Announce } from '@/shared/ui/announcer';
import type { SelectionFigures } from './use-figures';

/** A selection that grows key by key is told once it has settled. */
const SETTLED_AFTER_MS = 300;

/** Says how much is selected, and its sum where all of it is here. */
export function useSelectionWords(selected: SelectionFigures | null, announce: Announce): void {
  const t = useTranslations('results');
  const formats = useFormats();
  const words = selected === null ? null : wordsOf(selected);
  useEffect(() => {
    if (words === null) return;
    const timer = setTimeout(() => announce(words), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [words, announce]);

  function wordsOf({ rowCount, columnCount, known }: SelectionFigures): string {
    const size = t('selectionSize', {
      rows: formats.formatInteger(rowCount),
      rowCount,
      columns: formats.formatInteger(columnCount),
      columnCount,
    });
    const sum = known?.rowsKnown === rowCount ? known.figures.sum : null;
    if (sum === null) return size;
    const formatDecimal = createDecimalFormat(formats.locale, {
      minFractionDigits: 0,
      maxFractionDigits: Infinity,
      isGrouped: true,
    });
    return `${size}, ${t('sum')} ${formatDecimal(sum)}`;
  }
}
