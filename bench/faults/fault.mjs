/**
 * A fault that somebody could make, and who has to notice it.
 *
 * @typedef {object} Fault
 * @property {string} id what it is called, in words with hyphens
 * @property {'money' | 'rights' | 'secrets' | 'completeness' | 'work' | 'screen' | 'access'} kind what it damages: a figure
 *   or a date that people rely on, what a person may see, what nobody else may read, rows that are there or not, what
 *   somebody has done and would have to do again, what is shown or said, who cannot see or use a mouse
 * @property {string} file where it is made, from the project's folder
 * @property {string} find the text to replace: the file has it exactly once
 * @property {string} replace
 * @property {string} says what a person would notice
 * @property {{ checks?: readonly string[], unit: readonly string[], journeys: readonly string[] }} tests who has to notice
 *   it: steps of `npm run check`; path filters of Vitest; journeys as `file`, `file › title` or `project: file › title`
 */

/**
 * @param {readonly Fault[]} faults
 * @returns {readonly Fault[]}
 */
export function defineFaults(faults) {
  return faults;
}
