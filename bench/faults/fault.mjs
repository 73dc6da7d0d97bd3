/**
 * A fault that a developer could make, and the tests that have to notice it.
 *
 * @typedef {object} Fault
 * @property {string} id its name: words with hyphens
 * @property {'money' | 'rights' | 'secrets' | 'completeness' | 'work' | 'screen' | 'access'} kind what the fault damages: a number or date
 *   that users rely on; permissions; secrets; the completeness of rows; a user's work; what is shown; use without sight or a mouse
 * @property {string} file the changed file, relative to the project's folder
 * @property {string} find the text to replace, which occurs exactly once in the file
 * @property {string} replace
 * @property {string} says what a user would notice
 * @property {{ checks?: readonly string[], unit: readonly string[], journeys: readonly string[] }} tests those that have to notice
 *   the fault: steps of `npm run check`; path filters of Vitest; journeys as `file`, `file › title` or `project: file › title`
 */

/** @param {readonly Fault[]} faults @returns {readonly Fault[]} */
export function defineFaults(faults) {
  return faults;
}
