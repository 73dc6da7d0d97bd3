import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DIALECT_NAMES } from './demo-dialect';

test('Demo controls offer every dialect of the folder', () => {
  const files = readdirSync('mocks/dialects').filter((file) => file.endsWith('.json'));
  expect(files.map((file) => path.basename(file, '.json')).toSorted()).toEqual(
    DIALECT_NAMES.filter((name) => name !== 'contract').toSorted(),
  );
});
