import { ownMember } from '@/lib/base/own-member';
import { escape, MISSING, partsOfParameter, unescape, writeParameter } from './notation';

/**
 * Reads pieces of the notation, and writes them. One declaration is the reader, the writer and the type of a parameter:
 *
 *     const grouping = c.item(c.record({ field: c.name, step: c.optional(c.oneOf(DATE_STEPS)) }));     ValidFrom~month
 *     const rows = c.list(grouping);                                                                   Country,ValidFrom~month
 *
 * Not a `z.codec`, which validates what it writes, and throws: a value that somebody is still typing must get into the address, too.
 */
export interface Codec<Value> {
  /** Throws `Unreadable`. */
  readonly read: (pieces: readonly string[]) => Value;
  /** Never throws: whether a value is within the limits is only asked when it is read. */
  readonly write: (value: Value) => readonly string[];
}

class Unreadable extends Error {
  /** The part of the parameter that cannot be read; null for the whole parameter. */
  readonly part: string | null;

  constructor(part: string | null = null) {
    super('The notation cannot be read.');
    this.part = part;
  }
}

/** Reads a part. If it is unreadable, `part` is quoted instead of what is inside; null for the whole parameter. */
function readAs<Value>(part: string | null, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof Unreadable ? new Unreadable(part) : error;
  }
}

function onlyOne([piece, ...more]: readonly string[]): string {
  if (piece === undefined || more.length > 0) throw new Unreadable();
  return piece;
}

/** Any text, also an empty one. */
export const text: Codec<string> = {
  read: (pieces) => {
    const plain = unescape(onlyOne(pieces));
    if (plain === null) throw new Unreadable();
    return plain;
  },
  write: (value) => [escape(value)],
};

/** No piece at all, where a part says everything by its name. */
export const nothing: Codec<true> = {
  read: (pieces) => {
    if (pieces.length > 0) throw new Unreadable();
    return true;
  },
  write: () => [],
};

/** Reads only values that satisfy a condition. */
export function where<Value, Narrow extends Value>(
  codec: Codec<Value>,
  isReadable: (value: Value) => value is Narrow,
): Codec<Narrow>;
export function where<Value>(codec: Codec<Value>, isReadable: (value: Value) => boolean): Codec<Value>;
export function where<Value>(codec: Codec<Value>, isReadable: (value: Value) => boolean): Codec<Value> {
  return {
    read: (pieces) => {
      const value = codec.read(pieces);
      if (!isReadable(value)) throw new Unreadable();
      return value;
    },
    write: codec.write,
  };
}

/** Writes a value as another one that a codec exists for. */
export function mapped<From, To>(
  codec: Codec<From>,
  read: (value: From) => To,
  write: (value: To) => From,
): Codec<To> {
  return { read: (pieces) => read(codec.read(pieces)), write: (value) => codec.write(write(value)) };
}

/** A text that is not empty. */
export const name = where(text, (value) => value !== '');

/** A text that is not empty, and has a limited length. */
export function nameUpTo(most: number): Codec<string> {
  return where(name, (value) => value.length <= most);
}

/** One of these words. */
export function oneOf<const Word extends string>(words: readonly Word[]): Codec<Word> {
  return where(text, (value): value is Word => words.some((word) => word === value));
}

/** A word for each of the two truth values. */
export function flag(whenTrue: string, whenFalse: string): Codec<boolean> {
  return mapped(
    oneOf([whenTrue, whenFalse]),
    (word) => word === whenTrue,
    (value) => (value ? whenTrue : whenFalse),
  );
}

/** A whole number of up to so many digits. */
export function wholeNumber(mostDigits: number): Codec<number> {
  const isReadable = (value: string) => /^\d+$/.test(value) && value.length <= mostDigits;
  return mapped(where(text, isReadable), Number, String);
}

/** Nothing at all stands for null. */
export function optional<Value>(codec: Codec<Value>): Codec<Value | null> {
  return {
    read: (pieces) => (pieces.length === 0 ? null : codec.read(pieces)),
    write: (value) => (value === null ? [] : codec.write(value)),
  };
}

/** `MISSING` stands for null. */
export function orMissing<Value>(codec: Codec<Value>): Codec<Value | null> {
  return {
    read: (pieces) => (onlyOne(pieces) === MISSING ? null : codec.read(pieces)),
    write: (value) => (value === null ? [MISSING] : codec.write(value)),
  };
}

/** Values of one piece each. */
export function list<Value>(codec: Codec<Value>): Codec<readonly Value[]> {
  return {
    read: (pieces) => pieces.map((piece) => codec.read([piece])),
    write: (values) => values.flatMap((value) => codec.write(value)),
  };
}

/** As `list`, but ignores pieces that cannot be read. */
export function listOfReadable<Value>(codec: Codec<Value>): Codec<readonly Value[]> {
  return {
    ...list(codec),
    read: (pieces) => pieces.flatMap((piece) => tryRead(codec, [piece]) ?? []).map(({ value }) => value),
  };
}

/** One piece, of texts between separators. */
export function item<Value>(codec: Codec<Value>, separator: ',' | '~' = '~'): Codec<Value> {
  return {
    read: (pieces) => readAs(null, () => codec.read(onlyOne(pieces).split(separator))),
    write: (value) => [codec.write(value).join(separator)],
  };
}

/** The members of an object in this order. Each has one piece; the last one has all further pieces. */
export function record<Value extends object>(members: {
  readonly [Key in keyof Value]: Codec<Value[Key]>;
}): Codec<Value> {
  const codecs = Object.entries(members) as [keyof Value, Codec<Value[keyof Value]>][];
  const last = codecs.length - 1;
  return {
    read: (pieces) =>
      Object.fromEntries(
        codecs.map(([key, codec], at) => [key, codec.read(pieces.slice(at, at < last ? at + 1 : undefined))]),
      ) as Value,
    write: (value) => codecs.flatMap(([key, codec]) => codec.write(value[key])),
  };
}

/** Values by key, an item for each, in the order of the keys. */
export function byKey<Key extends string, Value>(
  keys: readonly Key[],
  codec: Codec<Value>,
): Codec<Readonly<Partial<Record<Key, Value>>>> {
  type Entry = { readonly key: Key; readonly value: Value };
  return mapped(
    list(item(record<Entry>({ key: oneOf(keys), value: codec }))),
    (entries) =>
      Object.fromEntries(entries.map(({ key, value }) => [key, value])) as Partial<Record<Key, Value>>,
    (values) =>
      keys.flatMap((key) => {
        const value = values[key];
        return value === undefined ? [] : [{ key, value }];
      }),
  );
}

/** A value of one of several kinds: the word for its kind, followed by its other members. */
export function keyed<Value extends { readonly kind: string }>(kinds: {
  readonly [Kind in Value['kind']]: Codec<Omit<Extract<Value, { readonly kind: Kind }>, 'kind'>>;
}): Codec<Value> {
  const codecs = kinds as unknown as Readonly<Record<string, Codec<object>>>;
  const codecOf = (kind: string) => {
    const codec = ownMember(codecs, kind);
    if (codec === undefined) throw new Unreadable();
    return codec;
  };
  return {
    read: ([first = '', ...pieces]) => {
      const kind = text.read([first]);
      return { kind, ...codecOf(kind).read(pieces) } as Value;
    },
    write: (value) => [value.kind, ...codecOf(value.kind).write(value)],
  };
}

/** A part of a parameter, after its name. It holds some members of the whole value. */
export interface Part<Whole> {
  /** Returns the members. `before` has those of the parts in front. */
  readonly read: (pieces: readonly string[], before: Whole) => Partial<Whole>;
  /** Returns the pieces of each such part that the parameter needs. */
  readonly write: (whole: Whole) => readonly (readonly string[])[];
  /** Whether such parts add to each other. */
  readonly isListed?: true;
}

/** A part with a value that is made of the whole; undefined leaves the part out. */
export function part<Whole, Value>(
  codec: Codec<Value>,
  of: (whole: Whole) => Value | undefined,
  membersOf: (value: Value, before: Whole) => Partial<Whole>,
): Part<Whole> {
  return {
    read: (pieces, before) => membersOf(codec.read(pieces), before),
    write: (whole) => {
      const value = of(whole);
      return value === undefined ? [] : [codec.write(value)];
    },
  };
}

/** Returns undefined for an empty list, which leaves the part out. */
export function some<Value>(values: readonly Value[]): readonly Value[] | undefined {
  return values.length === 0 ? undefined : values;
}

/** A part with one member. Null, or a value without pieces, leaves the part out. */
export function member<Whole, Key extends keyof Whole>(
  key: Key,
  codec: Codec<NonNullable<Whole[Key]>>,
): Part<Whole> {
  return {
    read: (pieces) => ({ [key]: codec.read(pieces) }) as unknown as Partial<Whole>,
    write: ({ [key]: value }) =>
      [value == null ? [] : codec.write(value)].filter((pieces) => pieces.length > 0),
  };
}

/** A part that makes a member true. */
export function mark<Whole>(key: keyof Whole): Part<Whole> {
  return part(
    nothing,
    (whole) => whole[key] === true || undefined,
    () => ({ [key]: true }) as unknown as Partial<Whole>,
  );
}

/** A part for each value of a list. */
export function each<Whole, Key extends keyof Whole>(
  key: Key,
  codec: Codec<ItemOf<Whole[Key]>>,
): Part<Whole> {
  const listIn = (whole: Whole) => (whole[key] ?? []) as readonly ItemOf<Whole[Key]>[];
  return {
    read: (pieces, before) =>
      ({ [key]: [...listIn(before), codec.read(pieces)] }) as unknown as Partial<Whole>,
    write: (whole) => listIn(whole).map(codec.write),
    isListed: true,
  };
}
type ItemOf<List> = NonNullable<List> extends readonly (infer Item)[] ? Item : never;

interface PartsNotation {
  /** What follows the name of a part, and separates its pieces. */
  readonly separator: ',' | '~';
  /** Whether a part that cannot be read is quoted as the problem, instead of the whole parameter. */
  readonly isQuoted: boolean;
  /** Whether several parts may set the same members; the last one applies. */
  readonly mayRepeat: boolean;
}

/** Parts with names, in any order when they are read. Absent parts leave the members of `initial`. */
export function parts<Whole extends object>(
  initial: Whole,
  forms: Readonly<Record<string, Part<Whole>>>,
  { separator = ',', isQuoted = false, mayRepeat = false }: Partial<PartsNotation> = {},
): Codec<Whole> {
  return {
    read: (pieces) => {
      const set = new Set<string>();
      return pieces.reduce((before, piece) => {
        const [written = '', ...rest] = piece.split(separator);
        const form = ownMember(forms, unescape(written) ?? '');
        if (form === undefined) throw new Unreadable(piece);
        const members = readAs(isQuoted ? piece : null, () => form.read(rest, before));
        const names = form.isListed === true ? [] : Object.keys(members);
        if (!mayRepeat && names.some((each) => set.has(each))) throw new Unreadable(piece);
        for (const each of names) set.add(each);
        return { ...before, ...members };
      }, initial);
    },
    write: (whole) =>
      Object.entries(forms).flatMap(([written, form]) =>
        form.write(whole).map((pieces) => [written, ...pieces].join(separator)),
      ),
  };
}

/** Returns the value of pieces; null if they cannot be read. */
export function tryRead<Value>(
  codec: Codec<Value>,
  pieces: readonly string[],
): { readonly value: Value } | null {
  try {
    return { value: codec.read(pieces) };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** A parameter of the address: its version and its parts. */
export interface Parameter<Value> {
  /** Never throws. */
  readonly read: (
    parameter: string,
  ) =>
    | { readonly ok: true; readonly value: Value }
    | { readonly ok: false; readonly problem: ParameterProblem };
  /** Returns undefined if there is nothing to write. */
  readonly write: (value: Value) => string | undefined;
}

interface ParameterProblem {
  readonly kind: 'unknown-version' | 'unreadable';
  /** The part as written in the address. */
  readonly text: string;
}

/** A parameter with the parts that a codec reads and writes. */
export function parameter<Value>(version: string, codec: Codec<Value>): Parameter<Value> {
  return {
    read: (written) => {
      const read = partsOfParameter(written, version);
      if (!read.ok) return read;
      try {
        return { ok: true, value: codec.read(read.parts) };
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        return { ok: false, problem: { kind: 'unreadable', text: error.part ?? written } };
      }
    },
    write: (value) => {
      const written = codec.write(value);
      return written.length === 0 ? undefined : writeParameter(version, written);
    },
  };
}
