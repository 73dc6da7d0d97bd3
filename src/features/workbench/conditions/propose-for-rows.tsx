import { Button } from '@mantine/core';
import { IconPercentage } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { CellValue } from '@/contract/extraction';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { RowRange } from '@/lib/grid/grid-model';
import type { SelectedArea } from '@/lib/grid/selection';
import { useAnnounce } from '@/ui/components/announcer';
import { coveragePlace, FIRST_CHANGE_ID } from '../controller/places';
import { useProposalOfAddress, useWorkbenchActions, useWorkbenchScope } from '../controller/use-workbench';
import { MAX_VALUES, refinementProblem, type RefineGroup } from '@/analysis/conditions/refinement';
import { conditionsOfKeys, withRuleFor, type SaidRows } from '@/analysis/conditions/refinement-of-rows';
import { readRows, type RowSource } from '../snapshot/read-rows';
import { keyColumns } from '@/analysis/snapshot/row-identity';

/** Rows whose cells can be read, so that conditions on their key values can select them. */
export interface ReadableRows {
  readonly count: number;
  readonly columns: readonly string[];
  /** Reads the cells of the rows. The cells of each row are in the order of `columns`. The promise may reject. */
  readonly read: (signal: AbortSignal) => Promise<readonly (readonly CellValue[])[]>;
}

/** The rows for which a new price rule is started. */
export interface ProposedRows {
  readonly said: SaidRows;
  /** The rows themselves, which are used if `said` has no conditions that select them; null if they cannot be read. */
  readonly rows: ReadableRows | null;
}

/** The value of `said` for rows that can be selected only by conditions on their keys. */
export const UNSAID: SaidRows = { ok: false, columns: [] };

/** Returns the rows of a source that are in the given ranges. */
export function readableRows<Row>(
  source: RowSource<Row>,
  ranges: readonly RowRange[],
  columns: readonly string[],
  cellsOf: (row: Row) => readonly CellValue[],
): ReadableRows {
  return {
    count: ranges.reduce((sum, { rowStart, rowEnd }) => sum + rowEnd - rowStart, 0),
    columns,
    read: async (signal) => {
      const cells: (readonly CellValue[])[] = [];
      for await (const { rows } of readRows(source, ranges, signal)) cells.push(...rows.map(cellsOf));
      return cells;
    },
  };
}

/** Returns the ranges of rows that selected areas cover, from top to bottom. */
export function rowRangesOf(areas: readonly SelectedArea[]): readonly RowRange[] {
  const ranges: RowRange[] = [];
  for (const { rowStart, rowEnd } of areas.toSorted((a, b) => a.rowStart - b.rowStart)) {
    const last = ranges.at(-1);
    if (last === undefined || last.rowEnd < rowStart) ranges.push({ rowStart, rowEnd });
    else ranges.splice(-1, 1, { rowStart: last.rowStart, rowEnd: Math.max(last.rowEnd, rowEnd) });
  }
  return ranges;
}

/** The state of starting a price rule for some rows. */
export interface RuleForRows {
  /** Why no rule is possible for the rows. Null if one is possible, or if that is known only after their keys are read. */
  readonly whyNot: string | null;
  /** The message that says why the last attempt failed. */
  readonly problem: string | null;
  /** Whether the keys of the rows are being read. */
  readonly isReading: boolean;
  /** Opens the **Proposal** view with a new first rule for the rows. If it cannot, it resolves to false, and `problem` says why. */
  readonly start: () => Promise<boolean>;
}

/** Starts a price rule for some rows. If the component is unmounted, reading the keys of the rows is stopped. */
export function useRuleForRows({ said, rows }: ProposedRows): RuleForRows {
  const t = useTranslations('proposal.forRows');
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' });
  const { formatInteger } = useFormats();
  const announce = useAnnounce();
  const { priceColumn, rowFields: fields } = useWorkbenchScope();
  const parameter = useProposalOfAddress();
  const { startRule } = useWorkbenchActions();
  const keys = useMemo(() => keyColumns(priceColumn), [priceColumn]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  const reading = useRef<AbortController | null>(null);
  useEffect(() => () => reading.current?.abort(), []);
  const tooMany = () => t('tooMany', { limit: formatInteger(MAX_VALUES) });

  function whyNot(): string | null {
    if (said.ok) return null;
    const hasKeys = rows !== null && keys.length > 0 && keys.every((name) => rows.columns.includes(name));
    if (!hasKeys) {
      return said.columns.length === 0 ? t('noKeys') : t('unsaid', { columns: list.format(said.columns) });
    }
    return rows.count > MAX_VALUES ? tooMany() : null;
  }
  function startWith(conditions: RefineGroup): string | null {
    // The conditions exceed a limit, such as the number of values in a condition.
    if (refinementProblem({ conditions, computedColumns: [] }, fields) !== null) return tooMany();
    const proposal = withRuleFor(parameter, conditions);
    if (proposal === null) return t('full');
    startRule(proposal, FIRST_CHANGE_ID);
    return null;
  }
  /** Returns null if the rule was started, and otherwise the message that says why it was not. */
  async function tryStart(signal: AbortSignal): Promise<string | null> {
    if (said.ok) return startWith(said.conditions);
    const obstacle = whyNot();
    if (obstacle !== null || rows === null) return obstacle ?? t('noKeys');
    const named = keys.flatMap((name) => fields.filter((field) => field.name === name));
    const places = named.map(({ name }) => rows.columns.indexOf(name));
    try {
      const cells = await rows.read(signal);
      const conditions = conditionsOfKeys(
        named,
        cells.map((row) => places.map((place) => row[place])),
      );
      return conditions === null ? t('tooScattered') : startWith(conditions);
    } catch {
      return t('failed');
    }
  }
  async function start(): Promise<boolean> {
    reading.current?.abort();
    const controller = new AbortController();
    reading.current = controller;
    setIsReading(true);
    const found = await tryStart(controller.signal);
    if (controller.signal.aborted) return false;
    setIsReading(false);
    setProblem(found);
    if (found !== null) announce(found);
    return found === null;
  }
  return { whyNot: whyNot(), problem, isReading, start };
}

export interface ProposeForRowsButtonProps {
  readonly rows: ProposedRows;
  /** The number of selected rows; null if the user has not selected them. */
  readonly selectedCount?: number | null;
  /** Whether the button is a tool of the toolbar, where the status line says why the last attempt failed. */
  readonly isTool?: boolean;
}

/** The **Propose for these rows** button. If no rule is possible for the rows, it says why. */
export function ProposeForRowsButton({
  rows,
  selectedCount = null,
  isTool = false,
}: ProposeForRowsButtonProps) {
  const t = useTranslations('proposal.forRows');
  const { formatInteger } = useFormats();
  const { whyNot, problem, start } = useRuleForRows(rows);
  const note = problem !== null && (
    <span role="note" title={problem}>
      {problem}
    </span>
  );
  return (
    <>
      <Button
        size="compact-sm"
        {...(isTool ? { variant: 'subtle', color: 'gray', 'data-tool': 'yields' } : { variant: 'default' })}
        leftSection={<IconPercentage size={14} aria-hidden="true" />}
        aria-disabled={whyNot !== null || undefined}
        title={whyNot ?? problem ?? undefined}
        onClick={() => void start()}
      >
        {selectedCount === null
          ? t('action')
          : t('actionSelected', { formatted: formatInteger(selectedCount), count: selectedCount })}
      </Button>
      {isTool ? <coveragePlace.Into>{note}</coveragePlace.Into> : note}
    </>
  );
}
