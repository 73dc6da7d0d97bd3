import { importGraph } from './import-graph.mjs';
import { isFixture, rowOf } from './table.mjs';

/**
 * @typedef {object} Violation
 * @property {string} rule
 * @property {string} file
 * @property {number} line 1-based
 * @property {string} what
 * @property {string} instead
 */

/**
 * Checks every import of ours against the table.
 * @param {import('./import-graph.mjs').SourceFiles} files
 * @param {(file: string) => boolean} isFile
 * @returns {{ violations: Violation[], importCount: number }}
 */
export function findViolations(files, isFile) {
  const graph = importGraph(files, isFile);
  const violations = [...graph].flatMap(([file, imports]) => fileViolations(file, imports));
  return {
    violations: [...violations, ...fixtureViolations(graph), ...cycleViolations(graph)],
    importCount: [...graph.values()].reduce((count, imports) => count + imports.length, 0),
  };
}

/**
 * @param {string} file
 * @param {import('./import-graph.mjs').Import[]} imports
 * @returns {Violation[]}
 */
function fileViolations(file, imports) {
  const place = rowOf(file);
  if (!place) {
    return [
      {
        rule: 'outside the map',
        file,
        line: 1,
        what: 'belongs to no folder of the table',
        instead: 'Put it into one of the folders of scripts/boundaries/table.mjs, or add its row there.',
      },
    ];
  }
  const { row, match } = place;
  const allowed = row.mayImport(match);
  return imports.flatMap(({ specifier, isLazy, target, isResolved, line }) => {
    /** @param {string} rule @param {string} what @param {string} instead @returns {Violation[]} */
    const violation = (rule, what, instead) => [{ rule, file, line, what, instead }];
    if (!isResolved) {
      return violation('no such file', `imports ${specifier}`, 'Correct the path, or add the file.');
    }
    if (target === null) {
      return row.mustNotUse?.some((pattern) => pattern.test(specifier))
        ? violation(row.name, `uses the package ${specifier}`, row.instead)
        : [];
    }
    const isAllowed =
      allowed.some((pattern) => pattern.test(target)) ||
      (isLazy && row.mayImportLazily?.some((pattern) => pattern.test(target)));
    // A test is nobody's building block, wherever it lies.
    const isTest = rowOf(target)?.row.name === 'tests' && row.name !== 'tests';
    if (isAllowed && !isTest) return [];
    return violation(row.name, `imports ${target}`, row.instead);
  });
}

/**
 * @param {Map<string, import('./import-graph.mjs').Import[]>} graph
 * @returns {Violation[]} one for each file beside the product's that tests alone import
 */
function fixtureViolations(graph) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const [file, imports] of graph) {
    for (const { target } of imports) {
      if (target !== null) importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return [...importers]
    .filter(([file, users]) => graph.has(file) && isFixture(file, users))
    .map(([file]) => ({
      rule: 'fixtures',
      file,
      line: 1,
      what: 'is imported by tests alone',
      instead: 'A fixture belongs into src/test; code that nothing but its test uses can go.',
    }));
}

/**
 * @param {Map<string, import('./import-graph.mjs').Import[]>} graph
 * @returns {Violation[]} one for each group of files that reach each other without `import()`
 */
function cycleViolations(graph) {
  /** @type {Map<string, number>} */
  const order = new Map();
  /** @type {Map<string, number>} */
  const low = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {Violation[]} */
  const cycles = [];

  // Tarjan's strongly connected components.
  /** @param {string} file */
  const visit = (file) => {
    const index = order.size;
    order.set(file, index);
    low.set(file, index);
    stack.push(file);
    let isSelfImport = false;
    for (const { target, isLazy } of graph.get(file) ?? []) {
      if (target === null || isLazy || !graph.has(target)) continue;
      isSelfImport ||= target === file;
      if (!order.has(target)) visit(target);
      if (stack.includes(target)) {
        low.set(file, Math.min(low.get(file) ?? index, low.get(target) ?? index));
      }
    }
    if (low.get(file) !== index) return;
    const members = stack.splice(stack.indexOf(file));
    if (members.length === 1 && !isSelfImport) return;
    cycles.push({
      rule: 'no cycles',
      file,
      line: 1,
      what:
        members.length === 1 ? 'imports itself' : `imports itself by way of ${members.slice(1).join(', ')}`,
      instead: 'Move what they share into a file of its own that imports neither.',
    });
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles;
}
