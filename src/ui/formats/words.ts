import { createTranslator, type Messages, type NamespaceKeys, type NestedKeyOf } from 'use-intl/core';
import type { Formats } from '@/lib/formats/formats';

type Namespace = NamespaceKeys<Messages, NestedKeyOf<Messages>>;

/** Returns a message of a namespace. A key that the namespace lacks does not compile. */
export type Translator<Of extends Namespace> = ReturnType<typeof createTranslator<Messages, Of>>;

/** The messages and formats of a person. Functions that take them can be used in components, in files and in the command. */
export interface Words {
  /** The language of the messages, BCP 47. */
  readonly language: string;
  readonly formats: Formats;
  /** Returns the translator of a namespace, always the same one. */
  readonly of: <Of extends Namespace>(namespace: Of) => Translator<Of>;
}

/** Like `useWords`, without React. */
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
