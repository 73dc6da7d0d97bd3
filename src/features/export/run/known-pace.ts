let rowsPerS: number | null = null;

/** How many rows a second the last export of this page made; null before the first. */
export function knownPace(): number | null {
  return rowsPerS;
}

export function learnPace(measured: number): void {
  rowsPerS = measured;
}
