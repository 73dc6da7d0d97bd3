import type { PriceColumn, PriceField } from '@/contract/column';
import type { ServiceClient } from '@/session/service-client';
import type { RunRequest } from './workbench-state';
import { wholeColumnQuery } from '../model/resolve-query';
import { restorePosition, withMissingKeys } from '../snapshot/viewport-anchor';
import type { OnCounting } from '@/analysis/snapshot/first-page';
import { isExpired, readSnapshot, takeSnapshot, type OpenSnapshot } from '@/analysis/snapshot/open-snapshot';

interface RequestedScope {
  readonly priceColumn: PriceColumn;
  readonly isLocked: (field: PriceField) => boolean;
}

/** Opens the snapshot that a run requests, at the scroll position of the request. Rejects like `takeSnapshot`. */
export async function openRequested(
  client: ServiceClient,
  scope: RequestedScope,
  request: RunRequest,
  signal: AbortSignal,
  onCounting?: OnCounting,
): Promise<OpenSnapshot> {
  const { anchor } = request;
  if (anchor === null) return open(client, scope, request, signal, onCounting);
  const [opened, whole] = await Promise.all([
    open(client, scope, request, signal, onCounting),
    withMissingKeys(anchor, signal),
  ]);
  return { ...opened, openAt: await restorePosition(opened, whole, signal) };
}

async function open(
  client: ServiceClient,
  scope: RequestedScope,
  request: RunRequest,
  signal: AbortSignal,
  onCounting?: OnCounting,
): Promise<OpenSnapshot> {
  const { priceColumn } = scope;
  if (request.kind === 'query') return takeSnapshot(client, priceColumn, request.query, signal, onCounting);
  // The service has taken this snapshot without being asked.
  const query = wholeColumnQuery(scope);
  try {
    return await readSnapshot(client, priceColumn, request.cacheKey, null, signal, {
      onCounting,
      query,
    });
  } catch (error) {
    if (!isExpired(error)) throw error;
    // The notification about this snapshot is old and the snapshot has expired, so a new one is taken of the same rows.
    return takeSnapshot(client, priceColumn, query, signal, onCounting);
  }
}
