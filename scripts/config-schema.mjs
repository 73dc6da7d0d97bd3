import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parseSync, Visitor } from 'oxc-parser';
import { runnerImport } from 'vite';
import * as z from 'zod';
import { projectDirectory } from './project-paths.mjs';

// Writes public/config.schema.json, which editors use to check and complete a config.json: the keys from the schema that
// the console itself parses the file with, their descriptions from the comments there; and public/team.schema.json, of the
// files of views. With --check it only compares.

const SOURCE = 'src/shared/config/runtime-config.ts';
const WRITTEN = 'public/config.schema.json';
/** In which the schema stands in the source. */
const VARIABLE = 'runtimeConfigSchema';

/** What a file of views for a team is made of. */
const TEAM_SOURCE = 'src/features/workbench/model/view-file.ts';
const TEAM_WRITTEN = 'public/team.schema.json';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

writeOrCompare(WRITTEN, await describedSchema());
writeOrCompare(TEAM_WRITTEN, await teamSchema());

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
    // Such a type describes itself.
    unrepresentable: 'any',
  });
  return { title: 'Views of a team, for Colonnade', ...schema };
}

async function describedSchema() {
  /** @type {{ module: typeof import('../src/shared/config/runtime-config') }} */
  const { module } = await runnerImport(path.join(projectDirectory, SOURCE), {
    root: projectDirectory,
    configFile: false,
    logLevel: 'warn',
  });
  // Editors know this version of JSON Schema best.
  const { properties = {}, ...rest } = z.toJSONSchema(module.runtimeConfigSchema, {
    target: 'draft-7',
    io: 'input',
  });
  const comments = commentsOfKeys(readFileSync(path.join(projectDirectory, SOURCE), 'utf8'));
  const described = Object.entries(properties).map(([key, property]) => {
    const description = comments.get(key);
    if (description === undefined)
      throw new Error(`${SOURCE}: the key ${key} has no comment to describe it.`);
    return [key, { description, .../** @type {object} */ (property) }];
  });
  return { title: 'config.json of Colonnade', ...rest, properties: Object.fromEntries(described) };
}

/**
 * @param {string} source
 * @returns {Map<string, string>} the comment before each key of the schema, on one line
 */
function commentsOfKeys(source) {
  const { program, comments } = parseSync(SOURCE, source);
  /** @type {Map<string, string>} */
  const found = new Map();
  const visitor = new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || id.name !== VARIABLE || init?.type !== 'CallExpression') return;
      const [shape] = init.arguments;
      if (shape?.type !== 'ObjectExpression') return;
      for (const property of shape.properties) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
        const comment = comments.find(
          ({ end }) => source.slice(end, property.start).trim() === '' && end < property.start,
        );
        if (comment !== undefined) found.set(property.key.name, textOf(comment.value));
      }
    },
  });
  visitor.visit(program);
  return found;
}

/** @param {string} comment */
function textOf(comment) {
  return comment
    .replaceAll(/^\s*\*+ ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
