import type { BodyChunks } from '@/lib/base/body-chunks';

/** The pages to read. `pageAt` returns their 1-based numbers, each once. */
export interface PagesToRead {
  readonly count: number;
  readonly pageAt: (index: number) => number;
  readonly order: 'listed' | 'arrival';
}

export interface PageReaderParts<Page> {
  /** Requests a page; `page` is 1-based. Must reject only for permanent failures. */
  readonly fetchPage: (page: number, signal: AbortSignal) => Promise<Page>;
  readonly deliver: (response: Page, page: number) => void;
  /** Called when a page cannot be read. No more pages are delivered after it. */
  readonly onFailed: (error: unknown) => void;
  /** Whether other work needs the processor. If so, the next page is requested only after the last one is processed. */
  readonly isHeldBack?: () => boolean;
  /** How many pages may be in flight or wait for the receiver. Choose fewer if pages are large. */
  readonly windowPages?: number;
}

/** Requests several pages of a snapshot at the same time, and delivers each one to the receiver. */
export interface PageReader {
  /** Must be called when the receiver has processed `count` pages in total, so that the reader requests more. */
  readonly received: (count: number) => void;
  /** Stops requesting pages. Pending requests continue. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Aborts the requests in flight. */
  readonly stop: () => void;
}

const MAX_CONCURRENT = 4;
/** The default of `windowPages`. It limits the memory for pages when the receiver is slow. */
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
