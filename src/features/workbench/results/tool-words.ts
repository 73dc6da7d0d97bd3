import type { Messages } from 'use-intl';

/** The words of tools that are asked for by a press; they come with them. */
export async function loadToolWords(): Promise<Pick<Messages, 'resultsTools'>> {
  return { resultsTools: (await import('@/shared/i18n/messages/en/results-tools.json')).default };
}
