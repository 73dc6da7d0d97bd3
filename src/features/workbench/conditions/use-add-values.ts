import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useAnnounce } from '@/ui/components/announcer';
import type { Operand } from '../model/draft-query';
import { createValueCollector, type CollectedValues, type PastedCell } from '../model/pasted-list';

export type OnValuesChange = (
  values: readonly Operand[],
  /** Says whether several of the values were pasted at once. */
  how?: { readonly isPasted: boolean },
) => void;

export interface ValueAdder {
  /** Adds cells, and resolves when all are added. Many cells are added in steps. `isColumn` says that the first cell may be a heading. */
  readonly add: (
    cells: readonly PastedCell[],
    how: { readonly isPasted: boolean; readonly isColumn: boolean },
  ) => Promise<void>;
  /** Resolves when no more cells are being added. */
  readonly added: () => Promise<void>;
  readonly isAdding: boolean;
  /** A message about the cells added last; null if a chip shows the result, or if the list was edited since. */
  readonly outcome: string | null;
  readonly clearOutcome: () => void;
}

/** The maximum number of cells that are added in a single step. */
const FEW_CELLS = 500;
/** The duration of a step. A longer step would delay the next frame. */
const STEP_MS = 10;

/** Resolves in a new task, so that the page can respond in between. It uses no timer, because nested timers would wait 4 ms each. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}

/** Returns functions that add values to a list. They add many values in steps, so that the page can respond in between. */
export function useAddValues(
  values: readonly Operand[],
  field: PriceField,
  onChange: OnValuesChange,
): ValueAdder {
  const t = useTranslations('conditions');
  const { locale, formatInteger } = useFormats();
  const announce = useAnnounce();
  const [isAdding, setAdding] = useState(false);
  const [outcome, setOutcome] = useState<string | null>(null);
  const isGone = useRef(false);
  const last = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  function finish(collected: CollectedValues, isPasted: boolean): void {
    const { addedCount, duplicateCount, unreadableCount, blankCount, heading } = collected;
    if (addedCount + duplicateCount === 0) return;
    onChange(collected.values, { isPasted: isPasted && addedCount > 1 });
    const parts = [
      t('list.added', {
        added: formatInteger(addedCount),
        duplicateCount,
        duplicates: formatInteger(duplicateCount),
        unreadableCount,
        unreadable: formatInteger(unreadableCount),
      }),
    ];
    if (isPasted && blankCount > 0)
      parts.push(t('list.blanks', { count: blankCount, formatted: formatInteger(blankCount) }));
    if (heading !== null) parts.push(t('list.heading', { heading }));
    const message = parts.join(', ');
    // A single typed value is visible as a chip. Several values, or skipped cells, need a message.
    setOutcome(addedCount === 1 && parts.length === 1 && unreadableCount === 0 ? null : message);
    announce(message);
  }

  async function addInSteps(cells: readonly PastedCell[], isPasted: boolean, isColumn: boolean) {
    setAdding(true);
    const collector = createValueCollector(values, field, locale, { hasHeading: isColumn });
    let stepEndsAt = 0;
    for (const cell of cells) {
      if (performance.now() >= stepEndsAt) {
        await nextTask();
        if (isGone.current) return;
        stepEndsAt = performance.now() + STEP_MS;
      }
      collector.add(cell);
    }
    setAdding(false);
    finish(collector.result(), isPasted);
  }

  return {
    add: (cells, { isPasted, isColumn }) => {
      if (cells.length > FEW_CELLS) {
        last.current = addInSteps(cells, isPasted, isColumn);
        return last.current;
      }
      const collector = createValueCollector(values, field, locale, { hasHeading: isColumn });
      for (const cell of cells) collector.add(cell);
      finish(collector.result(), isPasted);
      return Promise.resolve();
    },
    added: () => last.current,
    isAdding,
    outcome,
    clearOutcome: () => setOutcome(null),
  };
}
