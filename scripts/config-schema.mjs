import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import * as z from 'zod';
import { projectDirectory } from './project-paths.mjs';

// Writes JSON schemas for editors from the schemas with which the console parses the same files:
// public/config.schema.json, public/team.schema.json for files of views, and public/service.schema.json for service descriptions.
// With --check, the script compares the files instead of writing them.

const SOURCE = 'src/ui/config/runtime-config.ts';
const WRITTEN = 'public/config.schema.json';

/** The module that defines files of views. */
const TEAM_SOURCE = 'src/features/workbench/model/view-file.ts';
const TEAM_WRITTEN = 'public/team.schema.json';

/** The module that defines service descriptions. */
const SERVICE_SOURCE = 'src/contract/service-description.ts';
const SERVICE_WRITTEN = 'public/service.schema.json';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

writeOrCompare(WRITTEN, await configSchema());
writeOrCompare(TEAM_WRITTEN, await teamSchema());
writeOrCompare(SERVICE_WRITTEN, await serviceSchema());

/** @param {string} written @param {object} content */
function writeOrCompare(written, content) {
  const file = path.join(projectDirectory, written);
  const schema = `${JSON.stringify(content, null, 2)}\n`;
  if (!values.check) writeFileSync(file, schema);
  else if (existsSync(file) && readFileSync(file, 'utf8') === schema) console.log(`${written} is current`);
  else {
    console.error(`${written} is stale: npm run config:schema`);
    process.exitCode = 1;
  }
}

async function teamSchema() {
  /** @type {{ module: typeof import('../src/features/workbench/model/view-file') }} */
  const { module } = await runnerImport(path.join(projectDirectory, TEAM_SOURCE), {
    root: projectDirectory,
    configFile: false,
    logLevel: 'warn',
    resolve: { tsconfigPaths: true },
  });
  const schema = z.toJSONSchema(module.viewFileSchema, {
    target: 'draft-7',
    io: 'input',
    // Some types cannot be expressed as JSON Schema; editors then accept any value.
    unrepresentable: 'any',
  });
  return { title: 'Views of a team, for Colonnade', ...schema };
}

async function serviceSchema() {
  /** @type {{ module: typeof import('../src/contract/service-description') }} */
  const { module } = await runnerImport(path.join(projectDirectory, SERVICE_SOURCE), {
    root: projectDirectory,
    configFile: false,
    logLevel: 'warn',
    resolve: { tsconfigPaths: true },
  });
  const schema = z.toJSONSchema(module.serviceDescriptionSchema, { target: 'draft-7', io: 'input' });
  return { title: 'Description of a pricing data service, for Colonnade', ...schema };
}

async function configSchema() {
  /** @type {{ module: typeof import('../src/ui/config/runtime-config') }} */
  const { module } = await runnerImport(path.join(projectDirectory, SOURCE), {
    root: projectDirectory,
    configFile: false,
    logLevel: 'warn',
  });
  // Editors support draft 7 of JSON Schema best.
  const schema = z.toJSONSchema(module.runtimeConfigSchema, { target: 'draft-7', io: 'input' });
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const isDescribed = typeof property === 'object' && property.description !== undefined;
    if (!isDescribed) throw new Error(`${SOURCE}: the key ${key} has no description.`);
  }
  // A service description has a separate schema in a file beside this one.
  const { service } = schema.properties ?? {};
  if (typeof service !== 'object') throw new Error(`${SOURCE} has no key service.`);
  service.anyOf = [{ type: 'string' }, { $ref: 'service.schema.json' }];
  return { title: 'config.json of Colonnade', ...schema };
}
