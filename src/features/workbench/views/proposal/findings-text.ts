import type { Words } from '@/ui/formats/words';
import type { FindingChange } from './checked-prices';

/** States in a sentence whether the new prices have new findings. */
export function findingsText(words: Words, { added, gone }: FindingChange): string {
  const t = words.of('proposal.checks');
  const counted = (count: number) => ({ formatted: words.formats.formatInteger(count), count });
  const ofGone = gone === 0 ? '' : ` ${t('gone', counted(gone))}`;
  return added === 0 ? `${t('noneNew')}${ofGone}` : `${t('new', counted(added))}${ofGone}`;
}
