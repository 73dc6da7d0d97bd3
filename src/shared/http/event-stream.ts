import { ServiceError } from './service-error';

/** A message of a stream of Server-Sent Events. */
export interface StreamEvent {
  /** `message` where the stream names none. */
  readonly event: string;
  readonly data: string;
}

/**
 * Reads Server-Sent Events off a body, for streams that need headers and so cannot go through EventSource. Ends with the
 * body, and rejects as it does; and with ServiceError `oversized` when an event takes more than `maxBytes`. Ids and
 * reconnection times are left to the caller, who has no use for them here.
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  /** The line that has not ended yet. */
  let line = '';
  let isAfterReturn = false;
  let event = '';
  let data: string[] = [];
  /** Held for the event that has not ended yet; in code units, of which there are never more than bytes. */
  let held = 0;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      let text = decoder.decode(value, { stream: !done });
      // A carriage return at the end of a chunk may be the first half of a line end.
      if (isAfterReturn && text.startsWith('\n')) text = text.slice(1);
      if (text !== '') isAfterReturn = text.endsWith('\r');
      const [rest = '', ...further] = text.split(/\r\n|\n|\r/);
      line += rest;
      for (const next of further) {
        if (line === '') {
          if (data.length > 0) yield { event: event === '' ? 'message' : event, data: data.join('\n') };
          event = '';
          data = [];
          held = 0;
        } else {
          const [, name = '', content = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
          if (name === 'event') event = content;
          if (name === 'data') data.push(content);
          // What is no part of the event is not kept.
          if (name === 'event' || name === 'data') held += line.length;
        }
        line = next;
        if (held > maxBytes) throw new ServiceError({ kind: 'oversized', limitBytes: maxBytes });
      }
      if (held + line.length > maxBytes) throw new ServiceError({ kind: 'oversized', limitBytes: maxBytes });
      if (done) return;
    }
  } finally {
    // Who stops listening hangs up.
    await reader.cancel().catch(() => undefined);
  }
}
