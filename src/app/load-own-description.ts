import { createDialect } from '@/contract/create-dialect';
import { readServiceDescription } from '@/contract/read-description';
import type { LoadedDescription } from '@/session/machine/service-binding';
import { ownDescription } from '@/session/own-description';
import { pathsNotPassedOn } from '@/session/paths-not-passed-on';
import type { RuntimeConfig } from '@/ui/config/runtime-config';

/** Reads the stored description at the start of a page. Forgets it if it cannot be followed. Never throws. */
export function loadOwnDescription({ custody }: Pick<RuntimeConfig, 'custody'>): LoadedDescription | null {
  const stored = ownDescription.readStored();
  const loaded = stored === null ? null : load(stored, custody);
  if (loaded === null || loaded.dialect === null) ownDescription.forget();
  return loaded;
}

function load(
  { sessionId, description }: NonNullable<ReturnType<typeof ownDescription.readStored>>,
  custody: RuntimeConfig['custody'],
): LoadedDescription {
  const common = { sessionId, text: JSON.stringify(description) };
  const result = readServiceDescription(description);
  const problems = !result.ok
    ? result.problems
    : custody === 'server'
      ? pathsNotPassedOn(result.description)
      : [];
  if (result.ok && problems.length === 0) {
    try {
      return { ...common, dialect: createDialect(result.description), wrongKeys: [] };
    } catch {
      // The schema has let a description pass that no dialect can follow.
    }
  }
  return {
    ...common,
    dialect: null,
    wrongKeys: problems.flatMap(({ key }) => (key === null ? [] : [key])),
  };
}
