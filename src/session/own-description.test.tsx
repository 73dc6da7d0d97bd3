import { beforeEach, expect, test, vi } from 'vitest';
import { createMemoryRecords } from '@/test/memory-records';
import { ownDialect } from '@/app/own-dialect';
import {
  descriptionOfTab,
  followOwnDescription,
  readOwnDescription,
  storeOwnDescription,
} from './own-description';

const storage = createMemoryRecords();
const anna = { account: { service: 'https://a.test/papi', userName: 'anna' }, storage };
const elsewhere = { account: { service: 'https://b.test/papi', userName: 'anna' }, storage };
const NAMED = { version: 1, extraction: { size: { name: 'limit' } } };

beforeEach(() => sessionStorage.clear());

test('a description is in use for its service and person alone, from the next start on, until it is forgotten', async () => {
  await storeOwnDescription(anna, NAMED);
  expect(await followOwnDescription(anna)).toBe(true);
  expect(await followOwnDescription(anna)).toBe(false);
  expect(ownDialect(null)?.description.extraction.size.name).toBe('limit');
  // The same person at another service.
  expect(await followOwnDescription(elsewhere)).toBe(true);
  expect(ownDialect(null)).toBeNull();
  await followOwnDescription(anna);
  await storeOwnDescription(anna, null);
  expect(await followOwnDescription(anna)).toBe(true);
  expect(await followOwnDescription(anna)).toBe(false);
  expect(ownDialect(null)).toBeNull();
});

test('a description that is wrong or of another version is left out, and says why', async () => {
  await storeOwnDescription(anna, { version: 1, extraction: { colour: 'red' } });
  expect(await readOwnDescription(anna)).toMatchObject({
    kind: 'broken',
    problems: [{ key: 'extraction.colour' }],
  });
  expect(await followOwnDescription(anna)).toBe(false);
  for (const stored of ['', '{', '[]', '"x"', '{"version":99}', '{"extraction":7}', 'null']) {
    sessionStorage.setItem('colonnade-service-description', stored);
    expect(ownDialect(null)).toBeNull();
  }
});

test('a browser that stores nothing follows the installation, and is not loaded again and again', async () => {
  await storeOwnDescription(anna, NAMED);
  const full = () => {
    throw new Error('full');
  };
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: full, removeItem: full });
  expect(await followOwnDescription(anna)).toBe(false);
  expect(descriptionOfTab.read()).toBeNull();
  vi.unstubAllGlobals();
  const broken = { ...storage, read: () => Promise.reject(new Error('denied')) };
  expect(await followOwnDescription({ ...anna, storage: broken })).toBe(false);
});
