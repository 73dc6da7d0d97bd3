import * as z from 'zod';
import { MAX_CACHE_KEY_LENGTH } from '@/contract/limits';
import { escape, unescape } from '@/features/workbench/model/address/notation';
import { nameOfSource, type Source } from '@/features/workbench/model/source';

const MOST_CHARACTERS = 1_000;
const nameSchema = z.string().min(1).max(MOST_CHARACTERS);

const snapshotSchema = z.object({
  kind: z.literal('snapshot'),
  cacheKey: nameSchema.max(MAX_CACHE_KEY_LENGTH),
});
const copySchema = z.object({ kind: z.literal('copy'), id: nameSchema });

export const keyedSourceSchema = z.discriminatedUnion('kind', [snapshotSchema, copySchema]);
const sourceSchema = z.discriminatedUnion('kind', [
  snapshotSchema,
  copySchema,
  z.object({ kind: z.literal('file'), name: nameSchema }),
  z.object({ kind: z.literal('price-column'), name: nameSchema }),
  /** A snapshot or kept copy of another price column. */
  z.object({
    kind: z.literal('snapshot-of'),
    name: nameSchema,
    cacheKey: nameSchema.max(MAX_CACHE_KEY_LENGTH),
  }),
]);
/** Encodes a source for the address: its kind and its name, and for a snapshot of another price column also that column. */
export function sourceToParameter(source: Source): string {
  const names = source.kind === 'snapshot-of' ? [source.name, source.cacheKey] : [nameOfSource(source)];
  return [source.kind, ...names.map(escape)].join('~');
}

/** Decodes the notation of `sourceToParameter`; null if it cannot be read. */
export function sourceFromParameter(parameter: string): Source | null {
  const [kind, ...names] = parameter.split('~');
  const [first, second = first, ...rest] = names.map(unescape);
  const parsed = sourceSchema.safeParse({ kind, name: first, id: first, cacheKey: second });
  const length = kind === 'snapshot-of' ? 2 : 1;
  return parsed.success && names.length === length && rest.length === 0 ? parsed.data : null;
}
