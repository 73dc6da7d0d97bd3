/** A text, piece by piece, without a byte order mark. */
export async function* textChunks(content: Pick<Blob, 'stream'>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for (const reader = content.stream().getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    yield decoder.decode(value, { stream: true });
  }
  yield decoder.decode();
}
