/** Matches a name in code, with or without arguments. Only names with a capital letter count; a lower-case name may be any word. */
const SYMBOL = /^(?=.*[A-Z])[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*(?=$|\()/;

/** Matches the name of a file, which `missingFiles` checks instead. */
const FILE_NAME = /\.(?:ts|tsx|mjs|cjs|css|md|json|py)$/;

const COMMENT = /\/\*[^]*?\*\/|(?<=^|[\s;{}(),])\/\/.*$/gm;

/** Collects the names in code, but not in its comments. @type {(sources: Iterable<string>) => Set<string>} */
export function namesInSource(sources) {
  /** @type {Set<string>} */
  const names = new Set();
  for (const source of sources) {
    for (const [name] of source.replaceAll(COMMENT, '').matchAll(/[A-Za-z_$][\w$]*/g)) names.add(name);
  }
  return names;
}

/** Lists names in backticks that no source contains. @type {(text: string, names: ReadonlySet<string>) => string[]} */
export function missingSymbols(text, names) {
  const withoutBlocks = text.replaceAll(/^```[^]*?^```/gm, '');
  return [...withoutBlocks.matchAll(/`([^`\n]+)`/g)].flatMap(([, named = '']) => {
    const symbol = SYMBOL.exec(named)?.[0];
    if (symbol === undefined || FILE_NAME.test(symbol)) return [];
    return symbol.split('.').every((part) => names.has(part)) ? [] : [symbol];
  });
}
