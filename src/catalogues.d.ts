// `scripts/message-catalogues.mjs` provides these modules.

declare module 'virtual:catalogues' {
  import type { Messages } from 'use-intl';
  import type { Language } from '@/lib/base/languages';

  /** Functions that load all messages of a language. Messages that the language lacks are in English. */
  export const catalogues: Readonly<
    Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Messages }>>
  >;
}

declare module 'virtual:catalogues/*' {
  import type { Messages } from 'use-intl';

  const messages: Messages;
  export default messages;
}
