/**
 * How far the service's clock is ahead of this computer's, in ms and give or take a second or two: by the `Date` header
 * of an answer that began at `begunAtMs` of this computer's clock. Null where the answer does not tell the service's time.
 */
export function serviceAheadMs(date: string | null, begunAtMs: number): number | null {
  const serviceMs = Date.parse(date ?? '');
  return Number.isNaN(serviceMs) ? null : serviceMs - begunAtMs;
}
