import path from 'node:path';

const SOURCE_NAME = /^[\w@$.-]+(?:\/[\w@$.-]+)*\.(?:ts|tsx|mjs|cjs|css|md)$/;

/**
 * Lists files that a Markdown text names but the project does not have. A text names a file in backticks, possibly without its parent
 * folders, or as the target of a relative link. Paths are relative to the project's folder, with forward slashes.
 * @type {(file: string, text: string, projectFiles: readonly string[]) => string[]}
 */
export function missingFiles(file, text, projectFiles) {
  const folder = path.posix.dirname(file);
  const named = [...text.matchAll(/`([^`\s]+)`/g)].flatMap(
    ([, name = '']) => SOURCE_NAME.exec(name)?.[0] ?? [],
  );
  const linked = [...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(([, target = '']) =>
    path.posix.join(folder, target),
  );
  const isThere = (/** @type {string} */ name) => {
    const ending = name.startsWith('.') ? path.posix.join(folder, name) : name;
    return projectFiles.some((each) => each === ending || each.endsWith(`/${ending}`));
  };
  const isLinkedThere = (/** @type {string} */ target) =>
    projectFiles.some((each) => each === target || each.startsWith(`${target.replace(/\/$/, '')}/`));
  return [...named.filter((name) => !isThere(name)), ...linked.filter((target) => !isLinkedThere(target))];
}
