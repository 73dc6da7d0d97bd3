import type { EngineReply, EngineRequest } from './engine-messages';
import { createInlineEngine } from './inline-engine';
import { SelectionError } from './selection';

/** Runs an engine in a worker. Returns a handler for incoming messages. */
export function serveEngine(
  reply: (message: EngineReply, transfer: ArrayBuffer[]) => void,
): (request: EngineRequest) => void {
  const engine = createInlineEngine();
  const cancellations = new Map<number, AbortController>();

  async function respond(request: Exclude<EngineRequest, { kind: 'cancel' }>): Promise<void> {
    const { id } = request;
    const cancellation = new AbortController();
    cancellations.set(id, cancellation);
    const call = {
      signal: cancellation.signal,
      // Sends progress only if the caller wants it, because dozens of messages take as long as finding some of the rows.
      ...(request.isProgressWanted && {
        onProgress: (scannedRows: number) => reply({ id, kind: 'progress', scannedRows }, []),
      }),
    };
    try {
      if (request.kind === 'count') {
        reply({ id, kind: 'counted', count: await engine.countRows(request.selection, call) }, []);
      } else {
        const json = await engine.readRows(request.range, call);
        reply({ id, kind: 'read', json }, [json.buffer]);
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      reply({ id, kind: 'failed', message, isSelectionError: error instanceof SelectionError }, []);
    } finally {
      cancellations.delete(id);
    }
  }

  return (request) => {
    if (request.kind === 'cancel') cancellations.get(request.id)?.abort();
    else void respond(request);
  };
}
