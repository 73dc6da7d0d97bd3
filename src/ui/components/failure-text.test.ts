import { afterEach, expect, test, vi } from 'vitest';
import { ENGLISH } from '@/test/english-words';
import { failureLine } from './failure-text';

afterEach(() => {
  vi.unstubAllGlobals();
});

const line = () => failureLine(ENGLISH, { kind: 'unreachable', requestId: 'r-17' });

test('a program without a browser does not say that it is offline', () => {
  expect(line()).toBe(
    'The service cannot be reached. There was no answer. Check your network connection, then try again. Request ID: r-17',
  );
  // Newer versions of Node have a `navigator` without `onLine`.
  vi.stubGlobal('navigator', {});
  expect(line()).toContain('There was no answer.');
});

test('a browser without a network says so, and names no request', () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(line()).toBe(
    'You are offline. What is on screen stays; the console continues once you are back online.',
  );
});
