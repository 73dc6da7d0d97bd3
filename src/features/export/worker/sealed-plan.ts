import * as z from 'zod';
import { openWhole, sealOf, sealWhole } from '@/shared/sealed-files/sealed-file';
import { exportPlanSchema, type ExportPlan } from '../model/export-job';
import { JOB_FILE_NAME } from './staging-directory';

/** The account is stored as `owner`, the name that versions before and after this one read. */
const storedPlanSchema = z
  .looseObject({ owner: z.unknown() })
  .transform(({ owner, ...plan }) => ({ account: owner, ...plan }))
  .pipe(exportPlanSchema);

/** Encrypts the plan that a later page finds an export by. */
export function sealPlan(key: CryptoKey, plan: ExportPlan): Promise<Uint8Array<ArrayBuffer>> {
  const { account, ...rest } = plan;
  const text = JSON.stringify({ owner: account, ...rest });
  return sealWhole(sealOf(key, plan.id, JOB_FILE_NAME), new TextEncoder().encode(text));
}

/** Decrypts a plan. Null for one of another session and for a corrupt one. */
export async function openPlan(key: CryptoKey, jobId: string, content: Blob): Promise<ExportPlan | null> {
  try {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for await (const bytes of openWhole({ content, seal: sealOf(key, jobId, JOB_FILE_NAME) }))
      chunks.push(bytes);
    const plan = storedPlanSchema.safeParse(JSON.parse(await new Blob(chunks).text()));
    return plan.success ? plan.data : null;
  } catch {
    return null;
  }
}
