/** Returns what a date is of a validity, by its name: the service does not say what a date means. */
export function validityEdge(name: string): 'start' | 'end' | null {
  if (/valid_?(?:to|until|thru)|(?:end|expiry|expiration)_?date/i.test(name)) return 'end';
  return /valid_?from|start(?:ing)?_?date/i.test(name) ? 'start' : null;
}
