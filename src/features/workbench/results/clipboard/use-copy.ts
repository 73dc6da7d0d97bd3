import { useEffect, useRef, useState } from 'react';
import type { SnapshotRow } from '@/contract/extraction';
import { useFormatSettings } from '@/ui/formats/format-settings-context';
import { numberSymbols } from '@/lib/formats/number-symbols';
import type { SelectedCells } from '@/lib/grid/use-grid-selection';
import { copyText } from '@/ui/components/copy-text';
import { writeClipboard } from '../../clipboard/write-clipboard';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { readRows } from '../../snapshot/read-rows';
import { snapshotFailure, type SnapshotFailure } from '@/analysis/snapshot/snapshot-failure';
import type { ResultColumns } from '@/rows/price-rows/result-columns';
import { copyKey } from '../../clipboard/copy-key';
import { planCopy, type CopyPlan } from '../../clipboard/copy-plan';
import { createCopyWriter, type CopyContent, type CopyCounts } from '@/analysis/copies/copy-writer';

export interface CopyOptions {
  readonly hasHeaders: boolean;
  /** Copies cells as they are displayed instead of as they are stored. */
  readonly isAsShown?: boolean;
}

export type CopyState =
  | { readonly status: 'idle' }
  /** The rows that are not cached are being loaded. */
  | { readonly status: 'loading'; readonly rowsDone: number; readonly rowCount: number }
  | { readonly status: 'copied'; readonly counts: CopyCounts; readonly hasHeaders: boolean }
  /** A text that is not the content of a cell was copied, such as a statistic. */
  | { readonly status: 'copied-one'; readonly name: string }
  /** All rows are loaded, but the browser only allows writing to the clipboard during a click or key press. */
  | {
      readonly status: 'ready';
      readonly content: CopyContent;
      readonly counts: CopyCounts;
      readonly hasHeaders: boolean;
    }
  /** The browser does not allow this page to write to the clipboard at all. */
  | { readonly status: 'denied' }
  | { readonly status: 'refused'; readonly plan: Extract<CopyPlan, { ok: false }> }
  | { readonly status: 'failed'; readonly failure: SnapshotFailure | null };

export interface Copying {
  readonly state: CopyState;
  readonly copy: (cells: SelectedCells, options: CopyOptions) => void;
  /** Copies a text. The notice shows `name`. */
  readonly copyOne: (name: string, text: string) => Promise<void>;
  /** Writes content that is ready. Must be called during a click or key press. */
  readonly write: (ready: Extract<CopyState, { status: 'ready' }>) => Promise<void>;
  /** Aborts the copy under way and clears the notice. */
  readonly dismiss: () => void;
}

const IDLE: CopyState = { status: 'idle' };
/** The time for which the notice of a successful copy stays. */
const NOTICE_MS = 8_000;

/** Copies cells for Excel. It first loads the rows that are not cached, and then writes to the clipboard once. */
export function useCopy(opened: OpenSnapshot, { indexOf, typeOf, showOf }: ResultColumns): Copying {
  const { excelRegion } = useFormatSettings();
  const [state, setState] = useState<CopyState>(IDLE);
  const current = useRef<AbortController | null>(null);
  /** Identifies the loaded content that waits for another click or key press. */
  const loaded = useRef<{ readonly key: string; readonly of: OpenSnapshot } | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  useEffect(() => {
    if (state.status !== 'copied' && state.status !== 'copied-one') return;
    const timer = setTimeout(() => setState(IDLE), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function write(ready: Extract<CopyState, { status: 'ready' }>, ifRefused: CopyState): Promise<void> {
    const { content, counts, hasHeaders } = ready;
    setState((await writeClipboard(content)) ? { status: 'copied', counts, hasHeaders } : ifRefused);
  }

  function copy(cells: SelectedCells, options: CopyOptions): void {
    const key = copyKey(cells, options);
    if (state.status === 'ready' && loaded.current?.key === key && loaded.current.of === opened) {
      void write(state, { status: 'denied' });
      return;
    }
    current.current?.abort();
    const plan = planCopy(cells.areas);
    if (!plan.ok) {
      setState({ status: 'refused', plan });
      return;
    }
    const names = plan.columns.map((index) => cells.columnIds[index] ?? '');
    const indexes = names.map(indexOf);
    const writer = createCopyWriter(
      names.map((name) => {
        const show = options.isAsShown === true ? showOf(name) : undefined;
        return { name, type: typeOf(name), ...(show !== undefined && { show }) };
      }),
      { decimalSign: numberSymbols(excelRegion).decimal, hasHeaders: options.hasHeaders },
    );
    const add = (row: SnapshotRow) => writer.addRow(indexes.map((index) => row[index]));

    const cached = cachedRows(opened, plan.ranges);
    if (cached !== null) {
      // Writes synchronously, during the click or key press, because every browser allows that.
      for (const row of cached) add(row);
      const ready = { status: 'ready', ...writer.finish(), hasHeaders: options.hasHeaders } as const;
      void write(ready, ready);
      return;
    }
    const controller = new AbortController();
    current.current = controller;
    setState({ status: 'loading', rowsDone: 0, rowCount: plan.rowCount });
    void load();

    async function load(): Promise<void> {
      let rowsDone = 0;
      try {
        for await (const chunk of readRows(opened, plan.ok ? plan.ranges : [], controller.signal)) {
          for (const row of chunk.rows) add(row);
          rowsDone += chunk.rows.length;
          setState({ status: 'loading', rowsDone, rowCount: plan.ok ? plan.rowCount : 0 });
        }
        const ready = { status: 'ready', ...writer.finish(), hasHeaders: options.hasHeaders } as const;
        loaded.current = { key, of: opened };
        await write(ready, ready);
      } catch (error) {
        if (controller.signal.aborted) return;
        setState({ status: 'failed', failure: snapshotFailure(error) });
      }
    }
  }

  return {
    state,
    copy,
    async copyOne(name, text) {
      current.current?.abort();
      setState((await copyText(text)) ? { status: 'copied-one', name } : { status: 'denied' });
    },
    write: (ready) => write(ready, { status: 'denied' }),
    dismiss() {
      current.current?.abort();
      setState(IDLE);
    },
  };
}

/** Returns the rows if all of them are cached, else null. */
function cachedRows(
  { rows }: OpenSnapshot,
  ranges: readonly { readonly rowStart: number; readonly rowEnd: number }[],
): readonly SnapshotRow[] | null {
  const cached: SnapshotRow[] = [];
  for (const { rowStart, rowEnd } of ranges) {
    for (let rowIndex = rowStart; rowIndex < rowEnd; rowIndex += 1) {
      const row = rows.getRow(rowIndex);
      if (row === null) return null;
      cached.push(row);
    }
  }
  return cached;
}
