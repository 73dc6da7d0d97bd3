/** Returns the name, with a number after it where it is taken, in upper or lower case. */
export function numberedName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((other) => other.toLowerCase()));
  let free = name;
  for (let number = 2; used.has(free.toLowerCase()); number += 1) free = `${name} ${number}`;
  return free;
}

/** Whether a name is `name` or one that `numberedName` makes of it. */
export function isNumbered(text: string, name: string): boolean {
  return text === name || (text.startsWith(`${name} `) && /^\d+$/.test(text.slice(name.length + 1)));
}
