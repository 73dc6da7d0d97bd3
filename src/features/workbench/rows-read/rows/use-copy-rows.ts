import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats, useFormatSettings } from '@/ui/formats/format-settings-context';
import { numberSymbols } from '@/lib/formats/number-symbols';
import type { SelectedCells } from '@/lib/grid/use-grid-selection';
import { useAnnounce } from '@/ui/components/announcer';
import { COPY_LIMIT_CELLS, planCopy } from '../../clipboard/copy-plan';
import { copyKey } from '../../clipboard/copy-key';
import { createCopyWriter, type CopyContent, type CopyCounts } from '@/analysis/copies/copy-writer';
import { writeClipboard } from '../../clipboard/write-clipboard';
import { readRows, type RowSource } from '../../snapshot/read-rows';
import type { CopiedColumns } from '@/analysis/row-table/row-table';

/** How long the message about a copy is shown. */
const NOTE_MS = 8_000;

interface LoadedCopy {
  readonly key: string;
  readonly content: CopyContent;
  readonly counts: CopyCounts;
}

/** Returns a function that copies cells of rows of the engine for Excel. `note`: a message with the result. */
export function useCopyRows<TRow>(
  opened: RowSource<TRow> | null,
  columns: CopiedColumns<TRow>,
): { readonly note: string; readonly copy: (cells: SelectedCells, hasHeaders: boolean) => Promise<void> } {
  const t = useTranslations('results');
  const formats = useFormats();
  const { excelRegion } = useFormatSettings();
  const announce = useAnnounce();
  const [note, setNote] = useState('');
  const current = useRef<AbortController | null>(null);
  /** The loaded cells, which are copied when the user presses the keys again. */
  const loaded = useRef<LoadedCopy | null>(null);
  useEffect(
    () => () => {
      current.current?.abort();
      loaded.current = null;
    },
    [opened],
  );
  useEffect(() => {
    if (note === '') return undefined;
    const timer = setTimeout(() => setNote(''), NOTE_MS);
    return () => clearTimeout(timer);
  }, [note]);

  function report(text: string): void {
    setNote(text);
    announce(text);
  }

  async function copy(cells: SelectedCells, hasHeaders: boolean): Promise<void> {
    const key = copyKey(cells, { hasHeaders });
    const ready = loaded.current;
    loaded.current = null;
    if (ready?.key === key) {
      report((await writeClipboard(ready.content)) ? copiedText(ready.counts, hasHeaders) : t('copyDenied'));
      return;
    }
    current.current?.abort();
    const plan = planCopy(cells.areas);
    if (!plan.ok) {
      const { formatInteger } = formats;
      if (plan.reason === 'nothing') report(t('copyNothing'));
      else if (plan.reason === 'not-aligned') report(t('copyNotAligned'));
      else {
        report(
          t('copyTooMany', {
            cells: formatInteger(plan.cellCount),
            limit: formatInteger(COPY_LIMIT_CELLS),
          }),
        );
      }
      return;
    }
    if (opened === null) return;
    const controller = new AbortController();
    current.current = controller;
    const ids = plan.columns.map((index) => cells.columnIds[index] ?? '');
    const writer = createCopyWriter(
      ids.map((id) => ({ name: columns.labelOf(id), type: columns.typeOf(id) })),
      { decimalSign: numberSymbols(excelRegion).decimal, hasHeaders },
    );
    try {
      for await (const { rows } of readRows(opened, plan.ranges, controller.signal)) {
        for (const row of rows) writer.addRow(ids.map((id) => columns.copiedValue(row, id)));
      }
    } catch {
      if (!controller.signal.aborted) report(t('copyFailed'));
      return;
    }
    const { content, counts } = writer.finish();
    if (await writeClipboard(content)) return report(copiedText(counts, hasHeaders));
    // Loading took too long after the key press, or the page may not write to the clipboard. The next key press uses the loaded cells.
    loaded.current = { key, content, counts };
    report(t('copyAgain'));
  }

  function copiedText(counts: CopyCounts, hasHeaders: boolean): string {
    const count = (number: number) => ({ count: number, formatted: formats.formatInteger(number) });
    return [
      t('copied', count(counts.cells)),
      ...(hasHeaders ? [t('copiedWithHeadings')] : []),
      ...(counts.tooPrecise > 0 ? [t('copiedAsText', count(counts.tooPrecise))] : []),
    ].join(', ');
  }

  return { note, copy };
}
