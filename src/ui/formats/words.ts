import { createTranslator, type Messages, type NamespaceKeys, type NestedKeyOf } from 'use-intl/core';
import type { Formats } from '@/lib/formats/formats';

type Namespace = NamespaceKeys<Messages, NestedKeyOf<Messages>>;

/** A function that returns a message of a namespace. It is a type error to name a message that the namespace lacks. */
export type Translator<Of extends Namespace> = ReturnType<typeof createTranslator<Messages, Of>>;

/** The messages and formats of a user. Functions that take them work in components, in file exports and in the command. */
export interface Words {
  /** The language of the messages, as a BCP 47 tag. */
  readonly language: string;
  readonly formats: Formats;
  /** Returns the translator of a namespace. Calls with the same namespace return the same function. */
  readonly of: <Of extends Namespace>(namespace: Of) => Translator<Of>;
}

/** Creates what `useWords` returns, for code outside React components. */
export function createWords(messages: Messages, language: string, formats: Formats): Words {
  const translators = new Map<Namespace, unknown>();
  return {
    language,
    formats,
    of: <Of extends Namespace>(namespace: Of) => {
      if (!translators.has(namespace)) {
        translators.set(namespace, createTranslator<Messages, Of>({ locale: language, messages, namespace }));
      }
      return translators.get(namespace) as Translator<Of>;
    },
  };
}
