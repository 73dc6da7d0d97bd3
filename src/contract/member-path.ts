import { ownMember } from '@/lib/base/own-member';

/** Names of members, joined by dots; or a list of names, which may have dots. */
export type MemberPath = string | readonly string[];

/** Splits a path like `result.items` into member names; an empty path has none. */
export function pathSteps(path: MemberPath): readonly string[] {
  if (typeof path !== 'string') return path;
  return path === '' ? [] : path.split('.');
}

/** Whether a value has the form of a path. The names in it are not checked. */
export function isMemberPath(value: unknown): value is MemberPath {
  return (
    typeof value === 'string' || (Array.isArray(value) && value.every((name) => typeof name === 'string'))
  );
}

/** Returns a path as text, to be shown or compared. */
export function pathText(path: MemberPath): string {
  return pathSteps(path).join('.');
}

/** Returns the value at a path of member names; undefined if a member is missing. */
export function valueAt(json: unknown, steps: readonly string[]): unknown {
  let value = json;
  for (const step of steps) {
    if (!isRecord(value)) return undefined;
    value = ownMember(value, step);
  }
  return value;
}

/** Returns a function that reads the value at a path such as `result.items`. */
export function reader(path: MemberPath): (json: unknown) => unknown {
  const steps = pathSteps(path);
  return (json) => valueAt(json, steps);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null;
}
