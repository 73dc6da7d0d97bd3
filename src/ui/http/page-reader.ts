import type { BodyChunks } from '@/lib/base/body-chunks';

/** The pages to read, 1-based, each once. */
export interface PagesToRead {
  readonly count: number;
  readonly pageAt: (index: number) => number;
  readonly order: 'listed' | 'arrival';
}

export interface PageReaderParts<Page> {
  /** Rejects with permanent failures only. `page` is 1-based. */
  readonly fetchPage: (page: number, signal: AbortSignal) => Promise<Page>;
  readonly deliver: (response: Page, page: number) => void;
  /** After this call, no more pages follow. */
  readonly onFailed: (error: unknown) => void;
  /** Whether other work needs the machine: then the next page is requested only once the last one is processed. */
  readonly isHeldBack?: () => boolean;
  /** How many pages may be in flight or wait for the receiver; fewer where pages are large. */
  readonly windowPages?: number;
}

/** Requests pages of a snapshot concurrently and delivers each one. */
export interface PageReader {
  /** Tells the reader that `count` pages have been processed, so that it may request more. */
  readonly received: (count: number) => void;
  /** Stops requesting pages. Pending requests continue. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Aborts the requests in flight. */
  readonly stop: () => void;
}

const MAX_CONCURRENT = 4;
/** Bounds memory when the receiver is slow. */
const WINDOW_PAGES = 6;

export function createPageReader<Page = BodyChunks>(
  { count, pageAt, order }: PagesToRead,
  {
    fetchPage,
    deliver,
    onFailed,
    isHeldBack = () => false,
    windowPages = WINDOW_PAGES,
  }: PageReaderParts<Page>,
): PageReader {
  const controller = new AbortController();
  const arrived = new Map<number, Page>();
  let nextToAsk = 0;
  let nextToDeliver = 0;
  let receivedCount = 0;
  let inFlight = 0;
  let isPaused = false;

  function pump(): void {
    const mayAsk = () =>
      !isPaused &&
      !controller.signal.aborted &&
      inFlight < MAX_CONCURRENT &&
      nextToAsk < count &&
      nextToAsk < receivedCount + (isHeldBack() ? 1 : windowPages);
    while (mayAsk()) {
      nextToAsk += 1;
      void read(nextToAsk - 1);
    }
  }

  async function read(index: number): Promise<void> {
    inFlight += 1;
    let response: Page;
    try {
      response = await fetchPage(pageAt(index), controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      controller.abort();
      onFailed(error);
      return;
    } finally {
      inFlight -= 1;
    }
    if (controller.signal.aborted) return;
    if (order === 'arrival') deliver(response, pageAt(index));
    else deliverListed(index, response);
    pump();
  }

  function deliverListed(index: number, response: Page): void {
    arrived.set(index, response);
    for (let next = arrived.get(nextToDeliver); next !== undefined; next = arrived.get(nextToDeliver)) {
      arrived.delete(nextToDeliver);
      nextToDeliver += 1;
      deliver(next, pageAt(nextToDeliver - 1));
    }
  }

  pump();
  return {
    received: (processedCount) => {
      receivedCount = Math.max(receivedCount, processedCount);
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
