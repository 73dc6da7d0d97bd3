/** Decodes UTF-8 in chunks and drops a byte order mark. Not every browser can iterate over a stream. */
export async function* blobText(content: Pick<Blob, 'stream'>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for (const reader = content.stream().getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    yield decoder.decode(value, { stream: true });
  }
  yield decoder.decode();
}
