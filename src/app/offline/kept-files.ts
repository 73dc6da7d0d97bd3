/**
 * Kept files of the program, which are used only as the build wrote them: what became of them in this browser's storage, by
 * a fault or by somebody, is fetched again. Usable in workers.
 */

/** The digest of a file as the build wrote it, in the notation of `integrity`: `sha256-…`. */
type Integrity = string;

export interface FileRequest {
  readonly address: string;
  /** Null for a file of another version, of which this one knows no digest. */
  readonly integrity: Integrity | null;
}

export interface KeptFilesPorts {
  readonly readKept: (address: string) => Promise<Response | undefined>;
  readonly keep: (address: string, response: Response) => Promise<void>;
  readonly fetchFile: () => Promise<Response>;
}

/** Returns a file that is kept, or the network's in its place, which is then kept. Rejects where there is neither. */
export async function keptFile(
  { address, integrity }: FileRequest,
  { readKept, keep, fetchFile }: KeptFilesPorts,
): Promise<Response> {
  const kept = await readKept(address);
  if (integrity === null) {
    // Only the host can say whether it is whole.
    const fetched = await fetchFile().catch(() => null);
    if (fetched?.ok === true || kept === undefined) return fetched ?? Response.error();
    return kept;
  }
  if (kept !== undefined && (await isWhole(kept, integrity))) return kept;
  const fetched = await fetchFile();
  // Storage may be full: the page opens all the same.
  if (fetched.ok && (await isWhole(fetched, integrity)))
    await keep(address, fetched.clone()).catch(() => undefined);
  return fetched;
}

/** Whether the content is, byte for byte, that of the digest. */
async function isWhole(response: Response, integrity: Integrity): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer()));
  return integrity === `sha256-${btoa(String.fromCharCode(...digest))}`;
}
