import { useMemo } from 'react';
import type { PriceField } from '@/contract/column';
import { useWords } from '@/ui/formats/use-words';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { highlightAddressProblems, highlightsFromParameter } from '../../model/highlight';
import type { RefineColumn } from '@/analysis/conditions/refinement';
import type { AddressProblem } from '../../model/workbench-search';
import { namedHighlight, type NamedHighlight } from './row-highlights';

/** Returns the highlights of the address with descriptions of their conditions, and the unusable parts of the address. */
export function useAddressHighlights(fields: readonly PriceField[]): {
  readonly highlights: readonly NamedHighlight[];
  readonly problems: readonly AddressProblem[];
} {
  const { highlight, refine } = useWorkbenchScope().address;
  const words = useWords();
  return useMemo(() => {
    const { highlights, problems } = highlightsFromParameter(highlight);
    const unusable = highlightAddressProblems(highlights, fields).filter(
      // Columns that a refinement computes are not reported, because they exist only after the rows were read.
      ({ kind }) => kind !== 'unknown-field' || refine === undefined,
    );
    return {
      highlights: highlights.map((each) => namedHighlight(words, fields, each)),
      problems: [...problems, ...unusable],
    };
  }, [highlight, refine, fields, words]);
}

/** Returns the columns of rows with their types, in the order of the cells. */
export function useJudgedColumns(
  columns: readonly string[],
  fields: readonly PriceField[],
): readonly RefineColumn[] {
  return useMemo(
    () =>
      columns.map((name) => ({ name, type: fields.find((field) => field.name === name)?.type ?? 'text' })),
    [columns, fields],
  );
}
