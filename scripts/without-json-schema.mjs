const ZOD_SCHEMAS_FILE = /\/zod\/v4\/classic\/schemas\.js$/;

/**
 * What to leave out, and what to put in its place. A method that nobody calls but that hangs on every schema keeps its
 * whole module in the build.
 * @type {readonly { readonly pattern: RegExp, readonly replacement: string }[]}
 */
const OMISSIONS = [
  { pattern: /inst\._zod\.processJSONSchema = .*;/g, replacement: '' },
  { pattern: /createStandardJSONSchemaMethod\(this, "(?:input|output)"\)/g, replacement: 'undefined' },
  { pattern: /return createToJSONSchemaMethod\(this, \{\}\)\(params\);/g, replacement: 'return undefined;' },
];

/**
 * Vite plugin: leaves zod's conversion to JSON Schema, which the console has no use for, out of the build (about 5 kB
 * gzip of the first screen). Fails the build where zod's source no longer has what is to be left out.
 * @returns {import('vite').Plugin}
 */
export function withoutJsonSchema() {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: ZOD_SCHEMAS_FILE },
      handler: (code) => OMISSIONS.reduce(omit, code),
    },
  };
}

/**
 * @param {string} code
 * @param {{ readonly pattern: RegExp, readonly replacement: string }} omission
 */
function omit(code, { pattern, replacement }) {
  if (!new RegExp(pattern.source).test(code)) {
    throw new Error(
      `zod's schemas no longer contain ${pattern.source}: see scripts/without-json-schema.mjs.`,
    );
  }
  return code.replaceAll(pattern, replacement);
}
