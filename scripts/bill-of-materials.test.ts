import { expect, test } from 'vitest';
import { billOfMaterials } from './bill-of-materials.mjs';

const component = (name: string) => ({ 'bom-ref': `${name}@1.0.0`, name, version: '1.0.0', type: 'library' });

/** Returns a document like that of `npm sbom`, whose serial number, time and paths differ from run to run. */
const written = (serialNumber: string, folder: string, components = ['zod', 'react', 'vite']) => ({
  bomFormat: 'CycloneDX',
  serialNumber,
  metadata: {
    timestamp: new Date(serialNumber.length).toISOString(),
    lifecycles: [{ phase: 'pre-build' }],
    tools: [{ vendor: 'npm' }],
    component: { name: folder, description: 'A console', licenses: [{ license: { id: 'MIT' } }] },
  },
  components: components.map(component),
  dependencies: [
    { ref: 'colonnade@0.2.0', dependsOn: ['react@1.0.0', 'vite@1.0.0'] },
    { ref: 'react@1.0.0', dependsOn: ['zod@1.0.0', 'vite@1.0.0'] },
    { ref: 'zod@1.0.0' },
    { ref: 'vite@1.0.0' },
  ],
});

const BUILD = {
  packages: [
    { name: 'react', version: '1.0.0' },
    { name: 'zod', version: '1.0.0' },
  ],
  identity: {
    version: '0.2.0',
    id: 'b1',
    commit: 'c1',
    committedAtMs: Date.UTC(2026, 10, 26),
    hasChanges: false,
  },
  archiveSha256: 'ab'.repeat(32),
};

test('has the packages of the build alone, and what depends on what among them', () => {
  const { components, dependencies, metadata } = billOfMaterials(written('one', 'here'), BUILD);
  expect(components.map(({ name }) => name)).toEqual(['react', 'zod']);
  expect(dependencies).toEqual([
    { ref: 'colonnade@0.2.0', dependsOn: ['react@1.0.0', 'zod@1.0.0'] },
    { ref: 'react@1.0.0', dependsOn: ['zod@1.0.0'] },
    { ref: 'zod@1.0.0', dependsOn: [] },
  ]);
  expect(metadata.component).toMatchObject({ name: 'colonnade', hashes: [{ content: BUILD.archiveSha256 }] });
});

test('is the same in every folder and at every time, with an id of the form of a UUID', () => {
  const bom = billOfMaterials(written('one', 'here'), BUILD);
  expect(billOfMaterials(written('another', 'there', ['vite', 'react', 'zod']), BUILD)).toEqual(bom);
  expect(bom.serialNumber).toMatch(
    /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  );
});

test('a package that it would lack is an error', () => {
  expect(() => billOfMaterials(written('one', 'here', ['zod']), BUILD)).toThrow(
    /does not have react@1\.0\.0/,
  );
});
