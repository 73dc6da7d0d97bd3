import { ServiceError } from './service-error';

export interface StreamEvent {
  /** The name of the event; `message` if the stream gives none. */
  readonly event: string;
  readonly data: string;
}

/** Reads server-sent events. EventSource is not used, as it cannot send headers. Rejects with `oversized` beyond `maxBytes`. */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  /** The incomplete last line. */
  let line = '';
  let isAfterReturn = false;
  let event = '';
  let data: string[] = [];
  /** The size of the current event, which is incomplete, in UTF-16 code units. It is at most its size in bytes. */
  let held = 0;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      let text = decoder.decode(value, { stream: !done });
      // A carriage return at the end of a chunk may be the first half of a CRLF.
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
          // Lines with other names do not count, because they are not stored.
          if (name === 'event' || name === 'data') held += line.length;
        }
        line = next;
        if (held > maxBytes) throw new ServiceError({ kind: 'oversized', limitBytes: maxBytes });
      }
      if (held + line.length > maxBytes) throw new ServiceError({ kind: 'oversized', limitBytes: maxBytes });
      if (done) return;
    }
  } finally {
    // Closes the connection, also if the consumer stops iterating early.
    await reader.cancel().catch(() => undefined);
  }
}
