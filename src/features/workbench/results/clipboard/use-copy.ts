import { useEffect, useRef, useState } from 'react';
import type { SnapshotRow } from '@/contract/extraction';
import { useFormatSettings } from '@/shared/formats/format-settings-context';
import { numberSymbols } from '@/shared/formats/number-symbols';
import type { SelectedCells } from '@/shared/grid/use-grid-selection';
import { copyText } from '@/shared/ui/copy-text';
import { writeClipboard } from '@/shared/ui/write-clipboard';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { readRows } from '../../snapshot/read-rows';
import { snapshotFailure, type SnapshotFailure } from '../../snapshot/snapshot-failure';
import type { ResultColumns } from '../result-columns';
import { planCopy, type CopyPlan } from './copy-plan';
import { createCopyWriter, type CopyContent, type CopyCounts } from './copy-writer';

export interface CopyOptions {
  readonly hasHeaders: boolean;
  /** As the cells are shown, not as they are stored. */
  readonly isAsShown?: boolean;
}

export type CopyState =
  | { readonly status: 'idle' }
  /** Rows that were not loaded are being fetched. */
  | { readonly status: 'loading'; readonly rowsDone: number; readonly rowCount: number }
  | { readonly status: 'copied'; readonly counts: CopyCounts }
  /** Something that is no cell, by its name. */
  | { readonly status: 'copied-one'; readonly name: string }
  /** All is there, but the browser wants a press before it lets us write. */
  | { readonly status: 'ready'; readonly content: CopyContent; readonly counts: CopyCounts }
  /** The browser does not let this page write at all. */
  | { readonly status: 'denied' }
  | { readonly status: 'refused'; readonly plan: Extract<CopyPlan, { ok: false }> }
  | { readonly status: 'failed'; readonly failure: SnapshotFailure | null };

export interface Copying {
  readonly state: CopyState;
  readonly copy: (cells: SelectedCells, options: CopyOptions) => void;
  /** Copies a text, and tells so by its name. */
  readonly copyOne: (name: string, text: string) => Promise<void>;
  /** Writes what is ready, within the press that it waited for. */
  readonly write: (content: CopyContent, counts: CopyCounts) => Promise<void>;
  /** Ends what is going on, and what is said about it. */
  readonly dismiss: () => void;
}

const IDLE: CopyState = { status: 'idle' };
/** How long it is said that something was copied. */
const SAY_MS = 8_000;

/** Copies cells for Excel; loads those that are not here first, and then writes once. */
export function useCopy(opened: OpenSnapshot, { typeOf, showOf }: ResultColumns): Copying {
  const { excelRegion } = useFormatSettings();
  const [state, setState] = useState<CopyState>(IDLE);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  useEffect(() => {
    if (state.status !== 'copied' && state.status !== 'copied-one') return;
    const timer = setTimeout(() => setState(IDLE), SAY_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function write(content: CopyContent, counts: CopyCounts, ifRefused: CopyState): Promise<void> {
    setState((await writeClipboard(content)) ? { status: 'copied', counts } : ifRefused);
  }

  function copy(cells: SelectedCells, options: CopyOptions): void {
    current.current?.abort();
    const plan = planCopy(cells.areas);
    if (!plan.ok) {
      setState({ status: 'refused', plan });
      return;
    }
    const names = plan.columns.map((place) => cells.columnIds[place] ?? '');
    const places = names.map((name) => opened.columns.indexOf(name));
    const writer = createCopyWriter(
      names.map((name) => {
        const show = options.isAsShown === true ? showOf(name) : undefined;
        return { name, type: typeOf(name), ...(show !== undefined && { show }) };
      }),
      { decimalSign: numberSymbols(excelRegion).decimal, hasHeaders: options.hasHeaders },
    );
    const add = (row: SnapshotRow) => writer.addRow(places.map((place) => row[place]));

    const held = heldRows(opened, plan.ranges);
    if (held !== null) {
      // At once, within the press: then every browser lets us write.
      for (const row of held) add(row);
      const { content, counts } = writer.finish();
      void write(content, counts, { status: 'ready', content, counts });
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
        const { content, counts } = writer.finish();
        await write(content, counts, { status: 'ready', content, counts });
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
    write: (content, counts) => write(content, counts, { status: 'denied' }),
    dismiss() {
      current.current?.abort();
      setState(IDLE);
    },
  };
}

/** The rows, if all of them are here. */
function heldRows(
  { rows }: OpenSnapshot,
  ranges: readonly { readonly rowStart: number; readonly rowEnd: number }[],
): readonly SnapshotRow[] | null {
  const held: SnapshotRow[] = [];
  for (const { rowStart, rowEnd } of ranges) {
    for (let rowIndex = rowStart; rowIndex < rowEnd; rowIndex += 1) {
      const row = rows.getRow(rowIndex);
      if (row === null) return null;
      held.push(row);
    }
  }
  return held;
}
