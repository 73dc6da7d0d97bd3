import { Group } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { usePublish } from '../../controller/use-published-rows';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { HighlightSign } from './highlight-sign';
import classes from './highlights.module.css';
import { appliedHighlights, createRowHighlight } from './row-highlights';
import { useAddressHighlights, useJudgedColumns } from './use-highlights';

export interface HighlightsProps {
  /** The columns of the rows, in the order of their cells. */
  readonly columns: readonly string[];
  /** The fields of the rows, including computed fields. */
  readonly fields: readonly PriceField[];
}

/** Applies the highlights of the address to the grid, reports those that cannot be used, and renders the legend. */
export function Highlights({ columns, fields }: HighlightsProps) {
  const t = useTranslations('resultsTools.highlight');
  const { today } = useWorkbenchScope();
  const judged = useJudgedColumns(columns, fields);
  const { highlights, problems } = useAddressHighlights(fields);
  // Memoized, because a new function makes the grid render all rows again.
  const applied = useMemo(() => appliedHighlights(highlights, judged, today), [highlights, judged, today]);
  usePublish(
    'rowHighlight',
    useMemo(() => createRowHighlight(applied, judged), [applied, judged]),
  );
  usePublish(
    'highlightRules',
    useMemo(() => applied.map(({ rule }) => rule), [applied]),
  );
  usePublish('highlightProblems', problems);
  if (applied.length === 0) return null;
  return (
    <ul aria-label={t('legend')} aria-live="off" className={classes['legend']}>
      {applied.map(({ shown: { colour, note } }, index) => (
        // The index is the key, because two highlights can have the same description.
        <Group key={index} component="li" gap={5} wrap="nowrap" miw={24} title={note}>
          <HighlightSign colour={colour} />
          <span className={classes['words']}>{note}</span>
        </Group>
      ))}
    </ul>
  );
}
