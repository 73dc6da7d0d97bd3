/** A message of a stream of Server-Sent Events. */
export interface StreamEvent {
  /** `message` where the stream names none. */
  readonly event: string;
  readonly data: string;
}

/**
 * Reads Server-Sent Events off a body, for streams that need headers and so cannot go through EventSource. Ends with the
 * body, and rejects as it does. Ids and reconnection times are left to the caller, who has no use for them here.
 */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let event = '';
  let data: string[] = [];
  try {
    for (;;) {
      const { value, done } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      // A carriage return at the end may be the first half of a line end.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) yield { event: event === '' ? 'message' : event, data: data.join('\n') };
          event = '';
          data = [];
          continue;
        }
        const [, name = '', text = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
        if (name === 'event') event = text;
        if (name === 'data') data.push(text);
      }
      if (done) return;
    }
  } finally {
    // Who stops listening hangs up.
    await reader.cancel().catch(() => undefined);
  }
}
