import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { accessesIn } from './check-foreign-names.mjs';

const PLANTED = `
export function planted(record: Readonly<Record<string, number>>, name: string, list: readonly number[], at: number, maybe: string | number) {
  const few = { one: 1, two: 2 };
  const known: keyof typeof few = at > 1 ? 'two' : 'one';
  return [record[name], record[maybe], name in record, list[at], few[known], record['fixed']];
}
`;

test('a member by a name that may be any text is found, and nothing else', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'foreign-names-'));
  try {
    writeFileSync(path.join(folder, 'planted.ts'), PLANTED);
    writeFileSync(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { strict: true, noEmit: true, types: [] }, include: ['planted.ts'] }),
    );
    const { found } = accessesIn([path.join(folder, 'tsconfig.json')], () => true);
    expect(found.map(({ text }) => text)).toEqual(['record[name]', 'record[maybe]', 'name in record']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
