/** @typedef {import('../boundaries/import-graph.mjs').Import} Import */
/** @typedef {{ from: string, to: string, isLazy: boolean }} Edge */

/** Folders that are drawn as part of another one, so that the drawing stays readable. Each other folder is drawn separately. */
const DRAWN_AS = new Map([
  ['lib/paged-rows', 'lib/grid'],
  ['lib/row-batches', 'lib/table-files'],
  ['mocks/controls', 'mocks'],
]);

const GROUPS = ['features', 'rows', 'ui', 'lib', 'mocks'];

/** @param {string} file @returns {string | null} the folder in which the file is drawn; null for files outside the product */
function folderOf(file) {
  if (/\.(test|test-d)\.tsx?$|^src\/test\/|\.d\.ts$/.test(file)) return null;
  const [, folder = null] =
    /^src\/((?:features|rows|ui|lib)\/[^/]+)\//.exec(file) ??
    /^src\/([^/]+)/.exec(file) ??
    /^(mocks\/[^/]+)\//.exec(file) ??
    /^(mocks|command)\//.exec(file) ??
    [];
  return folder;
}

/** @param {string} folder */
function nodeOf(folder) {
  return DRAWN_AS.get(folder) ?? folder;
}

/** Draws the imports between folders in Mermaid; see `reduceEdges`. @type {(graph: Map<string, Import[]>) => string} */
export function drawFolders(graph) {
  const folders = [...new Set([...graph.keys()].map(folderOf))].filter((folder) => folder !== null).sort();
  const nodes = [...new Set(folders.map(nodeOf))].sort();
  /** @param {string} node */
  const label = (node) => {
    const together = folders.filter((folder) => nodeOf(folder) === node);
    return together.map((folder) => folder.replace(/^(features|rows|ui|lib|mocks)\//, '')).join(' · ');
  };
  /** @param {string} node */
  const line = (node) => `${idOf(node)}["${label(node)}"]`;
  const groupOf = (/** @type {string} */ node) => GROUPS.find((group) => node.split('/')[0] === group);
  return [
    'flowchart TD',
    ...nodes.filter((node) => groupOf(node) === undefined).map((node) => `  ${line(node)}`),
    ...GROUPS.flatMap((group) => [
      `  subgraph ${group}_folder["${group}/"]`,
      ...nodes.filter((node) => groupOf(node) === group).map((node) => `    ${line(node)}`),
      '  end',
    ]),
    ...reduceEdges(edgesOf(graph)).map(
      ({ from, to, isLazy }) => `  ${idOf(from)} ${isLazy ? '-.->' : '-->'} ${idOf(to)}`,
    ),
  ].join('\n');
}

/** Replaces slashes and dots, which Mermaid would take for its own syntax. @param {string} node */
function idOf(node) {
  return node.replaceAll(/[^a-z0-9]/g, '_');
}

/** @param {Map<string, Import[]>} graph @returns {Edge[]} */
function edgesOf(graph) {
  /** @type {Map<string, Edge>} */
  const edges = new Map();
  for (const [file, imports] of graph) {
    for (const { target, isLazy } of imports) {
      const fromFolder = folderOf(file);
      const toFolder = target === null ? null : folderOf(target);
      if (fromFolder === null || toFolder === null) continue;
      const [from, to] = [nodeOf(fromFolder), nodeOf(toFolder)];
      if (from === to) continue;
      const known = edges.get(`${from} ${to}`);
      edges.set(`${from} ${to}`, { from, to, isLazy: isLazy && known?.isLazy !== false });
    }
  }
  return [...edges.values()].sort((a, b) => (`${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1));
}

/** Leaves out, one by one, edges whose nodes are also connected through other edges. @param {readonly Edge[]} edges @returns {Edge[]} */
export function reduceEdges(edges) {
  let left = [...edges];
  for (const edge of edges) {
    const others = left.filter((other) => other !== edge);
    if (isReachable(others, edge)) left = others;
  }
  return left;
}

/** @param {readonly Edge[]} edges @param {Edge} edge */
function isReachable(edges, { from, to }) {
  const seen = new Set([from]);
  for (const node of seen) {
    for (const edge of edges) if (edge.from === node) seen.add(edge.to);
  }
  return seen.has(to);
}
