import { ownMember } from '@/lib/base/own-member';
import { escape, MISSING, partsOfParameter, unescape, writeParameter } from './notation';

/**
 * Reads a value from the pieces of an address parameter, and writes it. One declaration gives the reader, the writer and the type:
 *
 *     const grouping = c.item(c.record({ field: c.name, step: c.optional(c.oneOf(DATE_STEPS)) }));     ValidFrom~month
 *     const rows = c.list(grouping);                                                                   Country,ValidFrom~month
 *
 * A `z.codec` would validate what it writes, and throw. A value that the user is still typing must be written, too.
 */
export interface Codec<Value> {
  /** Throws `Unreadable` if the pieces do not hold a value of this type. */
  readonly read: (pieces: readonly string[]) => Value;
  /** Never throws. The limits of a value are only checked when it is read. */
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

/** Reads a part. If it is unreadable, the error quotes `part` instead of a piece inside it, or the whole parameter if `part` is null. */
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

/** Reads and writes any text, including the empty text. */
export const text: Codec<string> = {
  read: (pieces) => {
    const plain = unescape(onlyOne(pieces));
    if (plain === null) throw new Unreadable();
    return plain;
  },
  write: (value) => [escape(value)],
};

/** Reads and writes no pieces at all, for a part whose name alone says everything. */
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

/** Converts the values of another codec with `read` after reading and with `write` before writing. */
export function mapped<From, To>(
  codec: Codec<From>,
  read: (value: From) => To,
  write: (value: To) => From,
): Codec<To> {
  return { read: (pieces) => read(codec.read(pieces)), write: (value) => codec.write(write(value)) };
}

/** Reads and writes a text that is not empty. */
export const name = where(text, (value) => value !== '');

/** Reads and writes a text that is not empty and has at most `most` characters. */
export function nameUpTo(most: number): Codec<string> {
  return where(name, (value) => value.length <= most);
}

/** Reads and writes one of the given words. */
export function oneOf<const Word extends string>(words: readonly Word[]): Codec<Word> {
  return where(text, (value): value is Word => words.some((word) => word === value));
}

/** Reads and writes a truth value as one of two words. */
export function flag(whenTrue: string, whenFalse: string): Codec<boolean> {
  return mapped(
    oneOf([whenTrue, whenFalse]),
    (word) => word === whenTrue,
    (value) => (value ? whenTrue : whenFalse),
  );
}

/** Reads and writes a whole number with at most `mostDigits` digits. */
export function wholeNumber(mostDigits: number): Codec<number> {
  const isReadable = (value: string) => /^\d+$/.test(value) && value.length <= mostDigits;
  return mapped(where(text, isReadable), Number, String);
}

/** Writes null as no pieces at all. */
export function optional<Value>(codec: Codec<Value>): Codec<Value | null> {
  return {
    read: (pieces) => (pieces.length === 0 ? null : codec.read(pieces)),
    write: (value) => (value === null ? [] : codec.write(value)),
  };
}

/** Writes null as the text `MISSING`. */
export function orMissing<Value>(codec: Codec<Value>): Codec<Value | null> {
  return {
    read: (pieces) => (onlyOne(pieces) === MISSING ? null : codec.read(pieces)),
    write: (value) => (value === null ? [MISSING] : codec.write(value)),
  };
}

/** Reads and writes a list of values, each of which has one piece. */
export function list<Value>(codec: Codec<Value>): Codec<readonly Value[]> {
  return {
    read: (pieces) => pieces.map((piece) => codec.read([piece])),
    write: (values) => values.flatMap((value) => codec.write(value)),
  };
}

/** Like `list`, but ignores pieces that cannot be read. */
export function listOfReadable<Value>(codec: Codec<Value>): Codec<readonly Value[]> {
  return {
    ...list(codec),
    read: (pieces) => pieces.flatMap((piece) => tryRead(codec, [piece]) ?? []).map(({ value }) => value),
  };
}

/** Reads and writes one piece that consists of several texts with a separator between them. */
export function item<Value>(codec: Codec<Value>, separator: ',' | '~' = '~'): Codec<Value> {
  return {
    read: (pieces) => readAs(null, () => codec.read(onlyOne(pieces).split(separator))),
    write: (value) => [codec.write(value).join(separator)],
  };
}

/** Reads and writes an object. Each member has one piece, in the given order; the last member has all remaining pieces. */
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

/** Reads and writes an object with values for some of the keys. Each key and its value are one item, in the order of `keys`. */
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

/** Reads and writes a value of one of several kinds: the word for its kind, followed by its other members. */
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

/** A named part of a parameter. It holds some members of the parameter's value. */
export interface Part<Whole> {
  /** Returns the members that the part sets. `before` has the members of the preceding parts. */
  readonly read: (pieces: readonly string[], before: Whole) => Partial<Whole>;
  /** Returns the pieces for each time that the part is written. An empty array leaves the part out. */
  readonly write: (whole: Whole) => readonly (readonly string[])[];
  /** Whether the part may occur several times, and each occurrence adds to a list. */
  readonly isListed?: true;
}

/** Creates a part. `of` takes its value from the value of the parameter; undefined leaves the part out. */
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

/** Returns the list, or undefined if it is empty, which leaves its part out. */
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
  /** The character that follows the name of a part and separates its pieces. */
  readonly separator: ',' | '~';
  /** Whether a part that cannot be read is quoted as the problem, instead of the whole parameter. */
  readonly isQuoted: boolean;
  /** Whether several parts may set the same members; the last one applies. */
  readonly mayRepeat: boolean;
}

/** Reads and writes a list of named parts. They are read in any order, and absent parts keep the values of `initial`. */
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

/** Reads a value from pieces. Returns null if they cannot be read. */
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
  /** Decodes a parameter. Never throws. */
  readonly read: (
    parameter: string,
  ) =>
    | { readonly ok: true; readonly value: Value }
    | { readonly ok: false; readonly problem: ParameterProblem };
  /** Encodes a value. Returns undefined if there is nothing to write. */
  readonly write: (value: Value) => string | undefined;
}

interface ParameterProblem {
  readonly kind: 'unknown-version' | 'unreadable';
  /** The unreadable part, the version or the whole parameter, as written in the address. */
  readonly text: string;
}

/** Creates a parameter whose parts are read and written by a codec. */
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
