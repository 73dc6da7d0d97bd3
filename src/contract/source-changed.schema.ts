import * as z from 'zod';
import { dateTimeSchema } from './date-time.schema';
import type { Dialect } from './dialect';
import { MAX_CACHE_KEY_LENGTH, MAX_NAME_LENGTH } from './limits';

/** The event's name in the stream (docs/service-contract.md, section 7). */
export const SOURCE_CHANGED_EVENT = 'price-source-changed';

const sourceChangedSchema = z.object({
  priceColumn: z.string().min(1).max(MAX_NAME_LENGTH),
  cacheKey: z.string().min(1).max(MAX_CACHE_KEY_LENGTH),
  created: dateTimeSchema,
});

/** An event: the source data of a price column has changed, and the service has taken a new snapshot. */
export interface SourceChanged {
  readonly priceColumn: string;
  readonly cacheKey: string;
  readonly createdAtMs: number;
}

/** Converts a source-changed event to the domain type. Throws a zod error if it is malformed. */
export function decodeSourceChanged(json: unknown, dialect?: Dialect | null): SourceChanged {
  const event = sourceChangedSchema.parse(dialect == null ? json : dialect.event(json));
  return {
    priceColumn: event.priceColumn,
    cacheKey: event.cacheKey,
    createdAtMs: event.created,
  };
}
