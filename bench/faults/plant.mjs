import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectDirectory } from '../../scripts/project-paths.mjs';
import { UserError } from '../../scripts/user-error.mjs';

/** @import { Fault } from './fault.mjs' */

/**
 * Returns the file with the fault. Throws if the text to replace does not occur exactly once.
 * @param {Fault} fault @param {string} [directory] the sources' folder @returns {string}
 */
export function planted({ id, file, find, replace }, directory = projectDirectory) {
  const parts = readFileSync(path.join(directory, file), 'utf8').split(find);
  if (parts.length !== 2) {
    throw new UserError(`${id}: ${file} has its text ${parts.length - 1} times instead of once.`);
  }
  if (find === replace) throw new UserError(`${id}: replaces a text by itself.`);
  return parts.join(replace);
}

/**
 * Writes faults into a copy of the sources, each into a different file. Returns a function that restores the files.
 * @param {string} directory @param {readonly Fault[]} faults @returns {() => void}
 */
export function plantIn(directory, faults) {
  const files = faults.map((fault) => ({
    file: path.join(directory, fault.file),
    text: planted(fault, directory),
    original: readFileSync(path.join(directory, fault.file)),
  }));
  for (const { file, text } of files) writeFileSync(file, text);
  return () => {
    for (const { file, original } of files) writeFileSync(file, original);
  };
}
