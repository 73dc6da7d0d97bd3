import { RIGHTS } from '@mocks/data/rights';
import { authenticate, requirePermission } from './access';
import type { Call, ServiceContext } from './service-context';
import { eventData } from './service-dialect';

/** How often a comment line is sent, so that proxies do not close an idle stream. */
const HEARTBEAT_MS = 15_000;

/** Handles `GET /events` (docs/service-contract.md, section 7) with a stream of new events, which ends when `closed` is aborted. */
export function handleEvents({ request }: Call, context: ServiceContext, closed: AbortSignal): Response {
  requirePermission(authenticate(request, context), RIGHTS.extractPrices, context);
  const { store, description } = context;
  const known = new Set(store.read().announcements.map(({ cacheKey }) => cacheKey));
  const encoder = new TextEncoder();
  let stop = () => undefined as void;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      send(': listening\n\n');
      const unsubscribe = store.subscribe(() => {
        for (const { priceColumn, cacheKey, createdAtMs } of store.read().announcements) {
          if (known.has(cacheKey)) continue;
          known.add(cacheKey);
          const created = new Date(createdAtMs).toISOString();
          const data = eventData(description, { priceColumn, cacheKey, created });
          send(`event: ${description.events.name}\ndata: ${data}\n\n`);
        }
      });
      const heartbeat = setInterval(() => send(': still here\n\n'), HEARTBEAT_MS);
      stop = () => {
        clearInterval(heartbeat);
        unsubscribe();
        request.signal.removeEventListener('abort', onAbort);
        closed.removeEventListener('abort', onClosed);
      };
      function onAbort() {
        stop();
        controller.error(request.signal.reason);
      }
      function onClosed() {
        stop();
        controller.close();
      }
      request.signal.addEventListener('abort', onAbort);
      closed.addEventListener('abort', onClosed);
    },
    cancel: () => stop(),
  });
  return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
}
