import { ownMember } from '@/lib/base/own-member';

/** Returns the names of a path like `result.items`; none for the empty one. */
export function pathSteps(path: string): readonly string[] {
  return path === '' ? [] : path.split('.');
}

/** Returns what the members of these names lead to; undefined if one is missing. */
export function valueAt(json: unknown, steps: readonly string[]): unknown {
  let value = json;
  for (const step of steps) {
    if (!isRecord(value)) return undefined;
    value = ownMember(value, step);
  }
  return value;
}

/** Whether a value of JSON is an object with members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
