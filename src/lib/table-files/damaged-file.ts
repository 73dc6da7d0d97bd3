/** What is wrong with a file. `part` is the title of a sheet or the name of another part. `place` is a cell, a row or a line. */
export type Damage =
  /** The content does not match its checksum or size. */
  | { readonly kind: 'checksum'; readonly part: string }
  | { readonly kind: 'cut-off'; readonly part: string }
  | { readonly kind: 'missing-part'; readonly part: string }
  /** The archive's list of parts contradicts itself. */
  | { readonly kind: 'directory' }
  | { readonly kind: 'structure'; readonly part: string }
  /** A row or another element is longer than is possible. */
  | { readonly kind: 'long-row'; readonly part: string; readonly place: string }
  /** A cell refers to a text or a format that does not exist. */
  | { readonly kind: 'shared-text' | 'style'; readonly part: string; readonly place: string }
  /** A boolean cell has a value other than true and false. */
  | { readonly kind: 'truth'; readonly part: string; readonly place: string }
  /** A cell is beyond column XFD or row 1,048,576. */
  | { readonly kind: 'outside'; readonly part: string; readonly place: string }
  /** A cell or a row occurs twice, or is out of order. */
  | { readonly kind: 'cell-order' | 'row-order'; readonly part: string; readonly place: string }
  | { readonly kind: 'endless' }
  /** A line is not a JSON object. */
  | { readonly kind: 'line'; readonly place: string }
  /** A column of Parquet does not have as many values as the table has rows. */
  | { readonly kind: 'value-count'; readonly part: string };

/** Thrown if a file is damaged. None of its content is then reliable. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
  readonly damage: Damage;
  constructor(damage: Damage) {
    super(`The file is damaged: ${damage.kind}`);
    this.damage = damage;
  }
}

export function damaged(damage: Damage): DamagedFileError {
  return new DamagedFileError(damage);
}

/** Returns the damage that an error reports, or null. Compares class names, because code loaded on demand has its own copy of the class. */
export function damageOf(error: unknown): Damage | null {
  return error instanceof Error && error.name === 'DamagedFileError' && 'damage' in error
    ? (error.damage as Damage)
    : null;
}
