import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createTranslator, type Messages } from 'use-intl/core';
import { projectDirectory } from '../../scripts/project-paths.mjs';
import type { Region } from './expected-cells';

/** What the console says, by the keys of its catalogue: `t('workbench.query.run')`. */
export type Translate = ReturnType<typeof messagesOf>;

/**
 * The catalogue of the region's language, so that one journey can be made in several. The English names that the design
 * fixes are written out in other journeys: here a wrong one would go unseen.
 */
export function messagesOf(region: Region) {
  const language = new Intl.Locale(region).language;
  const directory = path.join(projectDirectory, 'src/shared/i18n/messages', language);
  const messages = Object.fromEntries(
    readdirSync(directory).map((file) => [
      namespaceOf(file),
      JSON.parse(readFileSync(path.join(directory, file), 'utf8')),
    ]),
  );
  return createTranslator({ locale: region, messages: messages as Messages });
}

/** `query-text.json` is the namespace `queryText`. */
function namespaceOf(file: string): string {
  return path.basename(file, '.json').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
