import { openWhole, sealOf, sealWhole } from '@/lib/sealed-files/sealed-file';
import { exportPlanSchema, type ExportPlan } from '../model/export-job';
import { JOB_FILE_NAME } from './staging-directory';

/** Encrypts the plan with which a later page load can resume an export. */
export function sealPlan(key: CryptoKey, plan: ExportPlan): Promise<Uint8Array<ArrayBuffer>> {
  return sealWhole(sealOf(key, plan.id, JOB_FILE_NAME), new TextEncoder().encode(JSON.stringify(plan)));
}

/** Decrypts a plan. Returns null for a plan of another session and for a corrupt plan. */
export async function openPlan(key: CryptoKey, jobId: string, content: Blob): Promise<ExportPlan | null> {
  try {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for await (const bytes of openWhole({ content, seal: sealOf(key, jobId, JOB_FILE_NAME) }))
      chunks.push(bytes);
    const plan = exportPlanSchema.safeParse(JSON.parse(await new Blob(chunks).text()));
    return plan.success ? plan.data : null;
  } catch {
    return null;
  }
}
