/** Path data around a point: a shape for each series, so that colour does not tell them apart alone. */
const MARKS = [
  'M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z',
  'M-3.6 -3.6H3.6V3.6H-3.6Z',
  'M0 -4.8L4.6 3.6H-4.6Z',
  'M0 -5L5 0L0 5L-5 0Z',
  'M-1.6 -4.6H1.6V-1.6H4.6V1.6H1.6V4.6H-1.6V1.6H-4.6V-1.6H-1.6Z',
  'M0 4.8L4.6 -3.6H-4.6Z',
] as const;

/** Returns the path data of a series' mark. */
export function markPath(series: number): string {
  return MARKS[series % MARKS.length] ?? MARKS[0];
}
