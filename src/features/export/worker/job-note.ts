import { exportPlanSchema, type ExportPlan } from '../model/export-job';
import { openWhole, sealOf, sealWhole } from './sealed-file';
import { JOB_FILE_NAME } from './staging-directory';

/** What a later page finds an export by, as it lies in the export's folder. */
export function sealedJobNote(key: CryptoKey, plan: ExportPlan): Promise<Uint8Array<ArrayBuffer>> {
  return sealWhole(sealOf(key, plan.id, JOB_FILE_NAME), new TextEncoder().encode(JSON.stringify(plan)));
}

/** Null for a note of another session, and for one that is damaged. */
export async function openJobNote(key: CryptoKey, jobId: string, content: Blob): Promise<ExportPlan | null> {
  try {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for await (const bytes of openWhole({ content, seal: sealOf(key, jobId, JOB_FILE_NAME) }))
      pieces.push(bytes);
    const plan = exportPlanSchema.safeParse(JSON.parse(await new Blob(pieces).text()));
    return plan.success ? plan.data : null;
  } catch {
    return null;
  }
}
