/** Uses kept files only as the build wrote them: a file that was changed in storage is fetched again. This code also runs in workers. */

/** The digest of a file as the build wrote it, in the format of the `integrity` attribute: `sha256-…`. */
type Integrity = string;

export interface FileRequest {
  readonly address: string;
  /** The digest of the file; null for a file of another version, because this version does not know its digest. */
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
    // Without a digest, the kept file cannot be checked, so it is used only if the host does not respond.
    const fetched = await fetchFile().catch(() => null);
    if (fetched?.ok === true || kept === undefined) return fetched ?? Response.error();
    return kept;
  }
  if (kept !== undefined && (await isWhole(kept, integrity))) return kept;
  const fetched = await fetchFile();
  // An error while the file is being stored, for example because storage is full, is ignored: the page can still use the fetched file.
  if (fetched.ok && (await isWhole(fetched, integrity)))
    await keep(address, fetched.clone()).catch(() => undefined);
  return fetched;
}

export interface KeptPage {
  readonly integrity: Integrity;
  /** The path at which the build is served, with a slash at each end. The page contains it in its links, but its digest does not. */
  readonly basePath: string;
}

/** Returns a kept page with new headers instead of the stored ones; null if the page is not as the build wrote it. */
export async function wholePage(
  kept: Response | undefined,
  { integrity, basePath }: KeptPage,
): Promise<Response | null> {
  const text = await kept?.clone().text();
  if (text === undefined) return null;
  const held = new Response(text.replaceAll(`="${basePath}`, '="./'));
  return (await isWhole(held, integrity)) ? new Response(text, { headers: PAGE_HEADERS }) : null;
}

/** The headers of a kept page. The rest of its security policy is in the page itself. */
const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/** The statuses with which a gateway responds if it does not reach the host behind it. */
const UNREACHED = new Set([502, 503, 504]);

/** Resolves to the response from the network. If that is late or an error of a gateway, resolves to the kept response. */
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

/** Whether the content of a response has the given digest. */
export async function isWhole(response: Response, integrity: Integrity): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer()));
  return integrity === `sha256-${btoa(String.fromCharCode(...digest))}`;
}
