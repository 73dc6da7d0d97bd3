import type { BodyPieces } from '@/shared/http/read-pieces';

export interface PageReaderParts {
  /** 1-based. Rejects when the page cannot be had, however long one waits. */
  readonly fetchPage: (page: number, signal: AbortSignal) => Promise<BodyPieces>;
  /** Gets the pages in order, none left out. */
  readonly deliver: (answer: BodyPieces) => void;
  /** Nothing more will come. */
  readonly onFailed: (error: unknown) => void;
}

/** Reads the pages of a snapshot, several at once, and hands them on in order. */
export interface PageReader {
  /** The receiver is done with all pages before this one, so more may be asked for. */
  readonly received: (nextPage: number) => void;
  /** What is on its way still arrives; nothing more is asked for. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Aborts what is on its way. */
  readonly stop: () => void;
}

const MAX_CONCURRENT = 4;
/** Pages that may be on their way or wait for the receiver, so that a slow one does not fill the memory. */
const WINDOW_PAGES = 6;

/** Reads pages `first` to `last`, 1-based and inclusive. */
export function createPageReader(
  { first, last }: { readonly first: number; readonly last: number },
  { fetchPage, deliver, onFailed }: PageReaderParts,
): PageReader {
  const controller = new AbortController();
  const arrived = new Map<number, BodyPieces>();
  let nextToAsk = first;
  let nextToDeliver = first;
  let nextToReceive = first;
  let inFlight = 0;
  let isPaused = false;

  function pump(): void {
    const mayAsk = () =>
      !isPaused &&
      !controller.signal.aborted &&
      inFlight < MAX_CONCURRENT &&
      nextToAsk <= last &&
      nextToAsk < nextToReceive + WINDOW_PAGES;
    while (mayAsk()) {
      nextToAsk += 1;
      void read(nextToAsk - 1);
    }
  }

  async function read(page: number): Promise<void> {
    inFlight += 1;
    try {
      arrived.set(page, await fetchPage(page, controller.signal));
    } catch (error) {
      if (controller.signal.aborted) return;
      controller.abort();
      onFailed(error);
      return;
    } finally {
      inFlight -= 1;
    }
    if (controller.signal.aborted) return;
    deliverArrived();
    pump();
  }

  function deliverArrived(): void {
    for (let answer = arrived.get(nextToDeliver); answer !== undefined; answer = arrived.get(nextToDeliver)) {
      arrived.delete(nextToDeliver);
      nextToDeliver += 1;
      deliver(answer);
    }
  }

  pump();
  return {
    received: (nextPage) => {
      nextToReceive = Math.max(nextToReceive, nextPage);
      pump();
    },
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
      pump();
    },
    stop: () => {
      controller.abort();
    },
  };
}
