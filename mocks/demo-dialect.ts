import { createDialect } from '@/contract/create-dialect';
import type { Dialect } from '@/contract/dialect';
import { readServiceDescription } from '@/contract/read-description';

/** The dialects that the demo's service can speak beside the contract's; each is a service description of `mocks/dialects/`. */
const LOADED = {
  'snake-case': () => import('./dialects/snake-case.json'),
  'pascal-dotnet': () => import('./dialects/pascal-dotnet.json'),
  'bare-rest': () => import('./dialects/bare-rest.json'),
} as const;

export type DialectName = keyof typeof LOADED | 'contract';
export const DIALECT_NAMES = ['contract', ...(Object.keys(LOADED) as (keyof typeof LOADED)[])] as const;

const STORED_AS = 'colonnade-demo-dialect';

/** Returns the dialect that was chosen for the demo in this browser. */
export function chosenDialectName(): DialectName {
  try {
    const stored = localStorage.getItem(STORED_AS);
    return DIALECT_NAMES.find((name) => name === stored) ?? 'contract';
  } catch {
    // A browser can refuse its storage.
    return 'contract';
  }
}

/** Chooses the dialect of the demo from the next start of the page on. */
export function chooseDialect(name: DialectName): void {
  if (name === 'contract') localStorage.removeItem(STORED_AS);
  else localStorage.setItem(STORED_AS, name);
}

/** Loads the chosen dialect; null for the contract's. */
export async function loadChosenDialect(): Promise<Dialect | null> {
  const name = chosenDialectName();
  if (name === 'contract') return null;
  const { default: json } = await LOADED[name]();
  const result = readServiceDescription(json);
  if (!result.ok) throw new Error(`The dialect ${name} is no description.`);
  return createDialect(result.description);
}
