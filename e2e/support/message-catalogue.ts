import { createTranslator, type Messages } from 'use-intl/core';
import { readMessages } from '../../scripts/read-messages.mjs';
import type { Region } from './expected-cells';

/** What the console says, by the keys of its catalogue: `t('workbench.query.run')`. */
export type Translate = ReturnType<typeof messagesOf>;

/**
 * The catalogue of the region's language, so that one journey can be made in several. The English names that the design
 * fixes are written out in other journeys: here a wrong one would go unseen.
 */
export function messagesOf(region: Region) {
  const language = new Intl.Locale(region).language;
  const messages: Record<string, unknown> = readMessages(language);
  return createTranslator({ locale: region, messages: messages as Messages });
}
