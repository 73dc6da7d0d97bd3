import type { Dialect } from '@/contract/dialect';
import { loadRuntimeConfig, type ConfigProblem, type RuntimeConfig } from '@/ui/config/runtime-config';

type Start =
  | {
      readonly ok: true;
      readonly config: RuntimeConfig;
      /** Keys of `config.json` without effect. */
      readonly unknownKeys: readonly string[];
      /** Null for a service that does what the contract says. */
      readonly dialect: Dialect | null;
    }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** Reads all files that a start needs: `config.json`, and the description of the service that it names. Never rejects. */
export async function readStart(fetchFile: typeof fetch = fetch): Promise<Start> {
  const result = await loadRuntimeConfig(fetchFile);
  if (!result.ok) return result;
  const { config, unknownKeys } = result;
  const { service, custody } = config;
  if (service === undefined) return { ok: true, config, unknownKeys, dialect: null };
  // Loaded only where a service is described.
  const { readService } = await import('./read-service');
  const read = await readService({ service, custody }, fetchFile);
  return read.ok ? { ok: true, config, unknownKeys, dialect: read.dialect } : read;
}
