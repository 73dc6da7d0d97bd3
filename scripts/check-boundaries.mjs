import { fileOnDisk, readSourceFiles } from './boundaries/import-graph.mjs';
import { findViolations } from './boundaries/violations.mjs';
import { projectDirectory } from './project-paths.mjs';

const files = readSourceFiles(projectDirectory);
const { violations, importCount } = findViolations(files, fileOnDisk(projectDirectory));
for (const { rule, file, line, what, instead } of violations) {
  console.error(`${file}:${line} ${what} (${rule})\n  ${instead}`);
}
// A check that reads no files would always pass, so it is an error if no import is found.
if (importCount === 0) console.error('No import was found: the check does not see the sources.');
if (violations.length > 0 || importCount === 0) process.exitCode = 1;
else console.log(`${importCount} imports in ${files.size} files follow the table`);
