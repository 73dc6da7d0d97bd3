import { onTestFinished } from 'vitest';

/** Replaces a member of an object that other tests use, too, such as the document, until the test has finished. */
export function stubMember(target: object, name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { configurable: true, writable: true, value });
  onTestFinished(() => {
    if (before === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, before);
  });
}
