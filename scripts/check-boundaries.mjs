import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fileOnDisk, readSourceFiles } from './boundaries/import-graph.mjs';
import { PLANTED_VIOLATIONS } from './boundaries/planted-violations.mjs';
import { ROWS } from './boundaries/table.mjs';
import { findViolations } from './boundaries/violations.mjs';
import { projectDirectory } from './project-paths.mjs';

const { values } = parseArgs({ options: { prove: { type: 'boolean', default: false } } });

if (values.prove) prove();
checkSources();

function checkSources() {
  const files = readSourceFiles(projectDirectory);
  const { violations, importCount } = findViolations(files, fileOnDisk(projectDirectory));
  for (const { rule, file, line, what, instead } of violations) {
    console.error(`${file}:${line} ${what} (${rule})\n  ${instead}`);
  }
  // A check that looked at nothing would pass forever.
  if (importCount === 0) console.error('No import was found: the check does not see the sources.');
  if (violations.length > 0 || importCount === 0) process.exitCode = 1;
  else console.log(`${importCount} imports in ${files.size} files follow the table`);
}

/** Writes one violation after the other into a folder of its own and expects its rule to catch it. */
function prove() {
  const unproven = new Set(ROWS.map(({ name }) => name));
  for (const { rule, files: plantedFiles } of PLANTED_VIOLATIONS) {
    const folder = mkdtempSync(path.join(tmpdir(), 'planted-violation-'));
    try {
      for (const [file, source] of Object.entries(plantedFiles)) {
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        writeFileSync(path.join(folder, file), source);
      }
      const { violations } = findViolations(readSourceFiles(folder), fileOnDisk(folder));
      const [from = ''] = Object.keys(plantedFiles);
      if (violations.some((violation) => violation.rule === rule && violation.file === from)) {
        console.log(`${rule}: caught`);
        unproven.delete(rule);
      } else {
        console.error(`${rule}: MISSED in ${from}`);
        process.exitCode = 1;
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  for (const rule of unproven) {
    console.error(`${rule}: no violation is planted for this row`);
    process.exitCode = 1;
  }
}
