import { HIGHLIGHT_COLOURS } from '@/lib/grid/grid-model';
import { partsOfParameter, writeParameter } from '@/features/workbench/model/address/notation';
import { HIGHLIGHT_SCOPES, MOST_HIGHLIGHTS, type Highlight } from '@/features/workbench/model/highlight';
import { conditionFromText, conditionText } from '@/features/workbench/model/refinement-address';
import type { AddressProblem } from '@/features/workbench/model/workbench-search';

const VERSION = '1';

/**
 * Encodes highlights in a search parameter, in the order in which they apply; undefined if there are none:
 *
 *     highlight=1;red~row~Value~less-than~=~Cost;amber~cell~ValidTo~before~today
 */
export function highlightsToParameter(highlights: readonly Highlight[]): string | undefined {
  if (highlights.length === 0) return undefined;
  return writeParameter(
    VERSION,
    highlights.map(({ colour, scope, condition }) => [colour, scope, conditionText(condition)].join('~')),
  );
}

/** Decodes the notation of `highlightsToParameter`. Returns the readable highlights, and why others cannot be read. Never throws. */
export function highlightsFromParameter(parameter: string | undefined): {
  readonly highlights: readonly Highlight[];
  readonly problems: readonly AddressProblem[];
} {
  if (parameter === undefined) return { highlights: [], problems: [] };
  const read = partsOfParameter(parameter, VERSION);
  if (!read.ok) {
    const text = `highlight=${read.problem.text}`;
    return { highlights: [], problems: [{ part: 'highlight', kind: 'unknown-version', text }] };
  }
  const highlights: Highlight[] = [];
  const problems: AddressProblem[] = [];
  for (const part of read.parts) {
    const [colourText, scopeText, ...rest] = part.split('~');
    const colour = HIGHLIGHT_COLOURS.find((each) => each === colourText);
    const scope = HIGHLIGHT_SCOPES.find((each) => each === scopeText);
    const condition = conditionFromText(rest.join('~'));
    if (
      colour === undefined ||
      scope === undefined ||
      condition === null ||
      highlights.length === MOST_HIGHLIGHTS
    ) {
      problems.push({ part: 'highlight', kind: 'unreadable', text: part });
    } else {
      highlights.push({ colour, scope, condition });
    }
  }
  return { highlights, problems };
}
