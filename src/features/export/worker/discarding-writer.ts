import { NO_NOTES } from '@/lib/table-files/table-encoder';
import type { CreateFileWriter } from './file-writer';

/** Creates a writer that writes nothing, for an export that only needs the digest. */
export const createDiscardingWriter: CreateFileWriter = async () => ({
  add: () => undefined,
  notes: () => NO_NOTES,
  size: () => 0,
  finish: async () => [],
});
