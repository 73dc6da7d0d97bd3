import { keepCopy, type WriteCopy } from '@/rows/kept-copies/keep-copy';
import { CopyError } from '@/rows/kept-copies/copy-failure';
import type { KeptCopy } from '@/rows/kept-copies/kept-copy';
import type { OwnRecords } from '@/lib/storage/owned-store';
import type { ExportPlan } from '../model/export-job';
import type { ExportResult } from '../worker/export-run';

/** Turns the file of a complete export into a kept copy. Rejects in the same cases as `keepCopy`. */
export async function keepExport(
  own: OwnRecords,
  plan: ExportPlan,
  { files, certificate }: ExportResult,
  how: { readonly write: WriteCopy; readonly signal: AbortSignal },
): Promise<KeptCopy> {
  const { keep, snapshot } = plan;
  const [file] = files;
  if (keep === undefined || file === undefined) throw new CopyError({ kind: 'fault', detail: 'no file' });
  return keepCopy(
    own,
    {
      ...keep,
      displayName: plan.priceColumn.displayName,
      cacheKey: snapshot.cacheKey,
      createdAtMs: snapshot.createdAtMs,
      traits: snapshot.traits,
      columns: certificate.columns.map(({ name }) => name),
      rowCount: certificate.rows.written,
      digest: certificate.digest.sha256,
      fileName: plan.fileName,
    },
    file,
    how,
  );
}
