import type { BodyChunks } from '@/shared/http/body-chunks';

export interface PageReaderParts {
  /** 1-based. Rejects with permanent failures only. */
  readonly fetchPage: (page: number, signal: AbortSignal) => Promise<BodyChunks>;
  /** Receives every page, in order. */
  readonly deliver: (response: BodyChunks) => void;
  /** No more pages will follow. */
  readonly onFailed: (error: unknown) => void;
}

/** Requests the pages of a snapshot concurrently and delivers them in order. */
export interface PageReader {
  /** The receiver has processed all pages before this one, so that more may be requested. */
  readonly received: (nextPage: number) => void;
  /** Stops requesting pages. Those in flight still arrive. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Aborts the requests in flight. */
  readonly stop: () => void;
}

const MAX_CONCURRENT = 4;
/** Pages that are in flight or wait for the receiver. Bounds memory when the receiver is slow. */
const WINDOW_PAGES = 6;

/** Reads pages `first` to `last`, 1-based and inclusive. */
export function createPageReader(
  { first, last }: { readonly first: number; readonly last: number },
  { fetchPage, deliver, onFailed }: PageReaderParts,
): PageReader {
  const controller = new AbortController();
  const arrived = new Map<number, BodyChunks>();
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
    for (
      let response = arrived.get(nextToDeliver);
      response !== undefined;
      response = arrived.get(nextToDeliver)
    ) {
      arrived.delete(nextToDeliver);
      nextToDeliver += 1;
      deliver(response);
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
