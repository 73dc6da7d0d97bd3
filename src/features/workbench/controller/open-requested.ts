import type { PriceColumn } from '@/contract/column';
import type { ExtractionQuery } from '@/contract/extraction';
import type { ServiceClient } from '@/session/service-client';
import type { RunRequest } from './workbench-state';
import { restorePosition, withMissingKeys } from '../snapshot/viewport-anchor';
import type { OnCounting } from '@/analysis/snapshot/first-page';
import { isExpired, readSnapshot, takeSnapshot, type OpenSnapshot } from '@/analysis/snapshot/open-snapshot';

const EVERYTHING: ExtractionQuery = { fields: null, filters: [], sort: [] };

/** Opens the snapshot that a run requests, at the scroll position of the request. Rejects like `takeSnapshot`. */
export async function openRequested(
  client: ServiceClient,
  priceColumn: PriceColumn,
  request: RunRequest,
  signal: AbortSignal,
  onCounting?: OnCounting,
): Promise<OpenSnapshot> {
  const { anchor } = request;
  if (anchor === null) return open(client, priceColumn, request, signal, onCounting);
  const [opened, whole] = await Promise.all([
    open(client, priceColumn, request, signal, onCounting),
    withMissingKeys(anchor, signal),
  ]);
  return { ...opened, openAt: await restorePosition(opened, whole, signal) };
}

async function open(
  client: ServiceClient,
  priceColumn: PriceColumn,
  request: RunRequest,
  signal: AbortSignal,
  onCounting?: OnCounting,
): Promise<OpenSnapshot> {
  if (request.kind === 'query') return takeSnapshot(client, priceColumn, request.query, signal, onCounting);
  try {
    return await readSnapshot(client, priceColumn, request.cacheKey, null, signal, { onCounting });
  } catch (error) {
    if (!isExpired(error)) throw error;
    // The notification about this snapshot is old and the snapshot has expired, so a new one is taken of the same rows.
    return takeSnapshot(client, priceColumn, EVERYTHING, signal, onCounting);
  }
}
