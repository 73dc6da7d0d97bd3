import { Button, Text } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWorkbenchScope } from '../../../controller/use-workbench';
import { isEstimate } from '@/analysis/reading/rows-read';
import { useRowsRead } from '../../../rows-read/rows/rows-read-scope';
import { picturedColumns } from '../pictured-columns';
import { useColumnsSetup } from '../use-columns-setup';
import { PictureCard } from './picture-card';
import classes from './pictures.module.css';
import { SelectionBar } from './selection-bar';
import { useBrushing, usePicturedRows } from './use-brushing';
import { useInSight } from './use-in-sight';

/** The number of cards that are rendered at first and with each press of a button. Thousands of cards at once would block the page. */
const CARDS_PER_STEP = 100;

/** Shows a chart for each column. When the user brushes (selects bars in) one chart, all charts show the selected rows. */
export function PicturesView() {
  const rowsRead = usePicturedRows(useRowsRead());
  const { isWhole, choice } = useColumnsSetup();
  const t = useTranslations('columns');
  const { formatInteger } = useFormats();
  const { rowFields: fields } = useWorkbenchScope();
  const { brushing, asked, brush, commit, clear } = useBrushing(rowsRead, isWhole);
  const [cardLimit, setCardLimit] = useState(CARDS_PER_STEP);
  const { columns } = rowsRead.table;
  const names = new Set([
    ...picturedColumns(choice, columns, fields),
    // A column with a brush stays on screen even if it is not chosen, because only its card can remove the brush.
    ...asked.map(({ column }) => column),
  ]);
  const pictured = columns.filter(({ name }) => names.has(name));
  const shown = pictured.slice(0, cardLimit);
  const { onElement, inSight } = useInSight();
  const isPart = isEstimate(rowsRead.coverage);
  useEffect(() => {
    brushing.want(columns.flatMap(({ name }) => (inSight.has(name) ? [name] : [])));
  }, [brushing, columns, inSight]);
  // These functions stay the same in every render, so that brushing one card does not render the others.
  const latest = useRef({ brush, commit });
  useEffect(() => {
    latest.current = { brush, commit };
  });
  const onBrush = useCallback((...of: Parameters<typeof brush>) => latest.current.brush(...of), []);
  const onEnd = useCallback((series?: string) => latest.current.commit(series), []);
  const moreCount = Math.min(pictured.length - cardLimit, CARDS_PER_STEP);
  return (
    <div className={classes['view']}>
      <SelectionBar brushing={brushing} isEstimate={isPart} onClear={clear} />
      {rowsRead.coverage.kind === 'part' && (
        <Text size="xs" c="dimmed" px={12} pt={8}>
          {t('moment', { rows: formatInteger(rowsRead.coverage.readCount) })}
        </Text>
      )}
      {pictured.length === 0 && (
        <Text size="sm" c="dimmed" p="sm">
          {t('pictured.nothing')}
        </Text>
      )}
      <div className={classes['cards']}>
        {shown.map((column) => (
          <PictureCard
            key={column.name}
            column={column}
            field={fields.find(({ name }) => name === column.name)}
            isEstimate={isPart}
            brushing={brushing}
            asked={asked.find((condition) => condition.column === column.name) ?? null}
            onBrush={onBrush}
            onEnd={onEnd}
            onElement={onElement}
          />
        ))}
      </div>
      {moreCount > 0 && (
        <Button variant="default" m="sm" onClick={() => setCardLimit(cardLimit + CARDS_PER_STEP)}>
          {t('showMore', { count: moreCount })}
        </Button>
      )}
    </div>
  );
}
