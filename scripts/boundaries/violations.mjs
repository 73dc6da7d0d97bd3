import { importGraph } from './import-graph.mjs';
import { REACT } from './folders.mjs';
import { folderOf, isFixture, rowOf } from './table.mjs';

/** @import { Import, SourceFiles } from './import-graph.mjs' */
/** @typedef {{ rule: string, file: string, line: number, what: string, instead: string }} Violation `line`: 1-based */

/**
 * Checks every import of the project against the table.
 * @type {(files: SourceFiles, isFile: (file: string) => boolean) => { violations: Violation[], importCount: number }}
 */
export function findViolations(files, isFile) {
  const graph = importGraph(files, isFile);
  const violations = [...graph].flatMap(([file, imports]) => fileViolations(file, imports));
  return {
    violations: [
      ...violations,
      ...fixtureViolations(graph),
      ...cycleViolations(graph),
      ...folderCycleViolations(graph),
      ...reactViolations(graph),
    ],
    importCount: [...graph.values()].reduce((count, imports) => count + imports.length, 0),
  };
}

/** @param {string} file @param {Import[]} imports @returns {Violation[]} */
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
    // Only tests may import a test, whichever folder the test is in.
    const isTest = rowOf(target)?.row.name === 'tests' && row.name !== 'tests';
    if (isAllowed && !isTest) return [];
    return violation(row.name, `imports ${target}`, row.instead);
  });
}

/** Reports files that are not tests but are imported only by tests. @param {Map<string, Import[]>} graph @returns {Violation[]} */
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

/** Reports circles of files by imports other than `import()`. @param {Map<string, Import[]>} graph @returns {Violation[]} */
function cycleViolations(graph) {
  return circles([...graph.keys()], (file) => importedBy(graph, file)).map(([file = '', ...others]) => ({
    rule: 'no cycles',
    file,
    line: 1,
    what: others.length === 0 ? 'imports itself' : `imports itself by way of ${others.join(', ')}`,
    instead: 'Move what they share into a file of its own that imports neither.',
  }));
}

/** Reports circles of folders by imports other than `import()`. @param {Map<string, Import[]>} graph @returns {Violation[]} */
function folderCycleViolations(graph) {
  /** @type {Map<string, Map<string, { file: string, target: string }>>} */
  const folders = new Map();
  for (const file of graph.keys()) {
    const from = folderOf(file);
    if (from === undefined || rowOf(file)?.row.name === 'tests') continue;
    const others = folders.get(from) ?? new Map();
    folders.set(from, others);
    for (const target of importedBy(graph, file)) {
      const to = folderOf(target);
      if (to !== undefined && to !== from) others.set(to, { file, target });
    }
  }
  const edges = (/** @type {string} */ room) => [...(folders.get(room)?.keys() ?? [])];
  return circles([...folders.keys()], edges).map((members) => {
    const imports = members.flatMap((from) => members.flatMap((to) => folders.get(from)?.get(to) ?? []));
    return {
      rule: 'no cycles of folders',
      file: imports[0]?.file ?? '',
      line: 1,
      what: imports.map(({ file, target }) => `${file} imports ${target}`).join('; '),
      instead: 'Folders stand on each other in one order: move what both need into the lower one.',
    };
  });
}

/** Lists packages of React that the analysis reaches through others, types and `import()` included. @param {Map<string, Import[]>} graph @returns {Violation[]} */
function reactViolations(graph) {
  /** @type {Map<string, string | null>} a file, and the one that imports it; null for the analysis */
  const reached = new Map();
  for (const file of graph.keys()) {
    if (file.startsWith('src/analysis/') && rowOf(file)?.row.name !== 'tests') reached.set(file, null);
  }
  /** @type {Violation[]} */
  const found = [];
  for (const [file, by] of reached) {
    for (const { specifier, target } of graph.get(file) ?? []) {
      if (target !== null && graph.has(target) && !reached.has(target)) reached.set(target, file);
      if (target !== null || by === null || !REACT.test(specifier)) continue;
      const way = [file];
      /** @type {string | null} */
      let next = by;
      while (next !== null) {
        way.unshift(next);
        next = reached.get(next) ?? null;
      }
      found.push({
        rule: 'analysis without React',
        file: way[0] ?? file,
        line: 1,
        what: `uses the package ${specifier} by way of ${way.slice(1).join(', ')}`,
        instead: 'Move what the analysis needs into a file without React, or leave its file with the screen.',
      });
    }
  }
  return found;
}

/** Returns the sources that a file imports, except through `import()`. @type {(graph: Map<string, Import[]>, file: string) => string[]} */
function importedBy(graph, file) {
  return (graph.get(file) ?? []).flatMap(({ target, isLazy }) =>
    target === null || isLazy || !graph.has(target) ? [] : [target],
  );
}

/**
 * Groups nodes that reach each other or themselves, with Tarjan's algorithm for strongly connected components.
 * @type {(nodes: readonly string[], edgesOf: (node: string) => readonly string[]) => string[][]}
 */
function circles(nodes, edgesOf) {
  /** @type {Map<string, number>} */
  const order = new Map();
  /** @type {Map<string, number>} */
  const low = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {string[][]} */
  const found = [];
  /** @param {string} node */
  const visit = (node) => {
    const index = order.size;
    order.set(node, index);
    low.set(node, index);
    stack.push(node);
    const edges = edgesOf(node);
    for (const next of edges) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? index, low.get(next) ?? index));
    }
    if (low.get(node) !== index) return;
    const members = stack.splice(stack.indexOf(node));
    if (members.length > 1 || edges.includes(node)) found.push(members);
  };
  for (const node of nodes) if (!order.has(node)) visit(node);
  return found;
}
