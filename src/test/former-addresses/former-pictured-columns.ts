import {
  escape,
  MISSING,
  partsOfParameter,
  unescape,
  writeParameter,
} from '@/features/workbench/model/address/notation';

const VERSION = '1';
const ALL = '!all';

export function picturedToParameter(choice: readonly string[] | 'all'): string {
  if (choice === 'all') return writeParameter(VERSION, [ALL]);
  return writeParameter(VERSION, choice.length === 0 ? [MISSING] : choice.map(escape));
}

export function picturedFromParameter(parameter: string | undefined): readonly string[] | 'all' | null {
  if (parameter === undefined) return null;
  const read = partsOfParameter(parameter, VERSION);
  if (!read.ok) return null;
  const { parts } = read;
  if (parts.length === 1 && parts[0] === ALL) return 'all';
  if (parts.length === 1 && parts[0] === MISSING) return [];
  const names = parts.flatMap((part) => unescape(part) ?? []);
  return names.length === 0 ? null : names;
}
