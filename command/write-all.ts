import { fstatSync, writeSync } from 'node:fs';

/** Writes the whole text to standard output or standard error. Rejects with the system's error. */
export async function writeAll(
  stream: NodeJS.WriteStream & { readonly fd: number },
  text: string,
): Promise<void> {
  if (fstatSync(stream.fd).isFile()) {
    // Writes to a file directly, because on a full disk Node's stream takes a partial write for a complete one.
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) at += writeSync(stream.fd, bytes, at);
    return;
  }
  await new Promise<void>((resolve, reject) => {
    stream.write(text, (error) => (error == null ? resolve() : reject(error)));
  });
}
