import { lazyPart } from '@/shared/i18n/lazy-part';

/** The screen with its messages, which no other screen needs. */
export const ItemSchemaScreen = lazyPart(
  async () => ({ Part: (await import('./item-schema-screen')).ItemSchemaScreen }),
  'screen',
);
