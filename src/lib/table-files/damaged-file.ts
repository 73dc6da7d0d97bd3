/** The damage of a file. `part`: the title of a sheet, or the name of another part; `place`: a cell, a row or a line. */
export type Damage =
  /** The content is not what checksum and size say. */
  | { readonly kind: 'checksum'; readonly part: string }
  | { readonly kind: 'cut-off'; readonly part: string }
  | { readonly kind: 'missing-part'; readonly part: string }
  /** The list of parts contradicts itself. */
  | { readonly kind: 'directory' }
  /** The structure is not that of such a part. */
  | { readonly kind: 'structure'; readonly part: string }
  /** A row, or another element, that is longer than any can be. */
  | { readonly kind: 'long-row'; readonly part: string; readonly place: string }
  /** A cell refers to a text, or a format, that there is not. */
  | { readonly kind: 'shared-text' | 'style'; readonly part: string; readonly place: string }
  /** A cell of true or false that has neither. */
  | { readonly kind: 'truth'; readonly part: string; readonly place: string }
  /** Beyond column XFD or row 1,048,576. */
  | { readonly kind: 'outside'; readonly part: string; readonly place: string }
  /** A cell or a row that occurs twice or is out of order. */
  | { readonly kind: 'cell-order' | 'row-order'; readonly part: string; readonly place: string }
  /** Reading it does not come to an end. */
  | { readonly kind: 'endless' }
  /** A line that is no JSON object. */
  | { readonly kind: 'line'; readonly place: string }
  /** A column of Parquet has another number of values than the table has rows. */
  | { readonly kind: 'value-count'; readonly part: string };

/** The file is not as it was written: nothing of it can be relied on. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
  readonly damage: Damage;
  constructor(damage: Damage) {
    super(`The file is damaged: ${damage.kind}`);
    this.damage = damage;
  }
}

/** Returns the error that reports a damage. */
export function damaged(damage: Damage): DamagedFileError {
  return new DamagedFileError(damage);
}

/** Returns what is wrong, of any error: those of parts that are loaded on demand are of another copy of the class. */
export function damageOf(error: unknown): Damage | null {
  return error instanceof Error && error.name === 'DamagedFileError' && 'damage' in error
    ? (error.damage as Damage)
    : null;
}
