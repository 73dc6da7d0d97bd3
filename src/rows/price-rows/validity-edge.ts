/** Returns whether a date starts or ends a validity. Judges by the column's name, because the service does not state it. */
export function validityEdge(name: string): 'start' | 'end' | null {
  if (/valid_?(?:to|until|thru)|(?:end|expiry|expiration)_?date/i.test(name)) return 'end';
  return /valid_?from|start(?:ing)?_?date/i.test(name) ? 'start' : null;
}
