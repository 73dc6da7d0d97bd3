/** Returns the name; appends a number if the name is taken, ignoring case. */
export function numberedName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((other) => other.toLowerCase()));
  let free = name;
  for (let number = 2; used.has(free.toLowerCase()); number += 1) free = `${name} ${number}`;
  return free;
}

/** Whether a text is `name`, or `name` with a number from `numberedName`. */
export function isNumbered(text: string, name: string): boolean {
  return text === name || (text.startsWith(`${name} `) && /^\d+$/.test(text.slice(name.length + 1)));
}
