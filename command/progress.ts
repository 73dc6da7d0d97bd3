import { shownLine } from './shown-text';
import type { CommandWords } from './words';

/** Shows the progress of a run in one line, which is overwritten each time. */
export interface Progress {
  readonly rows: (rowCount: number, totalCount: number, bytes: number | null) => void;
  /** Must be called with true when the service does not answer or asks to wait, and with false when it answers again. */
  readonly waiting: (isWaiting: boolean) => void;
  readonly clear: () => void;
}

const LEAST_BETWEEN_MS = 100;
const CLEAR_LINE = '\r\u001B[K';

export const NO_PROGRESS: Progress = {
  rows: () => undefined,
  waiting: () => undefined,
  clear: () => undefined,
};

/** Creates a progress line. `write` must write to a terminal. */
export function createProgress(
  write: (text: string) => void,
  words: CommandWords,
  nowMs: () => number,
): Progress {
  const { command, formats } = words;
  let shownAtMs = -Infinity;
  let line = '';
  let isWaiting = false;
  let isShown = false;

  function show(isUrgent: boolean): void {
    if (line === '' || (!isUrgent && nowMs() - shownAtMs < LEAST_BETWEEN_MS)) return;
    shownAtMs = nowMs();
    isShown = true;
    write(CLEAR_LINE + shownLine(isWaiting ? `${line} · ${command('progress.waiting')}` : line));
  }

  return {
    rows: (rowCount, totalCount, bytes) => {
      const done = formats.formatInteger(rowCount);
      const total = formats.formatInteger(totalCount);
      line = command('progress.rows', { done, total });
      if (bytes !== null) line += ` · ${words.byteText(bytes)}`;
      show(rowCount === totalCount);
    },
    waiting: (waits) => {
      isWaiting = waits;
      show(true);
    },
    clear: () => {
      if (isShown) write(CLEAR_LINE);
      isShown = false;
    },
  };
}
