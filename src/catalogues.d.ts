// Provided by scripts/message-catalogues.mjs.

declare module 'virtual:catalogues' {
  import type { Messages } from 'use-intl';
  import type { Language } from '@/lib/base/languages';

  /** Loads all messages of a language; those that it lacks are English. */
  export const catalogues: Readonly<
    Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Messages }>>
  >;
}

declare module 'virtual:catalogues/*' {
  import type { Messages } from 'use-intl';

  const messages: Messages;
  export default messages;
}
