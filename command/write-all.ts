import { fstatSync, writeSync } from 'node:fs';

/** Writes a text to a stream of the process, all of it. Rejects with the system's error. */
export async function writeAll(
  stream: NodeJS.WriteStream & { readonly fd: number },
  text: string,
): Promise<void> {
  if (fstatSync(stream.fd).isFile()) {
    // Node's own stream takes what a full disk has room for as the whole.
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) at += writeSync(stream.fd, bytes, at);
    return;
  }
  await new Promise<void>((resolve, reject) => {
    stream.write(text, (error) => (error == null ? resolve() : reject(error)));
  });
}
