import { createHash } from 'node:crypto';

/**
 * The members of the document of `npm sbom` that this module uses.
 * @typedef {object} Bom
 * @property {string} serialNumber
 * @property {{ timestamp: string, lifecycles: { phase: string }[], tools: unknown, component: Record<string, unknown> }} metadata
 * @property {({ 'bom-ref': string, name: string, version: string } & Record<string, unknown>)[]} components
 * @property {{ ref: string, dependsOn?: string[] }[]} dependencies
 */

/**
 * Turns the output of `npm sbom` for the lock file (CycloneDX) into the bill of materials of a build. It keeps only packages that have code
 * in the build. The same build always has the same bill, byte for byte.
 * @param {Bom} bom
 * @param {object} build
 * @param {readonly { name: string, version: string }[]} build.packages
 * @param {import('../src/ui/config/build-identity').BuildIdentity} build.identity
 * @param {string} build.archiveSha256 in hex
 * @returns {Bom}
 */
export function billOfMaterials(bom, { packages, identity, archiveSha256 }) {
  const own = `colonnade@${identity.version}`;
  const contained = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  const components = bom.components
    .filter(({ name, version }) => contained.delete(`${name}@${version}`))
    .toSorted((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1));
  const [missing] = contained;
  if (missing !== undefined) throw new Error(`npm's bill of materials does not have ${missing}.`);
  const refs = new Set(components.map((component) => component['bom-ref']));
  return {
    ...bom,
    serialNumber: `urn:uuid:${uuidOf(archiveSha256)}`,
    metadata: {
      ...bom.metadata,
      timestamp: new Date(identity.committedAtMs ?? 0).toISOString(),
      lifecycles: [{ phase: 'build' }],
      component: {
        'bom-ref': own,
        type: 'application',
        name: 'colonnade',
        version: identity.version,
        description: bom.metadata.component['description'],
        licenses: bom.metadata.component['licenses'],
        hashes: [{ alg: 'SHA-256', content: archiveSha256 }],
        properties: [
          { name: 'colonnade:build', value: identity.id },
          { name: 'colonnade:commit', value: identity.commit ?? 'unknown' },
        ],
      },
    },
    components,
    dependencies: [
      { ref: own, dependsOn: [...refs] },
      ...bom.dependencies
        .filter(({ ref }) => refs.has(ref))
        .map(({ ref, dependsOn = [] }) => ({
          ref,
          dependsOn: dependsOn.filter((other) => refs.has(other)).toSorted(),
        }))
        .toSorted((one, other) => (one.ref < other.ref ? -1 : 1)),
    ],
  };
}

/** @param {string} text @returns {string} a UUID of version 8 (RFC 9562), made from a hash of the text */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) & 3] ?? '8';
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
