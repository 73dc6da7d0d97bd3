import compile from 'icu-minify/compile';

/**
 * @typedef {ReadonlyMap<string, string>} Texts by key
 *
 * @typedef {object} Findings
 * @property {string[]} mistakes in any language
 * @property {string[]} missing messages without a translation, which are shown in English
 * @property {string[]} surplus messages that are not in English, so nothing shows them
 */

/** The kinds of parts in a compiled message (icu-minify): `[name]`, `[name, kind, …]`, and `[tag, ...children]`. */
const COUNT = 0;
const SELECT = 1;
const PLURAL = 2;
const ORDINAL = 3;

/** Compares texts of a language with the English ones. @param {Texts} own @param {Texts} english @returns {Findings} */
export function findIn(own, english) {
  /** @type {Findings} */
  const findings = { mistakes: [], missing: [], surplus: [] };
  for (const [key, text] of english) {
    const translated = own.get(key);
    // Translation tools write an empty text for a message without a translation.
    if (translated === undefined || translated === '') findings.missing.push(key);
    else findings.mistakes.push(...mistakesIn(translated, text).map((mistake) => `${key} ${mistake}`));
  }
  findings.surplus.push(...[...own.keys()].filter((key) => !english.has(key)));
  return findings;
}

/** @param {string} translated @param {string} english @returns {string[]} */
function mistakesIn(translated, english) {
  const theirs = namesIn(compile(english));
  let names;
  try {
    names = namesIn(compile(translated));
  } catch (error) {
    return [`cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  }
  // Languages choose the form of a word by different numbers, so a number that only chooses a form may be left out.
  const lost = [...theirs.shown].filter((name) => !names.shown.has(name));
  const unknown = [...names.shown, ...names.choosing].filter(
    (name) => !theirs.shown.has(name) && !theirs.choosing.has(name),
  );
  return [
    ...lost.map((name) => `lacks ${name}`),
    ...unknown.map((name) => `has ${name}, which the English has not`),
  ];
}

/**
 * Collects the values and tags of a compiled message: those shown, and numbers that only choose a form of words.
 * @param {unknown} message @param {{ shown: Set<string>, choosing: Set<string> }} names
 * @param {string} counted the number that `#` stands for
 */
function namesIn(message, names = { shown: new Set(), choosing: new Set() }, counted = '') {
  if (message === COUNT) names.shown.add(counted);
  if (!Array.isArray(message)) return names;
  for (const part of message) {
    if (!Array.isArray(part)) {
      namesIn(part, names, counted);
      continue;
    }
    const [name, kind, branches] = part;
    const written = isTag(part) ? `<${name}>` : `{${name}}`;
    if (isTag(part)) namesIn(part.slice(1), names, counted);
    else if (kind === SELECT || kind === PLURAL || kind === ORDINAL)
      for (const branch of Object.values(branches))
        namesIn(branch, names, kind === SELECT ? counted : written);
    const isChoosing = !isTag(part) && (kind === PLURAL || kind === ORDINAL);
    (isChoosing ? names.choosing : names.shown).add(written);
  }
  return names;
}

/** @param {readonly unknown[]} part */
function isTag([, first]) {
  return first !== undefined && (typeof first !== 'number' || first === COUNT);
}
