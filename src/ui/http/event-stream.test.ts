import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEventStream, type StreamEvent } from './event-stream';

async function eventsOf(chunks: readonly Uint8Array[], maxBytes = 1_000): Promise<StreamEvent[]> {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const events: StreamEvent[] = [];
  for await (const event of readEventStream(body, maxBytes)) events.push(event);
  return events;
}

test.each([
  ['a line without end', 'data: ', 'x'],
  ['lines that never make an event', '', 'data: x\n'],
  ['comments are none of an event', 'data: 1\n\n', ':\n'],
])('%s', async (_, start, more) => {
  let isCancelled = false;
  let sentBytes = 0;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes(start)),
    pull: (controller) => {
      sentBytes += 7 * more.length;
      if (sentBytes > 10_000) controller.close();
      else controller.enqueue(bytes(more.repeat(7)));
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  const events: StreamEvent[] = [];
  const reading = (async () => {
    for await (const event of readEventStream(body, 1_000)) events.push(event);
  })();
  if (more.startsWith(':')) {
    await reading;
    expect(events).toEqual([{ event: 'message', data: '1' }]);
  } else {
    await expect(reading).rejects.toMatchObject({ failure: { kind: 'oversized', limitBytes: 1_000 } });
    expect(isCancelled).toBe(true);
    expect(sentBytes).toBeLessThan(2_000);
  }
});

const bytes = (text: string) => new TextEncoder().encode(text);

test('names, lines and comments', async () => {
  const text = ': hello\n\nevent: changed\ndata: {"a":\ndata:1}\n\ndata\n\nid: 4\nretry: 10\n\ndata: cut';
  expect(await eventsOf([bytes(text)])).toEqual([
    { event: 'changed', data: '{"a":\n1}' },
    { event: 'message', data: '' },
  ]);
});

test.each(['\n', '\r\n', '\r'])('however it is cut into chunks, with line ends %j', async (end) => {
  const text =
    ['event: é', 'data: Ä€😀', '', ': still here', '', 'data: 2', '', ''].join(end) +
    (end === '\r' ? '\n' : '');
  const whole = bytes(text);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(whole.length), { maxLength: 8 }), async (cuts) => {
      const ends = [...cuts.toSorted((a, b) => a - b), whole.length];
      const chunks = ends.map((to, index) => whole.slice(ends[index - 1] ?? 0, to));
      expect(await eventsOf(chunks)).toEqual([
        { event: 'é', data: 'Ä€😀' },
        { event: 'message', data: '2' },
      ]);
    }),
  );
});
