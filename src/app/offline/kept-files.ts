/** Uses kept files only as the build wrote them: one that was changed in storage is fetched again. Usable in workers. */

/** The digest of a file as the build wrote it, in the notation of `integrity`: `sha256-…`. */
type Integrity = string;

export interface FileRequest {
  readonly address: string;
  /** Null for a file of another version, whose digest this version does not know. */
  readonly integrity: Integrity | null;
}

export interface KeptFilesPorts {
  readonly readKept: (address: string) => Promise<Response | undefined>;
  readonly keep: (address: string, response: Response) => Promise<void>;
  readonly fetchFile: () => Promise<Response>;
}

/** Returns the kept file, or fetches and keeps it. Rejects if neither is possible. */
export async function keptFile(
  { address, integrity }: FileRequest,
  { readKept, keep, fetchFile }: KeptFilesPorts,
): Promise<Response> {
  const kept = await readKept(address);
  if (integrity === null) {
    // Without a digest, only the host can tell whether the file is unchanged.
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

export interface KeptPage {
  readonly integrity: Integrity;
  /** The path in the page's addresses, with a slash at each end: a build can be moved to another path. */
  readonly basePath: string;
}

/** Returns a page as the build wrote it, without the headers that were kept with it; null if the page was changed. */
export async function wholePage(
  kept: Response | undefined,
  { integrity, basePath }: KeptPage,
): Promise<Response | null> {
  const text = await kept?.clone().text();
  if (text === undefined) return null;
  const held = new Response(text.replaceAll(`="${basePath}`, '="./'));
  return (await isWhole(held, integrity)) ? new Response(text, { headers: PAGE_HEADERS }) : null;
}

/** The headers of a kept page, which itself contains the rest of its policy. */
const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/** A gateway responds with these when it does not reach the host behind it. */
const UNREACHED = new Set([502, 503, 504]);

/** Returns the network's response or, if that is late or a gateway's error, the kept one. */
export async function networkFirst(
  response: Promise<Response>,
  readKept: () => Promise<Response | null | undefined>,
  patienceMs: number,
): Promise<Response> {
  const late = new Promise<null>((resolve) => {
    setTimeout(resolve, patienceMs, null);
  });
  const come = await Promise.race([response.catch(() => null), late]);
  if (come !== null && !UNREACHED.has(come.status)) return come;
  return (await readKept()) ?? come ?? response;
}

/** Whether the content has exactly the bytes of the digest. */
export async function isWhole(response: Response, integrity: Integrity): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer()));
  return integrity === `sha256-${btoa(String.fromCharCode(...digest))}`;
}
